"""Texts through a back end, whichever it is, in batches of one length: no pass is spent on padding."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Protocol

import numpy as np
import numpy.typing as npt

from ..aliases import OnProgress

# A batch of long texts holds fewer of them. A CPU's caches hold what some thousand tokens need; an accelerator is busy
# only with many at a time, and its memory is for activations, a gigabyte or two for the largest encoders.
_TOKENS_PER_BATCH = {"cpu": 1024}
_TOKENS_PER_BATCH_OF_ACCELERATORS = 65_536


@dataclass(frozen=True)
class Tokenized:
    """Texts as a model reads them.

    Attributes:
        flat: By name (token ids, ...) the values of all tokens of all texts, text by text.
        start: (n,) where each text's tokens begin.
        lengths: (n,) tokens of each text, special ones included, after cutting.
        is_truncated: (n,) whether the text was cut.
        shared: What belongs to all texts alike, such as the length of the prompt.
    """

    flat: Mapping[str, npt.NDArray[np.int64]]
    start: npt.NDArray[np.int64]
    lengths: npt.NDArray[np.int64]
    is_truncated: npt.NDArray[np.bool_]
    shared: Mapping[str, Any] = field(default_factory=dict)

    def features(self, batch: npt.NDArray[np.int64]) -> dict[str, Any]:
        """Returns by name the (b, l) values of b texts that are l tokens long, and what is shared."""
        tokens = self.start[batch, None] + np.arange(self.lengths[batch[0]])
        return {name: flat[tokens] for name, flat in self.flat.items()} | dict(self.shared)


class Backend(Protocol):
    """What computes a model's vectors."""

    @property
    def name(self) -> str:
        """One of `smile.choices.BACKENDS`, but for `auto`."""
        ...

    @property
    def dimensions(self) -> int:
        """Of its vectors."""
        ...

    @property
    def tokens_per_batch(self) -> int:
        """How many tokens it takes at a time; one text may have more."""
        ...

    def tokenize(self, texts: Sequence[str]) -> Tokenized:
        """Returns the tokens of texts."""
        ...

    def embed(self, features: Mapping[str, Any]) -> npt.NDArray[np.float32]:
        """Returns the (b, d) vectors of unit length of texts of one length; see `Tokenized.features`."""
        ...


def embed_texts(
    backend: Backend, texts: Sequence[str], batch_size: int | None = None, on_progress: OnProgress | None = None
) -> tuple[npt.NDArray[np.float32], npt.NDArray[np.bool_]]:
    """Encodes texts.

    Args:
        backend: What computes.
        texts: Any.
        batch_size: The size of the largest batch; None leaves it to the back end.
        on_progress: Called with how many texts are done and how many there are.

    Returns:
        (n, d) vectors of unit length, and (n,) whether a text went on beyond what the encoder reads.
    """
    vectors = np.zeros((len(texts), backend.dimensions), dtype=np.float32)
    if not texts:
        return vectors, np.zeros(0, dtype=np.bool_)
    tokenized = backend.tokenize(texts)
    done = 0
    for batch in batches_by_length(tokenized.lengths, backend.tokens_per_batch, batch_size):
        vectors[batch] = backend.embed(tokenized.features(batch))
        done += len(batch)
        if on_progress is not None:
            on_progress(done, len(texts))
    return vectors, tokenized.is_truncated


def batches_by_length(
    lengths: npt.NDArray[np.int64], tokens_per_batch: int, batch_size: int | None = None
) -> Iterator[npt.NDArray[np.int64]]:
    """Cuts texts into batches of one length, short ones first; long texts come in smaller batches.

    Args:
        lengths: (n,) tokens of each text, at least 1.
        tokens_per_batch: How many tokens a batch may have, but that it has at least one text.
        batch_size: The size of the largest batch; None sets no limit but that of the tokens.

    Yields:
        The positions of a batch's texts.
    """
    order = np.argsort(lengths, kind="stable")
    for same_length in np.split(order, np.flatnonzero(np.diff(lengths[order])) + 1):
        if len(same_length):
            size = max(1, tokens_per_batch // int(lengths[same_length[0]]))
            size = size if batch_size is None else min(size, batch_size)
            yield from (same_length[start : start + size] for start in range(0, len(same_length), size))


def tokens_per_batch(device: str) -> int:
    """Returns how many tokens a device wants at a time.

    Args:
        device: As torch calls it, `cuda:0` for example.
    """
    return _TOKENS_PER_BATCH.get(device.partition(":")[0], _TOKENS_PER_BATCH_OF_ACCELERATORS)
