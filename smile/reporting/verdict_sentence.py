"""The sentence that explains the verdict on an answer, and what speaks against the verdict."""

from collections.abc import Mapping, Sequence
from typing import Any

from ..choices import STATIC_VECTORS
from ..rows.checked_rows import Row
from ..scoring.evidence import decided_by
from ..scoring.results import Scores
from ..settings.named_settings import Settings
from .explanation import Explanation, explain

# The trained model's probability where it cannot tell, as of a text that the encoder does not know.
_EVEN = 0.5

# The cosine of an answer and its reference, without the question, that 5 % of the correct answers do not reach, and
# the one that 5 % of the incorrect answers pass, by the kind of vectors, on the labels of EVOUNA's development part.
_FAR, _CLOSE = 0.23, 0.65
_STATIC_FAR, _STATIC_CLOSE = 0.25, 0.65

# A sentence, and which verdict it speaks for; None for neither.
_Finding = tuple[str, bool | None]


def verdict_sentence(
    explanation: Explanation, scores: Mapping[str, Any], settings: Settings, closeness: float | None
) -> str:
    """Returns why an answer has its verdict.

    Args:
        explanation: What matched.
        scores: The answer's scores, as `Scores.row` returns them.
        settings: The settings of the scores.
        closeness: The cosine of the answer and the reference without the question, -1 to 1; None if it is not known.
    """
    text = _reason(explanation, scores, settings)
    end = "" if text.endswith((".", "?", "!")) else "."
    closeness = None if scores["not_attempted"] else closeness
    return f"The answer {text}{end}{_of_closeness(bool(scores['correct']), settings, closeness)}"


def reasons(rows: Sequence[Row], scores: Scores, settings: Settings) -> list[str]:
    """Returns for each row why its answer has its verdict, as what the answer does."""
    found = []
    for i, row in enumerate(rows):
        one = scores.row(i)
        read = one["answer_read"] if one["answer_marker"] else row.prediction
        reference = row.references[one["best_reference"]]
        explanation = explain(read, reference, one["matched_ngram"], settings, is_marked=False)
        found.append(_reason(explanation, one, settings))
    return found


def _reason(explanation: Explanation, scores: Mapping[str, Any], settings: Settings) -> str:
    is_right = bool(scores["correct"])
    text, speaks_for = decided_by(scores) or _of_meaning(explanation, scores) or _of_words(explanation, scores)
    if speaks_for in (None, is_right):
        return text
    return f"{text}, yet the score {'passes' if is_right else 'does not pass'} the threshold of {settings.threshold:g}"


def _of_meaning(explanation: Explanation, scores: Mapping[str, Any]) -> _Finding | None:
    """Returns what the trained model read of the meaning; None where it read nothing, or the words decide."""
    meaning = scores.get("equivalence", 1.0)
    if explanation.has_reference or meaning in (1, _EVEN) or (meaning > _EVEN) != bool(scores["correct"]):
        return None
    if scores["correct"]:
        return f"says the same as the right answer in other words, by the trained model ({meaning:.2f})", True
    return f"says something else than the right answer, by the trained model ({meaning:.2f})", False


def _of_words(explanation: Explanation, scores: Mapping[str, Any]) -> _Finding:
    n_found, n_words = explanation.n_found, explanation.n_words
    if not n_words:
        return "is empty", False
    if explanation.has_reference and explanation.has_other_sign:
        return "has the right answer's words, but another sign", None
    if explanation.is_verbatim:
        return "has the right answer word for word", True
    if explanation.has_reference:
        phrase = f": “{explanation.phrase}”" if explanation.phrase else ""
        return f"gives the right answer in another form{phrase}", True
    if explanation.is_reordered:
        return "has the right answer's words in another order", True
    if n_found == n_words:
        return "has every word of the right answer, though not side by side in its order", True
    if explanation.numbers_missing:
        missing = " and ".join(f"“{number}”" for number in explanation.numbers_missing)
        where = "" if set(explanation.numbers_missing) <= set(explanation.words_missing) else " in its nearest phrase"
        return f"lacks {missing}{where}", False
    if n_found:
        return f"has {n_found} of the right answer's {n_words} words", None
    # Of an answer that is right all the same a phrase was near enough.
    if scores["correct"] and explanation.phrase:
        text = f"has none of the right answer's words, but a phrase near to it: “{explanation.phrase}”"
        return text, None
    return "has none of the right answer's words", None


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
