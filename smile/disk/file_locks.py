"""Locks on files, which the system gives back when their process ends, however it ends."""

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from ..errors import UsageError

try:
    import fcntl
except ImportError:  # Windows
    fcntl = None  # type: ignore[assignment]

# Whether the system has such locks.
HAS_LOCKS = fcntl is not None


def open_lock(path: Path) -> int:
    """Returns the descriptor of a lock file, not yet locked; closing it gives back what was locked.

    Raises:
        UsageError: The system has no such locks.
        OSError: The file cannot be made.
    """
    if not HAS_LOCKS:
        raise UsageError("this needs file locks that Windows lacks: run it on Linux or macOS, or in WSL")
    return os.open(path, os.O_RDWR | os.O_CREAT, 0o666)


def lock_alone(descriptor: int) -> bool:
    """Locks a file for this process alone; returns False at once where others have it."""
    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    return True


def lock_in_common(descriptor: int) -> None:
    """Locks a file together with all others who do so, once nobody has it alone."""
    fcntl.flock(descriptor, fcntl.LOCK_SH)


@contextmanager
def locked(path: Path) -> Iterator[None]:
    """Holds a file's lock alone; waits for it."""
    descriptor = open_lock(path)
    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX)
        yield
    finally:
        os.close(descriptor)
