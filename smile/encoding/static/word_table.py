"""The table of static vectors: a tokenizer, and an 8-bit vector for each of its tokens.

It comes with the package and is checked by hash. It was distilled from the embedded encoder: each token of the
vocabulary was encoded alone, the vectors were reduced to principal components, and frequent tokens got lower weights
(model2vec: Tulkens and van Dongen, 2024; SIF weights: Arora et al., 2017). `python -m tools.static_table` makes it.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from hashlib import sha256
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np
import numpy.typing as npt

from ...disk.hashes import check_file_hashes
from ...shared_types import IntArray, VectorArray
from ..model_files import EMBEDDED_SIGNATURE

if TYPE_CHECKING:
    from tokenizers import Tokenizer

VECTORS, TOKENIZER = "vectors.safetensors", "tokenizer.json"
FOLDER = Path(__file__).parent / "table"
SHA256 = {
    VECTORS: "f7370a7a6e8040cfd2488c2ffd8623c36f15195d26229588f0bbe315e4c23ac2",
    TOKENIZER: "f151cfac775f65871abaa05b9aa31b40a17c6c9df2040e9e5ced1c2d3d4a2711",
}
# The encoder, the dimensions and bits of the vectors, and the files.
SIGNATURE = f"{EMBEDDED_SIGNATURE}+static256int8@{sha256(''.join(SHA256.values()).encode()).hexdigest()[:8]}"

_VECTORS_AT_A_TIME = 1024

# The tokenizer splits words at punctuation, then into its tokens: "Rome's" is "rome", "'", "s". Most of these parts are
# tokens, and looking them up takes a fifth of the tokenizer's time.
_PART = re.compile(r"[a-z0-9]+|[^a-z0-9]")


@dataclass(frozen=True)
class WordTable:
    """The static vectors of tokens.

    Attributes:
        numbers: (V, d) int8, -127 to 127.
        steps: (V,) float32; a token's vector is its numbers times its step.
        tokenizer: Splits texts into these tokens; adds nothing and never truncates.
        unknown_id: The token for text outside the vocabulary.
    """

    numbers: npt.NDArray[np.int8]
    steps: VectorArray
    tokenizer: "Tokenizer"
    unknown_id: int

    def vectors(self, tokens: IntArray) -> VectorArray:
        """Returns the (n, d) weighted vectors of n tokens."""
        vectors: VectorArray = self.numbers[tokens] * self.steps[tokens, None]
        return vectors

    def tokens_of(self, words: Sequence[str]) -> list[list[int]]:
        """Returns the tokens of words, each without white space."""
        tokens: list[list[int] | None] = list(map(self._looked_up, words))
        others = [word for word, its in zip(words, tokens, strict=True) if its is None]
        cut = iter(self.tokenizer.encode_batch_fast(others, add_special_tokens=False))
        return [next(cut).ids if its is None else its for its in tokens]

    def _looked_up(self, word: str) -> list[int] | None:
        """Returns the tokens of a word that is made of known tokens; None for other words."""
        if not (word.isascii() and word.isprintable()):
            return None
        tokens = list(map(self._vocabulary.get, _PART.findall(word.lower())))
        return None if None in tokens else tokens  # type: ignore[return-value]

    @cached_property
    def _vocabulary(self) -> dict[str, int]:
        return self.tokenizer.get_vocab()

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


def shipped_word_table(folder: Path = FOLDER) -> WordTable:
    """Reads the table; raises a `ModelError` if a file is missing or belongs to another version."""
    from safetensors.numpy import load_file
    from tokenizers import Tokenizer

    remedy = "install smile-metric again, or use the setting 'default'"
    check_file_hashes(folder, SHA256, "this version's word vectors", remedy)
    arrays = load_file(folder / VECTORS)
    [unknown_id] = arrays["unknown_id"].tolist()
    return WordTable(arrays["numbers"], arrays["steps"], Tokenizer.from_file(str(folder / TOKENIZER)), unknown_id)
