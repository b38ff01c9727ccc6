"""The card of one answer: its scores, whether it is right, and why; pure functions from scores to HTML."""

import html
from collections.abc import Mapping, Sequence
from itertools import groupby
from typing import Any

from ...choices import OTHER_VALUE_FACTOR
from ...reporting.explanation import Explanation, explain
from ...reporting.formatting import score_beside
from ...reporting.pages.report_html import ICONS
from ...reporting.verdict_sentence import verdict_sentence
from ...scoring.results import Scores
from ...scoring.verdicts import CORRECT, INCORRECT, UNSURE, counts_in_words, verdict_counts, why_unsure
from ...settings.named_settings import Settings
from ..replies import signature_line, warnings
from .fields import OLD_NOTE

FACE = (
    '<svg class="smile-face" viewBox="0 0 48 48" aria-hidden="true"><circle cx="24" cy="24" r="22"/>'
    '<path d="M16 17v4M32 17v4M12.5 28.5c4.5 8 18.5 8 23 0"/></svg>'
)
_HIGHEST_RATING = 5
# By verdict a card's style and its icon.
_STYLES = {CORRECT: ("right", "yes"), INCORRECT: ("wrong", "no"), UNSURE: ("check", "check")}


def cards_html(cards: Sequence[str], scores: Scores, cautions: Sequence[str]) -> str:
    """Returns the cards of all answers, in order; above several, a line that counts the right ones."""
    summary = ""
    if len(cards) > 1:
        counts = counts_in_words({"n": len(cards)} | verdict_counts(scores.verdict))
        summary = f'<p class="smile-summary"><strong>{counts}</strong></p>'
    return (
        f'<div class="smile-results" role="status">{OLD_NOTE}{summary}{warnings(cautions)}{"".join(cards)}'
        f"{signature_line(scores.signature)}</div>"
    )


def answer_card(
    answer: str,
    references: Sequence[str],
    scores: Mapping[str, Any],
    settings: Settings,
    *,
    is_truncated: bool,
    is_out_of_vocabulary: bool,
    closeness: float | None = None,
) -> str:
    """Returns the card of one answer, which explains its scores."""
    reference, threshold = references[scores["best_reference"]], settings.threshold
    read = scores["answer_read"] if scores["answer_marker"] else answer
    explanation = explain(read, reference, scores["matched_ngram"], settings)
    unsure = why_unsure(scores, threshold)
    closeness = None if is_out_of_vocabulary else closeness
    sentence = verdict_sentence(explanation, scores)
    notes = _notes(explanation, scores, is_truncated, is_out_of_vocabulary)
    which = f" the best of {len(references)} right answers" if len(references) > 1 else ""
    kind, icon = _STYLES[scores["verdict"]]
    if unsure:
        sentence += f" Please check: {unsure}."
    return f"""
<article class="smile-card smile-{kind}">
  <header>
    <span class="smile-icon"><svg viewBox="0 0 24 24" aria-hidden="true">{ICONS[icon]}</svg></span>
    <h2 class="smile-word">{scores["verdict"].capitalize()}</h2>
    <p class="smile-number"><strong>{score_beside(scores["smile"], threshold)}</strong> <span>SMILE</span></p>
    <p class="smile-rating"><span aria-hidden="true">{_dots(scores["rating"])}</span>
      <span>rated {scores["rating"]} of {_HIGHEST_RATING}</span></p>
  </header>
  <div class="smile-meter" aria-hidden="true"><i style="width:{scores["smile"]:.1%}"></i>
    <b style="left:{threshold:.1%}"></b></div>
  <p class="smile-scale">{_sum(scores, settings)}; right above {threshold:g}</p>
  <p class="smile-sentence">{html.escape(sentence)}</p>
  {_read_because(answer, read, scores["answer_marker"])}
  <p class="smile-answer" dir="auto">{_marked(explanation)}</p>
  <p class="smile-reference">Compared with{which}: {_quoted(reference)}</p>
  {notes}
  <dl class="smile-parts">
    {"" if is_out_of_vocabulary else _readings(scores, closeness)}
    {_part("Easy match", "words of the right answer found", scores["easy_match"])}
    {_part("Keyword similarity", "of the nearest phrase", scores["keyword_similarity"])}
  </dl>
</article>"""


def _sum(scores: Mapping[str, Any], settings: Settings) -> str:
    """Returns how the parts make the score: "0.3 × 0.98 (semantic) + 0.7 × 0.65 (lexical) = 0.75"."""
    is_other, none = scores["is_other_value"], scores["not_attempted"]
    if "equivalence" in scores:
        made = "the probability that a person calls this answer right"
    else:
        weight = settings.semantic_weight
        total = weight * scores["semantic"] + (1 - weight) * scores["lexical"]
        made = (
            f"{weight:g} × {scores['semantic']:.2f} (semantic) + {1 - weight:g} × {scores['lexical']:.2f} (lexical) = "
            f"{total:.2f}"
        )
        if is_other:
            made += f", halved for the reason below: {total * OTHER_VALUE_FACTOR:.2f}"
    return f"{made}, and no more than the threshold for an answer that attempts nothing" if none else made


def _readings(scores: Mapping[str, Any], closeness: float | None) -> str:
    """Returns what was read of the meaning; a probability is exactly 1 where the trained model had nothing to read."""
    if closeness is not None:
        return _part("Closeness", "of the meaning, without the question", closeness)
    parts = (
        ("Same meaning", "says the trained model", scores.get("equivalence", 1.0)),
        ("Asserted", "neither denied nor one of several", scores.get("asserted", 1.0)),
    )
    return "".join(_part(name, meaning, value) for name, meaning, value in parts if value < 1)


def _dots(rating: int) -> str:
    return "".join(f'<i class="{"on" if i < rating else "off"}"></i>' for i in range(_HIGHEST_RATING))


def _part(name: str, meaning: str, value: float) -> str:
    bar = f'<span class="smile-bar" aria-hidden="true"><i style="width:{max(value, 0):.1%}"></i></span> {value:.2f}'
    return f"<div><dt>{name} <span>{meaning}</span></dt><dd>{bar}</dd></div>"


def _read_because(output: str, read: str, marker: str) -> str:
    """Returns why only a part of an output was read; nothing where all of it was."""
    if not marker:
        return ""
    how_much = f"{len(read):,} of {len(output):,} characters"
    return f'<p class="smile-reference">Read as the answer of the output ({marker}), {how_much}:</p>'


def _marked(explanation: Explanation) -> str:
    pieces = []
    for is_ngram, passages in groupby(explanation.passages, key=lambda passage: passage.is_ngram):
        text = "".join(
            f"<u>{html.escape(each.text)}</u>" if each.is_word else html.escape(each.text) for each in passages
        )
        pieces.append(f"<mark>{text}</mark>" if is_ngram else text)
    return "".join(pieces) or "<em>(empty)</em>"


def _notes(explanation: Explanation, scores: Mapping[str, Any], is_truncated: bool, is_out_of_vocabulary: bool) -> str:
    legend = ["<mark>nearest phrase</mark>"] if explanation.phrase else []
    if any(passage.is_word for passage in explanation.passages):
        legend.append("<u>word of the right answer</u>")
    notes = [" &nbsp; ".join(legend)]
    if explanation.words_not_shown:
        notes.append(f"Also found, in another form: {', '.join(map(_quoted, explanation.words_not_shown))}")
    is_same_value = scores["rule"] and not scores["is_other_value"]
    if explanation.words_missing and not is_same_value:
        notes.append(f"Missing: {', '.join(map(_quoted, explanation.words_missing))}")
    if is_truncated:
        notes.append("There is more text, or there are more right answers, than is compared: the rest does not count.")
    if is_out_of_vocabulary:
        notes.append("The encoder does not know this text, such as another script or an emoji: its words alone count.")
    return "".join(f'<p class="smile-note">{note}</p>' for note in notes if note)


def _quoted(text: str) -> str:
    return f'<q dir="auto">{html.escape(text)}</q>'
