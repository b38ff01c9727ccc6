"""Copies standard input and pipes, which can be read only once, into files."""

import shutil
import sys
import zlib
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import BinaryIO

from ..errors import UsageError
from .table_formats import read_errors

STANDARD_INPUT = Path("-")
# The bytes that decide the format.
_START = 4096
# How the content of each format begins; anything else is a table in text.
_BEGINNINGS = {b"PAR1": ".parquet", b"PK\x03\x04": ".eval"}


@contextmanager
def copies_of_pipes() -> Iterator[Callable[[Path], Path]]:
    """Yields a function that returns a copy of standard input (`-`) or of a pipe, and any other path as it is.

    The content decides the format. The copies are deleted when the block ends.
    """
    with TemporaryDirectory(prefix="smile-") as folder:
        was_read = False

        def readable(path: Path) -> Path:
            nonlocal was_read
            if path == STANDARD_INPUT:
                if was_read:
                    raise UsageError("standard input (-) can be read only once: save it as a file, and give the file")
                was_read = True
                return _copy(sys.stdin.buffer, Path(folder, "stdin"))
            with read_errors(path):
                if not path.is_fifo():
                    return path
                with path.open("rb") as pipe:
                    return _copy(pipe, Path(folder, path.name.partition(".")[0]))

        yield readable


def _copy(stream: BinaryIO, path: Path) -> Path:
    """Copies a stream to the path, with the ending of its format."""
    start = stream.read(_START)
    is_packed = start.startswith(b"\x1f\x8b")
    shown = zlib.decompressobj(wbits=31).decompress(start) if is_packed else start
    text = shown.removeprefix(b"\xef\xbb\xbf").lstrip()
    of_text = ".json" if text.startswith((b"{", b"[")) or not text else ".csv"
    ending = next((ending for sign, ending in _BEGINNINGS.items() if shown.startswith(sign)), of_text)
    path = path.with_name(path.name + ending + ".gz" * is_packed)
    with path.open("wb") as file:
        file.write(start)
        shutil.copyfileobj(stream, file)
    return path
