"""The verdict on one answer as a piece of the page: pure functions from scores to HTML."""

import html
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import groupby

from ...settings.named_settings import Settings
from .explanation import Explanation
from .html import warnings

FACE = (
    '<svg class="smile-face" viewBox="0 0 48 48" aria-hidden="true"><circle cx="24" cy="24" r="22"/>'
    '<path d="M16 17v4M32 17v4M12.5 28.5c4.5 8 18.5 8 23 0"/></svg>'
)
CHECK = '<path d="M5 12.5l4.5 4.5L19 7.5"/>'
CROSS = '<path d="M6 6l12 12M18 6L6 18"/>'
_HIGHEST_RATING = 5


@dataclass(frozen=True)
class Verdict:
    """What is shown of one answer.

    Attributes:
        answer: As it was given.
        reference: The reference that counted.
        n_references: How many there were.
        smile: 0 to 1, as the parts below; of `learned` the probability that a person calls the answer right.
        semantic: The meaning of the whole.
        lexical: The words.
        easy_match: Of the words: the share found.
        keyword_similarity: Of the words: the nearest phrase.
        rating: 0 to 5.
        is_correct: Whether SMILE is over the threshold.
        is_truncated: Whether a text was longer than could be read.
        explanation: What matched.
        sentence: The same in words.
        equivalence: Of `learned`, what its head alone says, 0 to 1; None of the other settings.
    """

    answer: str
    reference: str
    n_references: int
    smile: float
    semantic: float
    lexical: float
    easy_match: float
    keyword_similarity: float
    rating: int
    is_correct: bool
    is_truncated: bool
    explanation: Explanation
    sentence: str
    equivalence: float | None = None


def verdict_cards(verdicts: list[Verdict], settings: Settings, signature: str, cautions: Sequence[str]) -> str:
    """Returns the cards of all answers, in order, below a line that counts them where there are several.

    Args:
        verdicts: What is shown of each.
        settings: Those of the scores.
        signature: What they depend on.
        cautions: What to know before trusting them.
    """
    n_right = sum(verdict.is_correct for verdict in verdicts)
    mean = sum(verdict.smile for verdict in verdicts) / len(verdicts)
    summary = ""
    if len(verdicts) > 1:
        summary = (
            f'<p class="smile-summary"><strong>{n_right} of {len(verdicts)}</strong> answers right, '
            f"mean SMILE <strong>{mean:.2f}</strong></p>"
        )
    cards = "".join(verdict_card(verdict, settings.threshold) for verdict in verdicts)
    footer = f'<p class="smile-signature"><span>Signature</span> <code>{html.escape(signature)}</code></p>'
    return f'<div class="smile-results" role="status">{summary}{warnings(cautions)}{cards}{footer}</div>'


def verdict_card(verdict: Verdict, threshold: float) -> str:
    """Returns the card of one answer."""
    kind, word, icon = ("right", "Right", CHECK) if verdict.is_correct else ("wrong", "Not right", CROSS)
    notes = _notes(verdict)
    meaning, head = "", ""
    if verdict.equivalence is not None:
        meaning = "the probability that a person calls this answer right; "
        head = _part("Head", "what the trained model alone says", verdict.equivalence)
    return f"""
<article class="smile-card smile-{kind}">
  <header>
    <span class="smile-icon"><svg viewBox="0 0 24 24" aria-hidden="true">{icon}</svg></span>
    <h3 class="smile-word">{word}</h3>
    <p class="smile-number"><strong>{verdict.smile:.2f}</strong> <span>SMILE</span></p>
    <p class="smile-rating"><span aria-hidden="true">{_dots(verdict.rating)}</span>
      <span>rated {verdict.rating} of {_HIGHEST_RATING}</span></p>
  </header>
  <div class="smile-meter" aria-hidden="true"><i style="width:{verdict.smile:.1%}"></i>
    <b style="left:{threshold:.1%}"></b></div>
  <p class="smile-scale">{meaning}right above {threshold:g}</p>
  <p class="smile-sentence">{html.escape(verdict.sentence)}</p>
  <p class="smile-answer" dir="auto">{_marked(verdict.explanation)}</p>
  <p class="smile-reference">{_reference(verdict)}</p>
  {notes}
  <dl class="smile-parts">
    {head}{_part("Semantic", "the meaning of the whole", verdict.semantic)}
    {_part("Lexical", "the words", verdict.lexical)}
    {_part("Easy match", "reference words found", verdict.easy_match)}
    {_part("Keyword similarity", "the nearest phrase", verdict.keyword_similarity)}
  </dl>
</article>"""


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


def _reference(verdict: Verdict) -> str:
    which = f"the best of {verdict.n_references} references" if verdict.n_references > 1 else "the reference"
    return f"held against {which}: <q>{html.escape(verdict.reference)}</q>"


def _notes(verdict: Verdict) -> str:
    explanation = verdict.explanation
    legend = []
    if explanation.is_ngram_shown:
        legend.append("<mark>nearest phrase</mark>")
    if any(passage.is_word for passage in explanation.passages):
        legend.append("<u>word of the reference</u>")
    notes = [" &nbsp; ".join(legend)] if legend else []
    if explanation.ngram and not explanation.is_ngram_shown:
        notes.append(f"Nearest phrase, which cannot be marked in the text: {_quoted(explanation.ngram)}")
    if explanation.words_not_shown:
        words = ", ".join(map(_quoted, explanation.words_not_shown))
        notes.append(f"Found too, but cannot be marked in the text: {words}")
    if explanation.words_missing:
        notes.append(f"Missing: {', '.join(map(_quoted, explanation.words_missing))}")
    if verdict.is_truncated:
        where = "in the semantic score" if verdict.equivalence is None else "in the semantic score and for the head"
        notes.append(f"A text was longer than the encoder reads: only its beginning counts {where}.")
    return "".join(f'<p class="smile-note">{note}</p>' for note in notes)


def _quoted(text: str) -> str:
    return f"<q>{html.escape(text)}</q>"
