"""The embedded encoder without torch: its tokens, its layers by OpenVINO or numpy, and the vectors of its texts."""

import gc
import os
import sys
import threading
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

import numpy as np

from ..caches import cached
from ..errors import ModelError, first_line
from ..shared_types import IntArray, VectorArray
from .batches import TOKENS_PER_BATCH, Tokenized
from .bert import EPSILON, N_HEADS, Layers, Weights, count_layers, numpy_layers, run_layers
from .model_files import EMBEDDED_FOLDER, Adaptation, FoundModel
from .torch_tools import n_threads

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
    tokens_per_batch = TOKENS_PER_BATCH

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


def open_embedded(name: str, found: FoundModel, prompt: str | None) -> EmbeddedBackend:
    """Opens the embedded encoder or an adaptation with `openvino` or `numpy`; raises a `ModelError` if that fails."""
    return replace(_open_embedded_once(name, found.adaptation, n_threads(), os.getpid()), prompt=prompt or "")


@cached(1)
def _embedded_weights() -> Weights:
    from safetensors.numpy import load_file

    return load_file(EMBEDDED_FOLDER / "model.safetensors")


# The process is part of the key: a forked process must open the model again, because a fork copies no threads.
@cached(4)
def _open_embedded_once(name: str, adaptation: Adaptation | None, threads: int, pid: int) -> EmbeddedBackend:
    from tokenizers import Tokenizer

    tokenizer = Tokenizer.from_file(str(EMBEDDED_FOLDER / "tokenizer.json"))
    tokenizer.no_padding()
    tokenizer.enable_truncation(_LIMIT)
    weights = _embedded_weights()
    of_layers = weights if adaptation is None else {**weights, **adaptation.weights()}
    if name == "numpy":
        layers = numpy_layers(of_layers)
    else:
        try:
            layers = openvino_layers(of_layers, threads)
        except Exception as error:
            raise ModelError(
                f"the back end openvino does not work here ({type(error).__name__}: {first_line(error)}): use torch or "
                "numpy"
            ) from error
    width = len(weights["embeddings.LayerNorm.bias"])
    return EmbeddedBackend(
        name, weights, layers, tokenizer, adaptation, width if adaptation is None else adaptation.dimensions
    )


class _OpenVINOOperations:
    """The operations of `smile.encoding.bert` as nodes of a model."""

    def __init__(self, operations: Any, weights: Weights) -> None:
        self._ops, self._weights = operations, weights

    def _weight(self, name: str) -> Any:
        return self._ops.constant(self._weights[name].astype(np.float32))

    def dense(self, x: Any, name: str) -> Any:
        mapped = self._ops.matmul(x, self._weight(f"{name}.weight"), False, True)
        return self._ops.add(mapped, self._weight(f"{name}.bias"))

    def norm(self, x: Any, name: str) -> Any:
        normal = self._ops.mvn(x, np.array([-1]), True, EPSILON, "inside_sqrt")
        scaled = self._ops.multiply(normal, self._weight(f"{name}.weight"))
        return self._ops.add(scaled, self._weight(f"{name}.bias"))

    def attention(self, query: Any, key: Any, value: Any) -> Any:
        width, swapped = query.get_output_partial_shape(0)[2].get_length(), np.array([0, 2, 1, 3])
        split = np.array([0, 0, N_HEADS, width // N_HEADS])
        q, k, v = (self._ops.transpose(self._ops.reshape(x, split, True), swapped) for x in (query, key, value))
        heads = self._ops.scaled_dot_product_attention(q, k, v)
        return self._ops.reshape(self._ops.transpose(heads, swapped), np.array([0, 0, width]), True)

    def gelu(self, x: Any) -> Any:
        return self._ops.gelu(x, "erf")


def openvino_layers(weights: Weights, threads: int) -> Layers:
    """Returns the layers, compiled for a CPU. Threads take turns."""
    openvino = _openvino()
    from openvino import opset13

    width = len(weights["embeddings.LayerNorm.bias"])
    embedded = opset13.parameter([-1, -1, width], np.float32)
    model = openvino.Model(
        [run_layers(embedded, _OpenVINOOperations(opset13, weights), count_layers(weights))], [embedded]
    )
    options = {
        "INFERENCE_PRECISION_HINT": "f32",
        "INFERENCE_NUM_THREADS": threads,
        "NUM_STREAMS": 1,
        # Otherwise several processes would be bound to the same cores.
        "ENABLE_CPU_PINNING": False,
    }
    request, lock = openvino.Core().compile_model(model, "CPU", options).create_infer_request(), threading.Lock()

    def run(embedded: VectorArray) -> VectorArray:
        with lock:
            tokens: VectorArray = request.infer({0: embedded})[0]
        return tokens

    return run


@cached()
def _keep_embedded_in_forks() -> None:
    """Keeps a forked process from deleting its copy of a model, which would wait forever for threads that it lacks."""
    if hasattr(os, "register_at_fork"):
        os.register_at_fork(after_in_child=gc.freeze)


def _openvino() -> Any:
    _keep_embedded_in_forks()
    # Without this package, which writes an id into the home folder, OpenVINO reports nothing when it is imported.
    sys.modules.setdefault("openvino_telemetry", None)  # type: ignore[arg-type]
    try:
        import openvino
    finally:
        if sys.modules["openvino_telemetry"] is None:
            del sys.modules["openvino_telemetry"]
    return openvino
