"""Agreement of a metric with human labels, and of annotators with each other.

Correlations, the ranking of pairs, the best threshold, and Krippendorff's alpha, as pure functions over arrays.
"""

import math
from typing import NamedTuple

import numpy as np

from ..shared_types import BoolArray, FloatArray, IntArray
from .bootstrap import WeightedCorrelations

CORRELATIONS = ("pearson", "spearman", "kendall_tau_b")


def is_constant(values: FloatArray) -> bool:
    """Returns whether all values are equal."""
    return bool(np.ptp(values) == 0)


def correlations(x: FloatArray, y: FloatArray) -> dict[str, float]:
    """Returns `pearson`, `spearman` and `kendall_tau_b`, NaN where x or y is constant.

    Both are (n,) finite values, n at least 3.

    >>> {name: round(value, 3) for name, value in correlations(np.arange(4), np.array([0, 1, 1, 8])).items()}
    {'pearson': 0.838, 'spearman': 0.949, 'kendall_tau_b': 0.913}
    """
    found = WeightedCorrelations(x, y)(np.ones((1, len(x))))
    return {name: float(found[name][0]) for name in CORRELATIONS}


def _mid_ranks(values: FloatArray) -> FloatArray:
    """Returns the (n,) ranks from 1; equal values share their mean rank.

    >>> _mid_ranks(np.array([3.0, 1.0, 3.0])).tolist()
    [2.5, 1.0, 2.5]
    """
    _, position, count = np.unique(values, return_inverse=True, return_counts=True)
    ranks: FloatArray = (np.cumsum(count) - (count - 1) / 2)[position]
    return ranks


# In floats, 0.70 - 0.65 is slightly less than 0.05, but must not be a tie.
_ROUNDING = 1e-9


class PairCounts(NamedTuple):
    """Per question, the (q,) numbers of pairs of answers on which metric and labels agree, and of all pairs."""

    n_alike: FloatArray
    n_pairs: FloatArray


def count_pairs_in_agreement(
    scores: FloatArray, labels: FloatArray, question: IntArray, system: IntArray | None, tie_margin: float
) -> PairCounts:
    """Counts, per question, the pairs of answers with the same outcome (win, loss or tie) by metric and labels.

    A difference of less than `tie_margin` is a tie, in the scores and in the labels, as in the MORQA benchmark.

    Args:
        scores: (n,) the metric's scores.
        labels: (n,) human labels.
        question: (n,) the number of the row's question, 0 to q - 1.
        system: (n,) the number of the row's system; two answers of one system are no pair. None: all differ.
        tie_margin: 0 or more.

    >>> scores, labels = np.array([0.90, 0.87, 0.20]), np.array([1.0, 0.5, 0.0])
    >>> count_pairs_in_agreement(scores, labels, np.zeros(3, dtype=int), None, 0.05)  # a tie for the metric only
    PairCounts(n_alike=array([2.]), n_pairs=array([3.]))
    """
    n_questions = int(question.max()) + 1
    n_alike, n_pairs = np.zeros(n_questions), np.zeros(n_questions)
    order = np.argsort(question, kind="stable")
    for distance in range(1, int(np.bincount(question).max())):
        first, second = order[:-distance], order[distance:]
        is_pair = question[first] == question[second]
        if system is not None:
            is_pair &= system[first] != system[second]
        first, second = first[is_pair], second[is_pair]
        is_alike = _outcome_of_pair(scores[first] - scores[second], tie_margin) == _outcome_of_pair(
            labels[first] - labels[second], tie_margin
        )
        n_alike += np.bincount(question[first], weights=is_alike, minlength=n_questions)
        n_pairs += np.bincount(question[first], minlength=n_questions)
    return PairCounts(n_alike, n_pairs)


def _outcome_of_pair(difference: FloatArray, tie_margin: float) -> FloatArray:
    outcome: FloatArray = np.where(np.abs(difference) < tie_margin - _ROUNDING, 0.0, np.sign(difference))
    return outcome


class BestThreshold(NamedTuple):
    """A threshold, and the accuracy if answers that score above it count as correct."""

    threshold: float
    accuracy: float


def best_threshold(scores: FloatArray, is_right: BoolArray) -> BestThreshold:
    """Returns the threshold with the highest accuracy on (n,) finite scores and human labels; the lowest if tied.

    It tries the midpoints between neighbouring scores, the highest score (no answer is above it), and a value just
    below the lowest score (every answer is above it).

    >>> best_threshold(np.array([0.9, 0.8, 0.4, 0.1]), np.array([True, True, False, False]))
    BestThreshold(threshold=0.6000000000000001, accuracy=1.0)
    """
    values, position = np.unique(scores, return_inverse=True)
    n_right = np.bincount(position, weights=is_right, minlength=len(values))
    n_wrong = np.bincount(position, weights=~is_right, minlength=len(values))
    # For the thresholds under the lowest value, above the lowest, above the second lowest, ...
    n_correct = n_right.sum() + np.concatenate(([0.0], np.cumsum(n_wrong - n_right)))
    best = int(np.argmax(n_correct))
    return BestThreshold(_threshold_between(values, best), float(n_correct[best] / len(scores)))


def _threshold_between(values: FloatArray, n_under: int) -> float:
    """Returns a threshold above exactly `n_under` of the ascending values."""
    if n_under == 0:
        return float(np.nextafter(values[0], -np.inf))
    if n_under == len(values):
        return float(values[-1])
    low, high = float(values[n_under - 1]), float(values[n_under])
    middle = low + (high - low) / 2
    # Neighbouring floats have no midpoint.
    return middle if middle < high else low


def krippendorff_alpha(labels: FloatArray) -> tuple[float, str | None]:
    """Returns Krippendorff's alpha for ordinal labels, or NaN and why it is undefined.

    Alpha is one minus observed over expected disagreement (Krippendorff 2011, "Computing Krippendorff's
    Alpha-Reliability", section D). Two labels differ by the squared distance of their mid-ranks, so that both
    disagreements are variances of ranks.

    Args:
        labels: (n, m) labels of up to m annotators, NaN for a missing one. Rows with a single label do not count.

    >>> round(krippendorff_alpha(np.array([[1.0, 1.0], [0.0, 0.0], [1.0, 0.0], [1.0, 1.0]]))[0], 3)
    0.533
    """
    counted = labels[(~np.isnan(labels)).sum(axis=1) > 1]
    is_given = ~np.isnan(counted)
    ranks = _mid_ranks(counted[is_given])
    if len(ranks) == 0:
        return math.nan, "no row has labels of two annotators"
    if is_constant(ranks):
        return math.nan, "all labels are the same, so that there is nothing to agree on beyond chance"
    of_row = np.full(counted.shape, np.nan)
    of_row[is_given] = ranks
    within, n_of_row = np.nanvar(of_row, axis=1, ddof=1), is_given.sum(axis=1)
    return float(1 - (within @ n_of_row) / len(ranks) / ranks.var(ddof=1)), None
