"""Cosines of pairs of embeddings."""

import numpy as np

from smile.encoding.vector_cosines import cosine


def test_cosine_is_clipped_where_rounding_goes_beyond_one() -> None:
    embeddings = np.array([[1.0000001, 0], [-1.0000001, 0]], dtype=np.float32)
    assert cosine(embeddings, embeddings, np.array([0, 0]), np.array([0, 1])).tolist() == [1.0, -1.0]
