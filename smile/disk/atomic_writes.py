"""Files and folders written completely or not at all: a temporary one is renamed at the end."""

import os
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from glob import escape
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


def check_writable(path: Path) -> None:
    """Checks in advance that a file or folder can be written.

    Raises:
        UsageError: Its folder does not exist, or it or its folder is write-protected.
    """
    with write_errors(path):
        folder = path.resolve().parent
        if not folder.is_dir():
            raise UsageError(f"{path} cannot be written, as there is no folder {path.parent}: create it first")
        if not os.access(folder, os.W_OK) or (path.exists() and not os.access(path, os.W_OK)):
            raise UsageError(f"{path} cannot be written, as it or its folder is write-protected: name another file")


@contextmanager
def new_file(path: Path) -> Iterator[Path]:
    """Yields a temporary path in the same folder, which replaces `path` if the block ends without an error.

    After an error the temporary file is removed, and an existing file stays as it was.

    Raises:
        UsageError: The file cannot be written.
    """
    target = path.resolve()
    temporary = target.with_name(f".smile-{uuid4().hex}.tmp")
    try:
        with write_errors(path):
            yield temporary
            temporary.replace(target)
    finally:
        temporary.unlink(missing_ok=True)


@contextmanager
def new_folder(path: Path) -> Iterator[Path]:
    """Yields an empty folder to fill, which is renamed to `path` if the block ends without an error.

    Missing parents are created. After an error the folder is removed. If another process has created `path` in the
    meantime, that one stays.
    """
    target = path.resolve()
    temporary = target.with_name(f"{_unfinished(target)}{uuid4().hex}.tmp")
    try:
        temporary.mkdir(parents=True)
        yield temporary
        for entry in temporary.iterdir():
            with entry.open("r+b") as file:
                os.fsync(file.fileno())
        try:
            temporary.rename(target)
        except OSError:
            if not target.is_dir():
                raise
    finally:
        shutil.rmtree(temporary, ignore_errors=True)


def remove_unfinished(path: Path) -> None:
    """Removes all temporary folders of `new_folder(path)`, also those of running processes."""
    target = path.resolve()
    for left in target.parent.glob(f"{escape(_unfinished(target))}*.tmp"):
        shutil.rmtree(left, ignore_errors=True)


def _unfinished(target: Path) -> str:
    return f".{target.name}.smile-"
