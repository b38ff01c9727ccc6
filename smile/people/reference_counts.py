"""Agreement with human labels by the number of references.

Every pair of an answer and a reference is scored once, as a row with one reference. The best and the mean over any
choice of references follow from these scores (after MORQA, arXiv 2509.12405).
"""

import math
from collections.abc import Sequence
from dataclasses import asdict, dataclass, replace
from typing import TypeAlias, cast

import numpy as np

from ..errors import DataError
from ..result_types import AgreementByReferences
from ..rows.checked_rows import Row
from ..shared_types import FloatArray, IntArray
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
    """

    n: int
    by_number: list[OfBestAndMean]
    all_references: OfBestAndMean

    def to_dict(self) -> AgreementByReferences:
        """Returns plain values."""
        by_number = [{"n_references": k} | each for k, each in enumerate(self.by_number, start=1)]
        return cast(AgreementByReferences, asdict(self) | {"by_number": by_number, "n_draws": DRAWS})


@dataclass(frozen=True)
class ReferencePairs:
    """Every answer with each of its references: n rows with P references in total.

    Attributes:
        rows: P rows with one reference each, in the order of the rows.
        counts: (n,) the number of references of each row.
        reference: (P,) the number of the reference; answers to the same question share the numbers.
    """

    rows: list[Row]
    counts: IntArray
    reference: IntArray

    @property
    def start(self) -> IntArray:
        """(n,) the first of each row's references."""
        return np.cumsum(self.counts) - self.counts


def pairs_for_reference_counts(rows: Sequence[Row], question: IntArray) -> ReferencePairs:
    """Splits rows into rows with one reference each; raises a `DataError` if no row has two."""
    if all(len(row.references) < 2 for row in rows):
        raise DataError(
            f"none of the {len(rows)} rows has two references, so their number cannot vary: give rows with a list of "
            "references"
        )
    alone: list[Row] = []
    numbers: dict[tuple[int, str], int] = {}
    reference: list[int] = []
    for row, of_question in zip(rows, question.tolist(), strict=True):
        for text, synthetic in zip(row.references, row.synthetic_answers, strict=True):
            alone.append(replace(row, references=(text,), synthetic_answers=(synthetic,)))
            reference.append(numbers.setdefault((of_question, text), len(numbers)))
    return ReferencePairs(alone, np.array([len(row.references) for row in rows]), np.array(reference))


def measure_reference_counts(
    pairs: ReferencePairs, scores: FloatArray, rows: LabelledRows, threshold: float
) -> ReferenceCounts:
    """Measures agreement by the number of references, from the (P,) scores of `pairs.rows`.

    The rows have one label each; their own scores do not count. Every number is measured on the same rows: those with
    the largest number of references, at most five, that half of the rows with several references have. Answers to the
    same question get the same random references, and a draw of k references adds one to its draw of k - 1.
    """
    several = pairs.counts[pairs.counts >= 2]
    most = max(k for k in range(2, _USUAL_MOST + 1) if 2 * int((several >= k).sum()) >= len(several))
    same_rows = np.flatnonzero(pairs.counts >= most)
    same, start = rows.at(same_rows), pairs.start
    over_all = {
        "best": np.maximum.reduceat(scores, start),
        "mean": (np.add.reduceat(scores, start) / pairs.counts).round(_DECIMALS),
    }
    random = np.random.default_rng(SEED)
    row_of_pair = np.repeat(np.arange(len(pairs.counts)), pairs.counts)
    first = start[same_rows][:, None] + np.arange(most)
    found: list[dict[str, list[dict[str, float]]]] = [{"best": [], "mean": []} for _ in range(most)]
    for _ in range(DRAWS):
        order = np.lexsort((random.random(int(pairs.reference.max()) + 1)[pairs.reference], row_of_pair))
        drawn = scores[order][first]
        means = (np.cumsum(drawn, axis=1) / np.arange(1, most + 1)).round(_DECIMALS)
        for k in range(most):
            found[k]["best"].append(_agreement_by_reference_count(same, drawn[:, : k + 1].max(axis=1), threshold))
            found[k]["mean"].append(_agreement_by_reference_count(same, means[:, k], threshold))
    return ReferenceCounts(
        n=len(same_rows),
        # A statistic that one draw leaves undefined has no mean: it would be one over fewer draws than the others.
        by_number=[
            {
                over: {name: float(np.mean([each[name] for each in draws])) for name in draws[0]}
                for over, draws in of.items()
            }
            for of in found
        ],
        all_references={
            over: _agreement_by_reference_count(same, values[same_rows], threshold) for over, values in over_all.items()
        },
    )


def _agreement_by_reference_count(rows: LabelledRows, scores: FloatArray, threshold: float) -> dict[str, float]:
    is_defined = len(rows) >= 3 and not is_constant(scores) and not is_constant(rows.label)
    return {
        "pearson": float(np.corrcoef(scores, rows.label)[0, 1]) if is_defined else math.nan,
        "accuracy": math.nan if rows.is_right is None else float(np.mean((scores > threshold) == rows.is_right)),
    }
