"""Files of users: checked before they are read. Errors name the file but never its folder.

For the column of a role, None stands for its usual name and "" for none.
"""

import json
import math
import zipfile
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

import gradio as gr

from ..checks import first_listed
from ..errors import DataError, UsageError, first_line
from ..files.paired_systems import system_of_each_row
from ..files.row_columns import COLUMN_NAMES, RowColumns, guess_columns
from ..files.row_files import FileRows, open_rows
from ..files.table_formats import how_table_was_read
from ..files.tables import FileTable, open_table
from ..people.labels import label_scale, read_labels, unread_labels
from ..rows.checked_rows import Row
from .limits import KEEP_MINUTES, REMEDY, Limits, check_row_within_limits, check_within_limit
from .page_messages import option_label_on_page

_LOG = ".eval"

_EXCEL = ".xlsx"

ENDINGS = (".csv", ".tsv", ".xlsx", ".jsonl", ".ndjson", ".json", ".parquet", _LOG)

_PARQUET = b"PAR1"

# The most characters of a cell on the page.
_MOST_OF_A_CELL = 300

# An unpacked Parquet file or log may be this many times as large as the limit of a packed one.
_MOST_UNPACKING = 10
_ROWS_UNPACKED_AT_A_TIME = 64

REQUIRED_ROLES = ("prediction", "reference")


def check_upload_name_and_size(name: str, size: int, limits: Limits) -> None:
    """Checks the name of a file and its size in bytes."""
    ending = Path(name).suffix
    if ending.lower() not in ENDINGS:
        raise DataError(f"{name}: unknown ending {ending!r}: expected one of {', '.join(ENDINGS)}")
    if size > limits.megabytes * 1024 * 1024:
        raise DataError(
            f"{name} has {size / 1024 / 1024:.1f} MB: at most {limits.megabytes} MB are allowed here; {REMEDY}"
        )


def checked_upload_path(file: str | None, limits: Limits) -> Path:
    """Checks type and size of a file before it is read; returns its path."""
    if not file:
        raise DataError("choose a file first")
    path = Path(file)
    if not path.is_file():
        raise DataError(
            f"the file is no longer here, because files are deleted after {KEEP_MINUTES} minutes "
            "without use: choose it again"
        )
    path.touch()  # the time until it is deleted starts again
    size = path.stat().st_size
    check_upload_name_and_size(path.name, size, limits)
    is_log = path.suffix.lower() == _LOG
    with path.open("rb") as content:
        beginning = content.read(4096)
    is_parquet = beginning.startswith(_PARQUET)
    if is_parquet != (path.suffix.lower() == ".parquet") and size:
        raise DataError(
            f"{path.name} is {'a' if is_parquet else 'not a'} Parquet file, despite its name: correct its ending"
        )
    if is_parquet:
        _check_uploaded_parquet(path, limits)
    elif is_log or path.suffix.lower() == _EXCEL:
        _check_archive(path, limits, "log of Inspect" if is_log else "Excel file")
    elif b"\x00" in beginning and not beginning.startswith((b"\xff\xfe", b"\xfe\xff")):
        raise DataError(f"{path.name} is not a text file (an archive?): send CSV, TSV, Excel (.xlsx), JSON or Parquet")
    return path


def _check_archive(path: Path, limits: Limits, kind: str) -> None:
    """Checks the unpacked size that a log or an Excel file states; no more than that is read."""
    try:
        with zipfile.ZipFile(path) as log:
            sizes = [member.file_size for member in log.infolist()]
    except (zipfile.BadZipFile, NotImplementedError) as error:
        raise DataError(f"{path.name} is not a readable {kind} ({error}): send another copy") from error
    most = limits.megabytes * 1024 * 1024
    if max(sizes, default=0) > most or sum(sizes) > most * _MOST_UNPACKING:
        raise DataError(_unpacks_to_too_much(path, limits))


def _unpacks_to_too_much(path: Path, limits: Limits) -> str:
    most = limits.megabytes * _MOST_UNPACKING
    return f"{path.name} unpacks to more than {most} MB, which is too large here; {REMEDY}"


def _check_uploaded_parquet(path: Path, limits: Limits) -> None:
    """Unpacks a Parquet file piece by piece, as the size in its header may be wrong."""
    import pyarrow
    from pyarrow import parquet

    most = limits.megabytes * 1024 * 1024 * _MOST_UNPACKING
    too_large = _unpacks_to_too_much(path, limits)
    try:
        with parquet.ParquetFile(path) as content:
            groups = [content.metadata.row_group(i) for i in range(content.metadata.num_row_groups)]
            if sum(group.total_byte_size for group in groups) > most:
                raise DataError(too_large)
            n_bytes = 0
            for batch in content.iter_batches(batch_size=_ROWS_UNPACKED_AT_A_TIME):
                n_bytes += batch.nbytes
                if n_bytes > most:
                    raise DataError(too_large)
    except (pyarrow.ArrowException, OSError, UnicodeDecodeError) as error:
        raise DataError(
            f"{path.name} is not a readable Parquet file ({first_line(error)}): send another copy"
        ) from error


def upload_field(label: str) -> gr.File:
    """Returns a field for a file of the user's machine, which refuses addresses."""
    # Not a subclass: gradio would write a file beside its module.
    field = gr.File(label=label, file_types=list(ENDINGS), height=160)
    fetch = field.async_move_resource_to_block_cache

    async def take(url_or_file_path: str | Path | None) -> str | None:
        if url_or_file_path is not None and "://" in str(url_or_file_path):
            raise gr.Error("Web addresses are not supported: send the file itself.", print_exception=False)
        fetched: str | None = await fetch(url_or_file_path)
        return fetched

    field.async_move_resource_to_block_cache = take
    return field


@dataclass(frozen=True)
class SeenFile:
    """A file as the page shows it before it is scored.

    Attributes:
        names: The columns.
        roles: By role the column with its usual name or a name that suggests it, or None.
        table: The readable rows.
        n_rows: The number of all rows.
        how_read: What was recognised beside the ending: the encoding, the separator, the sheet.
    """

    path: str = ""
    names: Sequence[str] = ()
    roles: Mapping[str, str | None] = field(default_factory=lambda: dict.fromkeys(COLUMN_NAMES))
    table: FileTable | None = None
    n_rows: int = 0
    how_read: Sequence[str] = ()


def see_upload(file: str, limits: Limits) -> SeenFile:
    """Returns the columns and first rows of a file, and a guess of the roles of its columns."""
    path = checked_upload_path(file, limits)
    with without_upload_folder(path):
        [table] = open_table(path, {}, None, "an answer and a correct answer", "skip").tables(None)
    n_rows = len(table.records) + len(table.faults)
    check_within_limit("rows", n_rows, limits.rows)
    names, guessed = table.column_names, guess_columns(table.column_names)
    roles = {role: guessed.get(role) for role in COLUMN_NAMES}
    return SeenFile(file, names, roles, table, n_rows, how_table_was_read(path))


@dataclass(frozen=True)
class Upload:
    """The rows of a file, and its whole table.

    Attributes:
        table: The cells of these rows.
        file: The cells of all rows that have any.
        used: The columns that were read as rows.
        verdicts: Per row whether its human label is "correct", None for a missing label; None without a column.
        systems: The system of each row; None without a column.
        faults: The faults of the rows that were left out.
        n_rows: The number of all rows, including those that were left out.
        warnings: Descriptions of the rows and cells that were left out.
        why_not_scored: Why a row without a fault has no scores; None if every such row has.
    """

    rows: FileRows
    table: FileTable
    file: FileTable
    used: Sequence[str]
    verdicts: list[bool | None] | None
    systems: list[str] | None
    faults: Sequence[DataError]
    n_rows: int
    warnings: Sequence[str]
    why_not_scored: str | None = None

    def at(self, positions: Sequence[int], rows: Sequence[Row]) -> "Upload":
        """Returns some of the rows, with these texts."""
        return replace(
            self,
            rows=replace(self.rows.at(positions), rows=list(rows)),
            table=self.table.at(positions),
            verdicts=None if self.verdicts is None else [self.verdicts[i] for i in positions],
            systems=None if self.systems is None else [self.systems[i] for i in positions],
        )


@dataclass(frozen=True)
class SentFile:
    """A file that a user sends and how to read it.

    Attributes:
        path: Its path; None if the user chose none.
        columns: The column of each role; None for its usual name.
        label: The column of human labels; empty for none.
        system: The column of systems; empty for none.
        separator: The separator of several correct answers in a cell; "" if a cell is one answer.
    """

    path: str | None
    columns: Mapping[str, str | None] = field(default_factory=dict)
    label: str | None = None
    system: str | None = None
    separator: str = ""

    def read(self, limits: Limits) -> Upload:
        """Reads the rows; those with faults are left out.

        Raises:
            DataError: The file cannot be read, has more rows than are allowed, or none without a fault.
        """
        path = checked_upload_path(self.path, limits)
        options = {name: what for name, what in ((self.label, "verdicts"), (self.system, "systems")) if name}
        with without_upload_folder(path):
            file = open_rows(
                path,
                RowColumns(**self.columns, reference_separator=self.separator),
                options=options,
                optional=None,
                on_fault="skip",
            )
            rows, table = file.whole()
            [whole] = file.table.tables(None)
            systems = system_of_each_row(table, self.system) if self.system else None
        n_rows = len(rows.rows) + len(rows.faults)
        check_within_limit("rows", n_rows, limits.rows)
        verdicts, of_labels = _verdicts_in_upload(table, self.label) if self.label else (None, [])
        too_long = {i: fault for i, row in enumerate(rows.rows) if (fault := _size_fault(row, rows.names[i]))}
        faults = [*rows.faults, *too_long.values()]
        if len(faults) == n_rows:
            raise DataError(
                f"{upload_faults_in_words(len(faults), n_rows)}: {first_listed(upload_faults_by_kind(faults))}"
            )
        skipped, empty = first_listed(upload_faults_by_kind(faults)), rows.empty_cells
        warnings = [f"skipped, because {upload_faults_in_words(len(faults), n_rows)}: {skipped}"] if faults else []
        warnings += [f"cells that are read as empty: {first_listed(upload_faults_by_kind(empty))}"] if empty else []
        warnings += of_labels
        used = [name for name in file.columns.values() if name]
        upload = Upload(rows, table, whole, used, verdicts, systems, faults, n_rows, warnings)
        kept = [i for i in range(len(rows.rows)) if i not in too_long]
        return upload.at(kept, [rows.rows[i] for i in kept])


def upload_faults_in_words(n: int, n_rows: int) -> str:
    """Returns how many rows have a fault."""
    return f"{n:,} of {n_rows:,} rows {'has a fault' if n == 1 else 'have faults'}"


def upload_faults_by_kind(faults: Sequence[DataError]) -> list[str]:
    """Returns a line for each kind of fault, with the number and the places of its rows.

    >>> upload_faults_by_kind([DataError("the id is {}", each, row=f"a.csv, line {each}") for each in (3, 9)])
    ['2 rows: the id is 3 (line 3, line 9)']
    """
    kinds: dict[str, list[DataError]] = {}
    for fault in faults:
        kinds.setdefault(fault.kind, []).append(fault)
    return [
        f"{len(found):,} row{'' if len(found) == 1 else 's'}: {found[0].problem(option_label_on_page)} "
        f"({first_listed([fault.row.rpartition(', ')[2] for fault in found], separator=', ')})"
        for found in kinds.values()
    ]


def _size_fault(row: Row, name: str) -> DataError | None:
    try:
        check_row_within_limits(row, name)
    except DataError as fault:
        return fault
    return None


def _verdicts_in_upload(table: FileTable, column: str) -> tuple[list[bool | None], list[str]]:
    """Returns per row whether its human label is "correct", None without a label; and what to report of the labels."""
    try:
        found, unread = read_labels(table.values(column))
    except DataError as error:
        raise DataError(f"column {column!r}: {error}") from None
    threshold, reading = label_scale(label for each in found for label in each)
    if threshold is None:
        raise DataError(f"column {column!r}: {reading}: use 0 and 1, or choose no column of human labels")
    labels = [
        math.fsum(known) / len(known) if (known := [x for x in each if not math.isnan(x)]) else None for each in found
    ]
    verdicts = [None if label is None else label > threshold for label in labels]
    return verdicts, [f"column {column!r}: {each}" for each in (reading, unread_labels(unread)) if each]


def uploaded_cell_text(cell: Any) -> str:
    """Returns a cell as the page shows it; the downloads have all of it."""
    text = cell if isinstance(cell, str) else "" if cell is None else json.dumps(cell, ensure_ascii=False, default=str)
    return text if len(text) <= _MOST_OF_A_CELL else f"{text[:_MOST_OF_A_CELL]}…"


@contextmanager
def without_upload_folder(path: Path) -> Iterator[None]:
    """Leaves the folder of a file out of errors."""
    try:
        yield
    except (DataError, UsageError) as error:
        error.args = tuple(
            each.replace(str(path), path.name) if isinstance(each, str) else path.name if each == path else each
            for each in error.args
        )
        raise
