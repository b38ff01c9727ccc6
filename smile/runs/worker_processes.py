"""Several processes of this machine score chunks; the scores come in order, and killed processes are replaced."""

import multiprocessing
import os
import threading
import warnings
from collections import deque
from collections.abc import Generator, Iterable, Iterator, Sequence
from concurrent.futures import Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager
from multiprocessing.connection import Connection

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
_Chunk = tuple[FileRows, Scores | None]


def scores_by_workers(
    scorer: SmileScorer, chunks: Iterable[_Chunk], workers: int
) -> Generator[tuple[FileRows, Scores, bool], None, None]:
    """Scores chunks in several processes, each with a copy of the scorer and its share of the cores as threads.

    Takes chunks with their scores if they are finished; yields them in order, their scores, and whether these are new.

    Raises:
        ModelError: Workers were killed again and again.
        SmileError: The first error that the scorer raised.
    """
    left = iter(chunks)
    waiting: deque[_Chunk] = deque()
    shown: set[str] = set()
    for _ in range(_MOST_KILLS + 1):
        with _pool(scorer, workers) as pool:
            try:
                promises = deque(_promise(pool, chunk) for chunk in waiting)
                while True:
                    while len(waiting) <= _UNDER_WAY * workers and (chunk := next(left, None)) is not None:
                        waiting.append(chunk)
                        promises.append(_promise(pool, chunk))
                    if not waiting:
                        return
                    scores, caught = promises[0].result()
                    promises.popleft()
                    rows, finished = waiting.popleft()
                    for warning in caught:
                        if str(warning) not in shown:  # each worker warns
                            shown.add(str(warning))
                            warnings.warn(warning, stacklevel=2)
                    yield rows, scores, finished is None
            except BrokenProcessPool:
                continue  # with other workers, from the first chunk that is not done
    raise ModelError(
        f"workers were killed {_MOST_KILLS + 1} times, perhaps for want of memory: give fewer with --workers"
    )


def _promise(pool: ProcessPoolExecutor, chunk: _Chunk) -> "Future[_Answer]":
    rows, finished = chunk
    if finished is None:
        return pool.submit(_score, rows.rows)
    kept: Future[_Answer] = Future()
    kept.set_result((finished, []))
    return kept


@contextmanager
def _pool(scorer: SmileScorer, workers: int) -> Iterator[ProcessPoolExecutor]:
    """Yields workers, which end with the block or with this process, whatever they are doing."""
    context = multiprocessing.get_context("spawn")  # a fork copies locks of threads that it does not copy
    closing, open_end = context.Pipe(duplex=False)
    pool = ProcessPoolExecutor(workers, context, _open_worker, (scorer, max(1, cores() // workers), closing))
    try:
        yield pool
    finally:
        open_end.close()
        pool.shutdown()
        closing.close()


_scorer: SmileScorer


def _open_worker(scorer: SmileScorer, threads: int, closing: "Connection[None, None]") -> None:
    global _scorer
    _scorer = scorer
    os.environ["OMP_NUM_THREADS"] = str(threads)  # before a library that computes is loaded
    threading.Thread(target=_end_with, args=(closing,), daemon=True).start()


def _end_with(closing: "Connection[None, None]") -> None:
    """Waits until the other end of a pipe is closed, by a run that is over or a system that killed it."""
    closing.poll(None)
    os._exit(1)


def _score(rows: Sequence[Row]) -> _Answer:
    kinds = (BackendWarning, LearnedWarning, StoreWarning)
    with warnings.catch_warnings(record=True) as caught:
        for kind in kinds:
            warnings.simplefilter("always", kind)
        scores = _scorer.score_rows(rows)
    return scores, [each.message for each in caught if isinstance(each.message, kinds)]
