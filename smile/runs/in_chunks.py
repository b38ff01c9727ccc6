"""Scores a file chunk by chunk: memory holds one chunk and each row's scores, and finished chunks are kept."""

from collections import Counter
from collections.abc import Callable, Generator, Iterable, Iterator, Mapping
from contextlib import ExitStack, closing, contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from ..aliases import OnProgress, progress_of_part
from ..disk.atomic_writes import write_errors
from ..disk.hashes import file_sha256
from ..encoding.torch_tools import cores
from ..errors import DataError
from ..files.reading import FileRows, RowsFile
from ..files.writing import AddItems, ItemColumns, open_items
from ..scoring.results import TEXT_COLUMNS, Scores
from ..scoring.scorer import SmileScorer
from ..stores.encoder_choice import fills_store
from .finished_chunks import FinishedChunks, arrays_of, open_finished
from .run_plan import Survey, chunk_rows, file_states, manifest, one_backend
from .worker_processes import scores_by_workers

_ROWS_FOR_A_WORKER = 10_000


@dataclass(frozen=True)
class ScoredFile:
    """The scores of a file.

    Attributes:
        scores: The scores of all rows.
        lowest: The lowest-scoring rows, the lowest first.
        lowest_items: Their scores.
        write: Puts each row's scores where the output belongs, if there is one.
    """

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

    With an output, finished chunks are kept in a folder beside it until the output is written. If the run stops early,
    the same call continues after the last finished chunk, and the output is the same as without the interruption.

    Args:
        file: The rows.
        scorer: The scorer.
        output: File to write, checked with `check_target`; None writes nothing.
        n_lowest: How many of the lowest-scoring rows to return.
        on_progress: Called with the numbers of rows done and of all rows.
        workers: How many processes score; None takes `usual_workers`. The result is the same.

    Raises:
        DataError: A row is wrong, or the file changed.
        ModelError: A model or its data cannot be loaded.
        UsageError: The output cannot be written, or was begun by a run with other settings or data.
    """
    before = file_states([file.path])
    survey, rows_at_a_time = Survey(), chunk_rows(scorer.settings)
    for chunk in file.chunks(rows_at_a_time):
        survey |= Survey.of(chunk, scorer)
    full_signature = scorer.signature_of(scorer.settings, survey.kinds)

    def check_unchanged() -> None:
        if file_states([file.path]) != before:
            raise DataError(f"{file.path} was changed while it was being scored: score it again")

    with ExitStack() as stack:
        kept: _Output | None = None
        if output is not None:
            data = {"data file": file_sha256(file.path)}
            made_by = manifest(data, file.columns, full_signature, rows_at_a_time)
            kept = stack.enter_context(_open_output(output, made_by, survey.columns))
        joined = _Joined(survey.n)
        backend: str | None = None
        lowest = _Lowest(n_lowest)
        chunks = (
            (chunk, None if kept is None else kept.finished.load(number))
            for number, chunk in enumerate(file.chunks(rows_at_a_time))
        )
        if workers is None:
            workers = usual_workers(scorer, survey.n)
        scored = (
            _scores_here(scorer, chunks, survey.n, on_progress)
            if workers == 1
            else scores_by_workers(scorer, chunks, workers)
        )
        stack.enter_context(closing(scored))  # ends the workers
        for number, (chunk, scores, is_new) in enumerate(scored):
            if is_new:
                check_unchanged()
            backend = one_backend(backend, scores.backend, output)
            if kept is not None:
                if is_new:
                    kept.finished.save(number, scores)
                kept.add(chunk, scores.items())
            lowest.add(chunk, scores)
            joined.add(scores)
            if on_progress is not None:
                on_progress(joined.n_done, survey.n)
        check_unchanged()

        n_without_question = survey.kinds.n_scored_without(scorer.settings)
        scores_of_all = joined.scores(full_signature, backend, n_without_question)
        yield ScoredFile(scores_of_all, *lowest.result(), _nothing if kept is None else kept.finish)


@dataclass(frozen=True)
class _Output:
    """The output of a run, which grows while rows are scored.

    Attributes:
        finished: The chunks that are finished.
        add: Writes the next rows.
        finish: Puts the whole output where it belongs, and removes what was kept.
    """

    finished: FinishedChunks
    add: AddItems
    finish: Callable[[], None]


@contextmanager
def _open_output(output: Path, made_by: Mapping[str, str], item_columns: ItemColumns) -> Iterator[_Output]:
    if output.is_symlink():
        output = output.resolve()  # what is kept beside it is on its own disk
    with open_finished(output, made_by) as finished, ExitStack() as opened:
        add = opened.enter_context(open_items(finished.unfinished, item_columns, output))

        def finish() -> None:
            opened.close()
            with write_errors(output):
                finished.unfinished.replace(output)
            finished.remove()

        yield _Output(finished, add, finish)


def _nothing() -> None:
    """What a run without an output has to write."""


def usual_workers(scorer: SmileScorer, n: int) -> int:
    """Returns how many processes score n rows if nobody says: one, or one for each core if the rows are many.

    A model computes in as many threads as there are cores; the words of `fast` are read in one. A worker loads what it
    needs in the time in which it scores some thousand rows.
    """
    runs_model = fills_store(scorer.settings)
    return 1 if runs_model else max(1, min(cores(), n // _ROWS_FOR_A_WORKER))


def _scores_here(
    scorer: SmileScorer,
    chunks: Iterable[tuple[FileRows, Scores | None]],
    n: int,
    on_progress: OnProgress | None,
) -> Generator[tuple[FileRows, Scores, bool], None, None]:
    """Yields chunks, their scores, and whether they were scored now."""
    start = 0
    for chunk, finished in chunks:
        size = len(chunk.rows)
        if finished is None:
            yield chunk, scorer.score_rows(chunk.rows, progress_of_part(on_progress, start, size, n)), True
        else:
            yield chunk, finished, False
        start += size


class _Joined:
    """The scores of chunks in one: room for all rows is taken once."""

    def __init__(self, n: int) -> None:
        self.n_done = 0
        self._n = n
        self._arrays: dict[str, npt.NDArray[Any]] = {}
        self._texts: dict[str, list[str]] = {name: [] for name in TEXT_COLUMNS}
        self._n_strings: Counter[str] = Counter()

    def add(self, chunk: Scores) -> None:
        """Adds the next rows."""
        end = self.n_done + len(chunk)
        for name, array in arrays_of(chunk).items():
            if name not in self._arrays:
                self._arrays[name] = np.empty(self._n, dtype=array.dtype)
            self._arrays[name][self.n_done : end] = array
        for name, texts in self._texts.items():
            texts.extend(getattr(chunk, name))
        self._n_strings.update(chunk.n_strings)
        self.n_done = end

    def scores(self, run_signature: str, backend: str | None, n_without_question: int) -> Scores:
        """Returns the scores of all rows."""
        columns: dict[str, Any] = {**self._arrays, **self._texts}
        return Scores(
            **columns,
            signature=run_signature,
            n_strings=self._n_strings,
            backend=backend,
            n_without_question=n_without_question,
        )


class _Lowest:
    """Keeps the n lowest-scoring rows of chunks, the first among equals."""

    def __init__(self, n: int) -> None:
        self._n = n
        self._kept: list[tuple[float, Any, Any, dict[str, Any]]] = []

    def add(self, chunk: FileRows, scores: Scores) -> None:
        for i in np.argsort(scores.smile, kind="stable")[: self._n].tolist():
            item = {name: values[0] for name, values in scores.items(slice(i, i + 1)).items()}
            self._kept.append((item["smile"], chunk.rows[i], chunk.ids[i], item))
        self._kept.sort(key=lambda kept: kept[0])
        del self._kept[self._n :]

    def result(self) -> tuple[FileRows, dict[str, list[Any]]]:
        items = [item for *_, item in self._kept]
        rows = FileRows([row for _, row, _, _ in self._kept], [row_id for _, _, row_id, _ in self._kept])
        return rows, {name: [item[name] for item in items] for name in (items[0] if items else ())}
