"""Where what was made or paid for once is kept for later runs."""

import os
from pathlib import Path


def cache_folder() -> Path:
    """Returns the folder: `SMILE_CACHE`, or `~/.cache/smile`."""
    folder = os.environ.get("SMILE_CACHE")
    return Path(folder) if folder else Path.home() / ".cache" / "smile"


def put_folder(temporary: Path, folder: Path) -> None:
    """Gives a folder that is whole its name; where another process was faster, that one's stays.

    Raises:
        OSError: It cannot be had.
    """
    try:
        temporary.rename(folder)
    except OSError:
        if not folder.is_dir():
            raise
