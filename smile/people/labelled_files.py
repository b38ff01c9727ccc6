"""Reads human labels of all rows or of some, with a metric's scores or with rows for a metric to score."""

from collections import Counter
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

    A `label_file`, as `smile label` writes it, takes the place of the labels in the file. `needs` says whether some row
    must have a label; with `none` the file needs no column of labels, and with `all` the rows without a label are left
    out.
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
    columns = [table.values(name) for name in names]
    if len(names) == 1:
        return columns[0]
    for row_name, cells in zip(table.row_names, zip(*columns, strict=True), strict=True):
        if any(isinstance(cell, list) for cell in cells):
            raise DataError(
                f"{row_name}: a label is a list, and there are {len(names)} columns of labels: name one column with "
                "lists, or several with one label each"
            )
    return list(map(list, zip(*columns, strict=True)))


def _joined(table: Table, path: Path, columns: LabelOptions, row_columns: RowColumns) -> list[Any]:
    """Returns the labels of all rows from the file that has those of some, joined by row number or id, and system."""
    id_name, system = row_columns.id or _ID, columns.system or _SYSTEM
    labelled = read_columns(path, dict.fromkeys(columns.label_names(), "label_column"), (id_name, system, ROW))
    by = [name for name in (id_name, system) if name in table.column_names and name in labelled.column_names]
    keys, wanted = (
        [tuple(id_key(record.get(name)) for name in by) for record in each.records] for each in (table, labelled)
    )
    if ROW in labelled.column_names:
        keys = [(str(i), *key) for i, key in enumerate(keys)]
        wanted = [(id_key(cell), *key) for cell, key in zip(labelled.values(ROW), wanted, strict=True)]
        by = [ROW, *by]
    elif id_name not in by:
        raise DataError(f"{path} and the file of scores are joined by id, and one has no column {id_name!r}: give both")
    at, n_of = {key: i for i, key in enumerate(keys)}, Counter(keys)
    labels: list[Any] = [None] * len(keys)
    used: dict[tuple[str, ...], str] = {}
    for name, key, label in zip(labelled.row_names, wanted, _label_cells(labelled, columns.label_names()), strict=True):
        shown = " and ".join(f"{each} {show(cell)}" for each, cell in zip(by, key, strict=True))
        if key not in at or n_of[key] > 1:
            found = "several rows have" if key in at else "no row has"
            raise DataError(
                f"{name}: in the file of scores {found} the {shown}: give the file that the rows were chosen from"
            )
        if key in used:
            raise DataError(f"{name}: it is the same row as {used[key]}: keep one of them")
        used[key], labels[at[key]] = name, label
    return labels
