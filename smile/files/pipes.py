"""Copies standard input and pipes, which can be read only once, into files."""

import shutil
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory

from ..checks import check_choice
from ..errors import UsageError
from .table_formats import ENDINGS, ending_of, read_errors

STANDARD_INPUT = Path("-")
FORMATS = tuple(ending.removeprefix(".") for ending in ENDINGS)


@contextmanager
def copies_of_pipes(file_format: str = FORMATS[0]) -> Iterator[Callable[[Path], Path]]:
    """Yields a function that returns a copy of standard input (`-`) or of a pipe, and any other path as it is.

    A copy has the file ending of its pipe, or the ending of the format. It is deleted when the block ends.

    Raises:
        UsageError: The format is unknown, or standard input is read twice.
        DataError: A pipe cannot be read.
    """
    check_choice("format", file_format, FORMATS)
    with TemporaryDirectory(prefix="smile-") as folder:

        def readable(path: Path) -> Path:
            if path == STANDARD_INPUT:
                copy = Path(folder, f"stdin.{file_format}")
                if copy.exists():
                    raise UsageError("standard input (-) can be read only once: save it as a file, and give the file")
                with copy.open("wb") as file:
                    shutil.copyfileobj(sys.stdin.buffer, file)
                return copy
            with read_errors(path):
                if not path.is_fifo():
                    return path
                ending = ending_of(path) if ending_of(path) in ENDINGS else f".{file_format}"
                copy = Path(folder, f"{path.stem}{ending}")
                with path.open("rb") as pipe, copy.open("wb") as file:
                    shutil.copyfileobj(pipe, file)
            return copy

        yield readable
