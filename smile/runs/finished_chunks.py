"""The finished chunks of a run, kept in a folder beside its output until the output is written."""

import json
import os
import shutil
from collections.abc import Iterator, Mapping
from contextlib import ExitStack, contextmanager
from dataclasses import fields
from pathlib import Path
from typing import Any
from zipfile import BadZipFile

import numpy as np
import numpy.typing as npt

from ..disk.atomic_writes import new_file
from ..disk.file_locks import locked
from ..errors import UsageError
from ..scoring.results import TEXT_COLUMNS, Scores

_MANIFEST, _LOCK, _CHUNKS = "manifest.json", "lock", "*.npz"
# The fields of scores that are arrays with a number per row; some settings leave some of them None.
_NOT_ARRAYS = (*TEXT_COLUMNS, "signature", "n_strings", "backend", "n_without_question")
ARRAYS = tuple(field.name for field in fields(Scores) if field.name not in _NOT_ARRAYS)


def arrays_of(scores: Scores) -> dict[str, npt.NDArray[Any]]:
    """Returns the arrays of scores by name, without those that are None."""
    return {name: array for name in ARRAYS if (array := getattr(scores, name)) is not None}


class FinishedChunks:
    """The scores of a run's finished chunks, a file each, written whole or not at all."""

    def __init__(self, folder: Path) -> None:
        """Takes the folder that `open_finished` made."""
        self._folder = folder

    def load(self, chunk: int) -> Scores | None:
        """Returns the scores of a chunk, None if it is not finished, or its file is damaged or of another version."""
        try:
            with np.load(self._path(chunk)) as kept:
                return Scores(
                    **{name: kept[name] for name in ARRAYS if name in kept},
                    **{name: _from_bytes(kept[name]) for name in TEXT_COLUMNS},
                    n_strings=_from_bytes(kept["n_strings"]),
                    signature=_from_bytes(kept["signature"]),
                    backend=_from_bytes(kept["backend"]),
                )
        except (OSError, ValueError, KeyError, TypeError, EOFError, BadZipFile):
            return None

    def save(self, chunk: int, scores: Scores) -> None:
        """Keeps the scores of a chunk.

        Raises:
            UsageError: They cannot be written.
        """
        arrays: dict[str, Any] = arrays_of(scores)
        for name in (*TEXT_COLUMNS, "signature", "backend"):
            arrays[name] = _to_bytes(getattr(scores, name))
        arrays["n_strings"] = _to_bytes(dict(scores.n_strings))
        with new_file(self._path(chunk)) as temporary, temporary.open("wb") as file:
            np.savez(file, **arrays)

    @property
    def unfinished(self) -> Path:
        """Where the output grows until it is whole: on its own disk."""
        return self._folder / "output.tmp"

    def remove(self) -> None:
        """Removes what is kept, once the output is written."""
        for path in self._folder.glob(_CHUNKS):
            path.unlink()

    def _path(self, chunk: int) -> Path:
        return self._folder / f"{chunk:06d}.npz"


@contextmanager
def open_finished(output: Path, manifest: Mapping[str, str]) -> Iterator[FinishedChunks]:
    """Yields the finished chunks of the run to an output file; see `open_folder`."""
    with open_folder(output, manifest, _CHUNKS) as folder:
        yield FinishedChunks(folder)


@contextmanager
def open_folder(output: Path, manifest: Mapping[str, str], pattern: str) -> Iterator[Path]:
    """Yields the folder of finished chunks for an output, locked against other runs.

    Args:
        output: What the run will write.
        manifest: What decides the scores, by the words that errors use for it; finished chunks of a run with another
            manifest are refused.
        pattern: A pattern for the names of finished chunks; without any, the folder is removed when the run ends.

    Raises:
        UsageError: Another run began that output or works on it now, or the folder cannot be written.
    """
    folder = output.with_name(f"{output.name}.parts")
    with ExitStack() as stack:
        try:
            folder.mkdir(exist_ok=True)
            stack.enter_context(locked(folder / _LOCK, timeout=0))
        except TimeoutError as error:
            raise UsageError(f"another run is at work on {output}: wait for it, or name another output") from error
        except OSError as error:
            raise UsageError(
                f"the folder of finished chunks {folder} cannot be made ({error.strerror or error})"
            ) from error
        try:
            _check_manifest(folder, output, manifest, pattern)
            yield folder
        finally:
            is_over = not any(folder.glob(pattern))  # also a run that ends before its first chunk is done
            if is_over:
                shutil.rmtree(folder, ignore_errors=True)
    if is_over and os.name == "nt":  # Windows keeps a file that is open
        shutil.rmtree(folder, ignore_errors=True)


def _check_manifest(folder: Path, output: Path, manifest: Mapping[str, str], pattern: str) -> None:
    path = folder / _MANIFEST
    if not path.exists() or not any(folder.glob(pattern)):
        with new_file(path) as temporary:
            temporary.write_text(json.dumps(manifest), encoding="utf-8")
        return
    try:
        former = dict(json.loads(path.read_text(encoding="utf-8")))
    except (OSError, ValueError, TypeError) as error:
        raise UsageError(f"{path} cannot be read ({error}): delete {folder} to begin anew") from error
    others = [name for name in manifest if former.get(name) != manifest[name]]
    if others:
        raise UsageError(
            f"{folder} holds what is done of a run to {output} with another {' and another '.join(others)}: give that "
            "run's command to finish it, delete the folder to begin anew, or name another output"
        )


def _to_bytes(value: object) -> npt.NDArray[np.uint8]:
    return np.frombuffer(json.dumps(value).encode(), dtype=np.uint8)


def _from_bytes(kept: npt.NDArray[np.uint8]) -> Any:
    return json.loads(kept.tobytes())
