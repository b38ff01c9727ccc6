"""Cosines of everything compared: each string is encoded once, and never are all embeddings held at a time."""

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from .comparisons import Comparisons
from .encoders import Encoder, OnProgress

FloatArray = npt.NDArray[np.float64]
IntArray = npt.NDArray[np.int64]

# N-grams are most of the strings: their embeddings are dropped once compared, so that memory follows the answers only.
_NGRAMS_AT_A_TIME = 16_384

# Cosines computed at a time.
_PAIRS_AT_A_TIME = 16_384


@dataclass(frozen=True)
class Similarities:
    """What the encoder says about a run's comparisons.

    P pairs, G n-grams of all pairs together, S distinct strings, as in `Comparisons`.

    Attributes:
        sentence: (P,) cosine of prediction and target, -1 to 1.
        ngram: (G,) cosine of each n-gram and its pair's keyword, -1 to 1.
        is_truncated: (S,) whether a string went on beyond what the encoder reads.
    """

    sentence: FloatArray
    ngram: FloatArray
    is_truncated: npt.NDArray[np.bool_]


def measure(comparisons: Comparisons, encoder: Encoder, on_progress: OnProgress | None = None) -> Similarities:
    """Encodes the strings of a run and measures the cosines of what is compared.

    Raises:
        ModelError: The model cannot be had.
    """
    n_strings, n_sentences = len(comparisons.strings), comparisons.n_sentences
    keyword = np.repeat(comparisons.keyword, np.diff(comparisons.ngram_start))
    by_ngram = np.argsort(comparisons.ngram, kind="stable")
    ngram = np.empty(len(comparisons.ngram), dtype=np.float64)
    is_truncated = np.zeros(n_strings, dtype=np.bool_)

    starts = range(n_sentences, n_strings, _NGRAMS_AT_A_TIME)
    blocks = [(0, n_sentences), *((start, min(start + _NGRAMS_AT_A_TIME, n_strings)) for start in starts)]
    sentences = np.empty((0, 0), dtype=np.float32)
    for start, stop in blocks:

        def tell(done: int, _: int, start: int = start) -> None:
            if on_progress is not None:
                on_progress(start + done, n_strings)

        encoded = encoder.encode(comparisons.strings[start:stop], tell)
        is_truncated[start:stop] = encoded.is_truncated
        if start == 0:
            sentences = encoded.embeddings
        first, last = np.searchsorted(comparisons.ngram, [start, stop], sorter=by_ngram)
        here = by_ngram[first:last]
        ngram[here] = cosine(encoded.embeddings, sentences, comparisons.ngram[here] - start, keyword[here])
    sentence = cosine(sentences, sentences, comparisons.prediction, comparisons.target)
    return Similarities(sentence, ngram, is_truncated)


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
