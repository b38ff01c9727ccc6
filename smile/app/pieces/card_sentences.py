"""What a card says of an answer: facts that explain its verdict, in words, and never what the verdict denies."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from ...choices import STATIC_VECTORS
from ...learned.joint_model import NOT_ASSERTED_BELOW
from ...settings.named_settings import Settings
from ...text.refusals_and_negations import denies, is_refusal
from .explanation import Explanation

# The trained model's probability of an answer that it cannot tell from a wrong one.
_EVEN = 0.5

# The cosine of an answer and its reference, without the question, that 5 % of people's right answers do not reach, and
# that 5 % of their wrong answers pass; by the kind of vectors. Measured by `python -m benchmarks.closeness --data` on
# the development part of EVOUNA (benchmarks/labelled.py says how to get it).
_FAR, _CLOSE = 0.23, 0.65
_STATIC_FAR, _STATIC_CLOSE = 0.25, 0.65


@dataclass(frozen=True)
class _Finding:
    """A sentence, and which verdict it speaks for; None for neither."""

    text: str
    speaks_for: bool | None = None


def verdict_sentence(
    explanation: Explanation, scores: Mapping[str, Any], settings: Settings, closeness: float | None
) -> str:
    """Returns why an answer has its verdict.

    Args:
        explanation: What matched.
        scores: The answer's scores; see `answer_cards.AnswerCard`.
        settings: The settings of the scores.
        closeness: The cosine of the answer and the reference without the question, -1 to 1; None if it is not known.
    """
    is_right = bool(scores["correct"])
    finding = _of_commitment(scores) or _of_values(scores) or _of_meaning(scores) or _of_words(explanation, scores)
    if finding.speaks_for not in (None, is_right):
        side = "passes" if is_right else "does not pass"
        return f"{finding.text}, yet the score {side} the threshold of {settings.threshold:g}."
    return f"{finding.text}.{_of_closeness(is_right, settings, closeness)}"


def unread_denial(answer: str, reference: str, scores: Mapping[str, Any], settings: Settings) -> str:
    """Returns that the setting does not read a denial or refusal that the answer seems to have; "" if there is none.

    Args:
        answer: The answer as given.
        reference: The reference with the best score; where it denies too, the words tell.
        scores: The answer's scores.
        settings: The settings of the scores; a learned one reads denials.
    """
    if settings.is_learned or scores["value_match"] or denies(reference, settings.language):
        return ""
    if is_refusal(answer, settings.language):
        return "The answer seems to refuse. This setting does not read refusals; “learned” does."
    if denies(answer, settings.language):
        return "The answer seems to deny something. This setting does not read denials; “learned” does."
    return ""


def _of_commitment(scores: Mapping[str, Any]) -> _Finding | None:
    """Returns that the trained model reads no commitment to the reference."""
    if scores["correct"] or scores.get("asserted", 1.0) >= NOT_ASSERTED_BELOW:
        return None
    return _Finding(
        "The answer mentions the right answer but does not commit to it: it denies it, takes it back, or names it as "
        "one of several",
        False,
    )


def _of_values(scores: Mapping[str, Any]) -> _Finding | None:
    """Returns what a rule found about values; None where the words decide."""
    if scores["value_match"] == "same":
        return _Finding(f"The answer gives the right answer's value in another form: {scores['evidence']}", True)
    if scores["value_match"] == "other":
        return _Finding(f"The answer gives another value, which halves its score: {scores['evidence']}", False)
    return None


def _of_meaning(scores: Mapping[str, Any]) -> _Finding | None:
    """Returns what the trained model reads where the answer has not the reference word for word."""
    if "equivalence" not in scores or scores["keyword_similarity"] == 1:
        return None
    if scores["equivalence"] > _EVEN:
        found = _Finding("The answer says the same as the right answer in other words", True)
    else:
        found = _Finding("The answer says something else than the right answer", False)
    return found if found.speaks_for == bool(scores["correct"]) else None


def _of_words(explanation: Explanation, scores: Mapping[str, Any]) -> _Finding:
    n_found, n_words = explanation.n_found, explanation.n_words
    if not n_words:
        return _Finding("The answer is empty, which scores 0", False)
    if scores["keyword_similarity"] == 1:
        if explanation.is_as_written:
            return _Finding("The answer has the right answer word for word", True)
        form = f" in another form: “{explanation.phrase}”" if explanation.phrase else "'s words side by side"
        return _Finding(f"The answer has the right answer{form}", True)
    if n_found == n_words:
        return _Finding("The answer has every word of the right answer, though not side by side in its order", True)
    if explanation.numbers_missing:
        missing = " and ".join(f"“{number}”" for number in explanation.numbers_missing)
        return _Finding(f"The answer's nearest phrase lacks {missing}", False)
    if n_found:
        return _Finding(f"The answer has {n_found} of the right answer's {n_words} words")
    # Of an answer that is right all the same a phrase was near enough.
    if scores["correct"] and explanation.phrase:
        return _Finding(
            f"The answer has none of the right answer's words, but a phrase near to it: “{explanation.phrase}”"
        )
    return _Finding("The answer has none of the right answer's words")


def _of_closeness(is_right: bool, settings: Settings, closeness: float | None) -> str:
    """Returns how close the answer's meaning is where that speaks for the verdict."""
    if closeness is None:
        return ""
    is_static = settings.vectors == STATIC_VECTORS
    far, close = (_STATIC_FAR, _STATIC_CLOSE) if is_static else (_FAR, _CLOSE)
    if is_right and closeness >= close:
        return " Its meaning is close to the right answer: few wrong answers come as close."
    if not is_right and closeness <= far:
        return " Its meaning is far from the right answer: few right answers are as far."
    return ""
