"""Files that visitors send: checked before they are read; errors name the file but never its folder.

Of a role's column, None stands for its usual name and "" for none.
"""

import json
import zipfile
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any, NamedTuple

import gradio as gr
import numpy as np

from ..checks import listed, listed_names
from ..errors import DataError, UsageError, first_line
from ..files.reading import FileRows, RowsFile, own_columns
from ..files.row_columns import COLUMN_NAMES, RowNeeds, guess_columns
from ..files.tables import Table, TableFile, open_table
from ..statistics.bootstrap import SEED
from .limits import KEEP_MINUTES, MOST_SYSTEMS, REMEDY, Limits, check_count, check_sizes

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

# Characters of a cell that the page shows.
_MOST_OF_A_CELL = 300

# An unpacked Parquet file or log may be this many times as large as the limit of a packed one.
_MOST_UNPACKING = 10
_ROWS_UNPACKED_AT_A_TIME = 64

# The names of the columns on the page: those of the rows, and two that some tabs have.
COLUMN_LABELS = {
    "prediction": "Answers",
    "reference": "Right answers",
    "question": "Questions",
    "id": "Ids",
    "synthetic_answer": "Right answers as full sentences (optional)",
    "system": "Systems",
    "label": "Labels",
}
REQUIRED_ROLES = ("prediction", "reference")


def check_name_and_size(name: str, size: int, limits: Limits) -> None:
    """Checks the name of a file and its size in bytes."""
    ending = Path(name).suffix
    if ending.lower() not in ENDINGS:
        raise DataError(f"{name}: unknown ending {ending!r}: expected one of {', '.join(ENDINGS)}")
    if size > limits.megabytes * 1024 * 1024:
        raise DataError(
            f"{name} has {size / 1024 / 1024:.1f} MB: at most {limits.megabytes} MB are allowed here; {REMEDY}"
        )


def checked_path(file: str | None, limits: Limits) -> Path:
    """Checks what can be told of a file before it is read; returns its path."""
    if not file:
        raise DataError("choose a file first")
    path = Path(file)
    if not path.is_file():
        raise DataError(
            f"the file is no longer here, because files are deleted after {KEEP_MINUTES} minutes "
            "without use: choose it again"
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
        raise DataError(f"{path.name} is not a log of Inspect that can be read ({error}): send another copy") from error
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
            f"{path.name} is not a Parquet file that can be read ({first_line(error)}): send another copy"
        ) from error


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


@dataclass(frozen=True)
class SeenFiles:
    """What a visitor is shown of files before they are scored.

    Attributes:
        names: The columns that all files have.
        roles: By role the column with its usual name or a name that suggests it, or None.
        table: The rows of the first file that can be read.
        n_rows: Per file the number of its rows, of those too that cannot be read.
    """

    files: Sequence[str] = ()
    names: Sequence[str] = ()
    roles: Mapping[str, str | None] = field(default_factory=lambda: dict.fromkeys(COLUMN_NAMES))
    table: Table = field(default_factory=lambda: Table((), [], []))
    n_rows: Sequence[int] = ()


def see_upload(files: Sequence[str], limits: Limits) -> SeenFiles:
    """Returns what can be told of files before their columns are chosen."""
    check_count("files", len(files), MOST_SYSTEMS)
    seen = [_whole_file(file, limits) for file in files]
    first = seen[0].table
    shared = [name for name in first.column_names if all(name in each.table.column_names for each in seen)]
    guessed = [guess_columns(each.table.column_names) for each in seen]
    roles = {
        role: found.pop() if len(found := {each.get(role) for each in guessed}) == 1 else None for role in COLUMN_NAMES
    }
    return SeenFiles(files, shared, roles, first, [each.n_rows for each in seen])


class _WholeFile(NamedTuple):
    """All cells of a file, the faults of the rows that cannot be read, and by a row's name its number from 0."""

    path: Path
    file: TableFile
    table: Table
    faults: list[DataError]
    numbers: dict[str, int]

    @property
    def n_rows(self) -> int:
        return len(self.table.records) + len(self.faults)


def _whole_file(file: str | None, limits: Limits) -> _WholeFile:
    path, faults = checked_path(file, limits), list[DataError]()
    with without_folder(path):
        opened = open_table(path, {}, None, "an answer and a right answer", allows_faults=True)
        rows = list(opened.tables(1, faults=faults))
    numbers = {name: i for i, row in enumerate(rows) for name in row.row_names}
    row_names = [name for row in rows for name in row.row_names]
    table = replace(rows[0], row_names=row_names, records=[record for row in rows for record in row.records])
    return _WholeFile(path, opened, table, faults, numbers)


@dataclass(frozen=True)
class Handling:
    """What a visitor has chosen to do about what a file has.

    Attributes:
        separator: What stands between several right answers in a cell; "" where a cell is one.
        numbers_as_text: Whether a number is read as text.
        leaves_out: Whether rows with faults are left out.
        rows: Which rows are scored where there are too many: "first" or "chance"; "" for none.
    """

    separator: str = ""
    numbers_as_text: bool = False
    leaves_out: bool = False
    rows: str = ""


AS_IT_IS = Handling()


@dataclass(frozen=True)
class UploadedRows:
    """The rows of a file, and its whole table.

    Attributes:
        columns: By role the name of its column, "" for none.
        left_out: What was left out of this file, and of those read with it, in words.
    """

    file: FileRows
    table: Table
    columns: Mapping[str, str]
    left_out: Sequence[str] = ()


class FaultyRowsError(DataError):
    """Some rows of files have faults.

    Attributes:
        n_rows: How many rows the files have.
        n_good: How many rows would be scored without those.
        faults: What is wrong with each of them.
    """

    def __init__(self, n_rows: int, n_good: int, faults: Sequence[str]) -> None:
        """Says how many rows have faults, and the first of them."""
        self.n_rows, self.n_good, self.faults = n_rows, n_good, faults
        super().__init__(
            f"{faults_told(len(faults), n_rows)}: {listed(faults)}. Mend them, or choose what to do under "
            "Rows with faults (press Use this table first where the table is pasted)"
        )


def faults_told(n: int, n_rows: int) -> str:
    """Returns how many rows have a fault."""
    return f"{n:,} of {n_rows:,} rows {'has a fault' if n == 1 else 'have faults'}"


def read_uploads(
    files: Sequence[str | None],
    columns: Mapping[str, str | None],
    limits: Limits,
    handling: Handling,
    also: Mapping[str, str] | None = None,
    check: Callable[[Table], object] | None = None,
) -> list[UploadedRows]:
    """Reads the rows of files, and all their columns; of too many rows each file gives as many.

    `also` are further columns that must be there, each with what it holds; `check` raises what is wrong with further
    cells of a table of one row.

    Raises:
        DataError: A file cannot be read, or they have more rows than are allowed or rows with faults, and nobody chose
            what to do about it.
    """
    wholes, needs = [_whole_file(file, limits) for file in files], RowNeeds()
    n_rows = sum(whole.n_rows for whole in wholes)
    is_cut, most = n_rows > limits.rows, limits.rows // len(wholes)
    if not handling.rows:
        check_count("rows", n_rows, limits.rows)
    uploads, faults = [], list[DataError]()
    for path, file, whole_table, unread, numbers in wholes:
        faults += unread
        table = _fewer_rows(whole_table, most, handling.rows) if is_cut else whole_table
        chosen = page_columns(table.column_names, columns, path.name, needs.roles(), also or {})
        by_role, own = {role: name or None for role, name in chosen.items()}, own_columns(table.column_names)
        rows_file = RowsFile(file, by_role, needs, handling.separator, handling.numbers_as_text, own)
        with without_folder(path):
            rows = rows_file.good_rows_of(table, faults) if table.records else FileRows([], [])
        at, fitting = {name: i for i, name in enumerate(table.row_names)}, []
        for i, (row, name) in enumerate(zip(rows.rows, rows.names, strict=True)):
            try:
                check_sizes([row], [name])
                if check is not None:
                    check(table.at([at[name]]))
                fitting.append(i)
            except DataError as fault:
                faults.append(fault)
        rows = rows.at(fitting)
        if not rows.has_ids:
            rows = replace(rows, ids=[numbers[name] for name in rows.names])
        uploads.append(UploadedRows(rows, table.at([at[name] for name in rows.names]), chosen))
    told = list(map(str, faults))
    if faults and not (handling.leaves_out and all(upload.file.rows for upload in uploads)):
        raise FaultyRowsError(n_rows, sum(len(upload.file.rows) for upload in uploads), told)
    left_out = []
    if is_cut:
        which = f"The first {most:,}" if handling.rows == "first" else f"{most:,} by chance (seed {SEED})"
        of_each = " of each file," if len(wholes) > 1 else ""
        left_out.append(
            f"{which}{of_each} of {n_rows:,} rows are scored: at most {limits.rows:,} are allowed here; {REMEDY}"
        )
    if faults:
        left_out.append(f"left out, because {faults_told(len(faults), n_rows)}: {listed(told)}")
    return [replace(upload, left_out=left_out) for upload in uploads]


def _fewer_rows(table: Table, most: int, which: str) -> Table:
    n = len(table.records)
    at = range(n) if which == "first" else np.random.default_rng(SEED).permutation(n).tolist()
    return table.at(sorted(at[:most]))


def page_columns(
    names: Sequence[str], columns: Mapping[str, str | None], file: str, required: Sequence[str], also: Mapping[str, str]
) -> dict[str, str]:
    """Returns the column of each role, "" for none: as chosen, or with its usual name.

    Raises:
        DataError: A column that is chosen or required, or one of `also`, is not there, or several can be meant.
    """
    # A column that the visitor gave another role has only that role.
    free = [name for name in names if name not in columns.values()]
    found, has = {}, f"{file} has {listed_names(names)}"
    for role, usual in COLUMN_NAMES.items():
        chosen, candidates = columns.get(role), [name for name in usual if name in free]
        label = COLUMN_LABELS[role].lower()
        if chosen and chosen not in names:
            raise DataError(f"there is no column {chosen!r} for the {label}: {has}")
        if chosen is None and len(candidates) > 1:
            raise DataError(f"choose the column of the {label}, {' or '.join(map(repr, candidates))}: {has}")
        found[role] = "".join(candidates) if chosen is None else chosen
        if not found[role] and role in required:
            guess = guess_columns(free).get(role)
            raise DataError(f"choose the column of the {label}{f', perhaps {guess!r}' if guess else ''}: {has}")
    for name, label in also.items():
        if name not in names:
            raise DataError(f"choose the column of the {label}: {has}, and no {name!r}")
    return found


def cell_text(cell: Any) -> str:
    """Returns a cell as the page shows it; the downloads have all of it."""
    text = cell if isinstance(cell, str) else "" if cell is None else json.dumps(cell, ensure_ascii=False, default=str)
    return text if len(text) <= _MOST_OF_A_CELL else f"{text[:_MOST_OF_A_CELL]}…"


def in_utf8(file: str, folder: Path) -> str:
    """Writes a file anew whose text is Latin-1 as Windows writes it; returns its path."""
    path = folder / Path(file).name
    path.write_bytes(Path(file).read_bytes().decode("cp1252", "replace").encode())
    return str(path)


def delete_uploads(files: Sequence[str]) -> None:
    """Deletes files that nobody will ask for again."""
    for file in files:
        Path(file).unlink(missing_ok=True)


@contextmanager
def without_folder(*paths: Path) -> Iterator[None]:
    """Leaves the folder of files out of errors."""
    try:
        yield
    except (DataError, UsageError) as error:
        message = str(error)
        for path in paths:
            message = message.replace(str(path), path.name)
        raise type(error)(message) from None
