"""Batches of texts of equal length, which need no padding."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from ..shared_types import BoolArray, IntArray

# A CPU's caches hold the data of about a thousand tokens. An accelerator needs many tokens to be busy; the largest
# encoders then take one or two gigabytes of its memory.
TOKENS_PER_BATCH, _TOKENS_PER_BATCH_OF_ACCELERATORS = 1024, 65_536


@dataclass(frozen=True)
class Tokenized:
    """The tokens of n texts.

    Attributes:
        flat: By name (token ids, ...), the values of all tokens, text after text.
        start: (n,) position of each text's first token.
        lengths: (n,) number of tokens of each text, with special ones, after truncation.
        is_truncated: (n,) whether the text was truncated.
        shared: Values that all texts share, for example the length of the prompt.
    """

    flat: Mapping[str, IntArray]
    start: IntArray
    lengths: IntArray
    is_truncated: BoolArray
    shared: Mapping[str, Any] = field(default_factory=dict)

    def features(self, batch: IntArray) -> dict[str, Any]:
        """Returns the network's inputs by name, for b texts of l tokens each: (b, l) arrays, and shared values."""
        tokens = self.start[batch, None] + np.arange(self.lengths[batch[0]])
        return {name: flat[tokens] for name, flat in self.flat.items()} | dict(self.shared)


def batches_by_length(lengths: IntArray, tokens_per_batch: int, batch_size: int | None = None) -> Iterator[IntArray]:
    """Yields the positions of texts in batches of equal length, short texts first.

    A batch has up to `tokens_per_batch` tokens (or a single text) and up to `batch_size` texts.
    """
    order = np.argsort(lengths, kind="stable")
    for same_length in np.split(order, np.flatnonzero(np.diff(lengths[order])) + 1):
        if len(same_length):
            size = max(1, tokens_per_batch // int(lengths[same_length[0]]))
            size = size if batch_size is None else min(size, batch_size)
            yield from (same_length[start : start + size] for start in range(0, len(same_length), size))


def tokens_per_batch(device: str) -> int:
    """Returns the number of tokens in a batch that suits a device."""
    return TOKENS_PER_BATCH if device.partition(":")[0] == "cpu" else _TOKENS_PER_BATCH_OF_ACCELERATORS
