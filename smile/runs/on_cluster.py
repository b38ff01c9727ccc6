"""Scores Parquet files on a Ray cluster, chunk by chunk: each chunk's scores are a file, written whole or not at all.

The rows of a chunk and the name of its file depend only on the data. A chunk that is scored twice, because a node was
lost, replaces its own file: no row is lost, and none is doubled.
"""

import json
import logging
import os
import pickle
import platform
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np

from ..aliases import OnProgress
from ..checks import check_installed
from ..disk.atomic_writes import check_writable, new_file, write_errors
from ..errors import DataError, ModelError, SmileError, UsageError
from ..files.reading import FileRows, RowsFile, open_rows
from ..files.row_columns import RowColumns, RowNeeds
from ..files.table_formats import count_parquet_rows
from ..files.writing import ItemColumns, write_items
from ..rows.checked_rows import Row
from ..scoring.results import accuracies, add_intervals, encoding_of
from ..scoring.scorer import SmileScorer
from .checkpoints import DatasetSummary, chunk_rows, file_states, one_backend, open_checkpoints

_SCORES, _DONE = "scores", "done-*.json"


@dataclass(frozen=True)
class _Chunk:
    """n rows of a file, from its row `start` on, which is row `first` of all files."""

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
class Workers:
    """The number of processes that work at once, and the CPUs and GPUs of a node that each takes."""

    size: int
    cpus: float
    gpus: float


@dataclass(frozen=True)
class ScoredDataset:
    """The scores of a data set, in a folder of Parquet files.

    Attributes:
        folder: The folder; its files in the order of their names have the rows in the order of the data.
        workers: The processes that scored them.
    """

    folder: Path
    workers: Workers
    _result: Mapping[str, Any]

    def summary(self, confidence_level: float | None = None) -> dict[str, Any]:
        """Returns the aggregate result, as `Scores.summary` does.

        Args:
            confidence_level: Adds intervals, for which the scores of all rows are read: nine bytes a row.

        Raises:
            UsageError: There is a single row, which has no interval.
        """
        result = dict(self._result)
        if confidence_level is not None:
            add_intervals(result, self._column("smile"), self._column("correct"), confidence_level)
        return result

    def lowest(self, n: int) -> tuple[FileRows, dict[str, list[Any]]]:
        """Returns the n lowest-scoring rows, the lowest first, and their scores."""
        order = np.argsort(self._column("smile"), kind="stable")[:n]
        items = self._dataset().take(order).to_pydict()
        ids, predictions, references = (items.pop(name) for name in ("id", "prediction", "references"))
        questions = items.pop("question", [None] * len(ids))
        rows = [
            Row(prediction, tuple(several), (None,) * len(several), question)
            for prediction, several, question in zip(predictions, references, questions, strict=True)
        ]
        return FileRows(rows, ids), items

    def _dataset(self) -> Any:
        from pyarrow import dataset

        return dataset.dataset(sorted(map(str, self.folder.glob("*.parquet"))))

    def _column(self, name: str) -> Any:
        return self._dataset().to_table(columns=[name])[name].to_numpy()


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
    """Scores Parquet files on a cluster: the one at RAY_ADDRESS, or else a new one on this machine.

    All rows are checked before the first is scored. If the run stops early, the same call continues after the finished
    chunks.

    Args:
        data: A .parquet file, or a folder of them, read in the order of their names. Every node must see data and
            output under these paths.
        output: The folder to make: Parquet files with the columns that `smile score --output` writes.
        scorer: By default a `SmileScorer()`; each actor gets a copy. Every node must see the paths it names (a model, a
            prepared set); each node has its own store.
        actors: Processes at a time; None starts as many as fit.
        cpus_per_actor: CPUs of each.
        gpus_per_actor: GPUs of each, which may be a fraction.
        on_progress: Called with the numbers of rows done and of all rows.
        columns: The names of the columns; None takes the usual ones.

    Raises:
        DataError: A row is wrong, or the data changed.
        ModelError: A model or its data cannot be loaded, or differs on some node.
        UsageError: Ray is missing, no actor fits, or the output cannot be written, exists already, or was begun by a
            run with other settings or data.
    """
    data, output = Path(data).resolve(), Path(output).resolve()
    scorer = SmileScorer() if scorer is None else scorer
    _check_output(output)
    paths, size = _find(data), chunk_rows(scorer.settings)
    chunks = _cut(paths, RowNeeds(questions=scorer.settings.use_questions is True), columns, size)
    before = file_states(paths)
    with connected():
        workers = find_workers(actors, cpus_per_actor, gpus_per_actor)
        summary = DatasetSummary()
        for part in answers(partial(_summarise, scorer), chunks, workers, by_actors=False):
            summary |= part
        signature = scorer.stages.signature_of(scorer.settings, summary.kinds)
        identity = {"data": json.dumps(before)}
        chosen = dict(chunks[0].file.columns) | {"reference_separator": chunks[0].file.separator}
        with open_checkpoints(output, identity, chosen, signature, size, _DONE) as folder:
            (folder / _SCORES).mkdir(exist_ok=True)
            score = partial(_score, scorer, scorer.stages.encoder.signature, folder, summary.columns)
            left = [chunk for chunk in chunks if not chunk.done(folder).exists()]
            n_done = summary.n - sum(chunk.n for chunk in left)
            backend: str | None = None
            for n_rows, encoded_by in answers(score, left, workers) if left else ():
                backend = one_backend(backend, encoded_by, output)
                n_done += n_rows
                if on_progress is not None:
                    on_progress(n_done, summary.n)
            if file_states(paths) != before:
                raise DataError(f"{data} was changed while it was being scored: delete {folder} and score it again")
            adds = [json.loads(chunk.done(folder).read_text(encoding="utf-8")) for chunk in chunks]
            _check_whole(chunks, folder / _SCORES)
            _check_output(output)
            with write_errors(output):
                (folder / _SCORES).rename(output)
            for done in folder.glob(_DONE):
                done.unlink()
    n_without_question = summary.kinds.n_scored_without(scorer.settings)
    return ScoredDataset(output, workers, _join_summaries(adds, signature, n_without_question))


def _summarise(scorer: SmileScorer, chunk: _Chunk) -> DatasetSummary:
    return DatasetSummary.of(chunk.rows(), scorer)


def _score(
    scorer: SmileScorer, encoder: str, folder: Path, item_columns: ItemColumns, chunk: _Chunk
) -> tuple[int, str | None]:
    """Scores a chunk and writes its scores, then its summary; returns its number of rows and its back end."""
    if scorer.stages.encoder.signature != encoder:
        raise ModelError(
            f"the encoder is {scorer.stages.encoder.signature} on the node {platform.node()}, and {encoder} where the "
            "run began: give every node the same files"
        )
    rows = chunk.rows()
    scores = scorer.score_rows(rows.rows)
    write_items(folder / _SCORES / chunk.name, rows, scores.items(), item_columns)
    adds = {"summary": scores.summary(), "n_strings": dict(scores.n_strings), "backend": scores.backend}
    with new_file(chunk.done(folder)) as temporary:
        temporary.write_text(json.dumps(adds), encoding="utf-8")
    return chunk.n, scores.backend


def _find(data: Path) -> list[Path]:
    paths = sorted(data.glob("*.parquet")) if data.is_dir() else [data]
    if not paths:
        raise DataError(f"the folder {data} has no .parquet files: name the folder that does")
    for path in paths:
        if path.suffix.lower() != ".parquet":
            raise UsageError(f"{path}: the engine 'ray' reads .parquet files only: convert it, or leave the engine out")
    return paths


def _cut(paths: Sequence[Path], needs: RowNeeds, columns: RowColumns | None, rows_at_a_time: int) -> list[_Chunk]:
    chunks: list[_Chunk] = []
    first = 0
    for path in paths:
        file = open_rows(path, columns, needs)
        if chunks and file.columns != chunks[0].file.columns:
            there, here = (", ".join(filter(None, each.columns.values())) for each in (chunks[0].file, file))
            raise DataError(
                f"the columns differ between {chunks[0].file.path} ({there}) and {path} ({here}): give all files the "
                "same"
            )
        n = count_parquet_rows(path)
        for start in range(0, n, rows_at_a_time):
            chunks.append(_Chunk(len(chunks), file, start, min(rows_at_a_time, n - start), first + start))
        first += n
    return chunks


def _check_output(output: Path) -> None:
    if output.exists():
        raise UsageError(f"{output} is there already: remove it, or name another folder, which is made")
    check_writable(output)


def _check_whole(chunks: Sequence[_Chunk], folder: Path) -> None:
    """Compares the files written with the rows read, and removes unfinished files of lost nodes."""
    names = {chunk.name for chunk in chunks}
    for path in folder.iterdir():
        if path.name not in names:
            path.unlink()
    for chunk in chunks:
        n = count_parquet_rows(folder / chunk.name)
        if n != chunk.n:
            raise DataError(f"{folder / chunk.name} has {n} rows, and {chunk.n} were read for it: score the data again")


def _join_summaries(adds: Sequence[Mapping[str, Any]], signature: str, n_without_question: int) -> dict[str, Any]:
    """Returns the result of all chunks, of each its `summary`, `n_strings` and `backend`: weighted means and sums."""
    n_strings: Counter[str] = Counter()
    for chunk in adds:
        n_strings.update(chunk["n_strings"])
    encoding = encoding_of(n_strings, next((chunk["backend"] for chunk in adds if chunk["backend"] is not None), None))
    summaries = [chunk["summary"] for chunk in adds]
    n = sum(summary["n"] for summary in summaries)
    joined: dict[str, Any] = {}
    for name, value in summaries[0].items():
        if isinstance(value, float):
            joined[name] = sum(summary[name] * summary["n"] for summary in summaries) / n
        elif name not in ("n_without_question", "signature") and name not in encoding:
            joined[name] = sum(summary[name] for summary in summaries)
    joined |= accuracies(round(joined["accuracy"] * n), n, joined["n_not_attempted"])
    without = {"n_without_question": n_without_question} if n_without_question else {}
    return joined | without | {"signature": signature} | encoding


@contextmanager
def connected() -> Iterator[None]:
    """Joins the cluster at RAY_ADDRESS, or starts one on this machine; leaves it afterwards.

    Raises:
        ModelError: Ray is not installed.
        UsageError: Its cluster cannot be reached.
    """
    os.environ.setdefault("RAY_USAGE_STATS_ENABLED", "0")
    for package in ("ray", "ray.data"):
        check_installed(package, "the engine 'ray'", "ray")
    import ray
    import ray.data

    logging.getLogger("ray.data").setLevel(logging.ERROR)
    if ray.is_initialized():
        yield
        return
    try:
        ray.init(include_dashboard=False, log_to_driver=False, logging_level=logging.ERROR)
    except (OSError, RuntimeError, ValueError) as error:
        raise UsageError(
            f"Ray's cluster cannot be reached ({error}): check RAY_ADDRESS, or unset it to begin one on this machine"
        ) from error
    try:
        yield
    finally:
        ray.shutdown()


def find_workers(size: int | None, cpus: float, gpus: float) -> Workers:
    """Returns the workers: as many as asked for, or as fit on the nodes of the cluster.

    Raises:
        UsageError: A number is out of range, or not a single worker fits on a node.
    """
    import ray

    if size is not None and size < 1:
        raise UsageError(f"actors must be at least 1, got {size}")
    if not (cpus > 0 and gpus >= 0):
        raise UsageError(f"cpus_per_actor must be more than 0 and gpus_per_actor at least 0, got {cpus} and {gpus}")
    nodes = [node["Resources"] for node in ray.nodes() if node["Alive"]]
    room = [int(min([node.get("CPU", 0) / cpus, *([node.get("GPU", 0) / gpus] if gpus else [])])) for node in nodes]
    if not any(room):
        raise UsageError(
            f"none of the cluster's {len(nodes)} nodes has the {cpus:g} CPUs and {gpus:g} GPUs that an actor takes: "
            "lower cpus_per_actor or gpus_per_actor, or add a node"
        )
    return Workers(size or sum(room), cpus, gpus)


def answers(
    work: Callable[[Any], Any], pieces: Sequence[Any], workers: Workers, *, by_actors: bool = True
) -> Iterator[Any]:
    """Yields the result of `work` for each piece, in order; a piece whose worker or node is lost goes to another one.

    Its work may be done twice, but its answer comes once. Actors are processes started for this work, which keep their
    models and may have a GPU; without actors, any free process of the cluster does the work.

    Raises:
        SmileError: The work raised it for a piece; the first such error is raised.
    """
    import ray

    size = min(workers.size, len(pieces))
    dataset = ray.data.from_items([pickle.dumps(piece) for piece in pieces], override_num_blocks=len(pieces))
    dataset.context.enable_progress_bars = False
    dataset.context.execution_options.preserve_order = True
    pickled = ray.cloudpickle.dumps(work)
    if by_actors:
        actors = ray.data.ActorPoolStrategy(size=size)
        how = {"fn": _Worker, "fn_constructor_args": [pickled], "compute": actors, "num_gpus": workers.gpus}
    else:
        how = {"fn": _Worker(pickled).__call__, "compute": ray.data.TaskPoolStrategy(size=size)}
    answered = dataset.map_batches(**how, batch_size=None, num_cpus=workers.cpus)
    for row in answered.iter_rows():
        answer = pickle.loads(row["answer"])  # noqa: S301
        if isinstance(answer, SmileError):
            raise answer
        yield answer


class _Worker:
    """Does pickled work. An error raised on purpose is returned as an answer; Ray would retry a failure."""

    def __init__(self, pickled: bytes) -> None:
        self._work: Callable[[Any], Any] = pickle.loads(pickled)  # noqa: S301

    def __call__(self, batch: dict[str, Any]) -> dict[str, list[bytes]]:
        return {"answer": [pickle.dumps(self._answer(pickle.loads(piece))) for piece in batch["item"]]}  # noqa: S301

    def _answer(self, piece: Any) -> Any:
        try:
            return self._work(piece)
        except SmileError as error:
            return error
