"""The order in which a judge is asked. Pure functions."""

import numpy as np

from ..aliases import FloatArray, IntArray


def most_doubtful(doubt: FloatArray) -> IntArray:
    """Returns the (n,) positions of rows, the most doubtful first, and the first row among equals.

    >>> most_doubtful(np.array([0.1, 0.9, 0.9])).tolist()
    [1, 2, 0]
    """
    return np.argsort(-doubt, kind="stable")
