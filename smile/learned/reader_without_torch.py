"""The reader without torch: the embedded encoder with trained layers, and two readers on top.

`smile.learned.reader_in_torch` has the same in torch, where it is trained.
"""

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from ..caches import cached
from ..shared_types import FloatArray, IntArray, VectorArray
from ..statistics.distributions import expit

if TYPE_CHECKING:
    from sentence_transformers import SentenceTransformer

    from ..encoding.bert import Weights

# Tokens of the encoder's tokenizer.
_SEPARATOR, _MASK = 102, 103


@dataclass(frozen=True)
class ReaderAdaptation:
    """Turns the embedded encoder into the reader whose weights are in a file."""

    file: Path
    dimensions = 4

    def in_torch(self, model: "SentenceTransformer") -> "SentenceTransformer":
        """Returns the reader of a loaded encoder."""
        from .reader_in_torch import torch_reader_of

        return torch_reader_of(model, self.file)

    def weights(self) -> "Weights":
        """Returns the weights of the layers and of the readers."""
        return _load_reader_weights(self.file)

    def segments(self, ids: IntArray) -> IntArray:
        """Returns 1 for the tokens of the answer, which is between the last two separators, and 0 for others."""
        is_separator = (ids == _SEPARATOR).astype(np.int64)
        before = is_separator.cumsum(axis=1) - is_separator
        found: IntArray = (before >= is_separator.sum(axis=1, keepdims=True) - 1).astype(np.int64)
        return found

    def vectors(self, ids: IntArray, tokens: VectorArray) -> VectorArray:
        """Returns the probabilities of reading and similarity; see `smile.learned.reader_in_torch.ReadingLayer`."""
        is_mask = ids == _MASK
        n_masks = is_mask.sum(axis=1)
        mean = tokens.mean(axis=1)
        mention = (tokens * is_mask[..., None]).sum(axis=1) / np.maximum(n_masks, 1)[:, None]
        read = np.where(n_masks > 0, self._logits(mention, "mention"), self._logits(mean, "meaning"))
        return unit_vectors(np.column_stack((read, self._logits(mean, "similarity"))))

    def _logits(self, means: VectorArray, reader: str) -> VectorArray:
        weight, bias = (self.weights()[f"reading.{reader}.{name}"].astype(np.float32) for name in ("weight", "bias"))
        logits: VectorArray = means.astype(np.float32) @ weight[0] + bias
        return logits


def unit_vectors(logits: VectorArray) -> VectorArray:
    """Returns the (n, 2k) unit vectors of (n, k) logits; see `vectors_of_probabilities` of the reader in torch."""
    both: FloatArray = np.concatenate((-logits, logits), axis=1).astype(np.float64)
    vectors: VectorArray = np.sqrt(expit(both) / logits.shape[1]).astype(np.float32)
    return vectors


@cached(1)
def _load_reader_weights(file: Path) -> "Weights":
    from safetensors.numpy import load_file

    return load_file(file)
