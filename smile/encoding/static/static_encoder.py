"""An encoder that runs no model: a text's vector is the sum of its words' static vectors."""

import os
from collections import defaultdict
from collections.abc import Callable, Sequence, Set
from hashlib import shake_256
from itertools import chain, count
from threading import Lock
from typing import TYPE_CHECKING

import numpy as np

from ...caches import cached
from ...shared_types import IntArray, OnProgress, VectorArray
from ..encoders import Encoded
from ..unknown_tokens import UnknownTokens, unknown_tokens
from .word_table import SIGNATURE, WordTable, shipped_word_table

if TYPE_CHECKING:
    from tokenizers import Tokenizer

# Words kept at a time: 64 MB.
_MOST_WORDS = 2**16

# Sums at a time: they fit into the processor's cache.
_SUMS_AT_A_TIME = 512


class StaticEncoder:
    """Encodes texts by static vectors. Nothing is loaded before the first use.

    Word order does not matter, and texts have no maximum length.
    """

    signature = SIGNATURE

    def encode(self, texts: Sequence[str], on_progress: OnProgress | None = None) -> Encoded:
        """Adds up the vectors of each text's words; a text without words gets the zero vector."""
        embeddings = _word_vectors(os.getpid()).sums(texts)
        for first in range(0, len(embeddings), _SUMS_AT_A_TIME):
            block = embeddings[first : first + _SUMS_AT_A_TIME]
            block /= np.maximum(np.linalg.norm(block, axis=1, keepdims=True), np.finfo(np.float32).tiny)
        if on_progress is not None:
            on_progress(len(texts), len(texts))
        return Encoded(embeddings, np.zeros(len(texts), dtype=np.bool_))

    def unknown_tokens(self, texts: Sequence[str]) -> dict[str, UnknownTokens]:
        """Returns the unknown tokens of texts; see `SentenceEncoder.unknown_tokens`."""
        return unknown_tokens(texts, lambda: _word_vectors(os.getpid()).tokenizer)

    def load(self) -> None:
        """Loads the vectors; raises as `encode` does."""
        _word_vectors(os.getpid())


# Not an attribute of the encoder, so that its pickle stays small. The process is part of the key, because a fork could
# inherit a lock that a thread holds.
@cached(1)
def _word_vectors(pid: int) -> "_WordVectors":
    return _WordVectors(shipped_word_table())


class _WordVectors:
    """The vectors of words; each word is tokenized once.

    A word with an unknown piece gets a vector of usual length and pseudo-random direction from its text, so that it
    matches itself and no other word.
    """

    def __init__(self, table: WordTable) -> None:
        self._table = table
        self._lock = Lock()
        self._place: dict[str, int] = {}
        self._vectors = self._room(_MOST_WORDS)

    @property
    def tokenizer(self) -> "tuple[Tokenizer, int]":
        """The tokenizer, and its token for unknown text."""
        return self._table.tokenizer, self._table.unknown_id

    def sums(self, texts: Sequence[str]) -> VectorArray:
        """Returns the (n, d) sums of the words of each text."""
        # Only the words' numbers are kept, because lists of words would take more memory than all vectors.
        number: defaultdict[str, int] = defaultdict(count().__next__)
        lengths = []

        def words_of(text: str) -> list[str]:
            words = text.split()
            lengths.append(len(words))
            return words

        numbers = np.fromiter(map(number.__getitem__, chain.from_iterable(map(words_of, texts))), dtype=np.int64)
        with self._lock:
            self._learn(number.keys())
            places = np.fromiter(map(self._place.__getitem__, number), dtype=np.int64)
            return _sums_of_vectors(lengths, places[numbers], self._vectors.__getitem__)

    def _learn(self, words: Set[str]) -> None:
        new = sorted(words - self._place.keys())
        if not new:
            return
        if len(self._place) + len(new) > len(self._vectors):
            kept = list(words & self._place.keys())
            vectors = self._vectors[[self._place[word] for word in kept]]
            self._vectors = self._room(max(_MOST_WORDS, len(words)))
            self._vectors[: len(kept)] = vectors
            self._place = {word: place for place, word in enumerate(kept)}
        ids, unknown = self._table.tokens_of(new), self._table.unknown_id
        known_ids = [[token for token in of_word if token != unknown] for of_word in ids]
        vectors = _sums_of_vectors(list(map(len, known_ids)), list(chain.from_iterable(known_ids)), self._table.vectors)
        for number, (word, of_word) in enumerate(zip(new, ids, strict=True)):
            if not of_word or unknown in of_word:
                vectors[number] += self._table.usual_length * _hashed_direction(word, vectors.shape[1])
        start = len(self._place)
        self._vectors[start : start + len(new)] = vectors
        self._place.update({word: place for place, word in enumerate(new, start)})

    def _room(self, n: int) -> VectorArray:
        """Returns an array for the vectors of n words, which takes no memory until it is written."""
        return np.empty((n, self._table.numbers.shape[1]), dtype=np.float32)


def _hashed_direction(word: str, dimensions: int) -> VectorArray:
    """Returns a pseudo-random (d,) unit vector that depends only on the word."""
    bits = np.frombuffer(shake_256(word.encode()).digest(-(-dimensions // 8)), dtype=np.uint8)
    signs = 2 * np.unpackbits(bits)[:dimensions].astype(np.float32) - 1
    direction: VectorArray = signs / np.float32(np.sqrt(dimensions))
    return direction


def _sums_of_vectors(
    n_summands: Sequence[int], summands: "Sequence[int] | IntArray", vectors: Callable[[IntArray], VectorArray]
) -> VectorArray:
    """Returns the (n, d) sums of `n_summands` consecutive `vectors[summands]` each."""
    lengths, places = (np.asarray(each, dtype=np.int64) for each in (n_summands, summands))
    starts = np.cumsum(lengths) - lengths
    sums = np.zeros((len(lengths), vectors(places[:0]).shape[1]), dtype=np.float32)
    # The first summands of many sums are added at once, then the second ones, and so on: nine times as fast as
    # `np.add.reduceat`. The longest sums come first, so that those with a summand left are the first ones.
    longest_first = np.argsort(-lengths, kind="stable")
    for first in range(0, len(lengths), _SUMS_AT_A_TIME):
        here = longest_first[first : first + _SUMS_AT_A_TIME]
        block = np.zeros((len(here), sums.shape[1]), dtype=np.float32)
        for number in range(lengths[here[0]]):
            n = np.count_nonzero(lengths[here] > number)
            block[:n] += vectors(places[starts[here[:n]] + number])
        sums[here] = block
    return sums
