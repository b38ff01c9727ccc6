"""Tables: the cells of files, whole or in chunks, with the names of their columns."""

from collections.abc import Iterator, Mapping, Sequence, Set
from dataclasses import dataclass
from itertools import islice
from pathlib import Path
from typing import Any

from ..errors import DataError
from .table_formats import format_of, read_errors

_MOST_NAMES_LISTED = 20


@dataclass(frozen=True)
class Table:
    """Rows of a file, each with its wanted cells.

    Attributes:
        column_names: The names of all columns of the file.
        row_names: What errors call the rows.
        records: The rows' cells by column.
        is_text: Whether the format holds nothing but text.
    """

    column_names: Sequence[str]
    row_names: list[str]
    records: list[dict[str, Any]]
    is_text: bool = False

    def cells(self, column: str | None, is_required: bool) -> list[Any]:
        """Returns a column, with None where a row lacks it; None in every row for no column.

        Raises:
            DataError: A row lacks a required column.
        """
        if column is None:
            return [None] * len(self.row_names)
        if is_required:
            for row_name, record in zip(self.row_names, self.records, strict=True):
                if column not in record:
                    raise DataError(
                        f"{row_name}: there is no {column!r} here, which other rows have: give every row one"
                    )
        return [record.get(column) for record in self.records]


@dataclass(frozen=True)
class TableFile:
    """A file whose cells are read in chunks.

    Attributes:
        path: The file.
        column_names: The names of all its columns.
        wanted: The columns that are read.
    """

    path: Path
    column_names: Sequence[str]
    wanted: Set[str]

    def tables(self, size: int | None, start: int = 0) -> Iterator[Table]:
        """Yields the rows from `start` on in tables of `size` rows, the last with the rest; None yields one of all."""
        table_format = format_of(self.path)
        with read_errors(self.path):
            records = table_format.records(self.path, self.wanted, start)
            while some := list(islice(records, size)):
                names, cells = zip(*some, strict=True)
                yield Table(self.column_names, list(names), list(cells), table_format.is_text)

    def check_columns(self, options: Mapping[str, str]) -> None:
        """Checks that the file has some columns.

        Args:
            options: The columns, each with the option that names it.

        Raises:
            DataError: It lacks one.
        """
        for name, option in options.items():
            if name not in self.column_names:
                raise DataError(f"{self.path} has no column {name!r} ({option}): it has {listed(self.column_names)}")


def open_table(path: Path, wanted: Set[str], expected: str) -> TableFile:
    """Opens a file whose cells are read later.

    Args:
        path: A .jsonl, .json (an array of objects, or JSON lines), .csv, .tsv or .parquet file, text in UTF-8.
        wanted: The columns to read where the file has them.
        expected: What a row should hold, for the error about a file without rows.

    Raises:
        DataError: The file cannot be read, or has no rows.
    """
    table_format = format_of(path)
    with read_errors(path):
        column_names = table_format.column_names(path)
        if next(table_format.records(path, wanted, 0), None) is None:
            raise DataError(f"{path} has no rows: expected at least one with {expected}")
    return TableFile(path, column_names, wanted)


def read_columns(path: Path, options: Mapping[str, str], optional: Sequence[str] = ()) -> Table:
    """Reads some columns of a file. In CSV and TSV every cell is text as it stands, and NaN is an empty cell.

    Args:
        path: The file; see `open_table`.
        options: The columns' names in the file, each with the option that names it.
        optional: Columns to read where the file has them.

    Raises:
        DataError: The file cannot be read, has no rows or lacks a column.
    """
    file = open_table(path, options.keys() | set(optional), "a score and its label")
    file.check_columns(options)
    [table] = file.tables(None)
    return table


def read_column_names(path: Path) -> Sequence[str]:
    """Returns the names of a file's columns.

    Raises:
        DataError: The file cannot be read.
    """
    table_format = format_of(path)
    with read_errors(path):
        return table_format.column_names(path)


def listed(names: Sequence[str]) -> str:
    """Returns the names of columns as errors list them."""
    shown = ", ".join(map(repr, names[:_MOST_NAMES_LISTED]))
    return f"{shown} and {len(names) - _MOST_NAMES_LISTED} more" if len(names) > _MOST_NAMES_LISTED else shown
