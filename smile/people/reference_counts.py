"""Agreement with human labels by the number of references, and references scored against each other.

Every pair of an answer and a reference is scored once, as a row with one reference. The best and the mean over any
choice of references follow from these scores. After MORQA (arXiv 2509.12405), which scores one gold answer against the
others.
"""

import math
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass, replace
from typing import Any, TypeAlias

import numpy as np

from ..aliases import FloatArray, IntArray
from ..errors import DataError
from ..rows.checked_rows import Row
from ..statistics.agreement_measures import is_constant
from ..statistics.bootstrap import SEED
from .labels import LabelledRows

DRAWS = 100
_USUAL_MOST = 5
# The mean of the same scores in another order differs in its last digits.
_DECIMALS = 12

# Statistics by name, of a row's `best` and `mean` score over its references.
OfBestAndMean: TypeAlias = dict[str, dict[str, float]]


@dataclass(frozen=True)
class ReferenceCounts:
    """A metric's agreement with human labels by the number of references.

    Attributes:
        n: The number of rows with as many references as the longest draw, on which every number is measured.
        by_number: With 1, 2, ... random references `pearson` and `accuracy`, as means over the draws.
        all_references: The same with all references of these rows.
        n_held_out: The number of references that were scored as answers against the others of their question.
        held_out: The mean `score` of these, and the share `over_threshold`, as means over questions.
    """

    n: int
    by_number: list[OfBestAndMean]
    all_references: OfBestAndMean
    n_held_out: int
    held_out: OfBestAndMean

    def to_dict(self) -> dict[str, Any]:
        """Returns plain values."""
        by_number = [{"references": k} | each for k, each in enumerate(self.by_number, start=1)]
        return asdict(self) | {"by_number": by_number, "n_draws": DRAWS}


@dataclass(frozen=True)
class ReferencePairs:
    """Every answer with each of its references, and every reference with each of the others of its question.

    The n rows have P references in total; the H held-out references have G others in total.

    Attributes:
        rows: P + G rows with one reference each: first the answers in the order of the rows, then the references.
        start: (n + 1,) the first of each row's references.
        reference: (P,) the number of the reference; answers to the same question share the numbers.
        held_out_start: (H + 1,) the first of the G others of each held-out reference.
        held_out_question: (H,) the number of its question.
    """

    rows: list[Row]
    start: IntArray
    reference: IntArray
    held_out_start: IntArray
    held_out_question: IntArray

    @property
    def counts(self) -> IntArray:
        """(n,) the number of references of each row."""
        return np.diff(self.start)


def pair_references(rows: Sequence[Row], question: IntArray) -> ReferencePairs:
    """Splits rows into rows with one reference each.

    Each reference of a question is held out once, and compared only with references that differ in more than case and
    white space: it stands for a correct answer in other words.
    """
    if all(len(row.references) < 2 for row in rows):
        raise DataError(
            f"none of the {len(rows)} rows has two references, so their number cannot vary: give rows with a list of "
            "references"
        )
    answers: list[Row] = []
    numbers: dict[tuple[int, str], int] = {}
    reference: list[int] = []
    gold: dict[int, dict[str, Row]] = {}
    for row, of_question in zip(rows, question.tolist(), strict=True):
        others = gold.setdefault(of_question, {})
        for alone in _one_by_one(row):
            [text] = alone.references
            answers.append(alone)
            reference.append(numbers.setdefault((of_question, text), len(numbers)))
            others.setdefault(" ".join(text.casefold().split()), alone)

    held_out: list[Row] = []
    n_others: list[int] = []
    held_out_question: list[int] = []
    for of_question, distinct in gold.items():
        for plain, right in distinct.items():
            beside = [other for key, other in distinct.items() if key != plain]
            if beside:
                held_out += [replace(other, prediction=right.references[0]) for other in beside]
                n_others.append(len(beside))
                held_out_question.append(of_question)
    return ReferencePairs(
        rows=answers + held_out,
        start=_starts([len(row.references) for row in rows]),
        reference=np.array(reference, dtype=np.int64),
        held_out_start=_starts(n_others),
        held_out_question=np.array(held_out_question, dtype=np.int64),
    )


def measure_references(
    pairs: ReferencePairs, scores: FloatArray, rows: LabelledRows, threshold: float
) -> ReferenceCounts:
    """Measures agreement by the number of references, from the (P + G,) scores of `pairs.rows`.

    The rows have one label each; their own scores do not count. Every number is measured on the same rows: those with
    the largest number of references, at most five, that half of the rows with several references have.
    """
    n_answers = int(pairs.start[-1])
    several = pairs.counts[pairs.counts >= 2]
    most = max(k for k in range(2, _USUAL_MOST + 1) if 2 * int((several >= k).sum()) >= len(several))
    same_rows = np.flatnonzero(pairs.counts >= most)
    same, over_all = rows.at(same_rows), _best_and_mean(scores[:n_answers], pairs.start)
    questions, question = np.unique(pairs.held_out_question, return_inverse=True)
    held_out = _best_and_mean(scores[n_answers:], pairs.held_out_start)
    return ReferenceCounts(
        n=len(same_rows),
        by_number=_draw_references(pairs, scores[:n_answers], same_rows, same, most, threshold),
        all_references={over: _agreement(same, values[same_rows], threshold) for over, values in over_all.items()},
        n_held_out=len(question),
        held_out={
            over: {
                "score": _mean_over_questions(values, question, len(questions)),
                "over_threshold": _mean_over_questions(values > threshold, question, len(questions)),
            }
            for over, values in held_out.items()
        },
    )


def _draw_references(
    pairs: ReferencePairs, scores: FloatArray, same_rows: IntArray, same: LabelledRows, most: int, threshold: float
) -> list[OfBestAndMean]:
    """Returns the statistics with 1, 2, ... random references; a draw of k references adds one to its draw of k - 1.

    Answers to the same question get the same references, as if the others had never been written.
    """
    random = np.random.default_rng(SEED)
    row_of_pair = np.repeat(np.arange(len(pairs.counts)), pairs.counts)
    n_references = int(pairs.reference.max()) + 1
    first = pairs.start[same_rows][:, None] + np.arange(most)
    found: list[dict[str, list[dict[str, float]]]] = [{"best": [], "mean": []} for _ in range(most)]
    for _ in range(DRAWS):
        order = np.lexsort((random.random(n_references)[pairs.reference], row_of_pair))
        drawn = scores[order][first]
        means = (np.cumsum(drawn, axis=1) / np.arange(1, most + 1)).round(_DECIMALS)
        for k in range(most):
            found[k]["best"].append(_agreement(same, drawn[:, : k + 1].max(axis=1), threshold))
            found[k]["mean"].append(_agreement(same, means[:, k], threshold))
    # A statistic that one draw leaves undefined has no mean: it would be one over fewer draws than the others.
    return [
        {
            over: {name: float(np.mean([each[name] for each in draws])) for name in draws[0]}
            for over, draws in of.items()
        }
        for of in found
    ]


def _agreement(rows: LabelledRows, scores: FloatArray, threshold: float) -> dict[str, float]:
    is_defined = len(rows) >= 3 and not is_constant(scores) and not is_constant(rows.label)
    return {
        "pearson": float(np.corrcoef(scores, rows.label)[0, 1]) if is_defined else math.nan,
        "accuracy": math.nan if rows.is_right is None else float(np.mean((scores > threshold) == rows.is_right)),
    }


def _mean_over_questions(values: Any, question: IntArray, n_questions: int) -> float:
    """Returns a mean over questions, so that a long list of references counts as much as a short one."""
    if n_questions == 0:
        return math.nan
    return float((np.bincount(question, weights=values) / np.bincount(question)).mean())


def _best_and_mean(scores: FloatArray, start: IntArray) -> dict[str, FloatArray]:
    """Returns the best and the mean of each run of scores; runs start at (n + 1,) `start` and are not empty."""
    if len(start) == 1:
        return dict.fromkeys(("best", "mean"), np.empty(0))
    return {
        "best": np.maximum.reduceat(scores, start[:-1]),
        "mean": (np.add.reduceat(scores, start[:-1]) / np.diff(start)).round(_DECIMALS),
    }


def _one_by_one(row: Row) -> Iterator[Row]:
    for text, synthetic in zip(row.references, row.synthetic_answers, strict=True):
        yield replace(row, references=(text,), synthetic_answers=(synthetic,))


def _starts(counts: Sequence[int]) -> IntArray:
    return np.concatenate(([0], np.cumsum(np.array(counts, dtype=np.int64))))
