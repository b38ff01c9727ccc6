"""The table of static vectors on disk: a tokenizer, and a vector for each of its tokens in eight bits a number."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from hashlib import sha256
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

from ...aliases import IntArray
from ..unknown_tokens import unknown_id

if TYPE_CHECKING:
    from tokenizers import Tokenizer

VECTORS, TOKENIZER = "vectors.safetensors", "tokenizer.json"

_LARGEST = 127
_VECTORS_AT_A_TIME = 1024
# In the file, for a tokenizer that has no token for unknown text.
_NONE = -1


@dataclass(frozen=True)
class WordTable:
    """The static vectors of tokens.

    Attributes:
        numbers: (V, d) int8, -127 to 127.
        steps: (V,) float32; a token's vector is its numbers times its step.
        tokenizer: Cuts texts into these tokens; adds nothing and never truncates.
        unknown_id: The token for text outside the vocabulary; None if the tokenizer has none.
    """

    numbers: npt.NDArray[np.int8]
    steps: npt.NDArray[np.float32]
    tokenizer: "Tokenizer"
    unknown_id: int | None

    def vectors(self, tokens: IntArray) -> npt.NDArray[np.float32]:
        """Returns the (n, d) weighted vectors of n tokens."""
        vectors: npt.NDArray[np.float32] = self.numbers[tokens] * self.steps[tokens, None]
        return vectors

    @cached_property
    def usual_length(self) -> float:
        """The mean length of the vectors."""
        # In blocks: memory for all vectors at once takes most of the time.
        blocks = (
            self.numbers[first : first + _VECTORS_AT_A_TIME].astype(np.float32)
            for first in range(0, len(self.numbers), _VECTORS_AT_A_TIME)
        )
        squares = np.concatenate([np.einsum("ij,ij->i", block, block) for block in blocks])
        return float((np.sqrt(squares) * self.steps).mean())


def write_table(folder: Path, vectors: npt.NDArray[np.float32], tokenizer: "Tokenizer") -> dict[str, str]:
    """Writes a table into a folder and returns the SHA-256 of its files by name.

    Args:
        folder: An existing folder.
        vectors: (V, d), one vector per token of the tokenizer; each number is rounded to 1/127 of the vector's largest.
        tokenizer: Neither pads nor truncates.
    """
    from safetensors.numpy import save

    largest = np.abs(vectors).max(axis=1, keepdims=True)
    steps = np.where(largest > 0, largest / _LARGEST, 1).astype(np.float32)
    # The file takes the bytes as they lie in memory.
    numbers = np.ascontiguousarray(np.rint(vectors / steps), dtype=np.int8)
    unknown = unknown_id(tokenizer)
    arrays: dict[str, npt.NDArray[Any]] = {
        "numbers": numbers,
        "steps": steps[:, 0],
        "unknown_id": np.array([_NONE if unknown is None else unknown]),
    }
    files = {
        VECTORS: save(arrays),
        TOKENIZER: tokenizer.to_str(pretty=False).encode(),
    }
    for name, content in files.items():
        (folder / name).write_bytes(content)
    return {name: sha256(content).hexdigest() for name, content in files.items()}


def read_table(folder: Path, expected: Mapping[str, str]) -> WordTable:
    """Reads a table.

    Args:
        folder: Its folder.
        expected: The SHA-256 of its files by name, as `write_table` returned them.

    Raises:
        OSError: A file cannot be read.
        ValueError: A file is not the one that was written.
    """
    from safetensors.numpy import load
    from tokenizers import Tokenizer

    files = {name: (folder / name).read_bytes() for name in (VECTORS, TOKENIZER)}
    for name, content in files.items():
        if sha256(content).hexdigest() != expected[name]:
            raise ValueError(f"{name} was changed after it was written")
    arrays = load(files[VECTORS])
    [unknown] = arrays["unknown_id"].tolist()
    return WordTable(
        arrays["numbers"],
        arrays["steps"],
        Tokenizer.from_buffer(files[TOKENIZER]),
        None if unknown == _NONE else unknown,
    )
