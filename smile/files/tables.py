"""Tables: the cells and column names of files, read whole or in chunks."""

import json
import warnings
from collections.abc import Iterator, Mapping, Sequence, Set
from dataclasses import dataclass, replace
from itertools import islice
from pathlib import Path
from typing import Any, Literal

from ..errors import ColumnWarning, DataError, Option
from .row_columns import no_column
from .table_formats import GUESSED, encoding_name, format_of, read_errors

# What happens to a row that cannot be read: raise its error, or leave the row out and keep its error.
OnFault = Literal["raise", "skip"]


@dataclass(frozen=True)
class FileTable:
    """Rows of a file.

    Attributes:
        column_names: The names of all columns of the file.
        row_names: The name of each row in errors.
        records: The wanted cells of each row.
        is_text: Whether every cell is text, as in CSV.
        numbers: The number of each row among all rows that were read, from 0; rows that are left out count too.
        faults: The errors of the rows that are left out.
    """

    column_names: Sequence[str]
    row_names: list[str]
    records: list[dict[str, Any]]
    is_text: bool
    numbers: Sequence[int]
    faults: Sequence[DataError] = ()

    def at(self, positions: Sequence[int]) -> "FileTable":
        """Returns some of the rows."""
        return replace(
            self,
            row_names=[self.row_names[i] for i in positions],
            records=[self.records[i] for i in positions],
            numbers=[self.numbers[i] for i in positions],
        )

    def cells(self, column: str) -> list[Any]:
        """Returns a column unchanged, with None where a row lacks it."""
        return [record.get(column) for record in self.records]

    def values(self, column: str) -> list[Any]:
        """Returns a column; text is parsed as a number, true/false or a JSON list, and empty text becomes None."""
        return [_read_text_cell(cell) for cell in self.cells(column)] if self.is_text else self.cells(column)


def _read_text_cell(cell: str) -> Any:
    text = cell.strip().lower()
    if not text:
        return None
    if text in ("true", "false"):
        return text == "true"
    try:
        return json.loads(text) if text.startswith("[") else float(text)
    except (ValueError, RecursionError):
        return cell


@dataclass(frozen=True)
class TableFile:
    """A file whose wanted cells are read in chunks."""

    path: Path
    column_names: Sequence[str]
    wanted: Set[str]
    on_fault: OnFault = "raise"
    log_filter: str | None = None

    def tables(self, size: int | None, start: int = 0) -> Iterator[FileTable]:
        """Yields the rows from `start` on in tables of `size` rows; None yields one table of all rows."""
        table_format = format_of(self.path, self.log_filter)
        with read_errors(self.path):
            records = table_format.records(self.path, self.wanted, start)
            while some := list(islice(records, size)):
                faults = [record for _, record in some if isinstance(record, DataError)]
                if faults and self.on_fault == "raise":
                    raise faults[0]
                good = [(i, *each) for i, each in enumerate(some) if not isinstance(each[1], DataError)]
                numbers, names, cells = map(list, zip(*good, strict=True)) if good else ([], [], [])
                yield FileTable(self.column_names, names, cells, table_format.is_text, numbers, faults)


def open_table(
    path: Path,
    options: Mapping[str, Option | str],
    optional: Set[str] | None,
    expected: str,
    on_fault: OnFault = "raise",
    log_filter: str | None = None,
) -> TableFile:
    """Opens a file whose cells are read later.

    Text in it is UTF-8, UTF-16 with its byte-order mark, or else Windows-1252, with a warning.

    `options` are the required columns, each with the option that names it in errors. `optional` columns are read if the
    file has them; None reads all. `expected` describes a row, for the error about a file without rows.
    """
    table_format, faults = format_of(path, log_filter), list[DataError]()
    with read_errors(path):
        column_names = table_format.column_names(path, faults)
        if faults and (on_fault == "raise" or not column_names):
            raise faults[0]
        wanted = set(column_names) if optional is None else options.keys() | optional
        if next(table_format.records(path, wanted, 0), None) is None:
            raise DataError(f"{path} has no rows: add at least one with {expected}")
        if encoding_name(path) == GUESSED:
            warnings.warn(f"{path.name} is not UTF-8: it is read as {GUESSED}", ColumnWarning, stacklevel=2)
    for name, option in options.items():
        if name not in column_names:
            raise no_column(path, name, option, column_names)
    return TableFile(path, column_names, wanted, on_fault, log_filter)


def column_names_of(path: Path, log_filter: str | None = None) -> list[str]:
    """Returns the names of a file's columns."""
    with read_errors(path):
        return format_of(path, log_filter).column_names(path, [])


def read_columns(path: Path, options: Mapping[str, Option | str], optional: Sequence[str] = ()) -> FileTable:
    """Reads some columns of a file; see `open_table`. In CSV and TSV every cell is text, and NaN becomes empty."""
    [table] = open_table(path, options, set(optional), "a score and its label").tables(None)
    return table
