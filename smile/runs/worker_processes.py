"""Several processes of this machine score chunks; what they return comes in order, and a killed one is replaced."""

import multiprocessing
import os
import threading
import warnings
from collections import deque
from collections.abc import Generator, Iterable, Sequence
from concurrent.futures import Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from dataclasses import dataclass
from multiprocessing.connection import wait

from ..encoding.torch_tools import cores
from ..errors import BackendWarning, LearnedWarning, ModelError, StoreWarning
from ..files.reading import FileRows
from ..rows.checked_rows import Row
from ..scoring.results import Scores
from ..scoring.scorer import SmileScorer

# Chunks under way for each worker, so that none waits for rows to be read.
_UNDER_WAY = 2
# So often may workers be killed before a run gives up: a cause that stays, as too little memory, kills the next ones.
_MOST_KILLS = 3

_Answer = tuple[Scores, list[Warning]]


@dataclass
class _Chunk:
    """A chunk under way: its rows, and its scores where they were finished before, or the worker's promise of them."""

    rows: FileRows
    finished: Scores | None
    promise: "Future[_Answer] | None" = None


def scores_by_workers(
    scorer: SmileScorer, chunks: Iterable[tuple[FileRows, Scores | None]], workers: int
) -> Generator[tuple[FileRows, Scores, bool], None, None]:
    """Scores chunks in several processes, each with its own scorer and its share of the cores as threads.

    Args:
        scorer: The scorer; each process gets a copy.
        chunks: Chunks, each with its scores if it was finished before.
        workers: How many processes.

    Yields:
        The chunks in order, their scores, and whether they were scored now.

    Raises:
        ModelError: Workers were killed again and again.
        SmileError: The first error that the scorer raised.
    """
    pool = _Pool(scorer, workers)
    waiting: deque[_Chunk] = deque()
    shown: set[str] = set()

    def first() -> tuple[FileRows, Scores, bool]:
        chunk = waiting[0]
        scores, caught = pool.answer(waiting) if chunk.finished is None else (chunk.finished, [])
        waiting.popleft()
        for warning in caught:
            if str(warning) not in shown:  # each worker warns
                shown.add(str(warning))
                warnings.warn(warning, stacklevel=3)
        return chunk.rows, scores, chunk.finished is None

    try:
        for rows, finished in chunks:
            chunk = _Chunk(rows, finished)
            waiting.append(chunk)
            if finished is None:
                pool.submit(chunk, waiting)
            if len(waiting) > _UNDER_WAY * workers:
                yield first()
        while waiting:
            yield first()
    finally:
        pool.close()


class _Pool:
    """Processes that score, and others in their place when one is killed."""

    def __init__(self, scorer: SmileScorer, workers: int) -> None:
        self._arguments = scorer, max(1, cores() // workers)
        self._workers = workers
        self._n_kills = 0
        self._executor = self._start()

    def submit(self, chunk: _Chunk, waiting: Iterable[_Chunk]) -> None:
        """Hands a chunk to the workers, with all that are waiting if a worker was killed."""
        try:
            chunk.promise = self._executor.submit(_score, chunk.rows.rows)
        except BrokenProcessPool:
            self._replace(waiting)

    def answer(self, waiting: Sequence[_Chunk] | deque[_Chunk]) -> _Answer:
        """Waits for the scores of the first chunk, which are computed anew if its worker was killed."""
        while True:
            promise = waiting[0].promise
            assert promise is not None  # noqa: S101 (it was submitted)
            try:
                return promise.result()
            except BrokenProcessPool:
                self._replace(waiting)

    def close(self) -> None:
        """Ends the processes; what they are doing is dropped."""
        running = list((self._executor._processes or {}).values())
        self._executor.shutdown(wait=False, cancel_futures=True)
        for process in running:
            process.terminate()
            process.join()

    def _start(self) -> ProcessPoolExecutor:
        # Not forked: a fork copies locks of threads that it does not copy.
        context = multiprocessing.get_context("spawn")
        return ProcessPoolExecutor(self._workers, context, _open_worker, self._arguments)

    def _replace(self, waiting: Iterable[_Chunk]) -> None:
        self._n_kills += 1
        if self._n_kills > _MOST_KILLS:
            raise ModelError(
                f"workers were killed {self._n_kills} times, perhaps for want of memory: give fewer with --workers"
            )
        self._executor.shutdown(wait=False)
        self._executor = self._start()
        for chunk in waiting:
            is_done = chunk.promise is not None and chunk.promise.done() and chunk.promise.exception() is None
            if chunk.finished is None and not is_done:
                chunk.promise = self._executor.submit(_score, chunk.rows.rows)


_scorer: SmileScorer


def _open_worker(scorer: SmileScorer, threads: int) -> None:
    global _scorer
    _scorer = scorer
    # Before a library that computes is loaded.
    os.environ["OMP_NUM_THREADS"] = str(threads)
    parent = multiprocessing.parent_process()
    assert parent is not None  # noqa: S101 (this is a worker)
    threading.Thread(target=_end_with, args=(parent.sentinel,), daemon=True).start()


def _end_with(sentinel: int) -> None:
    """A killed run leaves no workers behind."""
    wait([sentinel])
    os._exit(1)


def _score(rows: Sequence[Row]) -> _Answer:
    kinds = (BackendWarning, LearnedWarning, StoreWarning)
    with warnings.catch_warnings(record=True) as caught:
        for kind in kinds:
            warnings.simplefilter("always", kind)
        scores = _scorer.score_rows(rows)
    return scores, [each.message for each in caught if isinstance(each.message, kinds)]
