"""Reads human labels of all rows or of some, with a metric's scores or with rows for a metric to score."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, Literal

from ..checks import show
from ..errors import DataError
from ..files.reading import read_rows_and_columns
from ..files.row_columns import RowColumns
from ..files.systems import id_key
from ..files.tables import Table, read_columns
from .labels import LabelledRows, Needed, check_labelled, only_labelled

# The usual columns; the column of labels is the required one.
LABEL, _QUESTION, _SYSTEM, _ID = "human", "question", "system", "id"
# The number of a row, which `smile label` writes beside the label where ids are not unique.
ROW = "row"


@dataclass(frozen=True)
class LabelOptions:
    """The names of the columns of labels in a file.

    Attributes:
        labels: One column with a label or a list of labels per row, or one column per person; None stands for `human`.
        question: The column of questions; None stands for `question`, if the file has it.
        system: The column of systems; None stands for `system`, if the file has it.
        groups: Groupings, each one column, or several joined by commas: each combination of their values is a group.
    """

    labels: Sequence[str] | None = None
    question: str | None = None
    system: str | None = None
    groups: Sequence[str] = ()

    def label_names(self) -> Sequence[str]:
        """Returns the columns of labels."""
        return self.labels or (LABEL,)

    def options(self) -> dict[str, str]:
        """Returns the columns that are named, but those of labels, each with the option that names it."""
        named = {self.question: "question_column", self.system: "system_column"}
        grouped = {name: "group_column" for grouping in self.groups for name in grouping.split(",")}
        return {name: option for name, option in named.items() if name is not None} | grouped


def read_labelled(
    path: Path,
    columns: LabelOptions | None = None,
    row_columns: RowColumns | None = None,
    score_columns: Sequence[str] = (),
    label_file: Path | None = None,
    *,
    with_rows: bool = True,
    needs: Needed | Literal["all"] = "all",
) -> LabelledRows:
    """Reads human labels, metrics' scores and the rows of a file.

    Labels are read by `smile.people.labels.label_value`; an empty cell is a missing one.

    Args:
        path: A .jsonl, .json, .csv, .tsv, .parquet or .eval file.
        columns: The columns of labels, questions, systems and groups.
        row_columns: The names of the columns of rows; None takes the usual names.
        score_columns: The columns of scores, one per metric.
        label_file: Another file with the labels, as `smile label` writes it; None if they are in the same file.
        with_rows: Whether the texts of the rows are read.
        needs: Whether some row must have a label; with `none` the file needs no column of labels, and with `all` the
            rows without a label are left out.
    """
    columns, row_columns = columns or LabelOptions(), row_columns or RowColumns()
    labels = dict.fromkeys(columns.label_names(), "label_column") if label_file is None else {}
    options = columns.options() | dict.fromkeys(score_columns, "score_column")
    if needs != "none" or columns.labels:
        options |= labels
    optional = (columns.question or _QUESTION, columns.system or _SYSTEM, row_columns.id or _ID, *labels)
    file = None
    if with_rows:
        file, table = read_rows_and_columns(path, row_columns, options, optional)
    else:
        table = read_columns(path, options, optional)
    if label_file is not None:
        cells = _joined(table, label_file, columns, row_columns)
    elif all(name in table.column_names for name in columns.label_names()):
        cells = _label_cells(table, columns.label_names())
    else:
        cells = [None] * len(table.row_names)
    scores = {name: table.values(name) for name in score_columns}
    belongings, needed = _belongings(table, columns), "some" if needs == "all" else needs
    rows = check_labelled(cells, **belongings, scores=scores, names=table.row_names, needs=needed)
    rows = rows if file is None else replace(rows, file=file)
    return only_labelled(rows) if needs == "all" else rows


def _belongings(table: Table, columns: LabelOptions) -> dict[str, Any]:
    """Returns the questions, systems and groups of the rows, as `check_labelled` takes them."""

    def combined(*members: Any) -> Any:
        # A missing cell must stay missing and not become the text "None".
        return members[0] if len(members) == 1 else None if None in members else ", ".join(map(str, members))

    names = {"question_ids": columns.question or _QUESTION, "systems": columns.system or _SYSTEM}
    return {role: table.cells(name) if name in table.column_names else None for role, name in names.items()} | {
        "groups": {
            grouping: [combined(*members) for members in zip(*map(table.cells, grouping.split(",")), strict=True)]
            for grouping in columns.groups
        }
    }


def _label_cells(table: Table, names: Sequence[str]) -> list[Any]:
    if len(names) == 1:
        return table.values(names[0])
    columns = [table.values(name) for name in names]
    for column, name in zip(columns, names, strict=True):
        for row_name, cell in zip(table.row_names, column, strict=True):
            if isinstance(cell, list):
                raise DataError(
                    f"{row_name}: {name!r} holds a list, and there are {len(names)} columns of labels: name one column "
                    "with lists, or several with one label each"
                )
    return [list(cells) for cells in zip(*columns, strict=True)]


def _joined(table: Table, path: Path, columns: LabelOptions, row_columns: RowColumns) -> list[Any]:
    """Returns the labels of all rows from the file that has those of some."""
    options = dict.fromkeys(columns.label_names(), "label_column")
    id_name, system = row_columns.id or _ID, columns.system or _SYSTEM
    labelled = read_columns(path, options, (id_name, system, ROW))
    labels: list[Any] = [None] * len(table.row_names)
    first = dict[int, str]()
    cells = _label_cells(labelled, columns.label_names())
    positions = _positions(table, labelled, path, id_name, system)
    for name, at, label in zip(labelled.row_names, positions, cells, strict=True):
        if at in first:
            raise DataError(f"{name}: it is the same row as {first[at]}: keep one of them")
        first[at], labels[at] = name, label
    return labels


def _positions(table: Table, labelled: Table, path: Path, id_name: str, system: str) -> list[int]:
    """Returns the position in the table of each labelled row: by its number, else by id, with the system if given."""
    in_both = [name for name in (id_name, system) if name in table.column_names and name in labelled.column_names]
    keys, wanted = (
        [tuple(id_key(record.get(name)) for name in in_both) for record in each.records] for each in (table, labelled)
    )
    if ROW in labelled.column_names:
        return [
            _numbered_row(name, cell, wanted[i], keys)
            for i, (name, cell) in enumerate(zip(labelled.row_names, labelled.values(ROW), strict=True))
        ]
    if id_name not in in_both:
        raise DataError(f"{path} and the file of scores are joined by id, and one has no column {id_name!r}: give both")
    at: dict[tuple[str, ...], int] = {}
    for i, key in enumerate(keys):
        if key in at:
            raise DataError(
                f"{table.row_names[i]}: the {_shown(in_both, key)} is also that of {table.row_names[at[key]]}, and "
                "labels are joined by it: give each row an id of its own, or the file of labels a column 'system'"
            )
        at[key] = i
    unknown = [i for i, key in enumerate(wanted) if key not in at]
    if unknown:
        raise DataError(
            f"{labelled.row_names[unknown[0]]}: no row of the file of scores has the "
            f"{_shown(in_both, wanted[unknown[0]])} ({len(unknown)} of {len(wanted)} labelled rows are unknown): give "
            "the file that the rows were chosen from"
        )
    return [at[key] for key in wanted]


def _numbered_row(name: str, cell: Any, wanted: tuple[str, ...], keys: Sequence[tuple[str, ...]]) -> int:
    is_whole = isinstance(cell, (int, float)) and not isinstance(cell, bool) and float(cell).is_integer()
    if not is_whole or not 0 <= cell < len(keys):
        raise DataError(f"{name}: the {ROW} is {show(cell)}, not a number from 0 to {len(keys) - 1}: keep it as it was")
    if keys[int(cell)] != wanted:
        raise DataError(
            f"{name}: row {int(cell)} of the file of scores has another id ({', '.join(keys[int(cell)])}, here "
            f"{', '.join(wanted)}): give the file that the rows were chosen from"
        )
    return int(cell)


def _shown(names: Sequence[str], key: Sequence[str]) -> str:
    return " and ".join(f"{name} {show(cell)}" for name, cell in zip(names, key, strict=True))
