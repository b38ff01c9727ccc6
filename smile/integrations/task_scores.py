"""The scores of all rows of a task, for tools that ask for them once for each metric."""

import logging
from collections.abc import Callable
from functools import lru_cache

from ..rows.checked_rows import Row
from ..scoring.results import Scores
from ..scoring.scorer import SmileScorer


def scored_once(scorer: SmileScorer, logger: logging.Logger) -> Callable[[tuple[Row, ...]], Scores]:
    """Returns a function that scores rows and keeps the last result, as the next metric asks for the same rows.

    It logs the signature: these tools keep no metadata that a metric computes.
    """

    @lru_cache(maxsize=1)
    def scores_of(rows: tuple[Row, ...]) -> Scores:
        scores = scorer.score_rows(rows)
        logger.info("SMILE of %d answers: %s", len(rows), scores.signature)
        return scores

    return scores_of
