"""Reads people's labels from a file, together with a metric's scores or with rows for a metric to score."""

import json
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from ..aliases import FloatArray
from ..errors import DataError
from ..files.reading import FileRows, read_rows_and_columns
from ..files.row_columns import RowColumns
from ..files.tables import Table, read_columns
from .labelled_scores import check_scores
from .labels import Labels, check_labels

# The default names of the columns; the last two are optional.
LABEL, _QUESTION, _SYSTEM = "human", "question", "system"


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
        """Returns the required columns, each with the option that names it."""
        named = {self.question: "question_column", self.system: "system_column"}
        grouped = {name: "group_column" for grouping in self.groups for name in grouping.split(",")}
        labels = dict.fromkeys(self.label_names(), "label_column")
        return {name: option for name, option in named.items() if name is not None} | grouped | labels


@dataclass(frozen=True)
class ScoredAndLabelled:
    """Metrics' scores and people's labels of n answers.

    Attributes:
        people: The labels.
        scores: By the column's name (n,) a metric's scores.
    """

    people: Labels
    scores: dict[str, FloatArray]


@dataclass(frozen=True)
class RowsAndLabels(ScoredAndLabelled):
    """Rows to score, with labels and with the scores that the file already holds."""

    file: FileRows


def read_labelled(path: Path, score_columns: Sequence[str], columns: LabelOptions | None = None) -> ScoredAndLabelled:
    """Reads the scores and labels of a file, in the format that its ending names.

    In CSV and TSV a cell is read as a number, as true or false, or as a JSON list of these; an empty cell is missing.

    Args:
        path: A .jsonl, .json, .csv, .tsv, .parquet or .eval file.
        score_columns: The columns of scores, one per metric.
        columns: The columns of labels.

    Raises:
        DataError: The file cannot be read, a column is missing, or a cell has the wrong type.
    """
    columns = columns or LabelOptions()
    options = columns.options() | dict.fromkeys(score_columns, "score_column")
    table = read_columns(path, options, (_QUESTION, _SYSTEM))
    return ScoredAndLabelled(_people(table, columns), _scores(table, score_columns))


def read_labelled_rows(
    path: Path,
    columns: LabelOptions | None = None,
    row_columns: RowColumns | None = None,
    score_columns: Sequence[str] = (),
) -> RowsAndLabels:
    """Reads rows to score and their labels; see `read_labelled` and `read_rows`.

    Args:
        path: A .jsonl, .json, .csv, .tsv, .parquet or .eval file.
        columns: The columns of labels.
        row_columns: The names of the columns of rows; None takes the usual names.
        score_columns: The columns of scores that the file already holds.

    Raises:
        DataError: The file cannot be read, a column is missing, or a cell has the wrong type.
    """
    columns = columns or LabelOptions()
    options = columns.options() | dict.fromkeys(score_columns, "score_column")
    rows, table = read_rows_and_columns(path, row_columns, options, (_QUESTION, _SYSTEM))
    return RowsAndLabels(_people(table, columns), _scores(table, score_columns), rows)


def _scores(table: Table, names: Sequence[str]) -> dict[str, FloatArray]:
    return {name: check_scores(cell_values(table, name), table.row_names, f"score {name!r}") for name in names}


def _people(table: Table, columns: LabelOptions) -> Labels:
    return check_labels(label_cells(table, columns.label_names()), **belongings(table, columns), names=table.row_names)


def belongings(table: Table, columns: LabelOptions) -> dict[str, Any]:
    """Returns the questions, systems and groups of the rows, as `check_labels` takes them."""

    def cells(name: str) -> list[Any]:
        return [record.get(name) for record in table.records]

    def ids(named: str | None, usual: str) -> list[Any] | None:
        name = usual if named is None else named
        return cells(name) if name in table.column_names else None

    def combined(*members: Any) -> Any:
        # A missing cell must stay missing and not become the text "None".
        return members[0] if len(members) == 1 else None if None in members else ", ".join(map(str, members))

    return {
        "question_ids": ids(columns.question, _QUESTION),
        "systems": ids(columns.system, _SYSTEM),
        "groups": {
            grouping: [combined(*members) for members in zip(*map(cells, grouping.split(",")), strict=True)]
            for grouping in columns.groups
        },
    }


def cell_values(table: Table, name: str) -> list[Any]:
    """Returns a column as values; see `read_labelled` for CSV and TSV."""
    cells: list[Any] = [record.get(name) for record in table.records]
    return [_read_text(cell) for cell in cells] if table.is_text else cells


def label_cells(table: Table, names: Sequence[str]) -> list[Any]:
    """Returns per row its label, or the list of its labels.

    Raises:
        DataError: There are several columns, and one holds lists.
    """
    if len(names) == 1:
        return cell_values(table, names[0])
    columns = [cell_values(table, name) for name in names]
    for column, name in zip(columns, names, strict=True):
        for row_name, cell in zip(table.row_names, column, strict=True):
            if isinstance(cell, list):
                raise DataError(
                    f"{row_name}: {name!r} holds a list, and there are {len(names)} columns of labels: name one column "
                    "with lists, or several with one label each"
                )
    return [list(cells) for cells in zip(*columns, strict=True)]


def _read_text(cell: str) -> Any:
    """Returns the value that a cell of text stands for, or the text itself."""
    text = cell.strip().lower()
    if not text:
        return None
    if text in ("true", "false"):
        return text == "true"
    try:
        return json.loads(text) if text.startswith("[") else float(text)
    except (ValueError, RecursionError):
        return cell
