"""Which pairs can still be the best of their row, before all of their cosines are known."""

from collections.abc import Sequence

import numpy as np

from ..aliases import BoolArray, FloatArray
from ..settings.named_settings import Settings
from .formulas import can_be_best, joined_score, keyword_similarity, semantic_score
from .plan import Comparisons


def hopeful_pairs(
    comparisons: Comparisons,
    lowest: FloatArray,
    highest: FloatArray,
    wanted: Sequence[Settings] | None,
) -> BoolArray:
    """Returns a (P,) mask of the pairs that can be the best of their row, whatever the cosines of their n-grams.

    Args:
        comparisons: P pairs.
        lowest: (P,) lower bound of each sentence cosine.
        highest: (P,) upper bound of each sentence cosine.
        wanted: The settings to score with; a pair that can be best with one of them stays. None keeps every pair.
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
        is_hopeful |= can_be_best(comparisons.row, least, most)
    return is_hopeful
