"""Batching for tools that score one row at a time, or a task's rows once for each metric."""

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
    """Scores rows that arrive while others are being scored as one batch, without a time window."""

    def __init__(self, scorer: SmileScorer) -> None:
        self._scorer = scorer
        self._waiting: deque[tuple[Sequence[Row], Future[list[dict[str, Any]]]]] = deque()
        self._lock = Lock()

    def __reduce__(self) -> tuple[type["SharedBatches"], tuple[SmileScorer]]:
        """Pickles the scorer without waiting rows."""
        return SharedBatches, (self._scorer,)

    def score(self, rows: Sequence[Row]) -> list[dict[str, Any]]:
        """Returns the scores of checked rows (see `Scores.items`), each with its `signature`; thread-safe.

        The signature is that of the row alone, so that it does not depend on the other rows of the batch.
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
        return str(self._scorer.signature_of(self._scorer.settings, RowKinds.of([row])))


def scored_once(scorer: SmileScorer, logger: logging.Logger) -> Callable[[tuple[Row, ...]], Scores]:
    """Returns a function that scores rows and caches the last result for the next metric of the same rows.

    It logs the signature, because these tools store no metadata of a metric.
    """

    @lru_cache(maxsize=1)
    def scores_of(rows: tuple[Row, ...]) -> Scores:
        scores = scorer.score_rows(rows)
        logger.info("SMILE of %d answers: %s", len(rows), scores.signature)
        return scores

    return scores_of
