"""Checkpoints: the scores of finished chunks, kept beside a run's output until it is complete."""

import json
import os
import shutil
from collections.abc import Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field, fields
from pathlib import Path
from typing import Any
from zipfile import BadZipFile

import numpy as np

from ..disk.atomic_writes import new_file_in_place
from ..disk.cache_folder import locked_file
from ..disk.hashes import file_sha256
from ..encoding.encoders import sum_of_strings
from ..errors import UsageError
from ..files.row_files import FileRows
from ..files.writing import ItemColumns
from ..rows.row_scores import Signature
from ..scoring.results import Scores
from ..scoring.signature import RowKinds
from ..settings.named_settings import Settings

# The rows in memory at a time, and the most that a killed run loses; with several workers, twice for each. A model
# encodes each string once per chunk, so long chunks save it work; without a model they only take memory.
_CHUNK_ROWS = 10_000
_CHUNK_ROWS_WITHOUT_MODEL = 5_000

# The names of checkpoints.
CHECKPOINTS = "*.npz"


@dataclass(frozen=True)
class DatasetSummary:
    """What a run must know about all rows before it scores the first; `|` joins two parts."""

    n: int = 0
    kinds: RowKinds = field(default_factory=RowKinds)
    columns: ItemColumns = field(default_factory=ItemColumns)

    @classmethod
    def of(cls, rows: FileRows, output: Path | None) -> "DatasetSummary":
        """Returns the summary of some rows, which are written to `output`."""
        columns = ItemColumns() if output is None else ItemColumns.of(rows.columns(), output)
        return cls(len(rows.rows), RowKinds.of(rows.rows), columns)

    def __or__(self, other: "DatasetSummary") -> "DatasetSummary":
        return DatasetSummary(self.n + other.n, self.kinds | other.kinds, self.columns | other.columns)


def rows_per_checkpoint(settings: Settings) -> int:
    """Returns how many rows are read and scored at a time."""
    return _CHUNK_ROWS if settings.runs_model else _CHUNK_ROWS_WITHOUT_MODEL


def file_states_at_checkpoint(paths: Sequence[Path]) -> list[tuple[str, int, int]]:
    """Returns the names, sizes and modification times of files, to notice changes."""
    return [(path.name, path.stat().st_size, path.stat().st_mtime_ns) for path in paths]


def backend_of_checkpoints(before: str | None, backend: str | None, output: Path | None) -> str | None:
    """Returns the back end of a run after another chunk; None while nothing was encoded."""
    if None not in (before, backend) and backend != before:
        raise UsageError(
            f"the run to {output} was started with the back end {before} and would continue with {backend}: choose "
            f"{before}, on a cluster with the same packages on every node, or name another output"
        )
    return backend if before is None else before


@contextmanager
def open_checkpoints(
    output: Path,
    data: Sequence[Path],
    columns: Mapping[str, str | None],
    signature: Signature,
    rows_at_a_time: int,
) -> Iterator[Path]:
    """Yields the folder of an output's checkpoints, locked against other runs; deletes it when it is empty."""
    manifest = {
        "data file": file_sha256(*data),
        "choice of columns": repr(sorted(columns.items())),
        "signature": str(signature),
        "number of rows at a time": str(rows_at_a_time),
    }
    folder = output.with_name(f"{output.name}.parts")
    with ExitStack() as stack:
        try:
            folder.mkdir(exist_ok=True)
            stack.enter_context(locked_file(folder / "lock", timeout=0))
        except TimeoutError as error:
            raise UsageError(f"another run is at work on {output}: wait for it, or name another output") from error
        except OSError as error:
            raise UsageError(
                f"the folder {folder} cannot be made ({error.strerror or error}): name another output"
            ) from error
        try:
            _check_checkpoint_manifest(folder, output, manifest)
            yield folder
        finally:
            is_over = not any(folder.glob(CHECKPOINTS))  # also if the run ends before its first chunk is done
            if is_over:
                shutil.rmtree(folder, ignore_errors=True)
    if is_over and os.name == "nt":  # Windows keeps a file that is open
        shutil.rmtree(folder, ignore_errors=True)


def _check_checkpoint_manifest(folder: Path, output: Path, manifest: Mapping[str, str]) -> None:
    path = folder / "manifest.json"
    if not path.exists() or not any(folder.glob(CHECKPOINTS)):
        with new_file_in_place(path) as temporary:
            temporary.write_text(json.dumps(manifest), encoding="utf-8")
        return
    try:
        former = dict(json.loads(path.read_text(encoding="utf-8")))
    except (OSError, ValueError, TypeError) as error:
        raise UsageError(f"{path} cannot be read ({error}): delete {folder} to start again") from error
    others = [name for name in manifest if former.get(name) != manifest[name]]
    if others:
        raise UsageError(
            f"{folder} belongs to an unfinished run to {output} with a different {' and a different '.join(others)}: "
            "repeat that run's command to resume it, delete the folder to start again, or name another output"
        )


def checkpointed_fields(scores: Scores) -> dict[str, Any]:
    """Returns the fields of a chunk's scores that are kept, without texts, and without what all chunks share."""
    others = ("rows", "settings", "run_signature")
    return {each.name: getattr(scores, each.name) for each in fields(scores) if each.name not in others}


def save_checkpoint(path: Path, scores: Scores) -> None:
    """Writes the scores of a chunk to a file, completely or not at all."""
    kept = checkpointed_fields(scores)
    arrays: dict[str, Any] = {name: value for name, value in kept.items() if isinstance(value, np.ndarray)}
    others = json.dumps({name: value for name, value in kept.items() if name not in arrays}, default=dict)
    with new_file_in_place(path) as temporary, temporary.open("wb") as file:
        np.savez(file, others=np.frombuffer(others.encode(), np.uint8), **arrays)


def load_checkpoint(path: Path, settings: Settings, signature: Signature) -> Scores | None:
    """Returns the scores of a chunk without its rows; None if there is no file, or a damaged or old one."""
    try:
        with np.load(path) as kept:
            columns: dict[str, Any] = {name: kept[name] for name in kept}
        others = json.loads(columns.pop("others").tobytes())
        return Scores(**others, **columns, settings=settings, run_signature=signature)
    except (OSError, ValueError, KeyError, TypeError, EOFError, BadZipFile):
        return None


def join_checkpointed_scores(
    chunks: list[dict[str, Any]], settings: Settings, signature: Signature, backend: str | None, n_without_question: int
) -> Scores:
    """Returns the scores of all chunks, by their `checkpointed_fields`, in one.

    The fields are taken out of the chunks one by one: memory never holds all of them twice.
    """
    joined: dict[str, Any] = {}
    for name, first in list(chunks[0].items()):
        parts = [chunk.pop(name) for chunk in chunks]
        if isinstance(first, np.ndarray):
            joined[name] = np.concatenate(parts)
        elif isinstance(first, list):
            joined[name] = [cell for part in parts for cell in part]
        elif name == "n_strings":
            joined[name] = sum_of_strings(parts)
        elif name == "n_not_english" or (name == "n_learned_from" and first is not None):
            joined[name] = sum(parts)
    return Scores(
        **joined, settings=settings, run_signature=signature, backend=backend, n_without_question=n_without_question
    )
