"""Reads human labels of all or some rows, and a metric's scores or rows that a metric will score."""

import warnings
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, Literal

from ..checks import first_listed, show_value
from ..errors import ColumnNote, ColumnWarning, DataError, Option
from ..files.paired_systems import id_as_pairing_key
from ..files.row_columns import COLUMN_NAMES, RowColumns, guess_columns, guess_label_column
from ..files.row_files import FileRows, open_rows, references_in_row_file
from ..files.tables import FileTable, column_names_of, read_columns
from ..rows.checked_rows import row_reference_texts
from .labels import LabelledRows, Needed, check_rows_and_labels, only_rows_with_labels

# The usual columns; the column of labels is the required one.
LABEL, _QUESTION, _SYSTEM, _ID = "human", "question", "system", "id"
# The number of a row, which `smile label` writes beside the label where ids are not unique.
ROW = "row"
# Rows that a message about labels of other answers shows.
_FEW = 3


@dataclass(frozen=True)
class LabelOptions:
    """The names of the columns of labels in a file.

    Attributes:
        labels: One column with a label or a list of labels per row, or one column per person; None stands for `human`,
            or else for the column whose name fits labels best.
        question: The column of questions; None stands for `question`, if the file has it.
        system: The column of systems; None stands for `system`, if the file has it.
        groups: Groupings, each one column, or several joined by commas: each combination of their values is a group.
    """

    labels: Sequence[str] | None = None
    question: str | None = None
    system: str | None = None
    groups: Sequence[str] = ()

    def of_file(self, path: Path, log_filter: str | None) -> "LabelOptions":
        """Returns the options with the columns of labels in a file. A note names a column that was recognised."""
        found = None if self.labels else guess_label_column(column_names_of(path, log_filter))
        if found not in (None, LABEL):
            warnings.warn(f"{path.name}: the human label is the column {found!r}", ColumnNote, stacklevel=2)
        return self if found is None else replace(self, labels=[found])

    def label_names(self) -> Sequence[str]:
        """Returns the columns of labels."""
        return self.labels or (LABEL,)

    def options(self) -> dict[str, Option]:
        """Returns the columns that are named, but those of labels, each with the option that names it."""
        named = {self.question: Option("question_column"), self.system: Option("system_column")}
        grouped = {name: Option("group_column") for grouping in self.groups for name in grouping.split(",")}
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
    score_option: Option | str = Option("score_column"),  # noqa: B008
) -> LabelledRows:
    """Reads human labels, metrics' scores and the rows of a file.

    Labels are read by `smile.people.labels.label_value`; an empty cell is a missing one.

    A `label_file`, as `smile label` writes it, takes the place of the labels in the file. `needs` says whether some row
    must have a label; with `none` the file needs no column of labels, and with `all` the rows without a label are left
    out. `score_option` is what errors call the option for the columns of scores.
    """
    columns, row_columns = columns or LabelOptions(), row_columns or RowColumns()
    if needs != "none":
        columns = columns.of_file(label_file or path, None if label_file else row_columns.log_filter)
    labels = dict.fromkeys(columns.label_names(), Option("label_column")) if label_file is None else {}
    options = columns.options() | dict.fromkeys(score_columns, score_option)
    if needs != "none" or columns.labels:
        options |= labels
    optional = [columns.question or _QUESTION, columns.system or _SYSTEM, row_columns.id or _ID, *labels]
    optional += row_columns.possible() if label_file is not None else ()
    file = None
    if with_rows:
        file, table = open_rows(path, row_columns, options=options, optional=optional).whole()
    else:
        table = read_columns(path, options, optional)
    if label_file is not None:
        cells = _joined_labels(table, file, label_file, columns, row_columns, path)
    elif all(name in table.column_names for name in columns.label_names()):
        cells = _label_cells(table, columns.label_names())
    else:
        cells = [None] * len(table.row_names)
    scores = {name: table.values(name) for name in score_columns}
    belongings, needed = _questions_systems_and_groups(table, columns), "some" if needs == "all" else needs
    if file is not None and columns.question is None:
        # A row without a question belongs to no other row.
        questions = [row.question or f"row {i}" for i, row in enumerate(file.rows)]
        belongings["question_ids"] = questions if any(row.question for row in file.rows) else None
    rows = check_rows_and_labels(cells, **belongings, scores=scores, names=table.row_names, needs=needed)
    rows = rows if file is None else replace(rows, file=file)
    return only_rows_with_labels(rows) if needs == "all" else rows


def _questions_systems_and_groups(table: FileTable, columns: LabelOptions) -> dict[str, Any]:
    """Returns the questions, systems and groups of the rows, as `check_rows_and_labels` takes them."""

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


def _label_cells(table: FileTable, names: Sequence[str]) -> list[Any]:
    columns = [table.values(name) for name in names]
    if len(names) == 1:
        return columns[0]
    for row_name, cells in zip(table.row_names, zip(*columns, strict=True), strict=True):
        if any(isinstance(cell, list) for cell in cells):
            raise DataError(
                f"a label is a list, and there are {len(names)} columns of labels: name one column with lists, or "
                "several with one label each",
                row=row_name,
            )
    return list(map(list, zip(*columns, strict=True)))


def _joined_labels(
    table: FileTable, file: FileRows | None, path: Path, columns: LabelOptions, row_columns: RowColumns, source: Path
) -> list[Any]:
    """Returns the labels of all rows of `source`, from the file at `path` that has labels for some of them.

    They are joined by row number or id, and system; a file without ids has row numbers for ids. A label of another
    prediction, question or references than the row has now is left out, with a warning.
    """
    id_name, system = _ID if row_columns.id is None else row_columns.id, columns.system or _SYSTEM
    optional = (id_name, system, ROW, *row_columns.possible())
    labelled = read_columns(path, dict.fromkeys(columns.label_names(), Option("label_column")), optional)
    own_id = id_name if id_name in labelled.column_names else _ID
    if own_id not in labelled.column_names and ROW not in labelled.column_names:
        raise DataError(
            f"{path} has neither a column {own_id!r} nor {ROW!r}, so its labels cannot be joined to the rows of "
            f"{source}: add one, or give the file that `smile label` wrote"
        )
    numbers, has_ids = list(range(len(table.row_names))), id_name in table.column_names
    keys_of: dict[str, tuple[list[Any], list[Any]]] = {}
    if ROW in labelled.column_names:
        keys_of[ROW] = numbers, labelled.values(ROW)
    if own_id in labelled.column_names and (has_ids or not keys_of):
        keys_of[own_id] = table.cells(id_name) if has_ids else numbers, labelled.cells(own_id)
    if system in table.column_names and system in labelled.column_names:
        keys_of[system] = table.cells(system), labelled.cells(system)
    keys, wanted = (
        list(zip(*(map(id_as_pairing_key, cells[i]) for cells in keys_of.values()), strict=True)) for i in (0, 1)
    )
    at, n_of = {key: i for i, key in enumerate(keys)}, Counter(keys)
    texts, texts_labelled = _labelled_texts(table, row_columns, file), _labelled_texts(labelled, row_columns)
    labels: list[Any] = [None] * len(keys)
    used, different = dict[tuple[str, ...], str](), list[str]()
    given = _label_cells(labelled, columns.label_names())
    for row, (name, key, label) in enumerate(zip(labelled.row_names, wanted, given, strict=True)):
        shown = " and ".join(f"{each} {show_value(cell)}" for each, cell in zip(keys_of, key, strict=True))
        if key not in at or n_of[key] > 1:
            found = "several rows have" if key in at else "no row has"
            raise DataError(
                f"in the file of scores {found} the {shown}: give the file that the rows were chosen from", row=name
            )
        if key in used:
            raise DataError(f"it is the same row as {used[key]}: keep one of them", row=name)
        used[key] = name
        if label is None:
            continue
        pairs = [(role, texts[role][at[key]], cells[row]) for role, cells in texts_labelled.items() if role in texts]
        if unlike := [each for each in pairs if None not in each and each[1] != each[2]]:
            role, now, then = unlike[0]
            different.append(f"{name}: the {role} is {show_value(then)}, but in {source} it is {show_value(now)}")
        else:
            labels[at[key]] = label
    n = sum(label is not None for label in given)
    if different and len(different) == n:
        raise DataError(
            f"all {n:,} labels belong to other answers ({first_listed(different, _FEW)}): give the labels of the "
            f"answers in {source}"
        )
    if different:
        warnings.warn(
            f"left out {len(different):,} of {n:,} labels, as they belong to other answers "
            f"({first_listed(different, _FEW)})",
            ColumnWarning,
            stacklevel=3,
        )
    return labels


def _labelled_texts(table: FileTable, columns: RowColumns, file: FileRows | None = None) -> dict[str, list[Any]]:
    """Returns the texts that each label is about, by role; None for an unknown text."""
    cells: dict[str, list[Any]] = {}
    if file is not None:
        rows = file.rows
        cells["prediction"] = [row.prediction for row in rows]
        cells["question"] = [row.question for row in rows]
        cells["reference"] = [list(row.references) for row in rows]
    else:
        usual = {role: name for role, name in guess_columns(table.column_names).items() if name in COLUMN_NAMES[role]}
        for role in ("prediction", "question", "reference"):
            given = getattr(columns, role)
            name = given if given in table.column_names else usual.get(role)
            if name is not None and given != "":
                cells[role] = table.cells(name)
        if "reference" in cells:
            texts = [references_in_row_file(cell, columns.reference_separator) for cell in cells["reference"]]
            cells["reference"] = list(map(row_reference_texts, texts))
    return {role: list(map(_comparable_label_text, column)) for role, column in cells.items()}


def _comparable_label_text(cell: Any) -> Any:
    """Returns a text with normalised white space, which spreadsheets change; a list is sorted."""
    if isinstance(cell, list):
        # A single reference may stand in a list or alone.
        members = {_comparable_label_text(each) for each in cell}
        return None if None in members else members.pop() if len(members) == 1 else frozenset(members)
    return " ".join(cell.split()) if isinstance(cell, str) else None
