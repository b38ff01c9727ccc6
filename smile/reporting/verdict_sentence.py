"""The sentence that explains the verdict on an answer, and what speaks against the verdict."""

from collections.abc import Mapping, Sequence
from typing import Any

from ..rows.checked_rows import Row
from ..scoring.evidence import EVEN, verdict_reason
from ..scoring.results import Scores
from ..settings.named_settings import Settings
from ..text.lazy_patterns import lazy_re
from ..text.refusals_and_negations import denies, expressions, is_refusal
from .explanation import Explanation, explain

# Nearer to the threshold than this, half of the verdicts on people's labels are wrong (`smile.scoring.formulas.doubt`).
_NEAR_THRESHOLD = 0.9

_SENTENCE_END = lazy_re(r"[.!?;:]\s+|\n")


def verdict_sentence(explanation: Explanation, scores: Mapping[str, Any]) -> str:
    """Returns why an answer has its verdict.

    Args:
        explanation: What matched.
        scores: The answer's scores, as `Scores.row` returns them.
    """
    text = verdict_reason(scores, explanation)
    return text if text.endswith((".", "?", "!")) else f"{text}."


def reasons(rows: Sequence[Row], scores: Scores, settings: Settings) -> list[str]:
    """Returns for each row why its answer has its verdict."""
    found = []
    for i, row in enumerate(rows):
        one = scores.row(i)
        read = one["answer_read"] if one["answer_marker"] else row.prediction
        reference = row.references[one["best_reference"]]
        found.append(verdict_reason(one, explain(read, reference, one["matched_ngram"], settings, is_marked=False)))
    return found


def to_check(
    explanation: Explanation, question: str, reference: str, scores: Mapping[str, Any], settings: Settings
) -> str:
    """Returns why a person should check a verdict: a sign that speaks against it; "" without one.

    Args:
        explanation: What matched.
        question: The question, "" if it is not known; where it denies too, a denial in the answer says nothing.
        reference: The reference with the best score; likewise.
        scores: The answer's scores.
        settings: The settings of the scores.
    """
    if scores["not_attempted"]:
        return ""
    if scores["names_others"]:
        return "it also names something else"
    if scores["doubt"] > _NEAR_THRESHOLD:
        return f"its score is close to the threshold of {settings.threshold:g}"
    if scores["rule"]:
        return ""
    if settings.is_learned:
        return _of_readings(scores)
    if explanation.has_reference and explanation.has_other_sign and scores["correct"]:
        return "its currency or sign is different"
    # The two words of a name may change places: "Obama, Barack".
    if explanation.is_reordered and explanation.phrase.count(" ") > 1 and scores["correct"]:
        return "the same words in a different order may mean something else"
    return _of_cues(explanation, f"{question} {reference}", settings.language) if scores["correct"] else ""


def _of_readings(scores: Mapping[str, Any]) -> str:
    """Returns how the trained model's readings disagree with the verdict."""
    is_correct, match, asserted = bool(scores["correct"]), scores["equivalence"], scores["asserted"]
    if is_correct and asserted < EVEN:
        return "it may only mention the correct answer, not give it"
    if match not in (EVEN, 1) and asserted >= EVEN and (match > EVEN) != is_correct:
        return "the trained model disagrees with this verdict"
    return ""


def _of_cues(explanation: Explanation, given: str, language: str) -> str:
    """Returns which word in the sentence of the nearest phrase speaks against it; "" where question or reference do."""
    sentence = expressions(language, "harmless").sub("", _sentence_of_phrase(explanation))
    if is_refusal(sentence, language):
        return "it also contains a refusal"
    if denies(sentence, language) and not denies(given, language):
        return "it contains a denial near the correct answer's words"
    return ""


def _sentence_of_phrase(explanation: Explanation) -> str:
    text = "".join(passage.text for passage in explanation.passages)
    before, phrase, after = text.partition(explanation.phrase) if explanation.phrase else ("", text, "")
    starts = [found.end() for found in _SENTENCE_END.finditer(before)]
    end = _SENTENCE_END.search(after)
    return before[starts[-1] if starts else 0 :] + phrase + after[: end.start() if end else len(after)]
