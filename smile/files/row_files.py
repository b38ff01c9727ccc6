"""Reads and checks the rows of files of every supported format, whole or in chunks."""

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from ..errors import DataError, Option
from ..rows.checked_rows import Row, check_each_row
from ..text.chat_messages import parsed_data
from .row_columns import RowColumns, RowNeeds, outer_columns, refuse_label_column
from .tables import FileTable, OnFault, TableFile, open_table

_SCORED = RowNeeds()
# The rows that show whether a column holds references or human labels.
_LOOKED_AT = 1000


@dataclass(frozen=True)
class FileRows:
    """Checked rows of a file, and their ids.

    Attributes:
        ids: The id of each row, a string or a number, or None. Without a column of ids, row numbers from 0.
        has_ids: Whether the file has a column of ids.
        names: The name of each row in errors.
        faults: The errors of the rows that are left out.
        empty_cells: The errors of cells in optional columns that are read as empty.
        own: The user's columns of each row, in the order of the file; empty if they were not read.
    """

    rows: list[Row]
    ids: list[Any]
    has_ids: bool = True
    names: Sequence[str] = field(default=(), compare=False)
    faults: Sequence[DataError] = field(default=(), compare=False)
    empty_cells: Sequence[DataError] = field(default=(), compare=False)
    own: Sequence[dict[str, Any]] = field(default=(), compare=False)

    def at(self, positions: Sequence[int]) -> "FileRows":
        """Returns some of the rows."""
        return replace(
            self,
            rows=[self.rows[i] for i in positions],
            ids=[self.ids[i] for i in positions],
            names=[self.names[i] for i in positions],
            own=[self.own[i] for i in positions] if self.own else (),
        )

    def columns(self) -> dict[str, list[Any]]:
        """Returns the user's columns or, if these were not read, those that SMILE reads, under their usual names."""
        if self.own:
            return {name: [cells[name] for cells in self.own] for name in self.own[0]}
        rows = self.rows
        return {
            "id": self.ids,
            **({"question": [row.question for row in rows]} if any(row.question is not None for row in rows) else {}),
            "references": [list(row.references) for row in rows],
            "prediction": [row.prediction for row in rows],
        }


@dataclass(frozen=True)
class RowsFile:
    """A file of rows.

    Attributes:
        columns: The column of each role, None if there is none.
        separator: The text between several references in a cell; "" if every cell is one reference.
        own: The user's columns that are kept beside the rows.
    """

    table: TableFile
    columns: Mapping[str, str | None]
    needs: RowNeeds
    separator: str = ""
    own: Sequence[str] = ()

    @property
    def path(self) -> Path:
        """The path of the file."""
        return self.table.path

    def part(self, start: int, n: int, number: int) -> FileRows:
        """Reads and checks n rows from `start` on; without a column of ids, the ids count from `number`."""
        table = next(self.table.tables(n, start), None)
        if table is None or len(table.records) != n:
            raise DataError(
                f"{self.path} has changed while it was scored: rows {start} to {start + n - 1} are gone; score it again"
            )
        return self.rows_of(table, number)

    def whole(self) -> tuple[FileRows, FileTable]:
        """Reads and checks all rows; returns them and the table of the wanted columns."""
        [table] = self.table.tables(None)
        rows = self.rows_of(table)
        kept = set(rows.names)
        return rows, table.at([i for i, name in enumerate(table.row_names) if name in kept])

    def rows_of(self, table: FileTable, start: int = 0) -> FileRows:
        """Returns the rows of a table of the file, of which the first has the number `start`.

        With `on_fault="skip"`, a row with an error is left out, and an unusable cell of an optional column is read as
        empty.
        """
        skips, has_ids = self.table.on_fault == "skip", self.columns["id"] is not None
        cells = self._cells(table)
        checked = self._checked(cells, table.row_names, table.is_text) if table.records else []
        rows, ids, names = list[Row](), list[Any](), list[str]()
        faults, empty_cells, own = list(table.faults), list[DataError](), list[dict[str, Any]]()
        for i, (name, record, found) in enumerate(zip(table.row_names, table.records, checked, strict=True)):
            row = found
            if lacking := [each for role in self.needs.roles() if (each := self.columns[role]) not in record]:
                row = DataError(
                    f"the column {lacking[0]!r} is missing here, but other rows have it: add it to this row", row=name
                )
            elif skips and isinstance(found, DataError):
                row = self._without_optional(cells, i, table)
            id_fault = _fault_of_row_id(name, cells["id"][i]) if has_ids else None
            fault = row if isinstance(row, DataError) else id_fault
            if fault is not None and not skips:
                raise fault
            if isinstance(row, DataError):
                faults.append(row)
                continue
            empty_cells += [each for each in (found, id_fault) if isinstance(each, DataError)]
            rows.append(row)
            row_id = None if id_fault else cells["id"][i] if has_ids else start + table.numbers[i]
            ids.append(row_id.encode("utf-8", "replace").decode("utf-8") if isinstance(row_id, str) else row_id)
            names.append(name)
            if self.own:
                own.append({column: record.get(column) for column in self.own})
        return FileRows(rows, ids, has_ids, names, faults, empty_cells, own)

    def _cells(self, table: FileTable) -> dict[str, list[Any]]:
        """Returns the cells of each role in the form that the checks expect."""
        n = len(table.records)
        cells: dict[str, list[Any]] = {
            role: [None] * n if name is None else table.cells(name) for role, name in self.columns.items()
        }
        if table.is_text:
            nothing = ("[]",) if self.needs.references else ("[]", "")
            cells["reference"] = [[] if cell in nothing else cell for cell in cells["reference"]]
            cells["synthetic_answer"] = [
                _members_in_row_file(cell) if cell else None for cell in cells["synthetic_answer"]
            ]
        cells["reference"] = [references_in_row_file(cell, self.separator) for cell in cells["reference"]]
        return cells

    def _checked(self, cells: Mapping[str, list[Any]], names: Sequence[str], is_text: bool) -> list[Row | DataError]:
        return check_each_row(
            cells["prediction"] if self.needs.predictions else [""] * len(names),
            cells["reference"],
            cells["question"],
            cells["synthetic_answer"],
            names=names,
            needs_references=self.needs.references,
            needs_questions=self.needs.questions,
            is_text=is_text,
        )

    def _without_optional(self, cells: Mapping[str, list[Any]], i: int, table: FileTable) -> Row | DataError:
        """Checks an invalid row again without its synthetic answers, then without its question if that is optional."""
        one, name = {role: [column[i]] for role, column in cells.items()}, [table.row_names[i]]
        [row] = self._checked(one | {"synthetic_answer": [None]}, name, table.is_text)
        if isinstance(row, DataError) and not self.needs.questions:
            [row] = self._checked(one | {"synthetic_answer": [None], "question": [None]}, name, table.is_text)
        return row


def read_rows(
    path: Path, columns: RowColumns | None = None, needs: RowNeeds = _SCORED, on_fault: OnFault = "raise"
) -> FileRows:
    """Reads the rows of a file in the format of its ending.

    In CSV and TSV every cell is unchanged text, with three exceptions. A reference or synthetic answer that is a JSON
    list of strings is several texts. An empty synthetic answer is missing. NaN, which pandas and R write for a missing
    cell, is an empty cell. The separator of CSV (comma, semicolon or tab) is found from the header.
    """
    rows, _ = open_rows(path, columns, needs, optional=None, on_fault=on_fault).whole()
    return rows


def open_rows(
    path: Path,
    columns: RowColumns | None = None,
    needs: RowNeeds = _SCORED,
    *,
    options: Mapping[str, Option | str] | None = None,
    optional: Sequence[str] | None = (),
    on_fault: OnFault = "raise",
) -> RowsFile:
    """Finds the columns of a file whose rows are read later, in chunks; see `read_rows`.

    Also reads the required columns of `options` (each with the option that names it in errors) and the columns of
    `optional` that the file has. None reads all, and keeps them beside the rows.
    """
    columns = columns or RowColumns()
    expected = f"a {' and a '.join(needs.roles())}"
    wanted = None if optional is None else columns.possible() | set(optional)
    table = open_table(path, options or {}, wanted, expected, on_fault, columns.log_filter)
    chosen = columns.choose(path, table.column_names, needs)
    table = replace(table, wanted={*table.wanted, *filter(None, chosen.values())})
    if columns.reference is None and chosen["reference"]:
        refuse_label_column(path, chosen["reference"], lambda name: next(table.tables(_LOOKED_AT)).cells(name))
    own = outer_columns(table.column_names) if optional is None else ()
    return RowsFile(table, chosen, needs, columns.reference_separator, own)


def references_in_row_file(cell: Any, separator: str) -> Any:
    """Splits a text at a separator into references; a list or any other value stays unchanged.

    >>> references_in_row_file("Oslo;Kristiania", ";"), references_in_row_file('["Oslo; Kristiania"]', ";")
    (['Oslo', 'Kristiania'], '["Oslo; Kristiania"]')
    """
    if not separator or not isinstance(cell, str) or cell.startswith("["):
        return cell
    return [part.strip() for part in cell.split(separator) if part.strip()] or [cell]


def _members_in_row_file(cell: str) -> Any:
    """Returns the members of a text that is a JSON list of texts and nulls; other texts stay unchanged."""
    members = parsed_data(cell) if cell.startswith("[") else None
    is_list = isinstance(members, list) and all(isinstance(member, str | None) for member in members)
    return members if is_list else cell


def _fault_of_row_id(row_name: str, value: Any) -> DataError | None:
    if value is None or isinstance(value, str | int) or (isinstance(value, float) and math.isfinite(value)):
        return None
    return DataError(
        f"the id is a {type(value).__name__}, not text or a number: correct it, or choose another column of ids",
        row=row_name,
    )
