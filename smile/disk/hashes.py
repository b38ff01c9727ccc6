"""Hashes of files."""

import hashlib
from pathlib import Path


def file_sha256(*paths: Path) -> str:
    """Returns the SHA-256 of files, one after the other, read in blocks."""
    digest = hashlib.sha256()
    for path in paths:
        with path.open("rb") as file:
            while block := file.read(1 << 20):
                digest.update(block)
    return digest.hexdigest()
