"""The embedded encoder without torch: its tokens, its layers by OpenVINO or numpy, and the vectors of its texts."""

import os
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import TYPE_CHECKING, Any

import numpy as np

from ..aliases import IntArray, VectorArray
from ..errors import ModelError, first_line
from .batches import Tokenized, tokens_per_batch
from .bert import Layers, Weights, numpy_layers
from .model_files import EMBEDDED_FOLDER, Adaptation, FoundModel
from .openvino_backend import openvino_layers

if TYPE_CHECKING:
    from tokenizers import Tokenizer

# Tokens that the encoder reads.
_LIMIT = 256
_TEXTS_AT_A_TIME = 4096


@dataclass(frozen=True)
class EmbeddedBackend:
    """The embedded encoder, or an adaptation of it, whose layers OpenVINO or numpy computes."""

    name: str
    weights: Weights
    layers: Layers
    tokenizer: "Tokenizer"
    adaptation: Adaptation | None
    dimensions: int
    prompt: str = ""

    @property
    def tokens_per_batch(self) -> int:
        """The number of tokens in one batch that suits a CPU."""
        return tokens_per_batch("cpu")

    def tokenize(self, texts: Sequence[str]) -> Tokenized:
        """Returns the tokens of texts."""
        ids: list[IntArray] = []
        is_truncated = np.zeros(len(texts), dtype=np.bool_)
        for first in range(0, len(texts), _TEXTS_AT_A_TIME):
            block = [self.prompt + text for text in texts[first : first + _TEXTS_AT_A_TIME]]
            for i, encoding in enumerate(self.tokenizer.encode_batch_fast(block), first):
                ids.append(np.array(encoding.ids, dtype=np.int64))
                is_truncated[i] = bool(encoding.overflowing)
        lengths = np.array(list(map(len, ids)), dtype=np.int64)
        return Tokenized({"input_ids": np.concatenate(ids)}, np.cumsum(lengths) - lengths, lengths, is_truncated)

    def embed(self, features: Mapping[str, Any]) -> VectorArray:
        """Returns the (b, d) vectors of unit length of texts of one length."""
        ids: IntArray = features["input_ids"]
        segments = np.zeros_like(ids) if self.adaptation is None else self.adaptation.segments(ids)
        words, positions, types = (
            self.weights[f"embeddings.{name}_embeddings.weight"] for name in ("word", "position", "token_type")
        )
        # Only the embeddings in use are turned into float32.
        embedded = words[ids].astype(np.float32)
        embedded += positions[: ids.shape[1]]
        embedded += types[segments]
        tokens = self.layers(embedded)
        if self.adaptation is not None:
            return self.adaptation.vectors(ids, tokens)
        mean: VectorArray = tokens.mean(axis=1)
        mean /= np.linalg.norm(mean, axis=1, keepdims=True)
        return mean


def open_embedded(name: str, found: FoundModel, prompt: str | None, n_threads: int) -> EmbeddedBackend:
    """Opens the embedded encoder, or an adaptation of it, with the back end `openvino` or `numpy`.

    Raises:
        ModelError: The back end cannot run it.
    """
    return replace(_open(name, found.adaptation, n_threads, os.getpid()), prompt=prompt or "")


@lru_cache(maxsize=1)
def _weights() -> Weights:
    from safetensors.numpy import load_file

    return load_file(EMBEDDED_FOLDER / "model.safetensors")


# The process is part of the key: a forked process must open the model again, because a fork copies no threads.
@lru_cache(maxsize=4)
def _open(name: str, adaptation: Adaptation | None, n_threads: int, pid: int) -> EmbeddedBackend:
    from tokenizers import Tokenizer

    tokenizer = Tokenizer.from_file(str(EMBEDDED_FOLDER / "tokenizer.json"))
    tokenizer.no_padding()
    tokenizer.enable_truncation(_LIMIT)
    weights = _weights()
    of_layers = weights if adaptation is None else {**weights, **adaptation.weights()}
    if name == "numpy":
        layers = numpy_layers(of_layers)
    else:
        try:
            layers = openvino_layers(of_layers, n_threads)
        except Exception as error:
            raise ModelError(
                f"backend='openvino' does not work here ({type(error).__name__}: {first_line(error)}): use "
                "backend='torch' or backend='numpy'"
            ) from error
    width = len(weights["embeddings.LayerNorm.bias"])
    return EmbeddedBackend(
        name, weights, layers, tokenizer, adaptation, width if adaptation is None else adaptation.dimensions
    )
