"""A probability as a vector of unit length, (sqrt(1 - p), sqrt(p)).

The head gives its probabilities in this form, so that stores, exports and their checks serve it as any other encoder.
"""

from typing import TYPE_CHECKING

import numpy as np
import numpy.typing as npt

from ..aliases import FloatArray

if TYPE_CHECKING:
    import torch


def to_vectors(logits: "torch.Tensor") -> "torch.Tensor":
    """Returns the (n, 2) vectors of the probabilities that (n, 1) logits stand for."""
    import torch

    # sigmoid(-logit) in place of 1 - p, which would round to 0 where the logit is large.
    return torch.cat((torch.sigmoid(-logits), torch.sigmoid(logits)), dim=1).sqrt()


def from_vectors(vectors: npt.NDArray[np.float32]) -> FloatArray:
    """Returns the (n,) probabilities, 0 to 1, of (n, 2) vectors."""
    probabilities: FloatArray = vectors[:, 1].astype(np.float64) ** 2
    return probabilities
