"""Tables of static vectors on disk: a tokenizer, and a vector for each of its tokens in eight bits a number.

The table of the embedded encoder comes with the package and is checked by hash. That of another encoder is distilled
and kept: each token of its vocabulary is encoded alone, the vectors are reduced to their principal components, and
frequent tokens get a lower weight (model2vec: Tulkens and van Dongen, 2024; SIF weights: Arora et al., 2017).
"""

import copy
import json
import shutil
import warnings
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from hashlib import sha256
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

from ...aliases import IntArray, VectorArray
from ...checks import how_to_install
from ...disk.atomic_writes import new_folder
from ...disk.cache_folder import cache_folder
from ...disk.file_locks import making
from ...errors import ModelError, StoreWarning, first_line
from ..model_files import EMBEDDED_SIGNATURE, FoundModel
from ..torch_backend import load_torch
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


_SIF = 1e-4

_MANIFEST = "manifest.json"
_POOLING = {"mean": "mean", "cls": "first", "lasttoken": "last"}


def distilled_table(found: FoundModel, device: str | None) -> WordTable:
    """Returns the table of an encoder from disk, or makes it, which takes half a minute.

    Raises:
        ModelError: The encoder cannot be loaded or distilled, or model2vec is not installed.
    """
    name = f"{found.signature}+{RECIPE}"
    folder = cache_folder() / "static" / name.replace("/", "--")
    if folder.is_dir():
        try:
            return _read(folder)
        except (OSError, ValueError, KeyError, TypeError) as error:
            warnings.warn(
                f"the static vectors in {folder} are damaged ({first_line(error)}): they are made again",
                StoreWarning,
                stacklevel=2,
            )
            shutil.rmtree(folder, ignore_errors=True)
    try:
        with making(folder):
            # Another process may have made it in the meantime.
            if not folder.is_dir():
                with new_folder(folder, or_existing=True) as temporary:
                    manifest = distil(found, device, temporary)
                    (temporary / _MANIFEST).write_text(json.dumps(manifest), encoding="utf-8")
    except OSError as error:
        raise ModelError(
            f"the static vectors cannot be kept in {folder.parent} ({error.strerror or error}): make room, or name "
            "another folder in SMILE_CACHE"
        ) from error
    return _read(folder)


def distil(found: FoundModel, device: str | None, folder: Path) -> dict[str, str]:
    """Writes the table of an encoder into a folder and returns the SHA-256 of its files by name.

    Raises:
        ModelError: The encoder cannot be loaded or distilled, or model2vec is not installed.
    """
    try:
        from model2vec.distill import distill_from_model
    except ImportError as error:
        raise ModelError(
            f"static vectors of another encoder are distilled with model2vec, which is not installed: "
            f"{how_to_install('distill')}, or use the setting 'default'"
        ) from error
    model = load_torch(found, device, "float32", None).model
    pooling = _pooling(model)
    # A copy, since model2vec changes the table of tokens; with a name that it does not look up on the Hub.
    transformer: Any = copy.deepcopy(model[0].auto_model)
    transformer.name_or_path = transformer.config._name_or_path = str(folder)
    static = distill_from_model(
        model=transformer,
        tokenizer=model.tokenizer,
        pooling=pooling,
        pca_dims=DIMENSIONS,
        sif_coefficient=_SIF,
        quantize_to="float32",
        device=str(model.device),
    )
    weights = np.ones(len(static.embedding)) if static.weights is None else static.weights
    static.tokenizer.no_padding()
    static.tokenizer.no_truncation()
    return write_table(folder, (static.embedding * weights[:, None]).astype(np.float32), static.tokenizer)


def _pooling(model: Any) -> str:
    kinds = [type(module).__name__ for module in model]
    pooling = getattr(model[1], "pooling_mode", None) if len(kinds) > 1 else None
    if kinds[:2] != ["Transformer", "Pooling"] or set(kinds[2:]) - {"Normalize"} or pooling not in _POOLING:
        raise ModelError(
            f"static vectors cannot be distilled from a model of {', '.join(kinds)}"
            f"{f' (pooling {pooling!r})' if pooling else ''}: choose a transformer that pools its tokens by "
            f"{', '.join(_POOLING)}, or use the setting 'default'"
        )
    return _POOLING[pooling]


def _read(folder: Path) -> WordTable:
    return read_table(folder, json.loads((folder / _MANIFEST).read_text(encoding="utf-8")))
