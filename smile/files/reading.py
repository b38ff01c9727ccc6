"""Reads checked rows from files of any format that is read, whole or in chunks."""

import json
import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from ..errors import DataError
from ..rows.checked_rows import Row, check_each_row, number_as_text
from .row_columns import COLUMN_NAMES, RowColumns, RowNeeds
from .tables import Table, TableFile, open_table

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
    """A file of rows.

    Attributes:
        columns: By role the name of its column, None if there is none.
        separator: What stands between several references in a text; "" where a text is one.
        numbers_as_text: Whether a number or a truth value is read as text, in place of being a fault.
        own: The columns that stay beside the rows as the file has them.
    """

    table: TableFile
    columns: Mapping[str, str | None]
    needs: RowNeeds
    separator: str = ""
    numbers_as_text: bool = False
    own: Sequence[str] = ()

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
        """Returns the rows of a table of the file; `start` is the number of the first.

        Raises:
            DataError: A cell is wrong.
        """
        faults: list[DataError] = []
        rows = self.good_rows_of(table, faults, start)
        if faults:
            raise faults[0]
        return rows

    def good_rows_of(self, table: Table, faults: list[DataError], start: int = 0) -> FileRows:
        """Returns the rows of a table of the file without faults; adds the faults of the others to the list."""
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
        if self.numbers_as_text:
            cells |= {role: list(map(number_as_text, cells[role])) for role in ("prediction", "reference", "question")}
        if self.separator:
            cells["reference"] = [self._parts(cell) for cell in cells["reference"]]
        checked = check_each_row(
            cells["prediction"] if self.needs.predictions else [""] * n,
            cells["reference"],
            cells["question"],
            cells["synthetic_answer"],
            names=table.row_names,
            needs_references=self.needs.references,
            needs_questions=self.needs.questions,
            is_text=table.is_text,
        )
        has_ids, required = self.columns["id"] is not None, [self.columns[role] for role in self.needs.roles()]
        rows: list[Row] = []
        ids: dict[int, Any] = {}
        for i, (row_name, record, row) in enumerate(zip(table.row_names, table.records, checked, strict=True)):
            try:
                lacking = next((name for name in required if name not in record), None)
                if lacking is not None:
                    raise DataError(
                        f"{row_name}: there is no {lacking!r} here, which other rows have: give every row one"
                    )
                if isinstance(row, DataError):
                    raise row
                ids[i] = _check_id(row_name, cells["id"][i]) if has_ids else start + i
                rows.append(row)
            except DataError as fault:
                faults.append(fault)
        return FileRows(
            rows,
            list(ids.values()),
            has_ids,
            [table.row_names[i] for i in ids],
            {name: [table.records[i].get(name) for i in ids] for name in self.own},
        )

    def _parts(self, cell: Any) -> Any:
        if not isinstance(cell, str) or self.separator not in cell:
            return cell
        return [part.strip() for part in cell.split(self.separator) if part.strip()]


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
    expected = f"a {' and a '.join(required)}"
    table = open_table(path, options or {}, columns.possible() | set(optional), expected)
    chosen = {
        role: columns.choose(path, role, table.column_names, role in required)
        for role in COLUMN_NAMES
        if role != "prediction" or needs.predictions
    }
    return RowsFile(table, chosen, needs, columns.reference_separator)


def read_rows_and_columns(
    path: Path,
    columns: RowColumns | None,
    options: Mapping[str, str],
    optional: Sequence[str] = (),
) -> tuple[FileRows, Table]:
    """Reads the rows of a file, as `read_rows` does, and other columns of it, as in `open_rows`."""
    file = open_rows(path, columns, options=options, optional=optional)
    [table] = file.table.tables(None)
    return file.rows_of(table), table


def own_columns(names: Sequence[str]) -> list[str]:
    """Returns the columns that hold all that a file has: without those inside another.

    >>> own_columns(["id", "output", "output.text"])
    ['id', 'output']
    """
    return [name for name in names if not any(name[:i] in names for i, sign in enumerate(name) if sign == ".")]


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
