"""Tables: the cells of files, whole or in chunks, with the names of their columns."""

import json
from collections.abc import Iterator, Mapping, Sequence, Set
from dataclasses import dataclass, replace
from itertools import islice
from pathlib import Path
from typing import Any

from ..checks import listed_names
from ..errors import DataError
from .table_formats import format_of, read_errors


@dataclass(frozen=True)
class Table:
    """Rows of a file: the names of all its columns, and for each row its name in errors and its wanted cells."""

    column_names: Sequence[str]
    row_names: list[str]
    records: list[dict[str, Any]]
    is_text: bool = False

    def at(self, positions: Sequence[int]) -> "Table":
        """Returns some of the rows."""
        return replace(
            self,
            row_names=[self.row_names[i] for i in positions],
            records=[self.records[i] for i in positions],
        )

    def cells(self, column: str) -> list[Any]:
        """Returns a column as it stands, with None where a row lacks it."""
        return [record.get(column) for record in self.records]

    def values(self, column: str) -> list[Any]:
        """Returns a column with the numbers, truth values and JSON lists that text stands for; None for no text."""
        return [_read_text(cell) for cell in self.cells(column)] if self.is_text else self.cells(column)


def _read_text(cell: str) -> Any:
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

    def tables(self, size: int | None, start: int = 0, faults: list[DataError] | None = None) -> Iterator[Table]:
        """Yields the rows from `start` on in tables of `size` rows, the last with the rest; None yields one of all.

        A row that cannot be read is left out, and its fault goes into the list that is given.

        Raises:
            DataError: The file cannot be read, or a row of it, and there is no list of faults.
        """
        table_format = format_of(self.path)
        with read_errors(self.path):
            records = table_format.records(self.path, self.wanted, start)
            while some := list(islice(records, size)):
                names, cells = [], []
                for name, record in some:
                    if not isinstance(record, DataError):
                        names.append(name)
                        cells.append(record)
                    elif faults is None:
                        raise record
                    else:
                        faults.append(record)
                yield Table(self.column_names, names, cells, table_format.is_text)


def open_table(
    path: Path, options: Mapping[str, str], optional: Set[str] | None, expected: str, *, allows_faults: bool = False
) -> TableFile:
    """Opens a file whose cells are read later; text in it is UTF-8.

    `options` are columns to read, each with the option that names it; `optional` ones are read where the file has them,
    None for all. `expected` is what a row holds, for the error about a file without rows. `allows_faults` leaves rows
    that cannot be read for later.

    Raises:
        DataError: The file cannot be read, has no rows or lacks a column.
    """
    table_format = format_of(path)
    column_names = read_column_names(path, [] if allows_faults else None)
    wanted = set(column_names) if optional is None else options.keys() | optional
    with read_errors(path):
        if next(table_format.records(path, wanted, 0), None) is None:
            raise DataError(f"{path} has no rows: expected at least one with {expected}")
    for name, option in options.items():
        if name not in column_names:
            raise DataError(f"{path} has no column {name!r} ({option}): choose one of {listed_names(column_names)}")
    return TableFile(path, column_names, wanted)


def read_columns(path: Path, options: Mapping[str, str], optional: Sequence[str] = ()) -> Table:
    """Reads some columns of a file; see `open_table`. In CSV and TSV every cell is text, and NaN is an empty cell."""
    [table] = open_table(path, options, set(optional), "a score and its label").tables(None)
    return table


def read_column_names(path: Path, faults: list[DataError] | None = None) -> Sequence[str]:
    """Returns the names of a file's columns; the faults of rows that name columns go into the list that is given.

    Raises:
        DataError: The file cannot be read.
    """
    table_format = format_of(path)
    with read_errors(path):
        return table_format.column_names(path, faults)
