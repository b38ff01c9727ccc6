"""Scores Parquet files on a cluster, part by part: each part's scores are a file that is there whole or not at all.

What a part holds depends on the data only, and so does the name of its file. A part that is scored twice, because a
node was lost, is written over itself: no row is lost, and none is there twice.
"""

import json
import os
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np

from ..aliases import OnProgress
from ..disk.atomic_writes import check_writable, new_file, write_errors
from ..errors import DataError, ModelError, UsageError
from ..files.reading import FileRows, RowsFile, open_rows
from ..files.row_columns import RowColumns, RowNeeds
from ..files.table_formats import count_parquet_rows
from ..files.writing import ItemColumns, write_chunks
from ..rows.checked_rows import Row
from ..scoring.results import add_intervals, encoding_of
from ..scoring.scorer import SmileScorer
from ..scoring.signature import RowKinds
from .finished_chunks import open_folder
from .in_chunks import CHUNK_ROWS
from .ray_workers import Workers, answers, connected, find_workers

_SCORES, _DONE = "scores", "done-*.json"
_NOT_AN_ITEM = ("id", "question", "references", "prediction")


@dataclass(frozen=True)
class _Part:
    """Some rows of a file.

    Attributes:
        number: Its place among all parts.
        file: The file.
        start: The first row in the file.
        n: How many rows.
        first: The first row among those of all files.
    """

    number: int
    file: RowsFile
    start: int
    n: int
    first: int

    @property
    def name(self) -> str:
        return f"part-{self.number:06d}.parquet"

    def done(self, folder: Path) -> Path:
        return folder / f"done-{self.number:06d}.json"

    def rows(self) -> FileRows:
        return self.file.part(self.start, self.n, self.first)


@dataclass(frozen=True)
class ScoredDataset:
    """The scores of a data set, in a folder of Parquet files.

    Attributes:
        folder: The folder; its files in the order of their names have the rows in the order of the data.
        kinds: What the rows are.
        workers: Who scored them.
    """

    folder: Path
    kinds: RowKinds
    workers: Workers
    _result: Mapping[str, Any]

    def summary(self, confidence_level: float | None = None) -> dict[str, Any]:
        """Returns the aggregate result, as `Scores.summary` does.

        Args:
            confidence_level: Adds intervals, for which the scores of all rows are read: nine bytes a row.

        Raises:
            UsageError: An interval is asked of a single row.
        """
        result = dict(self._result)
        if confidence_level is not None:
            add_intervals(result, self._column("smile"), self._column("correct"), confidence_level)
        return result

    def lowest(self, n: int) -> tuple[FileRows, dict[str, list[Any]]]:
        """Returns the n lowest-scoring rows, the lowest first, and their scores."""
        from pyarrow import parquet

        order = np.argsort(self._column("smile"), kind="stable")[:n].tolist()
        paths = self._paths()
        ends = np.cumsum([count_parquet_rows(path) for path in paths])
        records = []
        for i in order:
            part = int(np.searchsorted(ends, i, side="right"))
            row = i - (int(ends[part - 1]) if part else 0)
            records += parquet.read_table(paths[part]).slice(row, 1).to_pylist()
        rows = [
            Row(
                record["prediction"],
                tuple(record["references"]),
                (None,) * len(record["references"]),
                record.get("question"),
            )
            for record in records
        ]
        names = [name for name in (records[0] if records else ()) if name not in _NOT_AN_ITEM]
        return FileRows(rows, [record["id"] for record in records]), {
            name: [record[name] for record in records] for name in names
        }

    def _paths(self) -> list[Path]:
        return sorted(self.folder.glob("*.parquet"))

    def _column(self, name: str) -> Any:
        from pyarrow import parquet

        columns = (parquet.read_table(path, columns=[name])[name].to_numpy() for path in self._paths())
        return np.concatenate(list(columns))


def score_dataset(
    data: str | Path,
    output: str | Path,
    scorer: SmileScorer | None = None,
    *,
    actors: int | None = None,
    cpus_per_actor: float = 1,
    gpus_per_actor: float = 0,
    on_progress: OnProgress | None = None,
    columns: RowColumns | None = None,
) -> ScoredDataset:
    """Scores Parquet files on a cluster: that of RAY_ADDRESS, or one that begins on this machine.

    All rows are checked before the first is scored. When the run ends before all is done, the same call goes on after
    what is done.

    Args:
        data: A .parquet file, or a folder of them, which are taken in the order of their names; every node must see it
            under this path, and the output too.
        output: The folder to make: Parquet files with the columns that `smile score --output` writes.
        scorer: What scores, by default a `SmileScorer()`; each actor gets a copy. What it names by a path (a model, a
            prepared set) every node must see; its store is each node's own.
        actors: Processes at a time; None is as many as there is room for.
        cpus_per_actor: CPUs that each takes.
        gpus_per_actor: GPUs that each takes, which may be a fraction.
        on_progress: Called with how many rows are done and how many there are.
        columns: The names of the columns; None takes the usual ones.

    Raises:
        DataError: A row is not what it should be, or the data changed.
        ModelError: A model or its data cannot be had, or is another one on some node.
        UsageError: Ray is missing, there is no room for an actor, or the output cannot be written, is there already, or
            was begun by a run with other settings or data.
    """
    data, output = Path(data).resolve(), Path(output).resolve()
    scorer = SmileScorer() if scorer is None else scorer
    _check_output(output)
    paths = _find(data)
    parts = _cut(paths, scorer, columns)
    before = _states(paths)
    n = sum(part.n for part in parts)
    with connected():
        workers = find_workers(actors, cpus_per_actor, gpus_per_actor)
        kinds, item_columns = RowKinds(), ItemColumns()
        for part_kinds, part_columns in answers(partial(_survey, scorer), parts, workers, by_actors=False):
            kinds, item_columns = kinds | part_kinds, item_columns | part_columns
        signature = scorer.signature_of(scorer.settings, kinds)
        manifest = {
            "data": json.dumps(before),
            "choice of columns": repr(sorted(parts[0].file.columns.items())),
            "signature": signature,
            "number of rows at a time": str(CHUNK_ROWS),
        }
        with open_folder(output, manifest, _DONE) as folder:
            (folder / _SCORES).mkdir(exist_ok=True)
            score = _Score(scorer.for_part_of(kinds), scorer.encoder.signature, folder, item_columns)
            left = [part for part in parts if not part.done(folder).exists()]
            n_done = n - sum(part.n for part in left)
            backends: set[str] = set()
            for n_rows, backend in answers(score, left, workers) if left else ():
                _check_backends(backends, backend)
                n_done += n_rows
                if on_progress is not None:
                    on_progress(n_done, n)
            if _states(paths) != before:
                raise DataError(f"{data} was changed while it was being scored: delete {folder} and score it again")
            result = _joined([json.loads(part.done(folder).read_text(encoding="utf-8")) for part in parts], signature)
            _check_whole(parts, folder / _SCORES)
            _put(folder / _SCORES, output)
            for done in folder.glob(_DONE):
                done.unlink()
    return ScoredDataset(output, kinds, workers, result)


def _survey(scorer: SmileScorer, part: _Part) -> tuple[RowKinds, ItemColumns]:
    """Returns what has to be known of all rows before the first is scored."""
    rows = part.rows()
    return RowKinds.of(scorer.complete(rows.rows)), ItemColumns.of(rows)


@dataclass(frozen=True)
class _Score:
    """Scores a part and writes it; then, what it adds to the result.

    Attributes:
        scorer: What scores.
        encoder: The encoder's signature where the run began.
        folder: What is done.
        item_columns: What is known of all rows.
    """

    scorer: SmileScorer
    encoder: str
    folder: Path
    item_columns: ItemColumns

    def __call__(self, part: _Part) -> tuple[int, str | None]:
        if self.scorer.encoder.signature != self.encoder:
            raise ModelError(
                f"the encoder is {self.scorer.encoder.signature} on the node {os.uname().nodename}, and "
                f"{self.encoder} where the run began: give every node the same files"
            )
        rows = part.rows()
        scores = self.scorer.score_rows(rows.rows)
        write_chunks(self.folder / _SCORES / part.name, [(rows, scores.items())], self.item_columns)
        adds = {"summary": scores.summary(), "n_strings": dict(scores.n_strings), "backend": scores.backend}
        with new_file(part.done(self.folder)) as temporary:
            temporary.write_text(json.dumps(adds), encoding="utf-8")
        return part.n, scores.backend


def _find(data: Path) -> list[Path]:
    paths = sorted(data.glob("*.parquet")) if data.is_dir() else [data]
    if not paths:
        raise DataError(f"the folder {data} has no .parquet files")
    for path in paths:
        if path.suffix.lower() != ".parquet":
            raise UsageError(f"{path}: the engine 'ray' reads .parquet files only: convert it, or leave the engine out")
    return paths


def _cut(paths: Sequence[Path], scorer: SmileScorer, columns: RowColumns | None) -> list[_Part]:
    parts: list[_Part] = []
    first = 0
    for path in paths:
        file = open_rows(path, columns, RowNeeds(questions=scorer.settings.use_questions is True))
        if parts and file.columns != parts[0].file.columns:
            raise DataError(
                f"{path} has other columns than {parts[0].file.path} ({_listed(file)}, and {_listed(parts[0].file)}): "
                "give all files the same"
            )
        n = count_parquet_rows(path)
        for start in range(0, n, CHUNK_ROWS):
            parts.append(_Part(len(parts), file, start, min(CHUNK_ROWS, n - start), first + start))
        first += n
    return parts


def _listed(file: RowsFile) -> str:
    return ", ".join(name for name in file.columns.values() if name is not None)


def _states(paths: Sequence[Path]) -> list[tuple[str, int, int]]:
    return [(path.name, path.stat().st_size, path.stat().st_mtime_ns) for path in paths]


def _check_output(output: Path) -> None:
    if output.exists():
        raise UsageError(f"{output} is there already: remove it, or name another folder, which is made")
    check_writable(output)


def _check_backends(known: set[str], backend: str | None) -> None:
    if backend is not None:
        known.add(backend)
    if len(known) > 1:
        raise UsageError(
            f"the nodes encode with different back ends, {' and '.join(sorted(known))}, whose last digits differ: "
            "choose one (backend), or install the same packages on all"
        )


def _check_whole(parts: Sequence[_Part], folder: Path) -> None:
    """Holds what is written against what was read, and removes what lost nodes left in half."""
    names = {part.name for part in parts}
    for path in folder.iterdir():
        if path.name not in names:
            path.unlink()
    for part in parts:
        n = count_parquet_rows(folder / part.name)
        if n != part.n:
            raise DataError(f"{folder / part.name} has {n} rows, and {part.n} were read for it: score the data again")


def _put(folder: Path, output: Path) -> None:
    _check_output(output)
    with write_errors(output):
        folder.rename(output)


def _joined(adds: Sequence[Mapping[str, Any]], signature: str) -> dict[str, Any]:
    """Returns the result of all parts: means weighted by rows, and sums of counts."""
    n_strings: Counter[str] = Counter()
    for part in adds:
        n_strings.update(part["n_strings"])
    encoding = encoding_of(n_strings, next((part["backend"] for part in adds if part["backend"] is not None), None))
    summaries = [part["summary"] for part in adds]
    n = sum(summary["n"] for summary in summaries)
    joined: dict[str, Any] = {}
    for name, value in summaries[0].items():
        if isinstance(value, float):
            joined[name] = sum(summary[name] * summary["n"] for summary in summaries) / n
        elif name == "signature":
            joined[name] = signature
        elif name not in encoding:
            joined[name] = sum(summary[name] for summary in summaries)
    return joined | encoding
