"""What is done of a run, kept in a folder beside its output until that is written."""

import json
import os
import shutil
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import fields
from pathlib import Path
from typing import Any
from zipfile import BadZipFile

import numpy as np
import numpy.typing as npt

from ..disk.atomic_writes import new_file
from ..disk.file_locks import lock_alone, open_lock
from ..errors import UsageError
from ..scoring.results import Scores

_MANIFEST, _PARTS = "manifest.json", "*.npz"
# What of the scores is an array, with a number for each row; of some settings one or another is None.
_NOT_ARRAYS = ("matched_ngram", "signature", "n_strings", "backend")
ARRAYS = tuple(field.name for field in fields(Scores) if field.name not in _NOT_ARRAYS)


def arrays_of(scores: Scores) -> dict[str, npt.NDArray[Any]]:
    """Returns by name the arrays that there are of scores."""
    return {name: array for name in ARRAYS if (array := getattr(scores, name)) is not None}


class Parts:
    """The scores of a run's chunks. Each is written whole or not at all, so that a killed run leaves none in half."""

    def __init__(self, folder: Path) -> None:
        """Names the folder, which `open_parts` has made."""
        self._folder = folder

    def load(self, chunk: int) -> Scores | None:
        """Returns the scores of a chunk, None where it is not done or its file is damaged."""
        try:
            with np.load(self._path(chunk)) as kept:
                return Scores(
                    **{name: kept[name] for name in ARRAYS if name in kept},
                    matched_ngram=_from_bytes(kept["matched_ngram"]),
                    n_strings=_from_bytes(kept["n_strings"]),
                    signature=_from_bytes(kept["signature"]),
                    backend=_from_bytes(kept["backend"]),
                )
        except (OSError, ValueError, KeyError, EOFError, BadZipFile):
            return None

    def save(self, chunk: int, scores: Scores) -> None:
        """Keeps the scores of a chunk.

        Raises:
            UsageError: They cannot be written.
        """
        arrays: dict[str, Any] = arrays_of(scores)
        for name in ("matched_ngram", "signature", "backend"):
            arrays[name] = _to_bytes(getattr(scores, name))
        arrays["n_strings"] = _to_bytes(dict(scores.n_strings))
        with new_file(self._path(chunk)) as temporary, temporary.open("wb") as file:
            np.savez(file, **arrays)

    def remove(self) -> None:
        """Removes what is kept, once the output is written."""
        shutil.rmtree(self._folder)

    def _path(self, chunk: int) -> Path:
        return self._folder / f"{chunk:06d}.npz"


@contextmanager
def open_parts(output: Path, manifest: Mapping[str, str]) -> Iterator[Parts]:
    """Gives the parts of the run to an output file; see `open_folder`."""
    with open_folder(output, manifest, _PARTS) as folder:
        yield Parts(folder)


@contextmanager
def open_folder(output: Path, manifest: Mapping[str, str], parts: str) -> Iterator[Path]:
    """Gives the folder for what is done of the run to an output, which no other run can then have.

    Args:
        output: What the run will write.
        manifest: What decides the scores, each with what people call it; parts of a run in which any of it was another
            are refused.
        parts: A pattern that the names of parts match; without parts the folder goes when the run ends.

    Raises:
        UsageError: Another run has begun that output or is at work on it, or the folder cannot be written.
    """
    folder = output.with_name(f"{output.name}.parts")
    try:
        folder.mkdir(exist_ok=True)
        lock = open_lock(folder / "lock")
    except OSError as error:
        raise UsageError(f"{folder}, for what is done, cannot be made ({error.strerror or error})") from error
    try:
        if not lock_alone(lock):
            raise UsageError(f"another run is at work on {output}: wait for it, or name another output")
        try:
            _check_manifest(folder, output, manifest, parts)
            yield folder
        finally:
            if not any(folder.glob(parts)):  # a run that ends before its first chunk is done leaves nothing behind
                shutil.rmtree(folder, ignore_errors=True)
    finally:
        os.close(lock)


def _check_manifest(folder: Path, output: Path, manifest: Mapping[str, str], parts: str) -> None:
    path = folder / _MANIFEST
    if not path.exists() or not any(folder.glob(parts)):
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
