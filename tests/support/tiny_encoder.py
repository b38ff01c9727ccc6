"""Encoders of the tests: small, deterministic, and of the shape that `smile.encoding.encoders.Encoder` asks for."""

import zlib
from collections.abc import Mapping, Sequence

import numpy as np

from smile.encoding.encoders import Encoded
from smile.shared_types import OnProgress


class TinyEncoder:
    """Hashes the three-character pieces of a text into a unit vector; like texts get like vectors.

    Attributes:
        calls: The texts of each call of `encode`, in order.
    """

    signature = "tiny"
    _DIMENSIONS = 64
    _WIDTH = _DIMENSIONS + 1

    def __init__(self, limit: int = 500) -> None:
        """Sets how many characters of a text are read."""
        self.limit = limit
        self.calls: list[list[str]] = []

    def encode(self, texts: Sequence[str], on_progress: OnProgress | None = None) -> Encoded:
        self.calls.append(list(texts))
        embeddings = np.zeros((len(texts), self._WIDTH), dtype=np.float32)
        for i, text in enumerate(texts):
            embeddings[i] = self._vector(text[: self.limit])
            if on_progress is not None:
                on_progress(i + 1, len(texts))
        return Encoded(embeddings, np.array([len(text) > self.limit for text in texts], dtype=np.bool_))

    def _vector(self, text: str) -> np.ndarray:
        vector = np.zeros(self._WIDTH)
        vector[-1] = 0.1  # so that no text's vector is zero
        marked = f"\x02{text}\x03"
        for start in range(len(marked) - 2):
            digest = zlib.crc32(marked[start : start + 3].encode())
            vector[digest % self._DIMENSIONS] += 1 if digest & 0x1000 else -1
        return vector / np.linalg.norm(vector)


class TinyReader(TinyEncoder):
    """In place of the reader: what it says of a text is made of the text's checksum."""

    signature = "tiny-reader"
    _WIDTH = 4

    @staticmethod
    def probability(text: str) -> float:
        """Returns the probability that it gives a text."""
        return (zlib.crc32(text.encode()) % 1000 + 0.5) / 1000

    @staticmethod
    def similarity(text: str) -> float:
        """Returns the similarity that it finds in a text."""
        return (zlib.crc32(text.encode()) // 1000 % 1000 + 0.5) / 1000

    def _vector(self, text: str) -> np.ndarray:
        both = np.array([self.probability(text), self.similarity(text)])
        return np.sqrt(np.concatenate((1 - both, both)) / 2)


class TableEncoder:
    """Looks vectors up in a table, so that scores can be worked out by hand; a text not in it is an error."""

    signature = "table"

    def __init__(self, vectors: Mapping[str, tuple[float, float]]) -> None:
        """Stores unit vectors by text."""
        self._vectors = vectors

    def encode(self, texts: Sequence[str], on_progress: OnProgress | None = None) -> Encoded:
        embeddings = np.array([self._vectors[text] for text in texts], dtype=np.float32)
        return Encoded(embeddings, np.zeros(len(texts), dtype=np.bool_))
