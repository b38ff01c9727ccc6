"""The sentence that explains the verdict on an answer; it never says what the verdict denies."""

from collections.abc import Mapping
from typing import Any

from ..choices import STATIC_VECTORS
from ..learned.combiner import NOT_ASSERTED_BELOW
from ..scoring.evidence import SENTENCES
from ..settings.named_settings import Settings
from ..text.refusals_and_negations import denies
from .explanation import Explanation

# The trained model's probability of an answer that it cannot tell from a wrong one.
_EVEN = 0.5

# The cosine of an answer and its reference, without the question, that 5 % of people's right answers do not reach, and
# that 5 % of their wrong answers pass; by the kind of vectors. Measured by `python -m benchmarks.closeness --data` on
# the development part of EVOUNA (benchmarks/labelled.py says how to get it).
_FAR, _CLOSE = 0.23, 0.65
_STATIC_FAR, _STATIC_CLOSE = 0.25, 0.65

# What a rule found is told of the answer where it begins with a verb ("denies Paris"), and of its value elsewhere.
_VERBS = tuple(f"{each.split()[0]} " for each in SENTENCES.values() if not each.startswith(("{", "another ")))

# A sentence, and which verdict it speaks for; None for neither.
_Finding = tuple[str, bool | None]

# Why an answer attempts nothing, by the reason that `smile.text.attempts` gives.
_NOT_ATTEMPTED = {
    "empty": "it is empty",
    "no words": "it has no word and no figure",
    "empty claim": "it only claims to be one",
    "question repeated": "it repeats the question",
    "refusal": "it refuses or does not commit itself, so that it is never right, whatever it names",
    "unfinished": "it stops before it says anything",
}


def verdict_sentence(
    explanation: Explanation, scores: Mapping[str, Any], settings: Settings, closeness: float | None
) -> str:
    """Returns why an answer has its verdict.

    Args:
        explanation: What matched.
        scores: The answer's scores; as `Scores.items` names them.
        settings: The settings of the scores.
        closeness: The cosine of the answer and the reference without the question, -1 to 1; None if it is not known.
    """
    if scores["not_attempted"]:
        return f"The answer attempts nothing: {_NOT_ATTEMPTED[scores['not_attempted']]}."
    is_right = bool(scores["correct"])
    text, speaks_for = _of_scores(explanation, scores) or _of_words(explanation, scores)
    if speaks_for not in (None, is_right):
        side = "passes" if is_right else "does not pass"
        return f"{text}, yet the score {side} the threshold of {settings.threshold:g}."
    return f"{text}.{_of_closeness(is_right, settings, closeness)}"


def not_read(answer: str, reference: str, scores: Mapping[str, Any], settings: Settings) -> str:
    """Returns what of an answer is not read, and so puts its verdict in doubt: its conclusion, or a denial; "" if none.

    Args:
        answer: The answer as given.
        reference: The reference with the best score; where it denies too, the words tell.
        scores: The answer's scores.
        settings: The settings of the scores; a learned one reads denials.
    """
    if scores["long_answer"]:
        return f"A long answer with {scores['long_answer']} candidates; which one it concludes is not read: check it."
    if settings.is_learned or scores["value_match"] or not scores["correct"] or denies(reference, settings.language):
        return ""
    if denies(answer, settings.language):
        return "The answer has a word of denial, which was not read as denying the right answer: check it."
    return ""


def _of_scores(explanation: Explanation, scores: Mapping[str, Any]) -> _Finding | None:
    """Returns what the trained model or a rule for values found; None where the words decide."""
    is_right = bool(scores["correct"])
    if not is_right and scores.get("asserted", 1.0) < NOT_ASSERTED_BELOW:
        return (
            "The answer mentions the right answer but does not commit to it: it denies it, takes it back, or names it "
            "as one of several",
            False,
        )
    evidence, is_verb = scores["evidence"], scores["evidence"].startswith(_VERBS)
    if scores["value_match"] == "same":
        told = evidence if is_verb else f"gives the right answer's value in another form: {evidence}"
        return f"The answer {told}", True
    if scores["value_match"] == "other":
        return (
            f"The score is halved, as the answer {evidence if is_verb else f'gives another value: {evidence}'}",
            False,
        )
    if "equivalence" not in scores or explanation.has_reference:
        return None
    if is_right and scores["equivalence"] > _EVEN:
        return "The answer says the same as the right answer in other words", True
    if not is_right and scores["equivalence"] <= _EVEN:
        return "The answer says something else than the right answer", False
    return None


def _of_words(explanation: Explanation, scores: Mapping[str, Any]) -> _Finding:
    n_found, n_words = explanation.n_found, explanation.n_words
    if not n_words:
        return "The answer is empty, which scores 0", False
    if explanation.is_verbatim:
        return "The answer has the right answer word for word", True
    if explanation.has_reference:
        phrase = f": “{explanation.phrase}”" if explanation.phrase else ""
        return f"The answer gives the right answer in another form{phrase}", True
    if n_found == n_words:
        return "The answer has every word of the right answer, though not side by side in its order", True
    if explanation.numbers_missing:
        missing = " and ".join(f"“{number}”" for number in explanation.numbers_missing)
        return f"The answer's nearest phrase lacks {missing}", False
    if n_found:
        return f"The answer has {n_found} of the right answer's {n_words} words", None
    # Of an answer that is right all the same a phrase was near enough.
    if scores["correct"] and explanation.phrase:
        text = f"The answer has none of the right answer's words, but a phrase near to it: “{explanation.phrase}”"
        return text, None
    return "The answer has none of the right answer's words", None


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
