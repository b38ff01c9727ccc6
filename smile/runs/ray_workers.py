"""Ray: hands pieces of work to workers and returns their answers in order."""

import logging
import os
import pickle
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

from ..checks import check_installed
from ..errors import SmileError, UsageError


@dataclass(frozen=True)
class Workers:
    """The number of processes that work at once, and the CPUs and GPUs of a node that each takes."""

    size: int
    cpus: float
    gpus: float


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
