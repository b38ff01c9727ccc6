"""Known embeddings, prepared or stored by an earlier run, are looked up before anything is encoded."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

import numpy as np
import numpy.typing as npt

from ..aliases import OnProgress, progress_of_part
from ..encoding.encoders import Encoded, Encoder, EncoderAround
from ..errors import ModelError


@dataclass(frozen=True)
class Found:
    """The known ones among the texts that a source was asked for.

    Attributes:
        positions: (k,) positions of the known texts, ascending.
        is_truncated: (k,) whether the text was longer than the encoder reads.
    """

    positions: npt.NDArray[np.int64]
    embeddings: npt.NDArray[np.float32]
    is_truncated: npt.NDArray[np.bool_]


class EmbeddingCache(Protocol):
    """A source of embeddings of one encoder."""

    def get(self, texts: Sequence[str]) -> Found:
        """Looks distinct texts up."""
        ...

    def put(self, texts: Sequence[str], encoded: Encoded) -> None:
        """Stores what has just been encoded; a source that does not grow does nothing."""
        ...


class CachedEncoder(EncoderAround):
    """An encoder that looks texts up in a source and lets another encoder encode the rest.

    Args:
        encoder: Encodes the rest; it may be of this class too, with another source.
        known: Embeddings of this encoder.
        name: The name of the source in the result's counts: `n_from_` and the name.
    """

    def __init__(self, encoder: Encoder, known: EmbeddingCache, name: str) -> None:
        """Stores them."""
        super().__init__(encoder)
        self._known, self._name = known, name

    def encode(self, texts: Sequence[str], on_progress: OnProgress | None = None) -> Encoded:
        """Looks distinct texts up and encodes the rest.

        Raises:
            ModelError: The model cannot be loaded, or the source's embeddings have another length.
        """
        found = self._known.get(texts)
        n_found = len(found.positions)
        if on_progress is not None and n_found:
            on_progress(n_found, len(texts))
        if n_found == len(texts):
            return Encoded(found.embeddings, found.is_truncated, {self._name: n_found})

        is_new = np.ones(len(texts), dtype=np.bool_)
        is_new[found.positions] = False
        new_texts = [texts[i] for i in np.flatnonzero(is_new).tolist()]
        progress = progress_of_part(on_progress, n_found, len(new_texts), len(texts))
        encoded = self._encoder.encode(new_texts, progress)
        if n_found and found.embeddings.shape[1] != encoded.embeddings.shape[1]:
            raise ModelError(
                f"the encoder {self.signature} gives vectors of {encoded.embeddings.shape[1]} numbers, but the "
                f"{self._name} has vectors of {found.embeddings.shape[1]} from an encoder of this name: rename one"
            )
        self._known.put(new_texts, encoded)
        n_known = {**encoded.n_known, self._name: n_found}
        if n_found == 0:
            return Encoded(encoded.embeddings, encoded.is_truncated, n_known)
        embeddings = np.empty((len(texts), encoded.embeddings.shape[1]), dtype=np.float32)
        is_truncated = np.empty(len(texts), dtype=np.bool_)
        embeddings[found.positions], is_truncated[found.positions] = found.embeddings, found.is_truncated
        embeddings[is_new], is_truncated[is_new] = encoded.embeddings, encoded.is_truncated
        return Encoded(embeddings, is_truncated, n_known)
