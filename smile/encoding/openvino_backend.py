"""The layers of the embedded encoder as an OpenVINO model, built from its weights."""

import gc
import os
import sys
import threading
from functools import cache
from typing import Any

import numpy as np

from ..aliases import VectorArray
from .bert import EPSILON, N_HEADS, Layers, Weights, count_layers, run_layers


class _Graph:
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


def openvino_layers(weights: Weights, n_threads: int) -> Layers:
    """Returns the layers, compiled for a CPU; one text after another in different threads."""
    openvino = _openvino()
    from openvino import opset13

    width = len(weights["embeddings.LayerNorm.bias"])
    embedded = opset13.parameter([-1, -1, width], np.float32)
    model = openvino.Model([run_layers(embedded, _Graph(opset13, weights), count_layers(weights))], [embedded])
    options = {
        "INFERENCE_PRECISION_HINT": "f32",
        "INFERENCE_NUM_THREADS": n_threads,
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


@cache
def _keep_what_a_fork_inherits() -> None:
    """In a forked process, deleting a model would wait forever for threads that the fork did not copy."""
    if hasattr(os, "register_at_fork"):
        os.register_at_fork(after_in_child=gc.freeze)


def _openvino() -> Any:
    _keep_what_a_fork_inherits()
    # OpenVINO works without this package, which writes an id into the home folder and sends reports.
    sys.modules.setdefault("openvino_telemetry", None)  # type: ignore[arg-type]
    import openvino

    return openvino
