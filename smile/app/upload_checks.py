"""What is checked of a visitor's file before it is read: its name, its size, and that it is what its name says."""

import zipfile
from pathlib import Path

from ..errors import DataError, first_line
from .limits import REMEDY, Limits

# A log of Inspect is a ZIP archive.
_LOG, _ZIP = ".eval", b"PK\x03\x04"

ENDINGS = (".csv", ".tsv", ".jsonl", ".json", ".parquet", _LOG)

# The first bytes of formats that are refused.
_SIGNATURES = {
    _ZIP: "a ZIP archive or a spreadsheet",
    b"\x1f\x8b": "a gzip archive",
    b"BZh": "a bzip2 archive",
    b"\xfd7zXZ": "an xz archive",
    b"\x28\xb5\x2f\xfd": "a zstd archive",
    b"%PDF": "a PDF",
    b"\x89PNG": "an image",
    b"\xff\xd8\xff": "an image",
    b"\x80\x04": "a Python pickle",
    b"\x80\x05": "a Python pickle",
}
_PARQUET = b"PAR1"

# An unpacked Parquet file or log may be this many times as large as the limit of a packed one.
_MOST_UNPACKING = 10
_ROWS_UNPACKED_AT_A_TIME = 64


def check_name_and_size(name: str, size: int, limits: Limits) -> None:
    """Checks the name of a file and its size in bytes.

    Raises:
        DataError: Such files are not read, or it is too large.
    """
    ending = Path(name).suffix
    if ending.lower() not in ENDINGS:
        raise DataError(f"{name}: unknown ending {ending!r}: expected one of {', '.join(ENDINGS)}")
    if size > limits.megabytes * 1024 * 1024:
        raise DataError(
            f"{name} has {size / 1024 / 1024:.1f} MB: at most {limits.megabytes} MB are allowed here; {REMEDY}"
        )


def checked_path(file: str | None, limits: Limits) -> Path:
    """Checks what can be told of a file before it is read; returns its path.

    Raises:
        DataError: There is no file, it is too large, or it is not what its name says.
    """
    if not file:
        raise DataError("choose a file first")
    path = Path(file)
    if not path.is_file():
        raise DataError(
            f"the file is no longer here, because files are deleted after {limits.keep_minutes} minutes without use: "
            "choose it again"
        )
    path.touch()  # the time until it is deleted begins anew
    size = path.stat().st_size
    check_name_and_size(path.name, size, limits)
    is_log = path.suffix.lower() == _LOG
    with path.open("rb") as content:
        beginning = content.read(4096)
    for signature, kind in _SIGNATURES.items():
        if beginning.startswith(signature) and not (is_log and signature == _ZIP):
            raise DataError(f"{path.name} is {kind}, whatever its name says: send the data itself, as text or Parquet")
    is_parquet = beginning.startswith(_PARQUET)
    if is_parquet != (path.suffix.lower() == ".parquet") and size:
        raise DataError(
            f"{path.name} is {'a' if is_parquet else 'no'} Parquet file, whatever its name says: give it the right "
            "ending"
        )
    if is_parquet:
        _check_parquet(path, limits)
    elif is_log:
        _check_log(path, limits)
    elif b"\x00" in beginning and not beginning.startswith((b"\xff\xfe", b"\xfe\xff")):
        raise DataError(f"{path.name} is no text: send CSV, TSV, JSON, JSON lines or Parquet")
    return path


def _check_log(path: Path, limits: Limits) -> None:
    """Adds up what the archive of a log says it unpacks to; it is read no further than it says."""
    try:
        with zipfile.ZipFile(path) as log:
            sizes = [member.file_size for member in log.infolist()]
    except (zipfile.BadZipFile, NotImplementedError) as error:
        raise DataError(f"{path.name} is not a log of Inspect that can be read ({error})") from error
    most = limits.megabytes * 1024 * 1024
    if max(sizes, default=0) > most or sum(sizes) > most * _MOST_UNPACKING:
        raise DataError(_unpacks_to_too_much(path, limits))


def _unpacks_to_too_much(path: Path, limits: Limits) -> str:
    most = limits.megabytes * _MOST_UNPACKING
    return f"{path.name} unpacks to more than {most} MB, which is too large here; {REMEDY}"


def _check_parquet(path: Path, limits: Limits) -> None:
    """Unpacks a Parquet file piece by piece, as the size in its header may be wrong."""
    import pyarrow
    from pyarrow import parquet

    most = limits.megabytes * 1024 * 1024 * _MOST_UNPACKING
    too_large = _unpacks_to_too_much(path, limits)
    try:
        with parquet.ParquetFile(path) as content:
            limits.check_count("rows", content.metadata.num_rows, limits.rows)
            groups = [content.metadata.row_group(i) for i in range(content.metadata.num_row_groups)]
            if sum(group.total_byte_size for group in groups) > most:
                raise DataError(too_large)
            n_bytes = 0
            for batch in content.iter_batches(batch_size=_ROWS_UNPACKED_AT_A_TIME):
                n_bytes += batch.nbytes
                if n_bytes > most:
                    raise DataError(too_large)
    except (pyarrow.ArrowException, OSError, UnicodeDecodeError) as error:
        raise DataError(f"{path.name} is not a Parquet file that can be read ({first_line(error)})") from error
