"""The cache folder, and locks that end with their process."""

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path


@contextmanager
def locked_file(path: Path, timeout: float = -1) -> Iterator[None]:
    """Holds an exclusive lock on a file, which stays.

    Waits `timeout` seconds for another process before it raises a `TimeoutError`; -1 sets no limit.
    """
    from filelock import FileLock  # registers hooks for forks

    with FileLock(path, timeout=timeout, thread_local=False):
        yield


def cache_folder() -> Path:
    """Returns the folder: `SMILE_CACHE`, or `~/.cache/smile`."""
    folder = os.environ.get("SMILE_CACHE")
    return Path(folder) if folder else Path.home() / ".cache" / "smile"
