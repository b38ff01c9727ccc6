"""Scores a file chunk by chunk: memory is for a chunk and each row's scores, and what is done is not done again."""

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager, nullcontext
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from ..aliases import OnProgress
from ..disk.hashes import file_sha256
from ..errors import DataError, UsageError
from ..files.reading import FileRows, RowsFile
from ..files.writing import ItemColumns, write_chunks
from ..scoring.results import Scores
from ..scoring.scorer import SmileScorer
from ..scoring.signature import RowKinds
from .finished_chunks import Parts, arrays_of, open_parts

# What a killed run loses at most, and what is in memory at a time.
CHUNK_ROWS = 10_000


@dataclass(frozen=True)
class ScoredFile:
    """The scores of a file.

    Attributes:
        scores: Those of all rows.
        kinds: What the rows are.
        lowest: The lowest-scoring rows, the lowest first.
        lowest_items: Their scores.
        write: Writes each row's scores to the output, if there is one.
    """

    scores: Scores
    kinds: RowKinds
    lowest: FileRows
    lowest_items: dict[str, list[Any]]
    write: Callable[[], None]


@contextmanager
def score_file(
    file: RowsFile, scorer: SmileScorer, output: Path | None, n_lowest: int, on_progress: OnProgress | None = None
) -> Iterator[ScoredFile]:
    """Scores the rows of a file; all of them are checked before the first is scored.

    With an output, what is done stands in a folder beside it until the output is written. When the run ends before, the
    same call goes on after the last chunk done, and the output is the same as if it had never ended.

    Args:
        file: The rows.
        scorer: What scores them.
        output: File to write, checked with `check_target`; None writes nothing.
        n_lowest: How many of the lowest-scoring rows to return.
        on_progress: Called with how many rows are done and how many there are.

    Raises:
        DataError: A row is not what it should be, or the file changed.
        ModelError: A model or its data cannot be had.
        UsageError: The output cannot be written, or was begun by a run with other settings or data.
    """
    before = _state(file.path)
    survey = _survey(file, scorer)
    full_signature = scorer.signature_of(scorer.settings, survey.kinds)
    scorer = scorer.for_part_of(survey.kinds)

    def check_unchanged() -> None:
        if _state(file.path) != before:
            raise DataError(f"{file.path} was changed while it was being scored: score it again")

    manifest = {
        "data file": file_sha256(file.path) if output is not None else "",
        "choice of columns": repr(sorted(file.columns.items())),
        "signature": full_signature,
        "number of rows at a time": str(CHUNK_ROWS),
    }
    opened: AbstractContextManager[Parts | None] = nullcontext() if output is None else open_parts(output, manifest)
    with opened as parts:
        done: list[Scores] = []
        lowest = _Lowest(n_lowest)
        start = 0
        for number, chunk in enumerate(file.chunks(CHUNK_ROWS)):
            scores = None if parts is None else parts.load(number)
            if scores is None:
                scores = scorer.score_rows(chunk.rows, _over_rows(on_progress, start, len(chunk.rows), survey.n))
                check_unchanged()
                _check_backend(done, scores, output)
                if parts is not None:
                    parts.save(number, scores)
            lowest.add(chunk, scores)
            done.append(scores)
            start += len(chunk.rows)
            if on_progress is not None:
                on_progress(start, survey.n)
        joined = _join(done, full_signature)

        def write() -> None:
            if output is not None and parts is not None:
                write_chunks(output, _with_items(file, joined, check_unchanged), survey.columns)
                parts.remove()

        yield ScoredFile(joined, survey.kinds, *lowest.result(), write)


def _check_backend(done: Sequence[Scores], scores: Scores, output: Path | None) -> None:
    """Checks that one back end encodes the whole run, as another gives other last digits.

    Raises:
        UsageError: It is another than that of the chunks before.
    """
    before = _backend(done)
    if before is not None and scores.backend not in (None, before):
        raise UsageError(
            f"what is done of the run to {output} was encoded with backend={before!r}, and this run would go on with "
            f"{scores.backend!r}: give --backend {before}, or name another output"
        )


def _backend(chunks: Sequence[Scores]) -> str | None:
    return next((chunk.backend for chunk in chunks if chunk.backend is not None), None)


@dataclass(frozen=True)
class _Survey:
    """What has to be known of all rows before the first is scored."""

    n: int
    kinds: RowKinds
    columns: ItemColumns


def _survey(file: RowsFile, scorer: SmileScorer) -> _Survey:
    n, kinds, columns = 0, RowKinds(), ItemColumns()
    for chunk in file.chunks(CHUNK_ROWS):
        n += len(chunk.rows)
        kinds |= RowKinds.of(scorer.complete(chunk.rows))
        columns |= ItemColumns.of(chunk)
    return _Survey(n, kinds, columns)


def _state(path: Path) -> tuple[int, int]:
    status = path.stat()
    return status.st_size, status.st_mtime_ns


def _over_rows(on_progress: OnProgress | None, start: int, n_rows: int, n: int) -> OnProgress | None:
    """Returns what turns strings done into rows done."""
    if on_progress is None:
        return None
    return lambda done, total: on_progress(start + n_rows * done // total, n)


def _join(chunks: Sequence[Scores], run_signature: str) -> Scores:
    n_strings: Counter[str] = Counter()
    columns: dict[str, Any] = {}
    for chunk in chunks:
        n_strings.update(chunk.n_strings)
        for name, array in arrays_of(chunk).items():
            columns.setdefault(name, []).append(array)
    return Scores(
        **{name: np.concatenate(arrays) for name, arrays in columns.items()},
        matched_ngram=[ngram for chunk in chunks for ngram in chunk.matched_ngram],
        signature=run_signature,
        n_strings=n_strings,
        backend=_backend(chunks),
    )


def _with_items(
    file: RowsFile, scores: Scores, check_unchanged: Callable[[], None]
) -> Iterator[tuple[FileRows, dict[str, list[Any]]]]:
    start = 0
    for chunk in file.chunks(CHUNK_ROWS):
        end = start + len(chunk.rows)
        check_unchanged()
        yield chunk, scores.items(slice(start, end))
        start = end


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
