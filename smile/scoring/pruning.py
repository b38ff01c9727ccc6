"""Which pairs can still be the best of their row, before all of their cosines are known."""

from collections.abc import Sequence
from typing import Protocol

import numpy as np

from ..aliases import BoolArray, FloatArray, IntArray
from ..settings.named_settings import Settings
from .formulas import can_be_best, joined_score, keyword_similarity, semantic_score
from .plan import Comparisons


class Rivals(Protocol):
    """Pairs measured already, which compete for the best of the same rows; `smile.scoring.pairs.MeasuredPairs`."""

    @property
    def row(self) -> IntArray:
        """(P,) row of each pair."""
        ...

    @property
    def semantic(self) -> FloatArray:
        """(P,) semantic scores, 0 to 1."""
        ...

    @property
    def easy_match(self) -> FloatArray:
        """(P,) easy matches, 0 to 1."""
        ...

    @property
    def keyword_similarity(self) -> FloatArray:
        """(P,) keyword similarities, 0 to 1."""
        ...

    @property
    def is_other_value(self) -> BoolArray:
        """(P,) whether the answer commits to another value than the reference's."""
        ...


def hopeful_pairs(
    comparisons: Comparisons,
    lowest: FloatArray,
    highest: FloatArray,
    wanted: Sequence[Settings] | None,
    rivals: Rivals | None,
) -> BoolArray:
    """Returns a (P,) mask of the pairs that can be the best of their row, whatever the cosines of their n-grams.

    Args:
        comparisons: P pairs.
        lowest: (P,) lower bound of each sentence cosine.
        highest: (P,) upper bound of each sentence cosine.
        wanted: The settings to score with; a pair that can be best with one of them stays. None keeps every pair.
        rivals: Other pairs of the same rows.
    """
    if wanted is None:
        return np.ones(len(comparisons.row), dtype=np.bool_)
    at_most, _ = keyword_similarity(
        np.ones(len(comparisons.ngram)), comparisons.lacks_number, comparisons.ngram_start, comparisons.is_exact
    )
    at_least = comparisons.is_exact.astype(np.float64)
    is_hopeful = np.zeros(len(comparisons.row), dtype=np.bool_)
    for settings in wanted:
        least, most = (
            joined_score(
                semantic_score(sentence), comparisons.easy_match, keyword, comparisons.is_other_value, settings
            )
            for sentence, keyword in ((lowest, at_least), (highest, at_most))
        )
        row = comparisons.row
        if rivals is not None:
            known = joined_score(
                rivals.semantic, rivals.easy_match, rivals.keyword_similarity, rivals.is_other_value, settings
            )
            row = np.concatenate((row, rivals.row))
            least, most = np.concatenate((least, known)), np.concatenate((most, known))
        is_hopeful |= can_be_best(row, least, most)[: len(is_hopeful)]
    return is_hopeful
