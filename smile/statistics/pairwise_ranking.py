"""Pairwise ranking accuracy: does the metric rank two systems' answers to a question as people do? Pure functions."""

from typing import NamedTuple

import numpy as np

from ..aliases import FloatArray, IntArray

# 0.70 - 0.65 is a little less than 0.05 in floats and must not be a tie.
_ROUNDING = 1e-9


class PairCounts(NamedTuple):
    """Per question, (q,) pairs of answers on which the metric and people agree, and all pairs."""

    n_alike: FloatArray
    n_pairs: FloatArray


def count_pairs(
    scores: FloatArray, labels: FloatArray, question: IntArray, system: IntArray | None, tie_margin: float
) -> PairCounts:
    """Counts, per question, the pairs of answers on whose win, loss or tie the metric and people agree.

    A difference of less than `tie_margin` is a tie, in the scores and in the labels, as in the MORQA benchmark.

    Args:
        scores: (n,) the metric's scores.
        labels: (n,) people's labels.
        question: (n,) the number of the row's question, 0 to q - 1.
        system: (n,) the number of the row's system: answers of one system are no pair. None: every row is of another.
        tie_margin: 0 or more.

    >>> scores, labels = np.array([0.90, 0.87, 0.20]), np.array([1.0, 0.5, 0.0])
    >>> count_pairs(scores, labels, np.zeros(3, dtype=int), None, 0.05)  # the first pair is a tie for the metric only
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
        is_alike = _outcome(scores[first] - scores[second], tie_margin) == _outcome(
            labels[first] - labels[second], tie_margin
        )
        n_alike += np.bincount(question[first], weights=is_alike, minlength=n_questions)
        n_pairs += np.bincount(question[first], minlength=n_questions)
    return PairCounts(n_alike, n_pairs)


def _outcome(difference: FloatArray, tie_margin: float) -> FloatArray:
    outcome: FloatArray = np.where(np.abs(difference) < tie_margin - _ROUNDING, 0.0, np.sign(difference))
    return outcome
