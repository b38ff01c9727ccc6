"""Text files: opened also if compressed, decoded by the encoding that their bytes show, read line by line."""

import codecs
import gzip
import zlib
from collections.abc import Iterator
from contextlib import contextmanager
from io import BufferedReader, TextIOWrapper
from pathlib import Path

from ..caches import cached
from ..errors import DataError

GZIP = ".gz"
GZIP_MAGIC = b"\x1f\x8b"
# The encodings that are recognised: by their first bytes, UTF-8 by all of them, and what is neither is Windows text.
_BYTE_ORDER_MARKS = {codecs.BOM_UTF16_LE: "utf-16", codecs.BOM_UTF16_BE: "utf-16"}
_BYTES_AT_A_TIME = 2**20


@contextmanager
def _opened_text_file(path: Path) -> Iterator[BufferedReader | gzip.GzipFile]:
    """Opens a text file, which may be compressed (.gz)."""
    is_packed = path.suffix.lower() == GZIP
    try:
        with gzip.open(path) if is_packed else path.open("rb") as file:
            yield file
    except (gzip.BadGzipFile, EOFError, zlib.error) as error:
        raise DataError(f"{path} is not a complete gzip file ({error}): compress or download it again") from error


def lines_of_text_file(path: Path, newline: str) -> Iterator[str]:
    """Yields the lines of a text file, which may be compressed (.gz); `newline` is that of `open`."""
    with _opened_text_file(path) as file, TextIOWrapper(file, encoding_of_text_file(path), newline=newline) as text:
        try:
            yield from text
        except UnicodeDecodeError as error:
            raise _not_utf8(path) from error


def encoding_of_text_file(path: Path) -> str:
    """Returns the encoding of a text file; UTF-8 if no other is recognised."""
    status = path.stat()
    return _guess_encoding(path, status.st_size, status.st_mtime_ns)


@cached(64)
def _guess_encoding(path: Path, _size: int, _changed: int) -> str:
    decoders = {name: codecs.getincrementaldecoder(name)() for name in ("utf-8", "cp1252")}
    with _opened_text_file(path) as file:
        block = file.read(_BYTES_AT_A_TIME)
        if marked := _BYTE_ORDER_MARKS.get(block[:2]):
            return marked
        if b"\x00" in block[:_BYTES_AT_A_TIME] or block.startswith(GZIP_MAGIC):
            return "utf-8-sig"  # no text: the error names its first line
        while decoders:
            for name in tuple(decoders):
                try:
                    decoders[name].decode(block, final=not block)
                except UnicodeDecodeError:
                    del decoders[name]
            if not block:
                break
            block = file.read(_BYTES_AT_A_TIME)
    return "cp1252" if list(decoders) == ["cp1252"] else "utf-8-sig"


def _not_utf8(path: Path) -> DataError:
    """Returns the error for the first line that is not UTF-8, which the decoder does not report."""
    with _opened_text_file(path) as file:
        if file.peek(2).startswith(GZIP_MAGIC):
            return DataError(f"{path.name} is a gzip file: give its name the ending {GZIP}")
        for number, line in enumerate(file, start=1):
            try:
                line.decode("utf-8")
            except UnicodeDecodeError as error:
                told = f"the text is not UTF-8 ({error.reason}): save the file as UTF-8"
                return DataError(told, row=f"{path.name}, line {number}")
    return DataError(f"{path.name} is not UTF-8: save the file as UTF-8")
