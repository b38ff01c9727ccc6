"""The card of one answer: its scores, whether it is right, and why; pure functions from scores to HTML."""

import html
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import Any

from ...reporting.formatting import MULTILINGUAL_REMEDY
from ...settings.named_settings import Settings
from .explanation import Explanation, explain, in_words
from .html import signature_line, warnings

FACE = (
    '<svg class="smile-face" viewBox="0 0 48 48" aria-hidden="true"><circle cx="24" cy="24" r="22"/>'
    '<path d="M16 17v4M32 17v4M12.5 28.5c4.5 8 18.5 8 23 0"/></svg>'
)
CHECK = '<path d="M5 12.5l4.5 4.5L19 7.5"/>'
CROSS = '<path d="M6 6l12 12M18 6L6 18"/>'
_HIGHEST_RATING = 5
# The trained model's probability of an answer that it cannot tell from a wrong one.
_EVEN = 0.5


@dataclass(frozen=True)
class AnswerCard:
    """What the page shows of one answer.

    Attributes:
        scores: The answer's scores by name, as `Scores.items` names them; of `learned` with `equivalence` and
            `asserted`.
        reference: The reference with the best score.
        n_references: How many references there were.
        is_truncated: Whether a text was longer than the encoder reads.
        is_unread: Whether the encoder cannot compare the texts.
        explanation: What matched.
    """

    scores: Mapping[str, Any]
    reference: str
    n_references: int
    is_truncated: bool
    is_unread: bool
    explanation: Explanation


def answer_card(
    answer: str,
    references: Sequence[str],
    scores: Mapping[str, Any],
    settings: Settings,
    *,
    is_truncated: bool,
    is_unread: bool,
) -> AnswerCard:
    """Explains an answer's scores.

    Args:
        answer: The answer as given.
        references: Its right answers.
        scores: Its scores; see `AnswerCard`.
        settings: The settings of the scores.
        is_truncated: Whether a text was longer than the encoder reads.
        is_unread: Whether the encoder cannot compare the texts.
    """
    reference = references[scores["best_reference"]]
    explanation = explain(answer, reference, scores["matched_ngram"], settings)
    return AnswerCard(scores, reference, len(references), is_truncated, is_unread, explanation)


def cards_html(cards: Sequence[AnswerCard], settings: Settings, signature: str, cautions: Sequence[str]) -> str:
    """Returns the cards of all answers as HTML, in order; above several, a line that counts the right ones.

    Args:
        cards: At least one.
        settings: The settings of the scores.
        signature: The signature of the scores.
        cautions: What to know before trusting them.
    """
    summary = ""
    if len(cards) > 1:
        n_right = sum(card.scores["correct"] for card in cards)
        mean = sum(card.scores["smile"] for card in cards) / len(cards)
        summary = (
            f'<p class="smile-summary"><strong>{n_right} of {len(cards)}</strong> answers right, '
            f"mean SMILE <strong>{mean:.2f}</strong></p>"
        )
    articles = "".join(card_html(card, settings.threshold) for card in cards)
    return (
        f'<div class="smile-results" role="status">{summary}{warnings(cautions)}{articles}'
        f"{signature_line(signature)}</div>"
    )


def card_html(card: AnswerCard, threshold: float) -> str:
    """Returns one card as HTML.

    Args:
        card: The card.
        threshold: An answer counts as right above it, 0 to 1.
    """
    scores = card.scores
    kind, word, icon = ("right", "Right", CHECK) if scores["correct"] else ("wrong", "Not right", CROSS)
    words = in_words(card.explanation, scores["semantic"], scores["keyword_similarity"])
    sentence = _of_commitment(scores) or _of_values(scores) or _of_meaning(scores) or words
    meaning, reader = "", ""
    if "equivalence" in scores:
        meaning = "the probability that a person calls this answer right; "
        reader = _part("Same meaning", "what the trained model reads", scores["equivalence"])
        reader += _part("Asserted", "not denied or one of several", scores["asserted"])
    return f"""
<article class="smile-card smile-{kind}">
  <header>
    <span class="smile-icon"><svg viewBox="0 0 24 24" aria-hidden="true">{icon}</svg></span>
    <h3 class="smile-word">{word}</h3>
    <p class="smile-number"><strong>{scores["smile"]:.2f}</strong> <span>SMILE</span></p>
    <p class="smile-rating"><span aria-hidden="true">{_dots(scores["rating"])}</span>
      <span>rated {scores["rating"]} of {_HIGHEST_RATING}</span></p>
  </header>
  <div class="smile-meter" aria-hidden="true"><i style="width:{scores["smile"]:.1%}"></i>
    <b style="left:{threshold:.1%}"></b></div>
  <p class="smile-scale">{meaning}right above {threshold:g}</p>
  <p class="smile-sentence">{html.escape(sentence)}</p>
  <p class="smile-answer" dir="auto">{_marked(card.explanation)}</p>
  <p class="smile-reference">{_reference(card)}</p>
  {_notes(card)}
  <dl class="smile-parts">
    {reader}{_part("Semantic", "the meaning of the whole", scores["semantic"])}
    {_part("Lexical", "the words", scores["lexical"])}
    {_part("Easy match", "reference words found", scores["easy_match"])}
    {_part("Keyword similarity", "the nearest phrase", scores["keyword_similarity"])}
  </dl>
</article>"""


def _of_commitment(scores: Mapping[str, Any]) -> str:
    """Returns that the trained model reads no commitment to the reference; "" where it reads one, or none is asked."""
    if scores["correct"] or scores.get("asserted", 1.0) >= _EVEN:
        return ""
    return (
        "The answer mentions the reference but does not commit to it: it denies it, takes it back, or names it as one "
        "of several."
    )


def _of_meaning(scores: Mapping[str, Any]) -> str:
    """Returns what the trained model reads where the answer has not the reference word for word; "" if it has."""
    if "equivalence" not in scores or scores["keyword_similarity"] == 1:
        return ""
    if scores["correct"] and scores["equivalence"] > _EVEN:
        return "The answer says the same as the reference in other words."
    if not scores["correct"] and scores["equivalence"] <= _EVEN:
        return "The answer says something else than the reference."
    return ""


def _of_values(scores: Mapping[str, Any]) -> str:
    """Returns what a rule found about values; "" where the words decide."""
    if scores["value_match"] == "same":
        return f"The answer gives the reference's value in another form: {scores['evidence']}."
    if scores["value_match"] == "other":
        return f"The answer gives another value, which halves its score: {scores['evidence']}."
    return ""


def _dots(rating: int) -> str:
    return "".join(f'<i class="{"on" if i < rating else "off"}"></i>' for i in range(_HIGHEST_RATING))


def _part(name: str, meaning: str, value: float) -> str:
    return (
        f'<div><dt>{name} <span>{meaning}</span></dt><dd><span class="smile-bar" aria-hidden="true">'
        f'<i style="width:{value:.1%}"></i></span> {value:.2f}</dd></div>'
    )


def _marked(explanation: Explanation) -> str:
    pieces = []
    for is_ngram, passages in groupby(explanation.passages, key=lambda passage: passage.is_ngram):
        text = "".join(
            f"<u>{html.escape(each.text)}</u>" if each.is_word else html.escape(each.text) for each in passages
        )
        pieces.append(f"<mark>{text}</mark>" if is_ngram else text)
    return "".join(pieces) or "<em>(empty)</em>"


def _reference(card: AnswerCard) -> str:
    which = f"the best of {card.n_references} references" if card.n_references > 1 else "the reference"
    return f"compared with {which}: <q>{html.escape(card.reference)}</q>"


def _notes(card: AnswerCard) -> str:
    explanation = card.explanation
    legend = []
    if explanation.is_ngram_shown:
        legend.append("<mark>nearest phrase</mark>")
    if any(passage.is_word for passage in explanation.passages):
        legend.append("<u>word of the reference</u>")
    notes = [" &nbsp; ".join(legend)] if legend else []
    if explanation.ngram and not explanation.is_ngram_shown and card.scores["value_match"] != "same":
        notes.append(f"Nearest phrase (cannot be marked in the text): {_quoted(explanation.ngram)}")
    if explanation.words_not_shown:
        words = ", ".join(map(_quoted, explanation.words_not_shown))
        notes.append(f"Also found, but cannot be marked in the text: {words}")
    if explanation.words_missing and card.scores["value_match"] != "same":
        notes.append(f"Missing: {', '.join(map(_quoted, explanation.words_missing))}")
    if card.is_truncated:
        where = (
            "in the semantic score and for the trained model"
            if "equivalence" in card.scores
            else "in the semantic score"
        )
        notes.append(f"A text is longer than the encoder reads: only its beginning counts {where}.")
    if card.is_unread:
        notes.append(
            "The encoder does not know this text, such as another script, so only the words were compared: "
            f"{MULTILINGUAL_REMEDY}."
        )
    return "".join(f'<p class="smile-note">{note}</p>' for note in notes)


def _quoted(text: str) -> str:
    return f"<q>{html.escape(text)}</q>"
