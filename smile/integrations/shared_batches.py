"""One call for many rows, for tools that ask for the score of one row, or of a task's rows once for each metric."""

import logging
from collections import deque
from collections.abc import Callable, Sequence
from concurrent.futures import Future
from functools import lru_cache
from itertools import islice
from threading import Lock
from typing import Any

from ..rows.checked_rows import Row
from ..scoring.results import Scores
from ..scoring.scorer import SmileScorer
from ..scoring.signature import RowKinds


class SharedBatches:
    """Scores together the rows that arrive while others are being scored; no row waits for a time to pass."""

    def __init__(self, scorer: SmileScorer) -> None:
        self._scorer = scorer
        self._waiting: deque[tuple[Sequence[Row], Future[list[dict[str, Any]]]]] = deque()
        self._lock = Lock()

    def __reduce__(self) -> tuple[type["SharedBatches"], tuple[SmileScorer]]:
        """Says how another process gets one: with the same scorer, and no rows."""
        return SharedBatches, (self._scorer,)

    def score(self, rows: Sequence[Row]) -> list[dict[str, Any]]:
        """Returns the scores of checked rows (see `Scores.items`), each with its `signature`.

        Other threads may ask meanwhile. The signature is that of the row alone, so that it does not depend on what is
        scored beside it.
        """
        asked: Future[list[dict[str, Any]]] = Future()
        self._waiting.append((rows, asked))
        with self._lock:
            if not asked.done():
                self._score_waiting()
        return asked.result()

    def _score_waiting(self) -> None:
        batch = [self._waiting.popleft() for _ in range(len(self._waiting))]
        try:
            scores = self._scorer.score_rows([row for rows, _ in batch for row in rows])
        except BaseException as error:
            for _, asked in batch:
                asked.set_exception(error)
            return
        items = scores.items()
        values_of_rows = zip(*items.values(), strict=True)
        for rows, asked in batch:
            asked.set_result(
                [
                    dict(zip(items, values, strict=True)) | {"signature": self._signature(row)}
                    for row, values in zip(rows, islice(values_of_rows, len(rows)), strict=True)
                ]
            )

    def _signature(self, row: Row) -> str:
        return self._scorer.signature_of(self._scorer.settings, RowKinds.of([row]))


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
