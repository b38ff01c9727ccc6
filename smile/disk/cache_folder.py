"""The folder of results that later runs reuse."""

import os
from pathlib import Path


def cache_folder() -> Path:
    """Returns the folder: `SMILE_CACHE`, or `~/.cache/smile`."""
    folder = os.environ.get("SMILE_CACHE")
    return Path(folder) if folder else Path.home() / ".cache" / "smile"
