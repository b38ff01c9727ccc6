"""Scores a file chunk by chunk: memory holds one chunk and each row's scores, and finished chunks are kept."""

import multiprocessing
import os
import threading
import warnings
from collections import deque
from collections.abc import Callable, Generator, Iterable, Iterator, Sequence
from concurrent.futures import Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import ExitStack, closing, contextmanager
from dataclasses import dataclass
from multiprocessing.connection import Connection
from operator import itemgetter
from pathlib import Path
from typing import Any, TypeAlias

import numpy as np

from ..aliases import OnProgress, progress_of_part
from ..disk.atomic_writes import write_errors
from ..disk.hashes import file_sha256
from ..encoding.torch_tools import cores
from ..errors import BackendWarning, DataError, LearnedWarning, ModelError, StoreWarning
from ..files.reading import FileRows, RowsFile
from ..files.writing import ItemColumns, open_items
from ..rows.checked_rows import Row
from ..scoring.results import Scores
from ..scoring.scorer import SmileScorer
from ..stores.encoder_choice import fills_store
from .checkpoints import (
    DatasetSummary,
    chunk_rows,
    file_states,
    join_scores,
    load_scores,
    one_backend,
    open_checkpoints,
    save_scores,
)

_ROWS_FOR_A_WORKER = 10_000
_CHECKPOINTS = "*.npz"

# A row's score, the row, its id, and all that is said of it.
_Lowest: TypeAlias = tuple[float, Row, Any, dict[str, Any]]


@dataclass(frozen=True)
class ScoredFile:
    """The scores of all rows of a file, the lowest-scoring rows, and a function that puts the output in its place."""

    scores: Scores
    lowest: FileRows
    lowest_items: dict[str, list[Any]]
    write: Callable[[], None]


@contextmanager
def score_file(
    file: RowsFile,
    scorer: SmileScorer,
    output: Path | None,
    n_lowest: int,
    on_progress: OnProgress | None = None,
    workers: int | None = 1,
) -> Iterator[ScoredFile]:
    """Scores the rows of a file; all of them are checked before the first is scored.

    The file is read several times, so that memory stays flat and an error in row 900,000 is known at once. With an
    output, finished chunks are kept in a folder beside it until the output is written. If the run stops early, the
    same call continues after the last finished chunk, and the output is the same as without the interruption.

    The output was checked with `check_target`. `workers` is how many processes score, None that of `usual_workers`; the
    result is the same. `on_progress` is called with the numbers of rows done and of all rows.

    Raises:
        DataError: A row is wrong, or the file changed.
        ModelError: A model or its data cannot be loaded.
        UsageError: The output cannot be written, or was begun by a run with other settings or data.
    """
    before, size = file_states([file.path]), chunk_rows(scorer.settings)
    summary = DatasetSummary()
    for rows in file.chunks(size):
        summary |= DatasetSummary.of(rows, scorer)
    signature = scorer.stages.signature_of(scorer.settings, summary.kinds)

    def check_unchanged() -> None:
        if file_states([file.path]) != before:
            raise DataError(f"{file.path} was changed while it was being scored: score it again")

    with ExitStack() as stack:
        growing: _Output | None = None
        if output is not None:
            output = output.resolve() if output.is_symlink() else output  # checkpoints are on the output's own disk
            data = {"data file": file_sha256(file.path)}
            chosen = dict(file.columns) | {"reference_separator": file.separator}
            checkpoints = open_checkpoints(output, data, chosen, signature, size, _CHECKPOINTS)
            growing = _Output(output, stack.enter_context(checkpoints), summary.columns)
            stack.callback(growing.close)
        chunks = (
            (rows, None if growing is None else growing.load(number)) for number, rows in enumerate(file.chunks(size))
        )
        workers = usual_workers(scorer, summary.n) if workers is None else workers
        scored = (
            _scores_here(scorer, chunks, summary.n, on_progress)
            if workers == 1
            else scores_by_workers(scorer, chunks, workers)
        )
        stack.enter_context(closing(scored))  # ends the workers
        done: list[dict[str, Any]] = []
        n_done, backend, lowest = 0, None, list[_Lowest]()
        for number, (rows, scores, is_new) in enumerate(scored):
            if is_new:
                check_unchanged()
            backend = one_backend(backend, scores.backend, output)
            if growing is not None:
                growing.add(number, rows, scores, is_new)
            lowest = _with_lowest(lowest, rows, scores, n_lowest)
            done.append(dict(vars(scores)))
            n_done += len(scores)
            if on_progress is not None:
                on_progress(n_done, summary.n)
        check_unchanged()

        n_without_question = summary.kinds.n_scored_without(scorer.settings)
        scores_of_all = join_scores(done, signature, backend, n_without_question)
        lowest_rows = FileRows([row for _, row, _, _ in lowest], [row_id for _, _, row_id, _ in lowest])
        items = {name: [item[name] for *_, item in lowest] for name in (lowest[0][-1] if lowest else ())}
        yield ScoredFile(scores_of_all, lowest_rows, items, growing.put if growing is not None else lambda: None)


class _Output:
    """The output of a run, which grows beside its checkpoints until it is whole."""

    def __init__(self, path: Path, folder: Path, columns: ItemColumns) -> None:
        self._path, self._folder, self._unfinished = path, folder, folder / "output.tmp"
        self._writer = ExitStack()
        self._append = self._writer.enter_context(open_items(self._unfinished, columns, path))

    def load(self, number: int) -> Scores | None:
        return load_scores(self._checkpoint(number))

    def add(self, number: int, rows: FileRows, scores: Scores, is_new: bool) -> None:
        if is_new:
            save_scores(self._checkpoint(number), scores)
        self._append(rows, scores.items())

    def close(self) -> None:
        self._writer.close()

    def put(self) -> None:
        """Puts the whole output where it belongs; the checkpoints go."""
        self.close()
        with write_errors(self._path):
            self._unfinished.replace(self._path)
        for path in self._folder.glob(_CHECKPOINTS):
            path.unlink()

    def _checkpoint(self, number: int) -> Path:
        return self._folder / f"{number:06d}.npz"


def usual_workers(scorer: SmileScorer, n: int) -> int:
    """Returns how many processes score n rows if nobody says: one, or one for each core if the rows are many.

    A model computes in as many threads as there are cores; the words of `fast` are read in one. A worker loads what it
    needs in the time in which it scores some thousand rows.
    """
    runs_model = fills_store(scorer.settings)
    return 1 if runs_model else max(1, min(cores(), n // _ROWS_FOR_A_WORKER))


def _scores_here(
    scorer: SmileScorer, chunks: Iterable[tuple[FileRows, Scores | None]], n: int, on_progress: OnProgress | None
) -> Generator[tuple[FileRows, Scores, bool], None, None]:
    """Yields chunks, their scores, and whether these are new."""
    start = 0
    for rows, finished in chunks:
        size = len(rows.rows)
        if finished is None:
            yield rows, scorer.score_rows(rows.rows, progress_of_part(on_progress, start, size, n)), True
        else:
            yield rows, finished, False
        start += size


def _with_lowest(lowest: list[_Lowest], rows: FileRows, scores: Scores, n: int) -> list[_Lowest]:
    """Returns the n lowest-scoring rows, the first among equals, once a chunk has joined those of the chunks before."""
    found = [*lowest]
    for i in np.argsort(scores.smile, kind="stable")[:n].tolist():
        item = {name: values[0] for name, values in scores.items(slice(i, i + 1)).items()}
        found.append((item["smile"], rows.rows[i], rows.ids[i], item))
    return sorted(found, key=itemgetter(0))[:n]


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
