"""Tables of static vectors on disk: a tokenizer, and a vector for each of its tokens in eight bits a number.

The table of the embedded encoder comes with the package and is checked by hash.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from hashlib import sha256
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

from ...aliases import IntArray, VectorArray
from ...errors import ModelError, first_line
from ..model_files import EMBEDDED_SIGNATURE
from ..unknown_tokens import unknown_id

if TYPE_CHECKING:
    from tokenizers import Tokenizer

VECTORS, TOKENIZER = "vectors.safetensors", "tokenizer.json"

DIMENSIONS = 256
# How vectors are made, as signatures and folder names give it; with the hash of the encoder it determines them.
RECIPE = f"static{DIMENSIONS}int8"

FOLDER = Path(__file__).parent / "table"
# Written by `python -m tools.static_table`, which prints these.
SHA256 = {
    VECTORS: "f7370a7a6e8040cfd2488c2ffd8623c36f15195d26229588f0bbe315e4c23ac2",
    TOKENIZER: "f151cfac775f65871abaa05b9aa31b40a17c6c9df2040e9e5ced1c2d3d4a2711",
}
# The encoder, the recipe and the files: recipes agree to the last digit on one machine, files everywhere.
SIGNATURE = f"{EMBEDDED_SIGNATURE}+{RECIPE}@{sha256(''.join(SHA256.values()).encode()).hexdigest()[:8]}"

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
    steps: VectorArray
    tokenizer: "Tokenizer"
    unknown_id: int | None

    def vectors(self, tokens: IntArray) -> VectorArray:
        """Returns the (n, d) weighted vectors of n tokens."""
        vectors: VectorArray = self.numbers[tokens] * self.steps[tokens, None]
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


def write_table(folder: Path, vectors: VectorArray, tokenizer: "Tokenizer") -> dict[str, str]:
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
    files = {VECTORS: save(arrays), TOKENIZER: tokenizer.to_str(pretty=False).encode()}
    for name, content in files.items():
        (folder / name).write_bytes(content)
    return {name: sha256(content).hexdigest() for name, content in files.items()}


def read_table(folder: Path, expected: Mapping[str, str]) -> WordTable:
    """Reads a table.

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


def shipped_table() -> WordTable:
    """Reads the table of the embedded encoder.

    Raises:
        ModelError: A file is missing, or belongs to another version.
    """
    try:
        return read_table(FOLDER, SHA256)
    except (OSError, ValueError) as error:
        raise ModelError(
            f"the word vectors in {FOLDER} are not those of this version ({first_line(error)}): install smile-metric "
            "again, or use the setting 'default'"
        ) from error
