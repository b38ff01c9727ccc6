"""Scores files in chunks. Memory holds one chunk and all scores; finished chunks are kept on disk."""

import multiprocessing
import os
import threading
import warnings
from array import array
from collections import deque
from collections.abc import Callable, Generator, Iterable, Iterator, Sequence
from concurrent.futures import Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import ExitStack, closing, contextmanager
from dataclasses import dataclass, replace
from multiprocessing.connection import Connection
from operator import itemgetter
from pathlib import Path
from typing import Any, TypeAlias

import numpy as np

from ..disk.atomic_writes import replace_atomically, write_errors
from ..encoding.torch_tools import available_cores
from ..errors import (
    BackendWarning,
    DataError,
    LanguageWarning,
    LearnedWarning,
    ModelError,
    RuleWarning,
    SmileWarning,
    StoreWarning,
)
from ..files.row_columns import RowColumns, RowNeeds
from ..files.row_files import FileRows, RowsFile, open_rows
from ..files.writing import ItemColumns, open_items
from ..rows.checked_rows import Row, question_keys
from ..rows.row_scores import Signature
from ..scoring.results import Scores
from ..scoring.scorer import SmileScorer
from ..settings.named_settings import Settings
from ..shared_types import OnProgress, progress_of_part
from .checkpoints import (
    CHECKPOINTS,
    DatasetSummary,
    backend_of_checkpoints,
    checkpointed_fields,
    file_states_at_checkpoint,
    join_checkpointed_scores,
    load_checkpoint,
    open_checkpoints,
    rows_per_checkpoint,
    save_checkpoint,
)
from .on_cluster import Chunk, scores_on_cluster

_ROWS_FOR_A_WORKER = 10_000
# Chunks under way for each worker, so that none waits for rows to be read.
_UNDER_WAY = 2

# A row's score, the row, its id, and all that is said of it.
_Lowest: TypeAlias = tuple[float, Row, Any, dict[str, Any]]

# The rows of chunks in order, their scores, and whether these are new.
_Scored: TypeAlias = Generator[tuple[FileRows, Scores, bool], None, None]

# The rows of a chunk, and its scores or the promise of them and of warnings.
_Waiting: TypeAlias = "tuple[FileRows, Scores | Future[tuple[Scores, list[Warning]]]]"


@dataclass(frozen=True)
class FileScores:
    """The scores of all rows, the lowest-scoring rows, and a function that puts the output in its place."""

    scores: Scores
    lowest: FileRows
    lowest_items: dict[str, list[Any]]
    write: Callable[[], None]


def open_files_in_chunks(
    path: Path, columns: RowColumns | None, needs: RowNeeds, *, keeps_own: bool = True
) -> list[RowsFile]:
    """Finds the columns of a file, or of the Parquet files in a folder in the order of their names.

    With `keeps_own` all of the user's columns are read, as an output has them.
    """
    paths = sorted(path.glob("*.parquet")) if path.is_dir() else [path]
    if not paths:
        raise DataError(f"the folder {path} has no .parquet files: name a folder that does, or a file")
    files = [open_rows(each, columns, needs, optional=None if keeps_own else ()) for each in paths]
    for file in files:
        if file.columns != files[0].columns:
            there, here = (", ".join(filter(None, each.columns.values())) for each in (files[0], file))
            raise DataError(
                f"the columns differ between {files[0].path} ({there}) and {file.path} ({here}): rename them"
            )
    return files


@contextmanager
def score_files_in_chunks(
    files: Sequence[RowsFile],
    scorer: SmileScorer,
    output: Path | None,
    n_lowest: int,
    on_progress: OnProgress | None = None,
    workers: int | None = 1,
    *,
    on_ray: bool = False,
) -> Iterator[FileScores]:
    """Scores the rows of files; all of them are checked before the first is scored.

    The files are read several times, so that memory stays flat and an error in row 900,000 is known at once. With an
    output, finished chunks are kept in a folder beside it until the output is written. If the run stops early, the
    same call continues after the last finished chunk, and the output is the same as without the interruption.

    The files have the same columns. `workers` processes score (None: as many as `usual_workers` says); with `on_ray`,
    they are on a Ray cluster, which needs Parquet files. `on_progress` is called with the numbers of rows done
    and of all rows.
    """
    paths, size = [file.path for file in files], rows_per_checkpoint(scorer.settings)
    before = file_states_at_checkpoint(paths)
    summary, all_chunks, questions = DatasetSummary(), list[Chunk](), array("q")
    for chunk, rows in _read_chunks(files, size):
        all_chunks.append(chunk)
        questions.extend(question_keys(rows.rows, summary.n, rows.ids if rows.has_ids else None))
        summary |= DatasetSummary.of(rows, output)
    signature = scorer.signature_of(scorer.settings, summary.kinds)

    def check_unchanged() -> None:
        for path, former, now in zip(paths, before, file_states_at_checkpoint(paths), strict=True):
            if now != former:
                raise DataError(f"{path} was changed while it was being scored: score it again")

    with ExitStack() as stack:
        growing: _Output | None = None
        if output is not None:
            output = output.resolve() if output.is_symlink() else output  # checkpoints are on the output's own disk
            chosen = dict(files[0].columns) | {"reference_separator": files[0].separator}
            chosen["filter"] = files[0].table.log_filter
            folder = stack.enter_context(open_checkpoints(output, paths, chosen, signature, size))
            growing = _Output(output, folder, scorer.settings, signature, summary.columns)
            stack.callback(growing.close)
        kept = (lambda _: None) if growing is None else growing.load
        if not on_ray:
            chunks = ((rows, kept(number)) for number, (_, rows) in enumerate(_read_chunks(files, size)))
            workers = usual_workers(scorer, summary.n) if workers is None else workers
            scored = (
                _scores_here(scorer, chunks, summary.n, on_progress)
                if workers == 1
                else scores_by_workers(scorer, chunks, workers)
            )
        else:
            scored = scores_on_cluster(scorer, workers, all_chunks, kept)
        stack.enter_context(closing(scored))  # ends the workers
        done: list[dict[str, Any]] = []
        n_done, backend, lowest = 0, None, list[_Lowest]()
        for number, (rows, scores, is_new) in enumerate(scored):
            if is_new:
                check_unchanged()
            scores = replace(scores, rows=rows.rows)
            backend = backend_of_checkpoints(backend, scores.backend, output)
            if growing is not None:
                growing.add(number, rows, scores, is_new)
            lowest = _lowest_rows_of_chunks(lowest, rows, scores, n_lowest)
            done.append(checkpointed_fields(scores))
            n_done += len(scores)
            if on_progress is not None:
                on_progress(n_done, summary.n)
        check_unchanged()

        n_without_question = summary.kinds.n_scored_without(scorer.settings)
        joined = join_checkpointed_scores(done, scorer.settings, signature, backend, n_without_question)
        scores_of_all = replace(joined, question=np.array(questions))
        lowest_rows = FileRows([row for _, row, _, _ in lowest], [row_id for _, _, row_id, _ in lowest])
        items = {name: [item[name] for *_, item in lowest] for name in (lowest[0][-1] if lowest else ())}
        put = growing.put if growing is not None else lambda: None
        yield FileScores(scores_of_all, lowest_rows, items, put)


def _read_chunks(files: Sequence[RowsFile], size: int) -> Iterator[tuple[Chunk, FileRows]]:
    """Yields the chunks of files and their rows; rows without ids are numbered through all files."""
    first = 0
    for file in files:
        start = 0
        for table in file.table.tables(size):
            chunk = Chunk(file, start, len(table.records), first)
            yield chunk, file.rows_of(table, first)
            start, first = start + chunk.n, first + chunk.n


class _Output:
    """The output of a run, which grows beside its checkpoints until it is complete."""

    def __init__(
        self, path: Path, folder: Path, settings: Settings, signature: Signature, columns: ItemColumns
    ) -> None:
        self._path, self._folder, self._unfinished = path, folder, folder / "output.tmp"
        self._settings, self._signature = settings, signature
        self._writer = ExitStack()
        self._append = self._writer.enter_context(open_items(self._unfinished, columns, path))

    def load(self, number: int) -> Scores | None:
        return load_checkpoint(self._checkpoint(number), self._settings, self._signature)

    def add(self, number: int, rows: FileRows, scores: Scores, is_new: bool) -> None:
        if is_new:
            save_checkpoint(self._checkpoint(number), scores)
        self._append(rows, scores.items())

    def close(self) -> None:
        self._writer.close()

    def put(self) -> None:
        """Moves the complete output to its place, and deletes the checkpoints."""
        self.close()
        with write_errors(self._path):
            replace_atomically(self._unfinished, self._path)
        for path in self._folder.glob(CHECKPOINTS):
            path.unlink()

    def _checkpoint(self, number: int) -> Path:
        return self._folder / f"{number:06d}.npz"


def usual_workers(scorer: SmileScorer, n: int) -> int:
    """Returns the default number of processes for n rows: one, or one per core for many rows.

    A model computes in as many threads as there are cores; the words of `fast` are read in one. A worker loads what it
    needs in the time in which it scores some thousand rows.
    """
    return 1 if scorer.settings.runs_model else max(1, min(available_cores(), n // _ROWS_FOR_A_WORKER))


def _lowest_rows_of_chunks(lowest: list[_Lowest], rows: FileRows, scores: Scores, n: int) -> list[_Lowest]:
    """Returns the n lowest-scoring rows of the chunks so far and another chunk; ties keep the first."""
    found = [*lowest]
    for i in np.argsort(scores.smile, kind="stable")[:n].tolist():
        item = {name: value for name, (value,) in dict[str, Any](scores.items(slice(i, i + 1))).items()}
        found.append((item["smile"], rows.rows[i], rows.ids[i], item))
    return sorted(found, key=itemgetter(0))[:n]


def _scores_here(
    scorer: SmileScorer, chunks: Iterable[tuple[FileRows, Scores | None]], n: int, on_progress: OnProgress | None
) -> _Scored:
    start = 0
    for rows, finished in chunks:
        size = len(rows.rows)
        if finished is None:
            yield rows, scorer.score_rows(rows.rows, progress_of_part(on_progress, start, size, n), start), True
        else:
            yield rows, finished, False
        start += size


def scores_by_workers(scorer: SmileScorer, chunks: Iterable[tuple[FileRows, Scores | None]], workers: int) -> _Scored:
    """Scores chunks in several processes, each with a copy of the scorer and a share of the cores.

    Takes chunks with their scores if they are finished; yields them in order, their scores, and whether these are new.
    """
    waiting: deque[_Waiting] = deque()
    start = 0
    shown: set[str] = set()
    with _worker_pool(scorer, workers) as pool:
        try:
            for rows, finished in chunks:
                waiting.append(
                    (rows, pool.submit(_score_in_worker, rows.rows, start) if finished is None else finished)
                )
                start += len(rows.rows)
                if len(waiting) > _UNDER_WAY * workers:
                    yield _next_scores_of_workers(waiting, shown)
            while waiting:
                yield _next_scores_of_workers(waiting, shown)
        except BrokenProcessPool as error:
            raise ModelError(
                "a worker was killed, perhaps for want of memory: give fewer workers; with an output file, the same "
                "command continues after the finished chunks"
            ) from error


def _next_scores_of_workers(waiting: "deque[_Waiting]", shown: set[str]) -> tuple[FileRows, Scores, bool]:
    """Waits for the scores of the first chunk, and shows each warning of the workers only once."""
    rows, found = waiting.popleft()
    if isinstance(found, Scores):
        return rows, found, False
    scores, caught = found.result()
    for warning in caught:
        kind = warning.kind if isinstance(warning, SmileWarning) else str(warning)
        if kind not in shown:
            shown.add(kind)
            warnings.warn(warning, stacklevel=2)
    return rows, scores, True


@contextmanager
def _worker_pool(scorer: SmileScorer, workers: int) -> Iterator[ProcessPoolExecutor]:
    """Yields workers, which end when the block or this process ends."""
    context = multiprocessing.get_context("spawn")  # a fork copies locks of threads that it does not copy
    closing, open_end = context.Pipe(duplex=False)
    pool = ProcessPoolExecutor(
        workers, context, _open_chunk_worker, (scorer, max(1, available_cores() // workers), closing)
    )
    try:
        yield pool
    finally:
        open_end.close()
        pool.shutdown()
        closing.close()


_scorer: SmileScorer


def _open_chunk_worker(scorer: SmileScorer, threads: int, closing: "Connection[None, None]") -> None:
    global _scorer
    _scorer = scorer
    os.environ["OMP_NUM_THREADS"] = str(threads)  # before a library that computes is loaded
    threading.Thread(target=_end_chunk_worker, args=(closing,), daemon=True).start()


def _end_chunk_worker(closing: "Connection[None, None]") -> None:
    """Ends this worker when the other end of a pipe is closed, because the run has ended or was killed."""
    closing.poll(None)
    os._exit(1)


def _score_in_worker(rows: Sequence[Row], first: int) -> tuple[Scores, list[Warning]]:
    kinds = (BackendWarning, LanguageWarning, LearnedWarning, RuleWarning, StoreWarning)
    with warnings.catch_warnings(record=True) as caught:
        for kind in kinds:
            warnings.simplefilter("always", kind)
        scores = _scorer.score_rows(rows, first=first)
    return scores, [each.message for each in caught if isinstance(each.message, kinds)]
