"""k probabilities as a vector of unit length, (sqrt(1 - p1), ..., sqrt(1 - pk), sqrt(p1), ..., sqrt(pk)) / sqrt(k).

The reader gives its probabilities in this form, so that stores, exports and their checks serve it as any other encoder.
"""

from typing import TYPE_CHECKING

import numpy as np
import numpy.typing as npt

from ..aliases import FloatArray

if TYPE_CHECKING:
    import torch


def to_vectors(logits: "torch.Tensor") -> "torch.Tensor":
    """Returns the (n, 2k) vectors of the probabilities that (n, k) logits stand for."""
    import torch

    # sigmoid(-logit) in place of 1 - p, which would round to 0 where the logit is large.
    return (torch.cat((torch.sigmoid(-logits), torch.sigmoid(logits)), dim=1) / logits.shape[1]).sqrt()


def from_vectors(vectors: npt.NDArray[np.float32]) -> FloatArray:
    """Returns the (n, k) probabilities, 0 to 1, of (n, 2k) vectors."""
    k = vectors.shape[1] // 2
    # A back end's last digit may make 1.0000001 of a probability, which has no logit.
    probabilities: FloatArray = np.minimum(k * vectors[:, k:].astype(np.float64) ** 2, 1.0)
    return probabilities
