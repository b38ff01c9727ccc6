"""Files that visitors send: checked before they are read; errors name the file but never its folder."""

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import gradio as gr

from ..errors import DataError, UsageError, first_line
from ..files.reading import FileRows, open_rows
from ..files.row_columns import COLUMN_NAMES, RowColumns
from ..files.systems import SystemRows, read_systems
from ..files.tables import Table, read_column_names
from ..people.labelled_files import LabelOptions, RowsAndLabels, read_labelled_rows
from ..people.labelling.partly_labelled_files import PartlyLabelledFile, read_partly_labelled
from ..rows.checked_rows import Row
from .limits import REMEDY, Limits

ENDINGS = (".csv", ".tsv", ".jsonl", ".json", ".parquet")

# The names of the columns on the page.
ROLE_LABELS = {
    "prediction": "Answers",
    "reference": "Right answers",
    "question": "Questions",
    "id": "Ids",
    "synthetic_answer": "Synthetic answers",
}
REQUIRED_ROLES = ("prediction", "reference")

# The first bytes of formats that are refused.
_SIGNATURES = {
    b"PK\x03\x04": "a ZIP archive or a spreadsheet",
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

# An unpacked Parquet file may be this many times as large as the limit of a packed one.
_MOST_UNPACKING = 10
_ROWS_UNPACKED_AT_A_TIME = 64


def upload_field(label: str, *, several: bool = False) -> gr.File:
    """Returns a field for files from the visitor's machine; it refuses addresses."""
    # Not a subclass: gradio would write a file beside its module.
    field = gr.File(
        label=label,
        file_types=list(ENDINGS),
        file_count="multiple" if several else "single",
        height=260 if several else 160,
    )
    fetch = field.async_move_resource_to_block_cache

    async def take(url_or_file_path: str | Path | None) -> str | None:
        if url_or_file_path is not None and "://" in str(url_or_file_path):
            raise gr.Error("Addresses are not fetched: send the file itself.", print_exception=False)
        fetched: str | None = await fetch(url_or_file_path)
        return fetched

    field.async_move_resource_to_block_cache = take
    return field


def upload_columns(file: str | None, limits: Limits) -> tuple[list[str], dict[str, str | None]]:
    """Returns the names of a file's columns, and for each role the column with its usual name, or None.

    Raises:
        DataError: The file cannot be read, or is more than the limits allow.
    """
    path = _checked(file, limits)
    with _without_folder(path):
        names = list(read_column_names(path))
    known = {role: [name for name in candidates if name in names] for role, candidates in COLUMN_NAMES.items()}
    return names, {role: found[0] if found else None for role, found in known.items()}


@dataclass(frozen=True)
class UploadedRows:
    """The rows of a file, and what else it holds.

    Attributes:
        file: The rows.
        table: All columns of the file.
        others: The cells of the columns without a role, by name.
    """

    file: FileRows
    table: Table
    others: Mapping[str, list[Any]]


def read_upload(file: str | None, columns: Mapping[str, str | None], limits: Limits) -> UploadedRows:
    """Reads the rows of a file, and its other columns.

    Args:
        file: The path of the file.
        columns: The column of each role; None for its usual name, "" to leave it out.
        limits: How much a visitor may send.

    Raises:
        DataError: The file cannot be read, or is more than the limits allow.
    """
    path = _checked(file, limits)
    with _without_folder(path):
        opened = open_rows(path, RowColumns(**columns), optional=read_column_names(path))
        [table] = opened.table.tables(None)
        file_rows = opened.rows_of(table)
    _check_rows(file_rows.rows, path, limits)
    return UploadedRows(file_rows, table, opened.other_cells(table))


def shared_columns(files: Sequence[str], limits: Limits) -> tuple[list[str], list[str]]:
    """Returns the columns that all files have, and the required roles whose usual column some file lacks.

    Raises:
        DataError: A file cannot be read, or is more than the limits allow.
    """
    limits.check_count("files", len(files), limits.systems)
    found = [upload_columns(file, limits) for file in files]
    first, *others = [names for names, _ in found]
    there = [name for name in first if all(name in names for names in others)]
    return there, [role for role in REQUIRED_ROLES if any(known[role] is None for _, known in found)]


def read_systems_upload(
    files: Sequence[str] | None,
    names: Sequence[str],
    system_column: str | None,
    columns: Mapping[str, str | None],
    limits: Limits,
) -> dict[str, SystemRows]:
    """Reads the answers of several systems.

    Args:
        files: The paths: a file for each system, or one file of all.
        names: The names of the systems; empty for the names of the files.
        system_column: The column that names the system in one file of all; None for its usual name.
        columns: The column of each role; None for its usual name.
        limits: How much a visitor may send.

    Raises:
        DataError: A file cannot be read, or is more than the limits allow.
        UsageError: There is only one system, or the names do not fit the files.
    """
    if not files:
        raise DataError(
            "there is no file: choose a file for each system first, or one with a column that names the system"
        )
    limits.check_count("files", len(files), limits.systems)
    paths = [_checked(file, limits) for file in files]
    with _without_folder(*paths):
        systems = read_systems(
            paths, names=names, system_column=system_column, columns=RowColumns(**columns), with_others=True
        )
    limits.check_count("systems", len(systems), limits.systems)
    limits.check_count("rows", sum(len(system.names) for system in systems.values()), limits.rows)
    for name, system in systems.items():
        limits.check_text("the name of a system", name)
        limits.check_rows(system.file.rows, system.names)
    return systems


def read_labelled_upload(
    file: str | None, columns: LabelOptions, row_columns: Mapping[str, str | None], limits: Limits
) -> RowsAndLabels:
    """Reads rows with people's labels; see `read_labelled_rows`.

    Raises:
        DataError: The file cannot be read, or is more than the limits allow.
    """
    path = _checked(file, limits)
    with _without_folder(path):
        labelled = read_labelled_rows(path, columns, RowColumns(**row_columns))
    _check_rows(labelled.file.rows, path, limits)
    for name, members in labelled.people.groupings().items():
        limits.check_count(f"groups of {name}", len(set(members)), limits.groups)
        for member in set(members):
            limits.check_text(f"the name of a group of {name}", member)
    return labelled


def read_partly_labelled_upload(
    file: str | None, columns: LabelOptions, row_columns: Mapping[str, str | None], limits: Limits
) -> PartlyLabelledFile:
    """Reads rows of which some may have people's labels; see `read_partly_labelled`.

    Raises:
        DataError: The file cannot be read, or is more than the limits allow.
    """
    path = _checked(file, limits)
    with _without_folder(path):
        read = read_partly_labelled(path, columns, RowColumns(**row_columns), needs_labels=False)
    _check_rows(read.file.rows if read.file is not None else [], path, limits)
    return read


def _check_rows(rows: Sequence[Row], path: Path, limits: Limits) -> None:
    """Checks the number of a file's rows and the lengths of their texts."""
    limits.check_count("rows", len(rows), limits.rows)
    limits.check_rows(rows, [f"{path.name}, row {i + 1}" for i in range(len(rows))])


def delete_uploads(files: Sequence[str]) -> None:
    """Deletes files that nobody will ask for again."""
    for file in files:
        Path(file).unlink(missing_ok=True)


def _checked(file: str | None, limits: Limits) -> Path:
    if not file:
        raise DataError("there is no file: choose a file first")
    path = Path(file)
    if not path.is_file():
        raise DataError(
            f"the file is no longer here, because files are deleted after {limits.keep_minutes} minutes without use: "
            "choose it again"
        )
    path.touch()  # the time until it is deleted begins anew
    if path.suffix.lower() not in ENDINGS:
        raise DataError(f"{path.name}: unknown ending {path.suffix!r}: expected one of {', '.join(ENDINGS)}")
    size = path.stat().st_size
    if size > limits.megabytes * 1024 * 1024:
        raise DataError(
            f"{path.name} has {size / 1024 / 1024:.1f} MB: at most {limits.megabytes} MB are allowed here; {REMEDY}"
        )
    with path.open("rb") as content:
        beginning = content.read(4096)
    for signature, kind in _SIGNATURES.items():
        if beginning.startswith(signature):
            raise DataError(f"{path.name} is {kind}, whatever its name says: send the data itself, as text or Parquet")
    is_parquet = beginning.startswith(_PARQUET)
    if is_parquet != (path.suffix.lower() == ".parquet") and size:
        raise DataError(
            f"{path.name} is {'a' if is_parquet else 'no'} Parquet file, whatever its name says: give it the right "
            "ending"
        )
    if is_parquet:
        _check_parquet(path, limits)
    elif b"\x00" in beginning and not beginning.startswith((b"\xff\xfe", b"\xfe\xff")):
        raise DataError(f"{path.name} is no text: send CSV, TSV, JSON, JSON lines or Parquet")
    return path


def _check_parquet(path: Path, limits: Limits) -> None:
    """Unpacks a Parquet file piece by piece, as the size in its header may be wrong."""
    import pyarrow
    from pyarrow import parquet

    most = limits.megabytes * 1024 * 1024 * _MOST_UNPACKING
    too_large = f"{path.name} unpacks to more than {most // 1024 // 1024} MB, which is too large here; {REMEDY}"
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


@contextmanager
def _without_folder(*paths: Path) -> Iterator[None]:
    try:
        yield
    except (DataError, UsageError) as error:
        message = str(error)
        for path in paths:
            message = message.replace(str(path), path.name)
        raise type(error)(message) from None
