"""Locks on files. The system releases them when their process ends, even if it is killed."""

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from ..errors import UsageError


@contextmanager
def locked(path: Path, timeout: float = -1) -> Iterator[None]:
    """Holds a file's lock alone; the file stays.

    Waits so many seconds if another process holds the lock, with -1 for as long as it does.

    Raises:
        TimeoutError: Another process holds the lock.
        OSError: The file cannot be made.
    """
    from filelock import FileLock  # registers hooks for forks

    with FileLock(path, timeout=timeout, thread_local=False):
        yield


@contextmanager
def making(folder: Path) -> Iterator[None]:
    """Lets one process make a folder of the cache while others wait.

    Raises:
        OSError: The folder beside it cannot be written.
    """
    folder.parent.mkdir(parents=True, exist_ok=True)
    with locked(folder.with_name(f"{folder.name}.lock")):
        yield


def open_lock(path: Path) -> int:
    """Returns the descriptor of a lock file for `lock_alone` and `lock_in_common`; closing it releases the lock.

    Raises:
        UsageError: The system lacks locks that processes hold in common.
        OSError: The file cannot be created.
    """
    try:
        import fcntl  # noqa: F401
    except ImportError as error:
        raise UsageError("this needs file locks that Windows lacks: run it on Linux or macOS, or in WSL") from error
    return os.open(path, os.O_RDWR | os.O_CREAT, 0o666)


def lock_alone(descriptor: int) -> bool:
    """Locks a file for this process alone; returns False at once if others hold it."""
    import fcntl

    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    return True


def lock_in_common(descriptor: int) -> None:
    """Locks a file together with others; waits while one process holds it alone."""
    import fcntl

    fcntl.flock(descriptor, fcntl.LOCK_SH)
