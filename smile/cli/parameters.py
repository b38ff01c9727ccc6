"""Groups of options for commands, which typer does not support, and files from pipes."""

import shutil
import sys
import zlib
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import MISSING, fields, is_dataclass
from functools import wraps
from inspect import Parameter, Signature, signature
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, BinaryIO

from ..errors import UsageError
from ..files.table_formats import GZIP_MAGIC, read_errors

# Names of parameters that are files to read.
_READ = ("file", "files", "labels")


def with_option_groups(command: Callable[..., None]) -> Callable[..., None]:
    """Returns the command with the fields of its groups as options of its own.

    A group is a dataclass whose fields are typer options. The command gets an instance with the user's values. A
    command that reads files also accepts standard input and pipes.
    """
    own = signature(command).parameters
    groups: dict[str, Any] = {name: each.annotation for name, each in own.items() if is_dataclass(each.annotation)}
    parameters = [
        parameter
        for name, each in own.items()
        for parameter in (_parameters(groups[name]) if name in groups else [each.replace(kind=Parameter.KEYWORD_ONLY)])
    ]

    read = [each.name for each in parameters if each.name in _READ]

    @wraps(command)
    def run(**values: Any) -> None:
        with copies_of_pipes() as readable:
            for name in read:
                given = values[name]
                values[name] = list(map(readable, given)) if isinstance(given, list) else given and readable(given)
            call(values)

    def call(values: dict[str, Any]) -> None:
        built = {
            name: group(**{each.name: values[each.name] for each in fields(group)}) for name, group in groups.items()
        }
        command(**{name: built[name] if name in built else values[name] for name in own})

    run.__signature__ = Signature(parameters)  # type: ignore[attr-defined]
    return run


def _parameters(group: Any) -> list[Parameter]:
    return [
        Parameter(
            each.name,
            Parameter.KEYWORD_ONLY,
            default=Parameter.empty if each.default is MISSING else each.default,
            annotation=each.type,
        )
        for each in fields(group)
    ]


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
    is_packed = start.startswith(GZIP_MAGIC)
    shown = zlib.decompressobj(wbits=31).decompress(start) if is_packed else start
    text = shown.removeprefix(b"\xef\xbb\xbf").lstrip()
    of_text = ".json" if text.startswith((b"{", b"[")) or not text else ".csv"
    ending = next((ending for sign, ending in _BEGINNINGS.items() if shown.startswith(sign)), of_text)
    path = path.with_name(path.name + ending + ".gz" * is_packed)
    with path.open("wb") as file:
        file.write(start)
        shutil.copyfileobj(stream, file)
    return path
