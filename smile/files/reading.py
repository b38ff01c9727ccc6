"""Reads checked rows from files of any format that is read, whole or in chunks."""

import json
import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from ..errors import DataError
from ..rows.checked_rows import Row, check_rows
from .row_columns import COLUMN_NAMES, RowColumns, RowNeeds
from .tables import Table, TableFile, open_table, read_column_names

_SCORED = RowNeeds()


@dataclass(frozen=True)
class FileRows:
    """Checked rows of a file, and their ids.

    Attributes:
        ids: One string or number per row, or None for a row without one; without a column of ids, row numbers from 0.
        has_ids: Whether the file has a column of ids.
        names: The names of the rows in errors.
        own: The cells of all columns as the file has them, by name, where they were asked for.
    """

    rows: list[Row]
    ids: list[Any]
    has_ids: bool = True
    names: Sequence[str] = field(default=(), compare=False)
    own: Mapping[str, list[Any]] = field(default_factory=dict, compare=False)

    def at(self, positions: Sequence[int]) -> "FileRows":
        """Returns some of the rows."""
        return FileRows(
            [self.rows[i] for i in positions],
            [self.ids[i] for i in positions],
            self.has_ids,
            [self.names[i] for i in positions],
            {name: [cells[i] for i in positions] for name, cells in self.own.items()},
        )


@dataclass(frozen=True)
class RowsFile:
    """A file of rows, and by role the name of its column, None if there is none."""

    table: TableFile
    columns: Mapping[str, str | None]
    needs: RowNeeds

    @property
    def path(self) -> Path:
        """The path of the file."""
        return self.table.path

    def chunks(self, size: int | None) -> Iterator[FileRows]:
        """Reads and checks the rows in chunks of `size`; None reads all rows at once.

        Raises:
            DataError: The file cannot be read, has no rows, or a cell is wrong.
        """
        n = 0
        for table in self.table.tables(size):
            yield self.rows_of(table, n)
            n += len(table.records)

    def part(self, start: int, n: int, number: int) -> FileRows:
        """Reads and checks n rows from `start` on; `number` is the id of the first if the file has no column of ids.

        Raises:
            DataError: The file cannot be read, has fewer rows, or a cell is wrong.
        """
        table = next(self.table.tables(n, start), None)
        if table is None or len(table.records) != n:
            raise DataError(f"{self.path} has no rows {start} to {start + n - 1}, which it had: score it again")
        return self.rows_of(table, number)

    def rows_of(self, table: Table, start: int = 0) -> FileRows:
        """Returns the rows of a table of the file; `start` is the number of the first."""
        for role in self.needs.roles():
            for row_name, record in zip(table.row_names, table.records, strict=True):
                if self.columns[role] not in record:
                    raise DataError(
                        f"{row_name}: there is no {self.columns[role]!r} here, which other rows have: give every row "
                        "one"
                    )
        n = len(table.records)
        cells: dict[str, list[Any]] = {
            role: [None] * n if name is None else table.cells(name) for role, name in self.columns.items()
        }
        if table.is_text:
            cells["reference"] = [
                None if not self.needs.references and not cell else _members(cell, (str,))
                for cell in cells["reference"]
            ]
            cells["synthetic_answer"] = [
                _members(cell, (str, type(None))) if cell else None for cell in cells["synthetic_answer"]
            ]
        rows = check_rows(
            cells["prediction"] if self.needs.predictions else [""] * n,
            cells["reference"],
            cells["question"],
            cells["synthetic_answer"],
            names=table.row_names,
            needs_references=self.needs.references,
            needs_questions=self.needs.questions,
        )
        if self.columns["id"] is None:
            return FileRows(rows, list(range(start, start + len(rows))), has_ids=False, names=table.row_names)
        ids = [_check_id(*cell) for cell in zip(table.row_names, cells["id"], strict=True)]
        return FileRows(rows, ids, names=table.row_names)


def read_rows(path: Path, columns: RowColumns | None = None, needs: RowNeeds = _SCORED) -> FileRows:
    """Reads the rows of a file; its ending says how.

    In CSV and TSV every cell is text as it stands, with three exceptions: a reference or synthetic answer that is a
    JSON list of strings is several, an empty synthetic answer is none, and NaN, which pandas and R write for a missing
    cell, is an empty one. CSV may have commas, semicolons or tabs between its cells: the header tells.

    Args:
        path: A .jsonl, .json (an array of objects, or JSON lines), .csv, .tsv or .parquet file, text in UTF-8.
        columns: The names of its columns; None takes the usual ones.
        needs: The needs of every row.

    Raises:
        DataError: The file cannot be read, a column is missing or ambiguous, or a cell is wrong.
    """
    [whole] = open_rows(path, columns, needs).chunks(None)
    return whole


def open_rows(
    path: Path,
    columns: RowColumns | None = None,
    needs: RowNeeds = _SCORED,
    *,
    options: Mapping[str, str] | None = None,
    optional: Sequence[str] = (),
) -> RowsFile:
    """Finds the columns of a file whose rows are read later, in chunks; see `read_rows`.

    Other columns are read too: those of `options`, each with the option that names it, and `optional` ones where the
    file has them.

    Raises:
        DataError: The file cannot be read, or a column is missing or ambiguous.
    """
    columns, required = columns or RowColumns(), needs.roles()
    table = open_table(path, options or {}, columns.possible() | set(optional), f"a {' and a '.join(required)}")
    chosen = {
        role: columns.choose(path, role, table.column_names, role in required)
        for role in COLUMN_NAMES
        if role != "prediction" or needs.predictions
    }
    return RowsFile(table, chosen, needs)


def read_rows_and_columns(
    path: Path,
    columns: RowColumns | None,
    options: Mapping[str, str],
    optional: Sequence[str] = (),
    *,
    with_own: bool = False,
) -> tuple[FileRows, Table]:
    """Reads the rows of a file, as `read_rows` does, and other columns of it, some as in `open_rows` or all."""
    optional = [*optional, *(read_column_names(path) if with_own else ())]
    file = open_rows(path, columns, options=options, optional=optional)
    [table] = file.table.tables(None)
    own = {name: table.cells(name) for name in table.column_names} if with_own else {}
    return replace(file.rows_of(table), own=own), table


def _members(cell: str, kinds: tuple[type, ...]) -> str | list[Any]:
    """Returns the members of a JSON list of the given kinds; any other text stays as it is."""
    if cell.startswith("["):
        try:
            members = json.loads(cell)
        except (ValueError, RecursionError):
            return cell
        if all(isinstance(member, kinds) for member in members):
            return list(members)
    return cell


def _check_id(row_name: str, value: Any) -> str | int | float | None:
    if isinstance(value, str):
        return value.encode("utf-8", "replace").decode("utf-8")
    if value is None or isinstance(value, int) or (isinstance(value, float) and math.isfinite(value)):
        return value
    raise DataError(
        f"{row_name}: the id is a {type(value).__name__}, not text or a number: fix it, or choose another column with "
        "id_column"
    )
