"""Writes files completely or not at all: a temporary file is renamed at the end."""

import os
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from uuid import uuid4

from ..errors import UsageError


@contextmanager
def write_errors(path: Path) -> Iterator[None]:
    """Turns an `OSError` into a `UsageError` that the path cannot be written."""
    try:
        yield
    except OSError as error:
        raise UsageError(f"{path} cannot be written ({error.strerror or error}): name another file") from error


def check_writable_on_disk(path: Path) -> None:
    """Raises a `UsageError` in advance if a file or folder cannot be written."""
    with write_errors(path):
        folder = path.resolve().parent
        if not folder.is_dir():
            raise UsageError(f"{path} cannot be written, as there is no folder {path.parent}: create it first")
        if not os.access(folder, os.W_OK) or (path.exists() and not os.access(path, os.W_OK)):
            raise UsageError(f"{path} cannot be written, as it or its folder is write-protected: name another file")


@contextmanager
def new_file_in_place(path: Path) -> Iterator[Path]:
    """Yields a temporary path in the same folder, which replaces `path` if the block ends without an error.

    After an error the temporary file is removed, and an existing file stays as it was.
    """
    target = path.resolve()
    temporary = target.with_name(f".smile-{uuid4().hex}.tmp")
    try:
        with write_errors(path):
            yield temporary
            replace_atomically(temporary, target)
    finally:
        temporary.unlink(missing_ok=True)


def replace_atomically(temporary: Path, target: Path) -> None:
    """Moves a finished file to its place. It takes over the mode of an existing file; a named pipe gets the content."""
    if target.is_fifo():
        with temporary.open("rb") as source, target.open("wb") as pipe:
            shutil.copyfileobj(source, pipe)
        temporary.unlink()
        return
    if target.exists():
        shutil.copymode(target, temporary)
    temporary.replace(target)
