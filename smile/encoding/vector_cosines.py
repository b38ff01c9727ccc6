"""Cosines of pairs of embeddings."""

import numpy as np

from ..aliases import FloatArray, IntArray, VectorArray

# Cosines at a time: their vectors fit into the processor's cache.
_PAIRS_AT_A_TIME = 512


def cosine(left: VectorArray, right: VectorArray, left_row: IntArray, right_row: IntArray) -> FloatArray:
    """Returns the (P,) cosines, -1 to 1, of P pairs of rows of (n, d) and (m, d) unit vectors."""
    cosines = np.empty(len(left_row), dtype=np.float64)
    for start in range(0, len(left_row), _PAIRS_AT_A_TIME):
        block = slice(start, start + _PAIRS_AT_A_TIME)
        cosines[block] = np.einsum("ij,ij->i", left[left_row[block]], right[right_row[block]])
    return np.clip(cosines, -1.0, 1.0)
