"""Cosines of everything compared: each string is encoded once, and never are all embeddings held at a time."""

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from ..aliases import BoolArray, FloatArray, IntArray, OnProgress
from ..encoding.encoders import Encoder
from .plan import Comparisons

# N-grams are most of the strings: their embeddings are dropped once compared, so that memory follows the answers only.
_NGRAMS_AT_A_TIME = 16_384

# Cosines computed at a time: their vectors fit into a processor's cache.
_PAIRS_AT_A_TIME = 512


@dataclass(frozen=True)
class Similarities:
    """What the encoder says about comparisons.

    P pairs, G n-grams of all pairs together, S distinct strings, as in `Comparisons`.

    Attributes:
        sentence: (P,) cosine of prediction and target, -1 to 1.
        ngram: (G,) cosine of each n-gram and its pair's keyword, -1 to 1.
        is_truncated: (S,) whether a string was needed and went on beyond what the encoder reads.
        n_strings: How many strings were encoded (`n_encoded`), and how many were known to each of the encoder's
            sources (`n_from_` and its name).
    """

    sentence: FloatArray
    ngram: FloatArray
    is_truncated: BoolArray
    n_strings: Mapping[str, int]


def measure(
    comparisons: Comparisons,
    encoder: Encoder,
    find_hopeful: Callable[[Comparisons, FloatArray, FloatArray], BoolArray],
    on_progress: OnProgress | None = None,
) -> tuple[Comparisons, Similarities]:
    """Encodes the strings of a run, no string twice, and measures the cosines of what is compared.

    Sentences come first, then n-grams; nothing of a pair that cannot be its row's best any more is encoded.

    Args:
        comparisons: P pairs.
        encoder: Whatever encodes texts.
        find_hopeful: Says, given the (P,) lowest and the (P,) highest cosines that the sentences can have, which pairs
            can be the best of their row.
        on_progress: Called with how many strings are encoded and how many there are to encode at most.

    Returns:
        The comparisons of the hopeful pairs, and their similarities.

    Raises:
        ModelError: The model cannot be had.
    """
    unknown = np.ones(len(comparisons.row))
    comparisons = comparisons.only(find_hopeful(comparisons, -unknown, unknown))
    encoded = _EncodedOnce(comparisons.strings, encoder, on_progress)
    encoded.keep(np.union1d(comparisons.prediction, comparisons.target), n_left=len(comparisons.strings))
    sentence = cosine(encoded.kept, encoded.kept, *encoded.places(comparisons.prediction, comparisons.target))
    is_hopeful = find_hopeful(comparisons, sentence, sentence)
    comparisons = comparisons.only(is_hopeful)

    compared_with = np.unique(comparisons.keyword[~comparisons.is_exact])
    n_left = len(np.union1d(compared_with, comparisons.ngram))
    encoded.keep(compared_with, n_left)
    keyword, ngram = encoded.places(np.repeat(comparisons.keyword, np.diff(comparisons.ngram_start)), comparisons.ngram)
    cosines = np.empty(len(ngram), dtype=np.float64)
    is_kept = ngram >= 0
    cosines[is_kept] = cosine(encoded.kept, encoded.kept, ngram[is_kept], keyword[is_kept])

    others = np.flatnonzero(~is_kept)
    others = others[np.argsort(comparisons.ngram[others], kind="stable")]
    different, first = np.unique(comparisons.ngram[others], return_index=True)
    for start in range(0, len(different), _NGRAMS_AT_A_TIME):
        block = slice(start, start + _NGRAMS_AT_A_TIME)
        end = first[block.stop] if block.stop < len(first) else len(others)
        here = others[first[start] : end]
        rows = np.searchsorted(different[block], comparisons.ngram[here])
        embeddings = encoded.encode(different[block], len(different) - start)
        cosines[here] = cosine(embeddings, encoded.kept, rows, keyword[here])
    return comparisons, Similarities(sentence[is_hopeful], cosines, encoded.is_truncated, encoded.n_strings)


class _EncodedOnce:
    """Encodes strings by their index and keeps the embeddings that later cosines need.

    Attributes:
        kept: (k, d) embeddings kept.
        is_truncated: (S,) whether a string was too long for the encoder.
        n_strings: How many strings came from where; see `Similarities`.
    """

    def __init__(self, strings: Sequence[str], encoder: Encoder, on_progress: OnProgress | None) -> None:
        self.kept = np.empty((0, 0), dtype=np.float32)
        self.is_truncated = np.zeros(len(strings), dtype=np.bool_)
        self.n_strings = Counter(n_encoded=0)
        self._strings = strings
        self._encoder = encoder
        self._on_progress = on_progress
        self._place = np.full(len(strings), -1, dtype=np.int64)
        self._n_done = 0

    def keep(self, indexes: IntArray, n_left: int) -> None:
        """Encodes those that are not kept yet, and keeps them; `n_left` counts what is left to encode at most."""
        new = indexes[self._place[indexes] < 0]
        if len(new) == 0:
            return
        self._place[new] = len(self.kept) + np.arange(len(new))
        embeddings = self.encode(new, n_left - (len(indexes) - len(new)))
        self.kept = np.concatenate((self.kept, embeddings)) if len(self.kept) else embeddings

    def encode(self, indexes: IntArray, n_left: int) -> npt.NDArray[np.float32]:
        """Returns the (n, d) embeddings of strings that have not been encoded before."""
        n_done = self._n_done

        def tell(done: int, _: int) -> None:
            if self._on_progress is not None:
                self._on_progress(n_done + done, n_done + n_left)

        encoded = self._encoder.encode([self._strings[i] for i in indexes], tell)
        self.is_truncated[indexes] = encoded.is_truncated
        self.n_strings.update({f"n_from_{source}": n for source, n in encoded.n_known.items()})
        self.n_strings["n_encoded"] += len(indexes) - sum(encoded.n_known.values())
        self._n_done += len(indexes)
        return encoded.embeddings

    def places(self, *indexes: IntArray) -> list[IntArray]:
        """Returns where the embeddings of strings are among those kept, -1 for others."""
        return [self._place[each] for each in indexes]


def cosine(
    left: npt.NDArray[np.float32], right: npt.NDArray[np.float32], left_row: IntArray, right_row: IntArray
) -> FloatArray:
    """Returns the cosine of each pair of rows, never of all rows with all rows.

    Args:
        left: (n, d) vectors of unit length.
        right: (m, d) vectors of unit length.
        left_row: (P,) row numbers in `left`.
        right_row: (P,) row numbers in `right`.

    Returns:
        (P,) cosines, -1 to 1.
    """
    cosines = np.empty(len(left_row), dtype=np.float64)
    for start in range(0, len(left_row), _PAIRS_AT_A_TIME):
        block = slice(start, start + _PAIRS_AT_A_TIME)
        cosines[block] = np.einsum("ij,ij->i", left[left_row[block]], right[right_row[block]])
    return np.clip(cosines, -1.0, 1.0)
