"""The card of one answer: its scores, whether it is right, and why; pure functions from scores to HTML."""

import html
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import Any

from ...reporting.formatting import MULTILINGUAL_REMEDY, score_beside
from ...settings.named_settings import Settings
from .card_sentences import unread_denial, verdict_sentence
from .edited_texts import OLD_NOTE
from .explanation import Explanation, explain
from .html import signature_line, warnings

FACE = (
    '<svg class="smile-face" viewBox="0 0 48 48" aria-hidden="true"><circle cx="24" cy="24" r="22"/>'
    '<path d="M16 17v4M32 17v4M12.5 28.5c4.5 8 18.5 8 23 0"/></svg>'
)
CHECK = '<path d="M5 12.5l4.5 4.5L19 7.5"/>'
CROSS = '<path d="M6 6l12 12M18 6L6 18"/>'
_HIGHEST_RATING = 5


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
        sentence: Why it has its verdict.
        unread: A denial or refusal that the setting does not read; "" if there is none.
    """

    scores: Mapping[str, Any]
    reference: str
    n_references: int
    is_truncated: bool
    is_unread: bool
    explanation: Explanation
    sentence: str
    unread: str


def answer_card(
    answer: str,
    references: Sequence[str],
    scores: Mapping[str, Any],
    settings: Settings,
    *,
    is_truncated: bool,
    is_unread: bool,
    closeness: float | None = None,
) -> AnswerCard:
    """Explains an answer's scores.

    Args:
        answer: The answer as given.
        references: Its right answers.
        scores: Its scores; see `AnswerCard`.
        settings: The settings of the scores.
        is_truncated: Whether a text was longer than the encoder reads.
        is_unread: Whether the encoder cannot compare the texts.
        closeness: The cosine of the answer and that reference without the question; None if it is not known.
    """
    reference = references[scores["best_reference"]]
    explanation = explain(answer, reference, scores["matched_ngram"], settings)
    return AnswerCard(
        scores=scores,
        reference=reference,
        n_references=len(references),
        is_truncated=is_truncated,
        is_unread=is_unread,
        explanation=explanation,
        sentence=verdict_sentence(explanation, scores, settings, None if is_unread else closeness),
        unread=unread_denial(answer, reference, scores, settings),
    )


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
            f"average SMILE <strong>{mean:.2f}</strong></p>"
        )
    articles = "".join(card_html(card, settings.threshold) for card in cards)
    return (
        f'<div class="smile-results" role="status">{OLD_NOTE}{summary}{warnings(cautions)}{articles}'
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
    meaning, reader = "", ""
    if "equivalence" in scores:
        meaning = "the probability that a person calls this answer right; "
        reader = _read_part("Same meaning", "says the trained model", scores["equivalence"])
        reader += _read_part("Asserted", "neither denied nor one of several", scores["asserted"])
    return f"""
<article class="smile-card smile-{kind}">
  <header>
    <span class="smile-icon"><svg viewBox="0 0 24 24" aria-hidden="true">{icon}</svg></span>
    <h3 class="smile-word">{word}</h3>
    <p class="smile-number"><strong>{score_beside(scores["smile"], threshold)}</strong> <span>SMILE</span></p>
    <p class="smile-rating"><span aria-hidden="true">{_dots(scores["rating"])}</span>
      <span>rated {scores["rating"]} of {_HIGHEST_RATING}</span></p>
  </header>
  <div class="smile-meter" aria-hidden="true"><i style="width:{scores["smile"]:.1%}"></i>
    <b style="left:{threshold:.1%}"></b></div>
  <p class="smile-scale">{meaning}right above {threshold:g}</p>
  <p class="smile-sentence">{html.escape(card.sentence)}</p>
  <p class="smile-answer" dir="auto">{_marked(card.explanation)}</p>
  <p class="smile-reference">{_reference(card)}</p>
  {_notes(card)}
  <dl class="smile-parts">
    {reader}{_part("Semantic", "the meaning, with the question", scores["semantic"])}
    {_part("Lexical", "the words", scores["lexical"])}
    {_part("Easy match", "words of the right answer found", scores["easy_match"])}
    {_part("Keyword similarity", "of the nearest phrase", scores["keyword_similarity"])}
  </dl>
</article>"""


def _dots(rating: int) -> str:
    return "".join(f'<i class="{"on" if i < rating else "off"}"></i>' for i in range(_HIGHEST_RATING))


def _part(name: str, meaning: str, value: float) -> str:
    bar = f'<span class="smile-bar" aria-hidden="true"><i style="width:{value:.1%}"></i></span> {value:.2f}'
    return _named(name, meaning, bar)


def _read_part(name: str, meaning: str, probability: float) -> str:
    """Returns a part that the trained model read; the probability is exactly 1 where it had nothing to read."""
    return _part(name, meaning, probability) if probability < 1 else _named(name, meaning, "not read")


def _named(name: str, meaning: str, value: str) -> str:
    return f"<div><dt>{name} <span>{meaning}</span></dt><dd>{value}</dd></div>"


def _marked(explanation: Explanation) -> str:
    pieces = []
    for is_ngram, passages in groupby(explanation.passages, key=lambda passage: passage.is_ngram):
        text = "".join(
            f"<u>{html.escape(each.text)}</u>" if each.is_word else html.escape(each.text) for each in passages
        )
        pieces.append(f"<mark>{text}</mark>" if is_ngram else text)
    return "".join(pieces) or "<em>(empty)</em>"


def _reference(card: AnswerCard) -> str:
    which = f" the best of {card.n_references} right answers" if card.n_references > 1 else ""
    return f"Compared with{which}: {_quoted(card.reference)}"


def _notes(card: AnswerCard) -> str:
    explanation = card.explanation
    legend = []
    if explanation.phrase:
        legend.append("<mark>nearest phrase</mark>")
    if any(passage.is_word for passage in explanation.passages):
        legend.append("<u>word of the right answer</u>")
    notes = [card.unread] if card.unread else []
    if legend:
        notes.append(" &nbsp; ".join(legend))
    if explanation.words_not_shown:
        words = ", ".join(map(_quoted, explanation.words_not_shown))
        notes.append(f"Also found, in another form: {words}")
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
    return f'<q dir="auto">{html.escape(text)}</q>'
