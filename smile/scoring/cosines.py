"""The third stage of scoring: the cosines of everything compared.

Each string is encoded once, and only the embeddings that later cosines need are kept.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import numpy.typing as npt

from ..caches import CLEAR
from ..encoding.encoders import Encoder, cosine, sum_of_strings
from ..encoding.unknown_tokens import cannot_compare, unknown_tokens_of
from ..result_types import StringCounts
from ..settings.named_settings import Settings
from ..shared_types import BoolArray, FloatArray, IntArray, OnProgress, progress_of_part
from ..tsv import read_tsv_table
from .plan import Comparisons
from .score_formulas import (
    joined_score,
    keyword_similarity,
    may_be_best_of_row,
    number_mismatch_formula,
    semantic_score,
)

# Static vectors give the cosine 1 to the same words in any order, such as "Ben beat Anna" and "Anna beat Ben". Only the
# same order may have 1, so any other n-gram stays just below.
_OTHER_NGRAM_AT_MOST = 0.999

# Word vectors estimate the encoder's cosines, and pairs that cannot win by these estimates are not encoded. Estimates
# for n-grams get this margin of error. Those for sentences get none, because all sentences of a row are compared with
# the same answer. On 2,500 rows of evouna_dev this halves the tokens encoded and moves 0.8 % of the scores by more than
# 0.01.
ESTIMATE_IS_WRONG_BY = 0.12

_Bounds = tuple[FloatArray, FloatArray]

# Most strings are n-grams: their embeddings are dropped once compared, so memory grows with the answers alone.
_NGRAMS_AT_A_TIME = 16_384


@dataclass(frozen=True)
class Similarities:
    """The cosines of comparisons.

    P pairs, G n-grams of all pairs together, S distinct strings, as in `Comparisons`.

    Attributes:
        sentence: (P,) cosine of prediction and target, -1 to 1. If the encoder cannot compare them, it is 1 for the
            same words and 0 otherwise.
        ngram: (G,) cosine of each n-gram and its pair's keyword, -1 to 1; 0 if the encoder cannot compare them.
        is_out_of_vocabulary: (P,) whether the tokenizer does not know the text, so that the encoder cannot compare.
        is_truncated: (S,) whether a string that was encoded is longer than the encoder reads.
        n_strings: Strings by source.
    """

    sentence: FloatArray
    ngram: FloatArray
    is_out_of_vocabulary: BoolArray
    is_truncated: BoolArray
    n_strings: StringCounts


def measure_cosines(
    comparisons: Comparisons,
    encoder: Encoder,
    wanted: Sequence[Settings] | None,
    on_progress: OnProgress | None = None,
    word_vectors: Encoder | None = None,
    unrelated: float = 0.0,
) -> tuple[Comparisons, Similarities]:
    """Encodes each string of a run once; returns the pairs that can still win with their comparisons and similarities.

    Sentences come first, then n-grams. Before each, the pairs that can no longer be the best of their row are dropped.

    Args:
        comparisons: P pairs.
        encoder: The encoder.
        wanted: The settings to score with; None keeps every pair.
        on_progress: Called with the number of strings encoded and the most that there can be.
        word_vectors: A cheap encoder that estimates which pairs can be the best; None drops only those that surely
            cannot.
        unrelated: The cosine of unrelated texts, which becomes 0; that of equal texts stays 1.
    """
    unknown = np.ones(len(comparisons.pairs))
    comparisons = comparisons.only(pairs_needing_cosines(comparisons, -unknown, unknown, wanted))
    is_out_of_vocabulary = _out_of_vocabulary(comparisons, encoder)
    bounds = None
    if word_vectors is not None and wanted is not None:
        sentence, of_ngrams = _estimated_cosines(comparisons, word_vectors)
        sentence[is_out_of_vocabulary] = comparisons.pairs["has_same_words"][is_out_of_vocabulary]
        is_candidate = pairs_needing_cosines(comparisons, sentence, sentence, wanted, _bounds_around(of_ngrams))
        bounds = _bounds_around(of_ngrams[comparisons.of_pairs(is_candidate)])
        comparisons, is_out_of_vocabulary = comparisons.only(is_candidate), is_out_of_vocabulary[is_candidate]
    pairs = comparisons.pairs
    encoded = _EncodedOnce(comparisons.strings, encoder, on_progress)
    encoded.keep(comparisons.different(pairs["prediction"], pairs["target"]), n_left=len(comparisons.strings))
    sentence = cosine(encoded.kept, encoded.kept, *encoded.places(pairs["prediction"], pairs["target"]))
    sentence = _scaled_cosines(sentence, unrelated)
    sentence[is_out_of_vocabulary] = pairs["has_same_words"][is_out_of_vocabulary]
    is_candidate = pairs_needing_cosines(comparisons, sentence, sentence, wanted, bounds)
    ngrams = None if bounds is None else _ngrams_needing_cosines(comparisons, sentence, wanted or (), bounds)
    comparisons = comparisons.only(is_candidate, ngrams)

    compared_with = comparisons.different(comparisons.pairs["keyword"][~comparisons.is_exact])
    still_used = comparisons.different(compared_with, comparisons.ngram)
    encoded.forget_all_but(still_used)
    encoded.keep(compared_with, n_left=len(still_used))
    keyword, ngram = encoded.places(comparisons.keyword_of_ngram(), comparisons.ngram)
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
    # None of these n-grams is its pair's keyword: where that occurs, the pair is exact and has no n-grams.
    cosines = np.minimum(_scaled_cosines(cosines, unrelated), _OTHER_NGRAM_AT_MOST)
    cosines[_ngrams_out_of_vocabulary(comparisons, encoder)] = 0.0
    return comparisons, Similarities(
        sentence[is_candidate], cosines, is_out_of_vocabulary[is_candidate], encoded.is_truncated, encoded.n_strings
    )


def _scaled_cosines(cosines: FloatArray, unrelated: float) -> FloatArray:
    return np.clip((cosines - unrelated) / (1 - unrelated), -1.0, 1.0) if unrelated else cosines


def unrelated_cosine(encoder: Encoder) -> float:
    """Returns the mean cosine that an encoder gives to unrelated texts of one language, measured on a few of them."""
    if encoder.signature not in _MEASURED:
        pairs = read_tsv_table(Path(__file__).parent, "unrelated.tsv")
        vectors = encoder.encode([text for _, *pair in pairs for text in pair]).embeddings
        rows = np.arange(0, len(vectors), 2)
        _MEASURED[encoder.signature] = max(float(np.mean(cosine(vectors, vectors, rows, rows + 1))), 0.0)
    return _MEASURED[encoder.signature]


# By the signature of the encoder.
_MEASURED: dict[str, float] = {}
CLEAR.append(_MEASURED.clear)


def _estimated_cosines(comparisons: Comparisons, word_vectors: Encoder) -> tuple[FloatArray, FloatArray]:
    """Returns the (P,) cosines of sentences and the (G,) cosines of n-grams, estimated by word vectors."""
    pairs, keyword = comparisons.pairs, comparisons.keyword_of_ngram()
    encoded = _EncodedOnce(comparisons.strings, word_vectors, None)
    encoded.keep(comparisons.different(pairs["prediction"], pairs["target"], keyword, comparisons.ngram), n_left=0)
    sentence = cosine(encoded.kept, encoded.kept, *encoded.places(pairs["prediction"], pairs["target"]))
    return sentence, cosine(encoded.kept, encoded.kept, *encoded.places(comparisons.ngram, keyword))


def _bounds_around(estimates: FloatArray) -> _Bounds:
    return estimates - ESTIMATE_IS_WRONG_BY, np.minimum(estimates + ESTIMATE_IS_WRONG_BY, 1.0)


def pairs_needing_cosines(
    comparisons: Comparisons,
    lowest: FloatArray,
    highest: FloatArray,
    wanted: Sequence[Settings] | None,
    ngrams: _Bounds | None = None,
) -> BoolArray:
    """Returns a (P,) mask of the pairs that may be the best of their row with one of the settings.

    Args:
        comparisons: P pairs with G n-grams.
        lowest: (P,) lower bound of each sentence cosine.
        highest: (P,) upper bound of each sentence cosine.
        wanted: The settings to score with; None keeps every pair.
        ngrams: (G,) lower and upper bounds of the n-grams' cosines; None if they are unknown.
    """
    pairs = comparisons.pairs
    is_candidate = np.zeros(len(pairs), dtype=np.bool_)
    if ngrams is None:
        ones = np.ones(len(comparisons.ngram))
        ngrams = -ones, ones
    for settings in wanted or ():
        least, most = (
            _smile_of_pairs(pairs, sentence, _keyword_similarity(comparisons, bound), settings)
            for sentence, bound in zip((lowest, highest), ngrams, strict=True)
        )
        is_candidate |= may_be_best_of_row(pairs["row"], least, most)
    return is_candidate if wanted is not None else ~is_candidate


def _ngrams_needing_cosines(
    comparisons: Comparisons, sentence: FloatArray, wanted: Sequence[Settings], ngrams: _Bounds
) -> BoolArray:
    """Returns a (G,) mask of the n-grams that may decide their row's score, at least one for each candidate pair."""
    pairs = comparisons.pairs
    pair = comparisons.of_pairs(np.arange(len(pairs)))
    at_least = _keyword_similarity(comparisons, ngrams[0])
    at_most = np.maximum(number_mismatch_formula(ngrams[1], comparisons.lacks_number), 0.0)
    is_candidate = np.zeros(len(pair), dtype=np.bool_)
    for settings in wanted:
        least = _smile_of_pairs(pairs, sentence, at_least, settings)
        most = _smile_of_pairs(pairs[pair], sentence[pair], at_most, settings)
        # An n-gram can decide if a pair with no other n-gram could be the best of its row.
        rows, none = np.concatenate((pairs["row"], pairs["row"][pair])), np.zeros(len(pair))
        is_candidate |= may_be_best_of_row(rows, np.concatenate((least, none)), np.concatenate((least, most)))[
            len(pairs) :
        ]
    return is_candidate


def _keyword_similarity(comparisons: Comparisons, cosines: FloatArray) -> FloatArray:
    best, _ = keyword_similarity(cosines, comparisons.lacks_number, comparisons.ngram_start, comparisons.is_exact)
    return best


def _smile_of_pairs(
    pairs: npt.NDArray[np.void], sentence: FloatArray, keyword: FloatArray, settings: Settings
) -> FloatArray:
    return joined_score(semantic_score(sentence), pairs["easy_match"], keyword, pairs["is_other_value"], settings)


def _out_of_vocabulary(comparisons: Comparisons, encoder: Encoder) -> BoolArray:
    """Returns a (P,) mask of the pairs whose texts, without the question, cannot be compared."""
    texts = []
    pairs = comparisons.pairs
    for number, reference in zip(pairs["row"].tolist(), pairs["reference_index"].tolist(), strict=True):
        row = comparisons.rows[number]
        synthetic = row.synthetic_answers[reference]
        texts.append((row.prediction, row.references[reference] if synthetic is None else synthetic))
    unknown = unknown_tokens_of(encoder, [text for pair in texts for text in pair])
    if not unknown:
        return np.zeros(len(texts), dtype=np.bool_)
    return np.array([not unknown.keys().isdisjoint(pair) and cannot_compare(*pair, unknown) for pair in texts])


def _ngrams_out_of_vocabulary(comparisons: Comparisons, encoder: Encoder) -> BoolArray:
    """Returns a (G,) mask of the n-grams that cannot be compared with their pair's keyword."""
    strings, keyword = comparisons.strings, comparisons.keyword_of_ngram()
    used = comparisons.different(keyword, comparisons.ngram).tolist()
    unknown = unknown_tokens_of(encoder, [strings[i] for i in used])
    found = np.zeros(len(keyword), dtype=np.bool_)
    if unknown:
        has_unknown = np.zeros(len(strings), dtype=np.bool_)
        has_unknown[[i for i in used if strings[i] in unknown]] = True
        for i in np.flatnonzero(has_unknown[keyword] | has_unknown[comparisons.ngram]).tolist():
            found[i] = cannot_compare(strings[keyword[i]], strings[comparisons.ngram[i]], unknown)
    return found


class _EncodedOnce:
    """Encodes strings by their index and keeps the embeddings that later cosines need; see `Similarities`."""

    def __init__(self, strings: Sequence[str], encoder: Encoder, on_progress: OnProgress | None) -> None:
        self.kept = np.empty((0, 0), dtype=np.float32)
        self.is_truncated = np.zeros(len(strings), dtype=np.bool_)
        self.n_strings: StringCounts = {"n_encoded": 0}
        self._strings = strings
        self._encoder = encoder
        self._on_progress = on_progress
        self._place = np.full(len(strings), -1, dtype=np.int64)
        self._n_done = 0

    def keep(self, indexes: IntArray, n_left: int) -> None:
        """Encodes and keeps the strings that are not kept yet. At most `n_left` strings then remain."""
        new = indexes[self._place[indexes] < 0]
        if len(new) == 0:
            return
        self._place[new] = len(self.kept) + np.arange(len(new))
        embeddings = self.encode(new, n_left - (len(indexes) - len(new)))
        self.kept = np.concatenate((self.kept, embeddings)) if len(self.kept) else embeddings

    def forget_all_but(self, indexes: IntArray) -> None:
        still = indexes[self._place[indexes] >= 0]
        self.kept = self.kept[self._place[still]]
        self._place.fill(-1)
        self._place[still] = np.arange(len(still))

    def encode(self, indexes: IntArray, n_left: int) -> npt.NDArray[np.float32]:
        """Returns the (n, d) embeddings of strings not encoded before."""
        progress = progress_of_part(self._on_progress, self._n_done, len(indexes), self._n_done + n_left)
        encoded = self._encoder.encode([self._strings[i] for i in indexes], progress)
        self.is_truncated[indexes] = encoded.is_truncated
        self.n_strings = sum_of_strings([self.n_strings, encoded.n_strings])
        self._n_done += len(indexes)
        return encoded.embeddings

    def places(self, *indexes: IntArray) -> list[IntArray]:
        """Returns the row of each string's embedding in `kept`, -1 for a string not kept."""
        return [self._place[each] for each in indexes]
