"""Scores chunks of rows on a Ray cluster. If a worker or node is lost, another one scores its chunk."""

import logging
import math
import os
import pickle
from collections.abc import Callable, Generator, Iterator, Sequence
from contextlib import contextmanager
from typing import Any, NamedTuple

from ..errors import ModelError, SmileError, UsageError
from ..files.row_files import FileRows, RowsFile
from ..optional_packages import check_installed
from ..scoring.results import Scores
from ..scoring.scorer import SmileScorer


class Chunk(NamedTuple):
    """n rows of a file, from its row `start` on, which is row `first` of all files."""

    file: RowsFile
    start: int
    n: int
    first: int

    def rows(self) -> FileRows:
        """Reads the rows."""
        return self.file.part(self.start, self.n, self.first)


def scores_on_cluster(
    scorer: SmileScorer, workers: int | None, chunks: Sequence[Chunk], kept: Callable[[int], Scores | None]
) -> Generator[tuple[FileRows, Scores, bool], None, None]:
    """Scores chunks on the cluster at RAY_ADDRESS, or on a new one of this machine.

    `kept` returns the scores of a chunk that is finished, by its number. Each worker gets a copy of the scorer, one CPU
    and, for a model on a cluster that has GPUs, one GPU; None starts as many as fit. Every node must see the files, and
    the folder of a model, under the same path; each node has its own store. Yields the rows of each chunk, in order,
    their scores, and whether these are new.
    """
    with connected_to_ray():
        import ray

        nodes = [node["Resources"] for node in ray.nodes() if node["Alive"]]
        gpus = int(scorer.settings.runs_model and any(node.get("GPU", 0) >= 1 for node in nodes))
        room = sum(int(min(node.get("CPU", 0), node.get("GPU", 0) if gpus else math.inf)) for node in nodes)
        if not room:
            raise UsageError(f"none of the cluster's {len(nodes)} nodes has a CPU for a worker: add a node")
        finished = [kept(number) for number in range(len(chunks))]
        left = [chunk for chunk, scores in zip(chunks, finished, strict=True) if scores is None]
        new = _chunk_scores_on_cluster(left, scorer, gpus, min(workers or room, len(left)))
        for chunk, scores in zip(chunks, finished, strict=True):
            yield chunk.rows(), next(new) if scores is None else scores, scores is None


def _chunk_scores_on_cluster(
    chunks: Sequence[Chunk], scorer: SmileScorer, gpus: int, n_actors: int
) -> Iterator[Scores]:
    if not chunks:
        return
    import ray

    dataset = ray.data.from_items([pickle.dumps(chunk) for chunk in chunks], override_num_blocks=len(chunks))
    dataset.context.enable_progress_bars = False
    dataset.context.execution_options.preserve_order = True
    scored = dataset.map_batches(
        _Actor,
        fn_constructor_args=[ray.cloudpickle.dumps(scorer), scorer.encoder.signature],
        compute=ray.data.ActorPoolStrategy(size=n_actors),
        batch_size=None,
        num_cpus=1,
        num_gpus=gpus,
    )
    for row in scored.iter_rows():
        scores = pickle.loads(row["scores"])  # noqa: S301
        if isinstance(scores, SmileError):
            raise scores
        yield scores


class _Actor:
    """Scores pickled chunks. Returns errors raised on purpose in place of scores, because Ray retries failures."""

    def __init__(self, scorer: bytes, encoder: str) -> None:
        self._scorer: SmileScorer = pickle.loads(scorer)  # noqa: S301
        self._encoder = encoder

    def __call__(self, batch: dict[str, Any]) -> dict[str, list[bytes]]:
        return {"scores": [pickle.dumps(self._score(pickle.loads(chunk))) for chunk in batch["item"]]}  # noqa: S301

    def _score(self, chunk: Chunk) -> Scores | SmileError:
        try:
            found = self._scorer.encoder.signature
            if found != self._encoder:
                raise ModelError(f"a node has the encoder {found}, not {self._encoder}: give every node the same files")
            return self._scorer.score_rows(chunk.rows().rows)
        except SmileError as error:
            return error


@contextmanager
def connected_to_ray() -> Iterator[None]:
    """Joins the cluster at RAY_ADDRESS, or starts one on this machine; leaves it afterwards."""
    os.environ.setdefault("RAY_USAGE_STATS_ENABLED", "0")
    for package in ("ray", "ray.data"):
        check_installed(package, "the engine 'ray'", "ray")
    import ray

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
