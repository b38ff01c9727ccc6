"""Doubt: how near a verdict is to being the other one. Pure functions."""

import numpy as np

from ..aliases import FloatArray, IntArray


def doubt_of(smile: FloatArray, threshold: float) -> FloatArray:
    """Returns (n,) how near scores are to the threshold, each side in its own scale: 1 at the threshold, 0 far from it.

    Args:
        smile: (n,) scores, 0 to 1.
        threshold: The score over which an answer is right, 0 to 1.

    >>> doubt_of(np.array([0.0, 0.3, 0.6, 0.8, 1.0]), 0.6).round(9).tolist()
    [0.0, 0.5, 1.0, 0.5, 0.0]
    """
    over = (smile - threshold) / max(1 - threshold, np.finfo(float).tiny)
    under = (threshold - smile) / max(threshold, np.finfo(float).tiny)
    return 1.0 - np.clip(np.where(smile > threshold, over, under), 0.0, 1.0)


def most_doubtful(doubt: FloatArray) -> IntArray:
    """Returns the (n,) positions of rows, the most doubtful first, and the first row among equals.

    >>> most_doubtful(np.array([0.1, 0.9, 0.9])).tolist()
    [1, 2, 0]
    """
    return np.argsort(-doubt, kind="stable")
