"""The result of one answer as HTML: a line with verdict, answer and reason, and details with all numbers."""

import html
from collections.abc import Mapping, Sequence
from itertools import groupby
from typing import Any, NamedTuple

from ...constants import OTHER_VALUE_FACTOR
from ...reporting.formatting import score_beside
from ...reporting.report_html import ICONS
from ...scoring.explanation import Explanation, explain
from ...scoring.reasons import verdict_reason
from ...scoring.results import Scores
from ...scoring.verdicts import CORRECT, INCORRECT, UNSURE, verdict_counts, verdict_counts_in_words
from ...settings.named_settings import Settings
from ..page_messages import signature_html, warnings_html
from .fields import OLD_NOTE

FACE = (
    '<svg class="smile-face" viewBox="0 0 48 48" aria-hidden="true"><circle cx="24" cy="24" r="22"/>'
    '<path d="M16 17v4M32 17v4M12.5 28.5c4.5 8 18.5 8 23 0"/></svg>'
)
# By verdict a card's style and its icon.
_STYLES = {CORRECT: ("right", "yes"), INCORRECT: ("wrong", "no"), UNSURE: ("check", "check")}


class Card(NamedTuple):
    """The result of one answer as HTML: the line that is always in view, and the details."""

    line: str
    details: str


def cards_html(cards: Sequence[Card], scores: Scores, cautions: Sequence[str]) -> str:
    """Returns the lines of all answers, in order, above several a line that counts the verdicts, and their details."""
    summary = ""
    if len(cards) > 1:
        counts = verdict_counts_in_words({"n": len(cards)} | verdict_counts(scores.verdict))
        summary = f'<p class="smile-summary">{counts}</p>'
    lines, details = ("".join(each) for each in zip(*cards, strict=True))
    return (
        f'<div class="smile-results" role="status">{OLD_NOTE}{summary}{warnings_html(cautions)}{lines}</div>'
        f'<details class="smile-details"><summary>Details</summary>{details}'
        f"{signature_html(scores.signature)}</details>"
    )


def answer_card(
    answer: str, references: Sequence[str], scores: Mapping[str, Any], settings: Settings, *, sentence: str = ""
) -> Card:
    """Returns the result of one answer, which explains its verdict; a `sentence` stands in place of SMILE's reason."""
    reference, threshold = references[scores["best_reference"]], settings.threshold
    read = scores["answer_read"] if scores["answer_marker"] else answer
    explanation = explain(read, reference, scores["matched_ngram"], settings)
    sentence = sentence or verdict_reason(scores, explanation, read, reference)
    sentence += "" if sentence.endswith((".", "?", "!")) else "."
    kind, icon = _STYLES[scores["verdict"]]
    which = f" (the best of {len(references)} correct answers)" if len(references) > 1 else ""
    read_from = ""
    if scores["answer_marker"]:
        where = f"{scores['answer_marker']}, {len(read):,} of {len(answer):,} characters"
        read_from = f'<p class="smile-note">Final answer found in the output ({where}).</p>'
    line = f"""
<article class="smile-card smile-{kind}">
  <h2 class="smile-word"><svg viewBox="0 0 24 24" aria-hidden="true">{ICONS[icon]}</svg>
    {scores["verdict"].capitalize()}</h2>
  <p class="smile-answer" dir="auto">{_mark_answer(explanation)}</p>
  {read_from}<p class="smile-sentence">{html.escape(sentence)}</p>
</article>"""
    details = f"""
<section class="smile-{kind}">
  <h3 dir="auto">{html.escape(_shortened_answer(read))}</h3>
  <p class="smile-number"><strong>{score_beside(scores["smile"], threshold)}</strong> {_sum_of_parts(scores, settings)};
    correct above {threshold:g}</p>
  <p class="smile-reference">Compared with {_quoted_in_card(reference)}{which}</p>
  {_notes_of_card(explanation, scores)}
  <dl class="smile-parts">{_reader_probabilities(scores)}{_words_matched(scores)}</dl>
</section>"""
    return Card(line, details)


def _shortened_answer(text: str) -> str:
    return text if len(text) <= 80 else f"{text[:79]}…"


def _sum_of_parts(scores: Mapping[str, Any], settings: Settings) -> str:
    """Returns how the parts make the score: "0.3 × 0.98 (semantic) + 0.7 × 0.65 (lexical) = 0.75"."""
    if "equivalence" in scores:
        return "is the chance that a person would accept this answer"
    weight = settings.semantic_weight
    total = weight * scores["semantic"] + (1 - weight) * scores["lexical"]
    made = (
        f"= {weight:g} × {scores['semantic']:.2f} (semantic) + {1 - weight:g} × {scores['lexical']:.2f} (lexical) = "
        f"{total:.2f}"
    )
    return f"{made}, halved for the other value: {total * OTHER_VALUE_FACTOR:.2f}" if scores["is_other_value"] else made


def _reader_probabilities(scores: Mapping[str, Any]) -> str:
    """Returns the trained model's probabilities; one is exactly 1 if the model had nothing to read."""
    if scores["is_out_of_vocabulary"]:
        return ""
    parts = (
        ("Same meaning", "by the trained model", scores.get("equivalence", 1.0)),
        ("Asserted", "neither denied nor one of several", scores.get("asserted", 1.0)),
    )
    return "".join(_part_of_card(name, meaning, value) for name, meaning, value in parts if value < 1)


def _words_matched(scores: Mapping[str, Any]) -> str:
    """Returns how much of the words match; nothing where a rule compared values, which stand for the words."""
    if scores["rule"]:
        return ""
    return _part_of_card("Easy match", "share of the correct answer's words", scores["easy_match"]) + _part_of_card(
        "Keyword similarity", "of the nearest phrase", scores["keyword_similarity"]
    )


def _part_of_card(name: str, meaning: str, value: float) -> str:
    return f"<div><dt>{name} <span>{meaning}</span></dt><dd>{value:.2f}</dd></div>"


def _mark_answer(explanation: Explanation) -> str:
    pieces = []
    for is_ngram, passages in groupby(explanation.passages, key=lambda passage: passage.is_ngram):
        text = "".join(
            f"<u>{html.escape(each.text)}</u>" if each.is_word else html.escape(each.text) for each in passages
        )
        pieces.append(f"<mark>{text}</mark>" if is_ngram else text)
    return "".join(pieces) or "<em>(empty)</em>"


def _notes_of_card(explanation: Explanation, scores: Mapping[str, Any]) -> str:
    legend = ["<mark>nearest phrase</mark>"] if explanation.phrase else []
    if any(passage.is_word for passage in explanation.passages):
        legend.append("<u>word of the correct answer</u>")
    notes = [" &nbsp; ".join(legend)]
    if explanation.words_not_shown:
        notes.append(f"Also found, in another form: {', '.join(map(_quoted_in_card, explanation.words_not_shown))}")
    is_same_value = scores["rule"] and not scores["is_other_value"]
    if explanation.words_missing and not is_same_value:
        notes.append(f"Missing: {', '.join(map(_quoted_in_card, explanation.words_missing))}")
    if scores["is_truncated"]:
        notes.append("The text is too long, or there are too many correct answers: only a part was compared.")
    if scores["is_out_of_vocabulary"]:
        notes.append("The encoder does not know this script or these symbols: only the words were compared.")
    return "".join(f'<p class="smile-note">{note}</p>' for note in notes if note)


def _quoted_in_card(text: str) -> str:
    return f'<q dir="auto">{html.escape(text)}</q>'
