"""Hashes of files."""

import hashlib
from collections.abc import Mapping
from pathlib import Path

from ..caches import cached
from ..errors import ModelError


def file_sha256(*paths: Path) -> str:
    """Returns the SHA-256 of the concatenated files."""
    digest = hashlib.sha256()
    for path in paths:
        with path.open("rb") as file:
            while block := file.read(1 << 20):
                digest.update(block)
    return digest.hexdigest()


def check_file_hashes(folder: Path, expected: Mapping[str, str], whose: str, remedy: str) -> None:
    """Raises a `ModelError` if a file is missing or has another SHA-256. It is hashed again only after a change."""
    for name, digest in expected.items():
        path = folder / name
        try:
            status = path.stat()
            found = _sha256_of(path, status.st_ino, status.st_mtime_ns, status.st_size)
        except FileNotFoundError:
            found = "no such file"
        if found != digest:
            raise ModelError(f"{path} is not the file of {whose} (SHA-256 {found}, expected {digest}): {remedy}")


@cached(16)
def _sha256_of(path: Path, inode: int, modified: int, size: int) -> str:
    return file_sha256(path)
