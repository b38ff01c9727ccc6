"""Locks on files. The system releases them when their process ends, even if it is killed."""

import os
from collections.abc import Iterator
from contextlib import contextmanager, nullcontext
from pathlib import Path

from ..errors import UsageError

try:
    import fcntl
except ImportError:  # Windows
    fcntl = None  # type: ignore[assignment]

# Whether the system supports these locks.
HAS_LOCKS = fcntl is not None


def open_lock(path: Path) -> int:
    """Returns the descriptor of a lock file, not yet locked; closing it releases the lock.

    Raises:
        UsageError: The system lacks file locks.
        OSError: The file cannot be created.
    """
    if not HAS_LOCKS:
        raise UsageError("this needs file locks that Windows lacks: run it on Linux or macOS, or in WSL")
    return os.open(path, os.O_RDWR | os.O_CREAT, 0o666)


def lock_alone(descriptor: int) -> bool:
    """Locks a file for this process alone; returns False at once if others hold it."""
    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    return True


def lock_in_common(descriptor: int) -> None:
    """Locks a file together with others; waits while one process holds it alone."""
    fcntl.flock(descriptor, fcntl.LOCK_SH)


@contextmanager
def locked(path: Path) -> Iterator[None]:
    """Holds a file's lock alone; waits until it is free."""
    descriptor = open_lock(path)
    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX)
        yield
    finally:
        os.close(descriptor)


@contextmanager
def making(folder: Path) -> Iterator[None]:
    """Lets one process make a folder of the cache while others wait; without file locks, all make it.

    Raises:
        OSError: The folder beside it cannot be written.
    """
    folder.parent.mkdir(parents=True, exist_ok=True)
    with locked(folder.with_name(f"{folder.name}.lock")) if HAS_LOCKS else nullcontext():
        yield
