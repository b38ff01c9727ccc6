"""Slices of the rows, found by fixed rules in the texts, and a metric's accuracy on each against all other rows."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import numpy as np
import regex

from ..checks import is_blank
from ..constants import SMILE_NORMALIZATION
from ..result_types import SliceAccuracy
from ..rows.checked_rows import Row
from ..shared_types import BoolArray, FloatArray, IntArray
from ..statistics.bootstrap import SEED
from ..statistics.system_ranking import holm_p_values
from ..text.attempts import not_attempted
from ..text.clauses import has_negation
from ..text.final_answer import final_answer
from ..text.normalization import normalized_words, spaced_characters
from ..text.numerals import is_number
from .labels import LabelledRows

# Questions that begin with a verb ask for yes or no, unless they offer a choice ("Is it red or blue?").
_YES_NO_QUESTION = regex.compile(
    r"^\W*(?:is|are|was|were|am|do|does|did|has|have|had|can|could|will|would|shall|should|may|might|must)"
    r"(?:n['\u2019]t)? (?!.*\bor\b)|[吗嗎][?？]?\W*$",
    regex.IGNORECASE | regex.DOTALL,
)
_YES_NO_REFERENCE = regex.compile(
    r"\W*(?:yes|no|true|false|ja|nein|oui|non|sí|si|是|否|不是|对|不对)\W*", regex.IGNORECASE
)

PERMUTATIONS = 5_000
_ROUNDING = 1e-9


@dataclass(frozen=True)
class Slice:
    """A subset of n rows, such as "answers of over 60 words"."""

    name: str
    is_in: BoolArray


def find_slices(rows: Sequence[Row], language: str = "en", is_truncated: BoolArray | None = None) -> list[Slice]:
    """Returns all slices, including those without a row.

    A row is in exactly one length (unless its answer is empty), in exactly one number of references, and in any number
    of the other slices. A property of references must hold for all references of the row.
    `is_truncated` (n,) is whether a text of the row is longer than the metric reads; None leaves that slice out.
    """

    def has_number(text: str) -> bool:
        return any(map(is_number, normalized_words(text, SMILE_NORMALIZATION, language)))

    def negates(text: str) -> bool:
        return has_negation(text, language)

    def is_refusal(row: Row) -> bool:
        return not_attempted(final_answer(row.prediction).text, row.question, row.references, language) != ""

    answers = [row.prediction for row in rows]
    is_empty = np.array([is_blank(answer) for answer in answers])
    n_references = np.array([len(row.references) for row in rows])
    found = [
        *_slices_by_length(np.array([len(spaced_characters(answer).split()) for answer in answers]), is_empty),
        Slice("rows with one reference", n_references == 1),
        Slice("rows with 2 to 5 references", (n_references >= 2) & (n_references <= 5)),
        Slice("rows with over 5 references", n_references > 5),
        _slice("references that are numbers", (all(map(has_number, row.references)) for row in rows)),
        _slice("answers with a negation", (has_negation(answer, language) for answer in answers)),
        _slice("references with a negation", (all(map(negates, row.references)) for row in rows)),
        _slice("answers that are refusals", map(is_refusal, rows)),
        Slice("empty answers", is_empty),
        _slice("yes/no questions", map(_asks_yes_or_no, rows)),
    ]
    if is_truncated is not None:
        found.append(Slice("texts that are cut off", is_truncated))
    return found


def compare_slices(
    rows: LabelledRows, slices: Sequence[Slice], threshold: float, confidence_level: float
) -> list[SliceAccuracy]:
    """Measures a metric's accuracy on each slice, and tests whether it differs from that on all other rows.

    Returns:
        The slices with some rows but not all, the lowest accuracy first; nothing if the labels do not tell which
        answers are correct.
    """
    is_over, is_right = rows.score > threshold, rows.is_right
    if is_right is None:
        return []
    is_correct = is_over == is_right
    parts = [each for each in slices if each.is_in.any() and not each.is_in.all()]
    if not parts:
        return []
    p_values = _p_values_of_slices(is_correct, np.column_stack([each.is_in for each in parts]), rows.question_number)
    # Rounded, as 1 - 0.9 is a little less than 0.1 in floats.
    significance = round(1 - confidence_level, 12)
    found = []
    for part, p_value, adjusted in zip(parts, p_values.tolist(), holm_p_values(p_values.tolist()), strict=True):
        is_in = part.is_in
        each = SliceAccuracy(
            name=part.name,
            n=int(is_in.sum()),
            accuracy=float(is_correct[is_in].mean()),
            accuracy_elsewhere=float(is_correct[~is_in].mean()),
            n_false_positives=int((is_in & is_over & ~is_right).sum()),
            n_false_negatives=int((is_in & ~is_over & is_right).sum()),
            p_value=p_value,
            adjusted_p_value=adjusted,
            finding=None,
        )
        if adjusted < significance:
            each["finding"] = "worse" if each["accuracy"] < each["accuracy_elsewhere"] else "better"
        found.append(each)
    return sorted(found, key=lambda each: each["accuracy"] - each["accuracy_elsewhere"])


def largest_disagreements(rows: LabelledRows, threshold: float, most: int) -> tuple[list[int], list[int]]:
    """Returns the positions of the incorrect answers with the highest scores, and of the correct ones with the lowest.

    At most `most` of each, of those on the wrong side of the threshold; the largest disagreement comes first.
    """
    is_over, order = rows.score > threshold, np.argsort(rows.score, kind="stable")
    is_right = np.asarray(rows.is_right, dtype=np.bool_)
    false_negatives = [i for i in order.tolist() if is_right[i] and not is_over[i]][:most]
    false_positives = [i for i in order[::-1].tolist() if is_over[i] and not is_right[i]][:most]
    return false_positives, false_negatives


def _p_values_of_slices(is_correct: BoolArray, members: BoolArray, question: IntArray) -> FloatArray:
    """Returns the (s,) two-sided p-values of each of (n, s) slices having the same accuracy as the other rows."""
    # Each permutation swaps what the metric got right between questions with equally many rows. The p-value is the
    # share of permutations in which a slice's number of correct rows is as far from its expectation. Unlike a
    # bootstrap, this is also valid for small slices and for slices without an error.
    order = np.argsort(question, kind="stable")
    starts = np.flatnonzero(np.diff(question[order], prepend=-1))
    sizes = np.diff(np.append(starts, len(question)))
    blocks = [order[starts[sizes == size][:, None] + np.arange(size)] for size in np.unique(sizes)]
    random = np.random.default_rng(SEED)
    weights, correct = members.astype(np.float64), is_correct.astype(np.float64)
    expected = correct.mean() * weights.sum(axis=0)
    distance = np.abs(correct @ weights - expected) - _ROUNDING
    n_as_far, permuted = np.zeros(members.shape[1]), np.empty_like(correct)
    for _ in range(PERMUTATIONS):
        for block in blocks:
            permuted[block] = correct[random.permutation(block)]
        n_as_far += np.abs(permuted @ weights - expected) >= distance
    p_values: FloatArray = (n_as_far + 1) / (PERMUTATIONS + 1)
    return p_values


def _slices_by_length(n_words: IntArray, is_empty: BoolArray) -> list[Slice]:
    """Divides the non-empty answers at the quartiles of their length, in whole words."""
    if is_empty.all():
        return []
    inner = np.unique(np.floor(np.quantile(n_words[~is_empty], [0.25, 0.5, 0.75])).astype(np.int64))
    # One slice up to each bound and one above the last. An answer of combining marks alone has no word.
    bounds = [int(bound) for bound in inner if bound < n_words.max()]
    lows, highs = [0, *(bound + 1 for bound in bounds)], [*bounds, None]
    found = []
    for low, high in zip(lows, highs, strict=True):
        is_in = ~is_empty & (n_words >= low) & (n_words <= (n_words.max() if high is None else high))
        found.append(Slice(f"answers of {_span_of_lengths(low, high)}", is_in))
    return found


def _span_of_lengths(low: int, high: int | None) -> str:
    if high is None:
        return "any length" if not low else "over one word" if low == 2 else f"over {low - 1} words"
    if low <= 1:
        return f"up to {high} words" if high > 1 else "one word"
    return f"{low} to {high} words" if low < high else f"{low} words"


def _slice(name: str, is_in: Iterable[bool]) -> Slice:
    return Slice(name, np.array(list(is_in), dtype=np.bool_))


def _asks_yes_or_no(row: Row) -> bool:
    return all(_YES_NO_REFERENCE.fullmatch(each) for each in row.references) or (
        row.question is not None and _YES_NO_QUESTION.search(row.question) is not None
    )
