"""What makes the embedded encoder the reader, and probabilities as vectors of unit length, by hand-worked examples."""

import math

import numpy as np
import pytest
import torch

from smile.learned.network import to_vectors
from smile.learned.reader import from_vectors


def test_probability_survives_its_unit_vector() -> None:
    logits = [0.0, math.log(3), -2.0, 20.0, -269.5]
    vectors = to_vectors(torch.tensor(logits)[:, None]).numpy()
    assert np.linalg.norm(vectors, axis=1) == pytest.approx(np.ones(5))
    assert vectors[1].tolist() == pytest.approx([0.5, math.sqrt(0.75)])
    assert from_vectors(vectors)[:, 0] == pytest.approx([1 / (1 + math.exp(-logit)) for logit in logits])
    # 1 - p of float32 would be 0.
    assert vectors[3, 0] == pytest.approx(math.sqrt(1 / (1 + math.exp(20))))
