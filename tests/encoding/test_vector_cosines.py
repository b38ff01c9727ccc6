"""Cosines of pairs of embeddings."""

import numpy as np
import pytest

from smile.encoding import vector_cosines
from smile.encoding.vector_cosines import cosine


def test_cosine_is_clipped_where_rounding_goes_beyond_one() -> None:
    embeddings = np.array([[1.0000001, 0], [-1.0000001, 0]], dtype=np.float32)
    assert cosine(embeddings, embeddings, np.array([0, 0]), np.array([0, 1])).tolist() == [1.0, -1.0]


def test_cosine_does_not_depend_on_the_block_size(monkeypatch: pytest.MonkeyPatch) -> None:
    rng = np.random.default_rng(0)
    embeddings = rng.normal(size=(50, 8)).astype(np.float32)
    embeddings /= np.linalg.norm(embeddings, axis=1, keepdims=True)
    left, right = rng.integers(0, 50, size=(2, 100))
    whole = cosine(embeddings, embeddings, left, right)
    monkeypatch.setattr(vector_cosines, "_PAIRS_AT_A_TIME", 7)
    assert cosine(embeddings, embeddings, left, right) == pytest.approx(whole, abs=1e-6)
