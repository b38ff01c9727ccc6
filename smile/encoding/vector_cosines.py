"""Cosines of pairs of embeddings."""

import numpy as np
import numpy.typing as npt

from ..aliases import FloatArray, IntArray

# Cosines computed at a time: their vectors fit into the processor's cache.
_PAIRS_AT_A_TIME = 512


def cosine(
    left: npt.NDArray[np.float32], right: npt.NDArray[np.float32], left_row: IntArray, right_row: IntArray
) -> FloatArray:
    """Returns the (P,) cosines, -1 to 1, of P pairs of rows of (n, d) and (m, d) unit vectors."""
    cosines = np.empty(len(left_row), dtype=np.float64)
    for start in range(0, len(left_row), _PAIRS_AT_A_TIME):
        block = slice(start, start + _PAIRS_AT_A_TIME)
        cosines[block] = np.einsum("ij,ij->i", left[left_row[block]], right[right_row[block]])
    return np.clip(cosines, -1.0, 1.0)
