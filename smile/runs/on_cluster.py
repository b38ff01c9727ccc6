"""Scores chunks of rows on a Ray cluster; a chunk whose worker or node is lost goes to another one."""

import logging
import os
import pickle
from collections.abc import Callable, Generator, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any, NamedTuple

from ..checks import check_installed
from ..errors import ModelError, SmileError, UsageError
from ..files.reading import FileRows, RowsFile
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


@dataclass(frozen=True)
class Actors:
    """Processes of a cluster that keep their models: how many (None: as many as fit), and the GPUs of each.

    Each takes one CPU.
    """

    n: int | None = None
    gpus: float = 0


def scores_on_cluster(
    scorer: SmileScorer, actors: Actors, chunks: Sequence[Chunk], kept: Callable[[int], Scores | None]
) -> Generator[tuple[FileRows, Scores, bool], None, None]:
    """Scores chunks on the cluster at RAY_ADDRESS, or on a new one of this machine.

    `kept` returns the scores of a chunk that is finished, by its number. Each actor gets a copy of the scorer. Every
    node must see the files, and the folder of a model, under the same path; each node has its own store. Yields the
    rows of each chunk, in order, their scores, and whether these are new.

    Raises:
        DataError: A file changed.
        ModelError: Ray is not installed, or a model cannot be loaded or differs on some node.
        UsageError: The cluster cannot be reached, or no actor fits.
    """
    with connected():
        n = _count(actors)
        finished = [kept(number) for number in range(len(chunks))]
        left = [chunk for chunk, scores in zip(chunks, finished, strict=True) if scores is None]
        new = _scores_of(left, scorer, actors, min(n, len(left)))
        for chunk, scores in zip(chunks, finished, strict=True):
            yield chunk.rows(), next(new) if scores is None else scores, scores is None


def _scores_of(chunks: Sequence[Chunk], scorer: SmileScorer, actors: Actors, n_actors: int) -> Iterator[Scores]:
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
        num_gpus=actors.gpus,
    )
    for row in scored.iter_rows():
        scores = pickle.loads(row["scores"])  # noqa: S301
        if isinstance(scores, SmileError):
            raise scores
        yield scores


class _Actor:
    """Scores pickled chunks. An error raised on purpose is returned in place of scores; Ray would retry a failure."""

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


def _count(actors: Actors) -> int:
    """Returns how many actors to start; raises if not a single one fits on a node."""
    import ray

    if (actors.n is not None and actors.n < 1) or not actors.gpus >= 0:
        raise UsageError(f"workers must be at least 1 and their GPUs at least 0, got {actors.n} and {actors.gpus}")
    wanted = {"CPU": 1.0} | ({"GPU": actors.gpus} if actors.gpus else {})
    nodes = [node["Resources"] for node in ray.nodes() if node["Alive"]]
    room = [int(min(node.get(name, 0) / n for name, n in wanted.items())) for node in nodes]
    if not any(room):
        raise UsageError(
            f"none of the cluster's {len(nodes)} nodes has the CPU and the {actors.gpus:g} GPUs that a worker takes: "
            "lower the number of GPUs (--gpus-per-worker), or add a node"
        )
    return actors.n or sum(room)
