"""Draws with unequal known probabilities, and the weights of two draws after each other. Pure functions."""

import numpy as np

from ..aliases import BoolArray, FloatArray, IntArray

# This share of the draws falls on all rows alike, so that no probability is near zero.
_EVEN_SHARE = 0.5


def sampling_probabilities(uncertainty: FloatArray, n: int, most: float = 1.0) -> FloatArray:
    """Returns the (N,) probabilities of n draws without replacement, larger where there is more uncertainty.

    Half of the draws fall on all rows alike and half in proportion to it (Zrnic and Candès 2024, section 7).

    Args:
        uncertainty: (N,) 0 or more: how far the label is expected to be from what the score says.
        n: The number of draws, at most N times `most`.
        most: The largest probability.

    >>> sampling_probabilities(np.array([3.0, 1.0, 0.0, 0.0]), 1).tolist()
    [0.5, 0.25, 0.125, 0.125]
    """
    n_rows = len(uncertainty)
    total = float(uncertainty.sum())
    wish = np.ones(n_rows) if total == 0 else _EVEN_SHARE + (1 - _EVEN_SHARE) * uncertainty * n_rows / total
    is_full = np.zeros(n_rows, dtype=np.bool_)
    while True:
        rest = max(0.0, n - most * float(is_full.sum()))
        free = float(wish[~is_full].sum())
        probabilities = np.where(is_full, most, wish * (rest / free if free else 0.0))
        is_over = probabilities > most
        if not is_over.any():
            return probabilities
        is_full |= is_over


def draw_rows(probabilities: FloatArray, random: np.random.Generator) -> IntArray:
    """Returns the positions of rows drawn with their (N,) probabilities, in random order.

    Systematic sampling of the rows in random order: as many rows as the probabilities add up to.

    >>> len(draw_rows(np.full(100, 0.2), np.random.default_rng(0)))
    20
    """
    order = random.permutation(len(probabilities))
    ends = np.cumsum(probabilities[order])
    # Rounding must not lose the last row.
    marks = random.random() + np.arange(round(float(ends[-1])))
    drawn = order[np.minimum(np.searchsorted(ends, marks, side="right"), len(order) - 1)]
    return random.permutation(np.unique(drawn))


def joint_probabilities(
    first: FloatArray, is_first: BoolArray, second: FloatArray, n_first: FloatArray, n_second: FloatArray
) -> FloatArray:
    """Returns the probabilities whose inverses weigh the labels of two rounds together.

    Either round alone gives an unbiased total: the first its labels over their probabilities, the second the labels
    known by then as they are, and the new ones over theirs. The rounds are joined in proportion to their labels. The
    second may depend on the labels of the first (Zrnic and Candès 2024, section 5).

    Args:
        first: (N,) the probabilities of the first round, read where it has chosen.
        is_first: (N,) whether the first round has chosen the row.
        second: (N,) the probabilities of the second round, over the other rows.
        n_first: (N,) the labels of the first round among the rows that the row was drawn from; where it is 0, labels of
            the first round count for themselves alone.
        n_second: (N,) those of the second round, likewise; one of the two is over 0.

    >>> first, is_first = np.full(4, 0.25), np.array([True, False, False, False])
    >>> joint = joint_probabilities(first, is_first, np.full(4, 1 / 3), np.ones(4), np.ones(4))
    >>> [round(1 / each, 3) for each in joint.tolist()]  # the labelled row, and one of the others, make four
    [2.5, 1.5, 1.5, 1.5]
    """
    share = n_second / (n_first + n_second)
    joint = np.divide(second, share, out=np.zeros(len(share)), where=share > 0)
    joint[is_first] = 1 / ((1 - share[is_first]) / first[is_first] + share[is_first])
    return np.minimum(joint, 1.0)
