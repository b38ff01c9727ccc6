"""The network of the embedded encoder, BERT, and its operations in numpy."""

from collections.abc import Callable, Mapping
from typing import Any

import numpy as np

from ..shared_types import VectorArray

# By the names of safetensors.
Weights = Mapping[str, VectorArray]

# Turns the (b, l, d) embedded tokens of b texts into their (b, l, d) token vectors.
Layers = Callable[[VectorArray], VectorArray]

N_HEADS = 12
EPSILON = 1e-12

# float32's erf as a ratio of polynomials of the square, highest power first; up to 4, where it is 1.
_ERF_OVER = np.array(
    [-2.726142e-10, 2.770681e-08, -2.101024e-06, -5.692506e-05, -7.349906e-04, -2.954600e-03, -1.609603e-02], np.float32
)
_ERF_UNDER = np.array([-1.456607e-05, -2.133741e-04, -1.682827e-03, -7.373329e-03, -1.426474e-02], np.float32)


def run_layers(embedded: Any, operations: Any, n_layers: int) -> Any:
    """Returns the token vectors of embedded tokens; `operations` are those of `NumpyOperations`, in any library."""
    of = operations
    x = of.norm(embedded, "embeddings.LayerNorm")
    for i in range(n_layers):
        at = f"encoder.layer.{i}"
        query, key, value = (of.dense(x, f"{at}.attention.self.{name}") for name in ("query", "key", "value"))
        attended = of.dense(of.attention(query, key, value), f"{at}.attention.output.dense")
        x = of.norm(attended + x, f"{at}.attention.output.LayerNorm")
        inner = of.gelu(of.dense(x, f"{at}.intermediate.dense"))
        x = of.norm(of.dense(inner, f"{at}.output.dense") + x, f"{at}.output.LayerNorm")
    return x


def count_layers(weights: Weights) -> int:
    """Returns the number of layers."""
    return sum(name.endswith("intermediate.dense.bias") for name in weights)


class NumpyOperations:
    """The operations in numpy, for machines without OpenVINO. `name` names a weight, without `.weight` and `.bias`."""

    def __init__(self, weights: Weights) -> None:
        self._weights = {name: each.astype(np.float32) for name, each in weights.items()}

    def dense(self, x: VectorArray, name: str) -> VectorArray:
        """Returns a linear map of the last axis."""
        mapped: VectorArray = x @ self._weights[f"{name}.weight"].T
        mapped += self._weights[f"{name}.bias"]
        return mapped

    def norm(self, x: VectorArray, name: str) -> VectorArray:
        """Returns the normalised last axis."""
        x = x - x.mean(axis=-1, keepdims=True)
        x /= np.sqrt(np.square(x).mean(axis=-1, keepdims=True) + np.float32(EPSILON))
        return x * self._weights[f"{name}.weight"] + self._weights[f"{name}.bias"]

    def attention(self, query: VectorArray, key: VectorArray, value: VectorArray) -> VectorArray:
        """Returns the (b, l, d) values averaged by attention in each head."""
        b, length, d = query.shape
        q, k, v = (x.reshape(b, length, N_HEADS, -1).transpose(0, 2, 1, 3) for x in (query, key, value))
        weights = q @ k.transpose(0, 1, 3, 2) / np.float32(np.sqrt(d // N_HEADS))
        weights = np.exp(weights - weights.max(axis=-1, keepdims=True))
        weights /= weights.sum(axis=-1, keepdims=True)
        heads: VectorArray = (weights @ v).transpose(0, 2, 1, 3).reshape(b, length, d)
        return heads

    def gelu(self, x: VectorArray) -> VectorArray:
        """Returns the activation."""
        z: VectorArray = np.clip(x * np.float32(np.sqrt(0.5)), -4, 4)
        square = z * z
        z *= _gelu_polynomial(_ERF_OVER, square) / _gelu_polynomial(_ERF_UNDER, square)
        z += 1
        z *= x
        z *= np.float32(0.5)
        return z


def _gelu_polynomial(coefficients: VectorArray, x: VectorArray) -> VectorArray:
    found = np.full_like(x, coefficients[0])
    for each in coefficients[1:]:
        found *= x
        found += each
    return found


def numpy_layers(weights: Weights) -> Layers:
    """Returns the layers in numpy."""
    operations, n_layers = NumpyOperations(weights), count_layers(weights)
    return lambda embedded: run_layers(embedded, operations, n_layers)
