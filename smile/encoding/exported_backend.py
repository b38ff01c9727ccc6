"""The back ends that run an exported encoder on a CPU, without torch."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

from .batches import Tokenized, tokens_per_batch
from .runtimes import Run

if TYPE_CHECKING:
    from tokenizers import Tokenizer

_TEXTS_AT_A_TIME = 4096


@dataclass(frozen=True)
class ExportedBackend:
    """An exported encoder that is open.

    Attributes:
        name: The name of the back end.
        dimensions: The length of its vectors.
        prompt: Text put before every text.
        tokenizer: Cuts texts off at the encoder's limit.
        run: Turns (b, l) token ids into (b, d) vectors of unit length.
    """

    name: str
    dimensions: int
    prompt: str
    tokenizer: "Tokenizer"
    run: Run

    @property
    def tokens_per_batch(self) -> int:
        """How many tokens suit a CPU in one batch."""
        return tokens_per_batch("cpu")

    def tokenize(self, texts: Sequence[str]) -> Tokenized:
        """Returns the tokens of texts."""
        ids: list[npt.NDArray[np.int64]] = []
        lengths = np.zeros(len(texts), dtype=np.int64)
        is_truncated = np.zeros(len(texts), dtype=np.bool_)
        for first in range(0, len(texts), _TEXTS_AT_A_TIME):
            chunk = [self.prompt + text for text in texts[first : first + _TEXTS_AT_A_TIME]]
            for i, encoding in enumerate(self.tokenizer.encode_batch_fast(chunk), first):
                ids.append(np.array(encoding.ids, dtype=np.int64))
                lengths[i] = len(ids[-1])
                is_truncated[i] = bool(encoding.overflowing)
        return Tokenized({"input_ids": np.concatenate(ids)}, np.cumsum(lengths) - lengths, lengths, is_truncated)

    def embed(self, features: Mapping[str, Any]) -> npt.NDArray[np.float32]:
        """Returns the (b, d) vectors of unit length of texts of one length."""
        return self.run(features["input_ids"])
