"""Reads JSON, CSV, Excel, Parquet and logs record by record, without dropping or converting anything."""

import csv
import json
import re
from bisect import bisect_right
from collections import Counter
from collections.abc import Callable, Iterator, Set
from contextlib import contextmanager
from itertools import accumulate, islice
from pathlib import Path
from threading import Lock
from typing import Any, NamedTuple

from ..checks import as_text, unique_keys
from ..errors import DataError, UsageError
from ..optional_packages import check_installed, how_to_install
from .json_rows import json_rows_in, names_in_object
from .logged_samples import LIGHTEVAL_COLUMNS, inspect_rows, logged_lighteval_row, rows_of_logged_samples
from .text_files import GZIP, encoding_of_text_file, lines_of_text_file

# A long answer can exceed Python's own limit of 131,072 characters.
_LARGEST_CSV_CELL = 2**31 - 1
_CSV_LIMIT = Lock()

# Spreadsheets write semicolons where the comma is the decimal sign, and tabs to the clipboard.
_SEPARATORS = (",", ";", "\t")

_STATED_SEPARATOR = re.compile(r"sep=(.)\r?\n")

# pandas and R write these for a missing cell.
_MISSING = frozenset({"NaN", "nan"})

_PARQUET_ROWS_AT_A_TIME = 1000

GUESSED = "Windows-1252"
_ENCODING_NAMES = {"utf-16": "UTF-16", "cp1252": GUESSED}
_SEPARATOR_NAMES = {",": "commas", ";": "semicolons", "\t": "tabs"}

_EMPTY = "is empty: it needs one row for each answer or question"

# The name of a row in errors, and its cells or the reason why they cannot be read.
Record = tuple[str, dict[str, Any] | DataError]


class TableFormat(NamedTuple):
    """A file format: functions that read the column names, and the wanted cells from a given row on.

    The column names of a JSON file are those of all its rows. Errors in rows are added to the given list.
    """

    column_names: Callable[[Path, list[DataError]], list[str]]
    records: Callable[[Path, Set[str], int], Iterator[Record]]
    is_text: bool = False


def format_of(path: Path, log_filter: str | None = None) -> TableFormat:
    """Returns the format of a file by its ending; `log_filter` is that of `RowColumns`."""
    ending = ending_of(path)
    is_packed = path.suffix.lower() == GZIP
    table_format = None if is_packed and ending not in _TEXT_ENDINGS else _FORMATS.get(ending)
    with read_errors(path):
        if not path.exists():
            raise DataError(f"{path} does not exist: check the path")
        if path.is_dir():
            raise DataError(f"{path} is a folder: give the path of a file in it")
        if not path.is_file():
            raise DataError(f"{path} is a pipe or a device, which can be read only once: save its rows as a file")
    if table_format is None:
        raise DataError(
            f"{path}: unknown ending {path.suffix!r}: expected one of {', '.join(ENDINGS)}, or .gz after one of "
            f"{', '.join(_TEXT_ENDINGS)}"
        )
    if log_filter is None:
        return table_format
    if table_format is not _JSON:
        raise UsageError(f"{path}: a filter is for a log of lm-eval (JSON lines): leave it out")
    return _by_rows(lambda path: rows_of_logged_samples(path, _json_objects(path), log_filter))


def ending_of(path: Path) -> str:
    """Returns the file ending that determines the format, in lower case and without .gz.

    >>> ending_of(Path("a.CSV")), ending_of(Path("a.jsonl.gz"))
    ('.csv', '.jsonl')
    """
    return (path.with_suffix("") if path.suffix.lower() == GZIP else path).suffix.lower()


@contextmanager
def read_errors(path: Path) -> Iterator[None]:
    """Turns an `OSError` into a `DataError`."""
    try:
        yield
    except OSError as error:
        raise DataError(
            f"{path} cannot be read ({error.strerror or error}): check the path and its permissions"
        ) from error


def _unique_column_names(path: Path, names: list[str]) -> list[str]:
    for name, count in Counter(names).most_common(1):
        if count > 1:
            raise DataError(f"{path} has {count} columns called {name!r}: rename or remove all but one")
    return names


def encoding_name(path: Path) -> str:
    """Returns the name of a text file's encoding; "" for UTF-8 and for other files."""
    return _ENCODING_NAMES.get(encoding_of_text_file(path), "") if ending_of(path) in _TEXT_ENDINGS else ""


def how_table_was_read(path: Path) -> list[str]:
    """Returns the recognised encoding, separator and sheet, unless the file's ending implies them."""
    ending = ending_of(path)
    if ending == _EXCEL:
        with _workbook(path) as sheets:
            return [f"sheet “{sheets[0].title}” of {len(sheets)}"] if len(sheets) > 1 else []
    if ending not in _TEXT_ENDINGS:
        return []
    found = [name] if (name := encoding_name(path)) else []
    if ending in _USUAL_SEPARATORS and (separator := _csv_separator(path)) != _USUAL_SEPARATORS[ending]:
        found.append(_SEPARATOR_NAMES.get(separator, repr(separator)))
    return found


def _json_objects(path: Path) -> Iterator[Record]:
    first = next((line.lstrip() for line in lines_of_text_file(path, "\n") if line.strip()), "")
    if not first:
        raise DataError(f"{path} {_EMPTY}")
    is_whole = ending_of(path) == ".json" or first.strip() in ("[", "{")
    if is_whole and (whole := _whole_rows(path, first)) is not None:
        values = ((f"{path.name}, row {i}", value) for i, value in enumerate(whole))
    else:
        # Only \n ends a line: JSON strings may contain other line separators.
        lines = enumerate(lines_of_text_file(path, "\n"), start=1)
        filled = ((number, line.removesuffix("\n")) for number, line in lines if line.strip())
        values = ((f"{path.name}, line {number}", _parse_json(path, line, number)) for number, line in filled)
    for row_name, value in values:
        if not isinstance(value, dict | DataError):
            told = 'a row must be a JSON object, not a {}: write {{"column": value, ...}}'
            value = DataError(told, type(value).__name__, row=row_name)
        yield row_name, value


def _whole_rows(path: Path, first: str) -> Any:
    """Returns the rows of a file that is one array or object; None for JSON lines."""
    whole = _parse_json(path, "".join(lines_of_text_file(path, "")), first_line=1)
    if first.startswith("["):
        if isinstance(whole, DataError):
            raise whole
        return whole
    if not isinstance(whole, dict):
        return None  # the error is reported by line
    try:
        return json_rows_in(whole) or [whole]
    except DataError as error:
        raise DataError(f"{path} has {error}") from None


def _parse_json(path: Path, text: str, first_line: int) -> Any:
    """Returns a value, or the error why it cannot be read."""
    try:
        return json.loads(text, object_pairs_hook=unique_keys)
    except json.JSONDecodeError as error:
        told, line = "the JSON is not valid ({}, column {}): correct this line", first_line + error.lineno - 1
        return DataError(told, error.msg, error.colno, row=f"{path.name}, line {line}")
    except (ValueError, RecursionError) as error:
        told = "cannot read the JSON ({}): correct this line"
        return DataError(told, error, row=f"{path.name}, line {first_line}")


def _with_header(rows_of: Callable[[Path], Iterator[tuple[int, list[str]]]], place: str, hint: str) -> TableFormat:
    """Returns the format of files in which a row names the columns; `rows_of` yields numbered rows, header first.

    Errors name a row by its `place` and number; `hint` is the remedy if a row has another number of cells.
    """

    def column_names(path: Path, _faults: list[DataError]) -> list[str]:
        rows = rows_of(path)
        _, header = next(rows, (0, []))
        if not any(name.strip() for name in header) and next(rows, None) is None:
            raise DataError(f"{path} {_EMPTY}")
        return _unique_column_names(path, header)

    def records(path: Path, wanted: Set[str], start: int) -> Iterator[Record]:
        rows = rows_of(path)
        _, header = next(rows, (0, []))
        for number, cells in islice(rows, start, None):
            row_name = f"{path.name}, {place} {number}"
            if len(cells) == len(header):
                yield row_name, {name: cell for name, cell in zip(header, cells, strict=True) if name in wanted}
            else:
                told = f"the header has {{}} columns, but this row has {{}}{hint}"
                yield row_name, DataError(told, len(header), len(cells), row=row_name)

    return TableFormat(column_names, records, is_text=True)


def _csv_cells(path: Path) -> Iterator[tuple[int, list[str]]]:
    rows = _csv_rows(path)
    yield from islice(rows, 1)
    for line, cells in rows:
        yield line, ["" if cell in _MISSING else unescaped_from_spreadsheet(cell) for cell in cells]


def _csv_separator(path: Path) -> str:
    """Returns the separator that splits a file's header into most columns; in a tie, the format's usual one.

    A file of TSV has another one only if its header has no tab. Excel's first line `sep=;` names it.
    """
    usual = _USUAL_SEPARATORS[ending_of(path)]
    if stated := _STATED_SEPARATOR.match(next(lines_of_text_file(path, ""), "")):
        return stated[1]

    def n_columns(separator: str) -> int:
        try:
            return len(next(_csv_rows(path, separator), (0, []))[1])
        except DataError:
            return 0  # the quotes do not fit this separator

    if usual == "\t" and n_columns(usual) != 1:
        return usual
    return max((usual, *_SEPARATORS), key=n_columns)


def _csv_rows(path: Path, separator: str | None = None) -> Iterator[tuple[int, list[str]]]:
    """Yields the rows that are not empty, header first, each with the number of its first line."""
    reader = csv.reader(lines_of_text_file(path, ""), delimiter=separator or _csv_separator(path), strict=True)
    next_line = 1
    try:
        while (cells := _next_csv_row(reader)) is not None:
            line, next_line = next_line, reader.line_num + 1
            if cells and not (line == 1 and cells == ["sep=", ""]):
                yield line, cells
    except csv.Error as error:
        raise DataError(
            f"the CSV is not valid ({error}): check the double quotes", row=f"{path.name}, line {next_line}"
        ) from error


def _next_csv_row(reader: Iterator[list[str]]) -> list[str] | None:
    """Reads a row with cells of any length. csv's limit for the process is raised only during the call."""
    with _CSV_LIMIT:
        former_limit = csv.field_size_limit(_LARGEST_CSV_CELL)
        try:
            return next(reader, None)
        finally:
            csv.field_size_limit(former_limit)


def _excel_rows(path: Path) -> Iterator[tuple[int, list[str]]]:
    """Yields the rows of the first sheet that are not empty, header first, each with its number in the sheet."""
    width = 0
    with _workbook(path) as sheets:
        for number, row in enumerate(sheets[0].iter_rows(values_only=True), start=1):
            cells = ["" if cell is None else str(as_text(cell)) for cell in row]
            while cells and not cells[-1]:
                cells.pop()
            if cells:
                width = width or len(cells)
                yield number, cells + [""] * (width - len(cells))


@contextmanager
def _workbook(path: Path) -> Iterator[list[Any]]:
    """Opens an Excel file for reading; yields its sheets of cells."""
    try:
        import openpyxl
    except ImportError as error:
        raise DataError(f"{path.name}: reading .xlsx needs openpyxl: {how_to_install('files')}") from error
    with path.open("rb") as file:
        try:
            book = openpyxl.load_workbook(file, read_only=True, data_only=True)
        except Exception as error:  # openpyxl raises errors of many kinds
            raise DataError(f"{path.name} cannot be read as an Excel file ({error}): save it again") from error
        try:
            if not book.worksheets:
                raise DataError(f"{path} {_EMPTY}")
            yield book.worksheets
        finally:
            book.close()


def _parquet_column_names(path: Path, faults: list[DataError]) -> list[str]:
    with _parquet_file(path) as content:
        schema = content.schema_arrow
    if set(schema.names) == LIGHTEVAL_COLUMNS:
        return _DETAILS.column_names(path, faults)
    return [
        *_unique_column_names(path, schema.names),
        *(name for field in schema for name in _names_in_struct(field.name, field)),
    ]


def _names_in_struct(name: str, field: Any) -> Iterator[str]:
    import pyarrow

    for member in field.type if pyarrow.types.is_struct(field.type) else ():
        yield f"{name}.{member.name}"
        yield from _names_in_struct(f"{name}.{member.name}", member)


def _parquet_records(path: Path, wanted: Set[str], start: int) -> Iterator[Record]:
    with _parquet_file(path) as content:
        is_log = set(content.schema_arrow.names) == LIGHTEVAL_COLUMNS
    yield from (_DETAILS.records if is_log else _parquet_cells)(path, wanted, start)


def _lighteval_rows(path: Path) -> Iterator[Record]:
    for row_name, sample in _parquet_cells(path, LIGHTEVAL_COLUMNS, 0):
        yield row_name, logged_lighteval_row(sample)


def _parquet_cells(path: Path, wanted: Set[str], start: int) -> Iterator[tuple[str, dict[str, Any]]]:
    with _parquet_file(path) as content:
        roots = wanted | {name.partition(".")[0] for name in wanted}
        there = [name for name in content.schema_arrow.names if name in roots]
        ends = list(accumulate(content.metadata.row_group(i).num_rows for i in range(content.num_row_groups)))
        first = bisect_right(ends, start)
        n = ends[first - 1] if first else 0
        groups = range(first, content.num_row_groups)
        for batch in content.iter_batches(_PARQUET_ROWS_AT_A_TIME, row_groups=groups, columns=there):
            wanted_rows = batch.slice(min(max(start - n, 0), batch.num_rows))
            n += batch.num_rows - wanted_rows.num_rows
            # A batch without columns still has rows.
            for record in wanted_rows.to_pylist() if there else [{}] * wanted_rows.num_rows:
                yield f"{path.name}, row {n}", _wanted_cells(record, wanted)
                n += 1


@contextmanager
def _parquet_file(path: Path) -> Iterator[Any]:
    check_installed("pyarrow", "a Parquet file", "files")
    import pyarrow
    from pyarrow import parquet

    with path.open("rb") as file:
        try:
            yield parquet.ParquetFile(file)
        except (pyarrow.ArrowException, OSError, UnicodeDecodeError) as error:
            raise DataError(f"{path} cannot be read as a Parquet file ({error}): export or copy it again") from error


def _by_rows(rows_of: Callable[[Path], Iterator[Record]]) -> TableFormat:
    """Returns the format of files in which each row names its columns."""

    def column_names(path: Path, faults: list[DataError]) -> list[str]:
        names: dict[str, None] = {}
        for _, row in rows_of(path):
            if isinstance(row, DataError):
                faults.append(row)
            else:
                names.update(dict.fromkeys(names_in_object(row)))
        return list(names)

    def records(path: Path, wanted: Set[str], start: int) -> Iterator[Record]:
        for row_name, row in islice(rows_of(path), start, None):
            yield row_name, row if isinstance(row, DataError) else _wanted_cells(row, wanted)

    return TableFormat(column_names, records)


def _wanted_cells(row: dict[str, Any], wanted: Set[str]) -> dict[str, Any]:
    """Returns the wanted cells of a row; `output.text` is the member `text` of the object in `output`."""
    found = {name: row[name] for name in wanted & row.keys()}
    for name in wanted - row.keys():
        cell: Any = row
        for key in name.split(".") if "." in name else ():
            cell = cell.get(key) if isinstance(cell, dict) else None
        if cell is not None and cell is not row:
            found[name] = cell
    return found


_DETAILS = _by_rows(_lighteval_rows)
_JSON = _by_rows(lambda path: rows_of_logged_samples(path, _json_objects(path)))
_CSV = _with_header(_csv_cells, "line", ": put double quotes around cells that contain a separator or a line break")
_EXCEL = ".xlsx"
_FORMATS = {
    ".jsonl": _JSON,
    ".ndjson": _JSON,
    ".json": _JSON,
    ".csv": _CSV,
    ".tsv": _CSV,
    _EXCEL: _with_header(_excel_rows, "row", ""),
    ".parquet": TableFormat(_parquet_column_names, _parquet_records),
    ".eval": _by_rows(inspect_rows),
}
ENDINGS = tuple(_FORMATS)
_TEXT_ENDINGS = (".jsonl", ".ndjson", ".json", ".csv", ".tsv")
_USUAL_SEPARATORS = {".csv": ",", ".tsv": "\t"}


_FORMULA = re.compile(r"'*[=+\-@\t\r]")
# A number may begin with a sign.
_NUMBER = re.compile(r"[+-]\.?\d[\d.,]*")


def escaped_for_spreadsheet(cell: Any) -> Any:
    """Returns a cell that no spreadsheet executes as a formula; numbers stay unchanged.

    >>> [escaped_for_spreadsheet(text) for text in ("=1+1", "a = b", "-1.5", -1.5)]
    ["'=1+1", 'a = b', '-1.5', -1.5]
    """
    is_formula = isinstance(cell, str) and _FORMULA.match(cell) and not _NUMBER.fullmatch(cell)
    return f"'{cell}" if is_formula else cell


def unescaped_from_spreadsheet(cell: str) -> str:
    """Returns the text before `escaped_for_spreadsheet`."""
    return cell[1:] if cell.startswith("'") and _FORMULA.match(cell) else cell
