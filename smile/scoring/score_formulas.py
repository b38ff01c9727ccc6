"""The formulas of the scores: pure functions over arrays, each with its ranges and source."""

import numpy as np

from ..constants import OTHER_VALUE_FACTOR, Aggregation
from ..settings.named_settings import Settings
from ..shared_types import BoolArray, FloatArray, IntArray

# An n-gram that lacks one of the reference's numbers keeps this share of its cosine (docs/settings.md).
NUMBER_MISMATCH_FACTOR = 0.5

# Rounding moves a score past its bound by less than this.
_ROUNDING = 1e-9


def semantic_score(cosines: FloatArray) -> FloatArray:
    """Returns (1 + cosine) / 2, 0 to 1 (paper, Equation 1).

    >>> semantic_score(np.array([-1.0, 0.0, 1.0]))
    array([0. , 0.5, 1. ])
    """
    return (1 + cosines) / 2


def number_mismatch_formula(cosines: FloatArray, lacks_number: BoolArray) -> FloatArray:
    """Returns the (G,) similarities of n-grams; a positive cosine is halved if a number of the reference is missing."""
    return np.where(lacks_number & (cosines > 0), NUMBER_MISMATCH_FACTOR * cosines, cosines)


def keyword_similarity(
    cosines: FloatArray, lacks_number: BoolArray, start: IntArray, is_exact: BoolArray
) -> tuple[FloatArray, IntArray]:
    """Returns the highest similarity among each pair's n-grams, clipped at 0 (paper, Equation 2).

    Args:
        cosines: (G,) cosine of each n-gram with its pair's norm(reference).
        lacks_number: (G,) whether the n-gram lacks one of the reference's numbers; it then counts half.
        start: (P + 1,) where each pair's n-grams begin.
        is_exact: (P,) whether the pair has no n-grams, as its similarity is 1.

    Returns:
        (P,) similarities, 0 to 1, and (P,) the position among G of the first best n-gram, -1 for exact pairs.
    """
    similarities = number_mismatch_formula(cosines, lacks_number)
    best = np.ones(len(is_exact), dtype=np.float64)
    position = np.full(len(is_exact), -1, dtype=np.int64)
    compared = np.flatnonzero(~is_exact)
    if len(compared):
        highest = np.maximum.reduceat(similarities, start[compared])
        lengths = np.diff(start)[compared]
        hits = np.flatnonzero(similarities == np.repeat(highest, lengths))
        position[compared] = hits[np.searchsorted(hits, start[compared])]
        best[compared] = np.maximum(highest, 0.0)
    return best, position


def lexical_score(easy_match: FloatArray, keyword_similarities: FloatArray, use_easy_match: bool) -> FloatArray:
    """Returns the (P,) means of easy match and keyword similarity, 0 to 1 (paper, Equation 2).

    Both are (P,), 0 to 1. Without `use_easy_match` it is the keyword similarity alone.
    """
    return (easy_match + keyword_similarities) / 2 if use_easy_match else keyword_similarities


def smile_score(
    semantic: FloatArray, lexical: FloatArray, semantic_weight: float, aggregation: Aggregation
) -> FloatArray:
    """Returns the (P,) scores of (P,) parts, 0 to 1 (paper, Equation 3).

    Args:
        semantic: 0 to 1.
        lexical: 0 to 1.
        semantic_weight: The paper's w, 0 to 1; not used by the harmonic mean.
        aggregation: `weighted`: w * semantic + (1 - w) * lexical; `harmonic`: their harmonic mean.

    >>> smile_score(np.array([1.0, 0.0]), np.array([0.5, 0.0]), 0.5, "harmonic")
    array([0.66666667, 0.        ])
    """
    if aggregation == "harmonic":
        total = semantic + lexical
        return np.divide(2 * semantic * lexical, total, out=np.zeros_like(total), where=total > 0)
    return semantic_weight * semantic + (1 - semantic_weight) * lexical


def joined_score(
    semantic: FloatArray, easy_match: FloatArray, keyword: FloatArray, is_other_value: BoolArray, settings: Settings
) -> FloatArray:
    """Returns the (P,) SMILE of pairs, 0 to 1, from (P,) parts, 0 to 1, combined as the settings say.

    The score of an answer that commits to another value than the reference's (`is_other_value`) is halved.
    """
    lexical = lexical_score(easy_match, keyword, settings.use_easy_match)
    smile = smile_score(semantic, lexical, settings.semantic_weight, settings.aggregation)
    return np.where(is_other_value, OTHER_VALUE_FACTOR * smile, smile)


def rating_formula(smile: FloatArray, threshold: float) -> IntArray:
    """Returns the ratings 0 to 5 of (n,) scores from 0 to 1, 4 or 5 exactly for those above the threshold.

    0 to 3 are four equal bins up to the threshold, 4 and 5 are two equal bins above it. A score on an edge gets the
    lower rating. The paper has six uniform bins (Appendix A.3): scores from 0.6667 to 0.67 would be rated 4 and yet be
    incorrect.

    >>> rating_formula(np.array([0.0, 0.5, 0.67, 0.671, 1.0]), 0.67)
    array([0, 2, 3, 4, 5])
    """
    edges = np.array([threshold * 0.25, threshold * 0.5, threshold * 0.75, threshold, (threshold + 1) / 2])
    return np.searchsorted(edges, smile, side="left")


def best_of_row(row: IntArray, smile: FloatArray, reference_index: IntArray) -> IntArray:
    """Returns the position of each row's best pair; among equal pairs, the one with the first reference.

    >>> best_of_row(np.array([0, 0, 0, 2]), np.array([0.1, 0.9, 0.9, 0.4]), np.array([0, 2, 1, 0]))
    array([2, 3])
    """
    order = np.lexsort((reference_index, -smile, row))
    _, first = np.unique(row[order], return_index=True)
    return order[first]


def may_be_best_of_row(row: IntArray, least: FloatArray, most: FloatArray) -> BoolArray:
    """Returns a (P,) mask of the pairs that can be the best of their row, given (P,) bounds of their scores.

    >>> may_be_best_of_row(np.array([0, 0, 2]), np.array([0.5, 0.1, 0.0]), np.array([0.9, 0.4, 0.2]))
    array([ True, False,  True])
    """
    best = np.zeros(row.max(initial=-1) + 1)
    np.maximum.at(best, row, least)
    return most >= best[row] - _ROUNDING
