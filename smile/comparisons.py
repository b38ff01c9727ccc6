"""Every comparison that a run has to make, over a list in which each distinct string stands once."""

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from .keywords import Words, contains, easy_match, lacks_numbers, most_ngrams, ngrams
from .normalization import PAPER_NORMALIZATION, clean, words
from .rows import Row, is_blank

IntArray = npt.NDArray[np.int64]
FloatArray = npt.NDArray[np.float64]
BoolArray = npt.NDArray[np.bool_]


@dataclass(frozen=True)
class Comparisons:
    """The comparisons of a run; a pair is one row's prediction against one of its references.

    P pairs, G n-grams of all pairs together, S distinct strings. A pair whose reference occurs word for word among
    the n-grams has none to compare: its keyword similarity is exactly 1.

    Attributes:
        strings: S strings, each once.
        n_rows: Number of rows, those with empty predictions included.
        row: (P,) row of each pair, ascending.
        reference_index: (P,) which of its row's references.
        prediction: (P,) string index of the prediction.
        target: (P,) string index of the synthetic answer, the reference itself where there is none. Where questions are
            used, the question stands before this and before the prediction.
        keyword: (P,) string index of norm(reference).
        easy_match: (P,) share of the reference's words found.
        is_exact: (P,) whether norm(reference) is among the n-grams.
        is_cut: (P,) whether the prediction has more n-grams than are compared.
        ngram_start: (P + 1,) where each pair's n-grams begin in the arrays below.
        ngram: (G,) string index of each n-gram.
        lacks_number: (G,) whether the n-gram lacks one of its reference's numbers.
    """

    strings: list[str]
    n_rows: int
    row: IntArray
    reference_index: IntArray
    prediction: IntArray
    target: IntArray
    keyword: IntArray
    easy_match: FloatArray
    is_exact: BoolArray
    is_cut: BoolArray
    ngram_start: IntArray
    ngram: IntArray
    lacks_number: BoolArray

    def only(self, pairs: BoolArray) -> "Comparisons":
        """Returns the comparisons of the pairs that a (P,) mask keeps; the strings stay as they are."""
        n_ngrams = np.diff(self.ngram_start)
        ngrams_kept = np.repeat(pairs, n_ngrams)
        of_pairs = ("row", "reference_index", "prediction", "target", "keyword", "easy_match", "is_exact", "is_cut")
        return replace(
            self,
            ngram_start=np.concatenate(([0], np.cumsum(n_ngrams[pairs]))),
            ngram=self.ngram[ngrams_kept],
            lacks_number=self.lacks_number[ngrams_kept],
            **{name: getattr(self, name)[pairs] for name in of_pairs},
        )


def compare(rows: Sequence[Row], normalization: str, language: str, with_questions: bool = False) -> Comparisons:
    """Lists what has to be compared to score the rows; rows with an empty prediction have nothing to compare.

    Args:
        rows: Checked rows.
        normalization: `smile` or `paper`; numbers are watched in `smile` only.
        language: ISO code, or `any`.
        with_questions: Whether each row's question stands before its prediction and its targets; every row has one.
    """
    # The index of each string; one that is new gets the next.
    index: defaultdict[str, int] = defaultdict()
    index.default_factory = index.__len__
    intern = index.__getitem__
    normalised: dict[str, Words] = {}

    def norm(text: str) -> Words:
        if text not in normalised:
            normalised[text] = words(text, normalization, language)
        return normalised[text]

    pairs: list[_Pair] = []
    ngram_start = [0]
    ngram: list[int] = []
    lacks_number: list[bool] = []
    for row_number, row in enumerate(rows):
        if is_blank(row.prediction):
            continue
        prediction = words(row.prediction, normalization, language)
        question = f"{row.question} " if with_questions else ""
        prediction_index = intern(clean(question + row.prediction, normalization))
        candidates_of_length: dict[int, list[Words]] = {}
        for reference_index, (reference, synthetic) in enumerate(
            zip(row.references, row.synthetic_answers, strict=True)
        ):
            keyword = norm(reference)
            n = len(keyword)
            if n not in candidates_of_length:
                candidates_of_length[n] = ngrams(prediction, n, most_ngrams(n) + 1)
            candidates = candidates_of_length[n]
            is_cut = len(candidates) > most_ngrams(n)
            is_exact = contains(prediction, keyword) if is_cut else keyword in candidates
            compared = [] if is_exact else candidates[: most_ngrams(n)]
            pairs.append(
                _Pair(
                    row=row_number,
                    reference_index=reference_index,
                    prediction=prediction_index,
                    target=intern(clean(question + (reference if synthetic is None else synthetic), normalization)),
                    keyword=intern(" ".join(keyword)),
                    easy_match=easy_match(prediction, keyword),
                    is_exact=is_exact,
                    is_cut=is_cut and not is_exact,
                )
            )
            ngram.extend(map(intern, map(" ".join, compared)))
            if normalization == PAPER_NORMALIZATION:
                lacks_number.extend([False] * len(compared))
            else:
                lacks_number.extend(lacks_numbers(compared, keyword))
            ngram_start.append(len(ngram))
    return Comparisons(
        strings=list(index),
        n_rows=len(rows),
        row=np.array([pair.row for pair in pairs], dtype=np.int64),
        reference_index=np.array([pair.reference_index for pair in pairs], dtype=np.int64),
        prediction=np.array([pair.prediction for pair in pairs], dtype=np.int64),
        target=np.array([pair.target for pair in pairs], dtype=np.int64),
        keyword=np.array([pair.keyword for pair in pairs], dtype=np.int64),
        easy_match=np.array([pair.easy_match for pair in pairs], dtype=np.float64),
        is_exact=np.array([pair.is_exact for pair in pairs], dtype=np.bool_),
        is_cut=np.array([pair.is_cut for pair in pairs], dtype=np.bool_),
        ngram_start=np.array(ngram_start, dtype=np.int64),
        ngram=np.array(ngram, dtype=np.int64),
        lacks_number=np.array(lacks_number, dtype=np.bool_),
    )


class _Pair(NamedTuple):
    row: int
    reference_index: int
    prediction: int
    target: int
    keyword: int
    easy_match: float
    is_exact: bool
    is_cut: bool
