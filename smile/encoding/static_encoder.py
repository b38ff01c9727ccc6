"""An encoder that runs no model: a text's vector is the sum of its words' static vectors."""

import os
from collections.abc import Sequence
from functools import lru_cache
from hashlib import shake_256
from itertools import chain
from threading import Lock

import numpy as np
import numpy.typing as npt
from scipy.sparse import csr_array

from ..aliases import OnProgress
from ..settings.named_settings import Settings
from .distillation import RECIPE, TokenVectors, token_vectors
from .encoders import Encoded, Encoder, SentenceEncoder, UnknownPieces, unknown_pieces_of

# Words kept at a time: 128 MB.
_MOST_WORDS = 2**17


class StaticEncoder:
    """Encodes texts by the static vectors distilled from the settings' encoder. Nothing is loaded before the first use.

    Word order does not matter, and no text is too long.

    Args:
        settings: The settings of the encoder.
        distilled_from: The encoder, if it exists already: finding its signature takes time.

    Attributes:
        distilled_from: The encoder that the vectors come from.
    """

    def __init__(self, settings: Settings, distilled_from: Encoder | None = None) -> None:
        """Stores the settings."""
        self._settings = settings
        self.distilled_from = SentenceEncoder(settings) if distilled_from is None else distilled_from

    @property
    def signature(self) -> str:
        """The signature of the encoder, and how the vectors were made."""
        return f"{self.distilled_from.signature}+{RECIPE}"

    def encode(self, texts: Sequence[str], on_progress: OnProgress | None = None) -> Encoded:
        """Adds up the vectors of each text's words; a text without words gets the zero vector.

        Raises:
            ModelError: The vectors cannot be loaded or made.
        """
        embeddings = self._words().sums(texts)
        embeddings /= np.maximum(np.linalg.norm(embeddings, axis=1, keepdims=True), np.finfo(np.float32).tiny)
        if on_progress is not None:
            on_progress(len(texts), len(texts))
        return Encoded(embeddings, np.zeros(len(texts), dtype=np.bool_))

    def unknown_pieces(self, texts: Sequence[str]) -> dict[str, UnknownPieces]:
        """Returns what the tokenizer does not know of texts; see `SentenceEncoder.unknown_pieces`."""
        return unknown_pieces_of(self.distilled_from, texts)

    def _words(self) -> "_WordVectors":
        settings = self._settings
        # A thread that comes while vectors are distilled waits for them and does not distil them again.
        with _loading(os.getpid()):
            return _word_vectors(settings.model, settings.revision, settings.device, os.getpid())


# One lock per process: a forked process could inherit a lock that a thread holds, which nobody would release there.
@lru_cache(maxsize=1)
def _loading(pid: int) -> Lock:
    return Lock()


# Not an attribute of the encoder, which stays small enough to send to other processes.
@lru_cache(maxsize=2)
def _word_vectors(model: str, revision: str | None, device: str | None, pid: int) -> "_WordVectors":
    return _WordVectors(token_vectors(model, revision, device))


class _WordVectors:
    """The vectors of words; each word is cut into tokens once.

    A word with a piece that has no vector gets one from its text, of usual length and seemingly random direction: the
    same word matches itself, and no other.
    """

    def __init__(self, tokens: TokenVectors) -> None:
        self._tokens = tokens
        self._lock = Lock()
        self._place: dict[str, int] = {}
        self._vectors = tokens.vectors[:0]
        self._length = float(np.linalg.norm(tokens.vectors, axis=1).mean())

    def sums(self, texts: Sequence[str]) -> npt.NDArray[np.float32]:
        """Returns the (n, d) sums of the words of each text."""
        words = [text.split() for text in texts]
        with self._lock:
            self._learn(set(chain.from_iterable(words)))
            return _sums([[self._place[word] for word in of_text] for of_text in words], self._vectors)

    def _learn(self, words: set[str]) -> None:
        new = words.difference(self._place)
        if new and len(self._place) + len(new) > _MOST_WORDS:
            self._place, self._vectors = {}, self._vectors[:0]
            new = words
        if not new:
            return
        ordered = sorted(new)
        tokens = self._tokens
        ids = [encoding.ids for encoding in tokens.tokenizer.encode_batch_fast(ordered, add_special_tokens=False)]
        known_ids = [[token for token in of_word if token != tokens.unknown_id] for of_word in ids]
        self._place.update({word: place for place, word in enumerate(ordered, start=len(self._place))})
        vectors = _sums(known_ids, tokens.vectors)
        for number, (word, of_word) in enumerate(zip(ordered, ids, strict=True)):
            if not of_word or tokens.unknown_id in of_word:
                vectors[number] += self._length * _hashed_direction(word, vectors.shape[1])
        self._vectors = np.concatenate((self._vectors, vectors))


def _hashed_direction(word: str, dimensions: int) -> npt.NDArray[np.float32]:
    """Returns a (d,) vector of unit length that looks random and depends on the word alone."""
    bits = np.frombuffer(shake_256(word.encode()).digest(-(-dimensions // 8)), dtype=np.uint8)
    signs = 2 * np.unpackbits(bits)[:dimensions].astype(np.float32) - 1
    direction: npt.NDArray[np.float32] = signs / np.float32(np.sqrt(dimensions))
    return direction


def _sums(rows: Sequence[Sequence[int]], vectors: npt.NDArray[np.float32]) -> npt.NDArray[np.float32]:
    """Returns the (n, d) sums: for each row, of those of the (V, d) vectors that it lists."""
    start = np.concatenate(([0], np.cumsum([len(row) for row in rows], dtype=np.int64)))
    places = np.fromiter(chain.from_iterable(rows), dtype=np.int64, count=int(start[-1]))
    counts = csr_array((np.ones(len(places), dtype=np.float32), places, start), shape=(len(rows), len(vectors)))
    sums: npt.NDArray[np.float32] = counts @ vectors
    return sums
