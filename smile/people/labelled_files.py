"""Reads people's labels from a file, with a metric's scores or with the rows that a metric is to score."""

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

# What the columns are called where no option names them; the last two are used where the file has them.
LABEL, _QUESTION, _SYSTEM = "human", "question", "system"


@dataclass(frozen=True)
class LabelOptions:
    """What a file calls the columns of labels.

    Attributes:
        labels: One, with a label or a list of labels a row, or several with a person's labels each; none takes `human`.
        question: Which question is answered; None takes `question` where there is one.
        system: What answered; None takes `system` where there is one.
        groups: What the row is counted in: a column each, or several joined by commas, of which each combination is a
            group.
    """

    labels: Sequence[str] | None = None
    question: str | None = None
    system: str | None = None
    groups: Sequence[str] = ()

    def label_names(self) -> Sequence[str]:
        """Returns the columns of labels."""
        return self.labels or (LABEL,)

    def options(self) -> dict[str, str]:
        """Returns the columns that have to be there, each with the option that names it."""
        named = {self.question: "question_column", self.system: "system_column"}
        grouped = {name: "group_column" for grouping in self.groups for name in grouping.split(",")}
        labels = dict.fromkeys(self.label_names(), "label_column")
        return {name: option for name, option in named.items() if name is not None} | grouped | labels


@dataclass(frozen=True)
class ScoredAndLabelled:
    """What metrics and people say of n answers.

    Attributes:
        people: What people say.
        scores: By the column's name (n,) a metric's scores.
    """

    people: Labels
    scores: dict[str, FloatArray]


@dataclass(frozen=True)
class RowsAndLabels(ScoredAndLabelled):
    """Rows to score, and what is said of them already."""

    file: FileRows


def read_labelled(path: Path, score_columns: Sequence[str], columns: LabelOptions | None = None) -> ScoredAndLabelled:
    """Reads the scores and labels of a file; its ending says how.

    In CSV and TSV a cell is read as a number, as true or false, or as a JSON list of these; an empty one is none.

    Args:
        path: A .jsonl, .json, .csv, .tsv or .parquet file.
        score_columns: Their names in the file, a metric each.
        columns: Those of the labels.

    Raises:
        DataError: The file cannot be read, a column is missing, or a cell is not what it should be.
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
        path: A .jsonl, .json, .csv, .tsv or .parquet file.
        columns: Those of the labels.
        row_columns: The names of the columns of the rows; None takes the usual ones.
        score_columns: Those of metrics that have scored the rows already.

    Raises:
        DataError: The file cannot be read, a column is missing, or a cell is not what it should be.
    """
    columns = columns or LabelOptions()
    options = columns.options() | dict.fromkeys(score_columns, "score_column")
    rows, table = read_rows_and_columns(path, row_columns, options, (_QUESTION, _SYSTEM))
    return RowsAndLabels(_people(table, columns), _scores(table, score_columns), rows)


def _scores(table: Table, names: Sequence[str]) -> dict[str, FloatArray]:
    return {name: check_scores(_values(table, name), table.row_names, f"score {name!r}") for name in names}


def _people(table: Table, columns: LabelOptions) -> Labels:
    return check_labels(_labels(table, columns.label_names()), **_belongings(table, columns), names=table.row_names)


def _belongings(table: Table, columns: LabelOptions) -> dict[str, Any]:
    """Returns the columns that say what a row belongs to, as `check_labels` takes them."""

    def cells(name: str) -> list[Any]:
        return [record.get(name) for record in table.records]

    def ids(named: str | None, usual: str) -> list[Any] | None:
        name = usual if named is None else named
        return cells(name) if name in table.column_names else None

    def combined(*members: Any) -> Any:
        # A cell that is missing has to be found missing, not to become text.
        return members[0] if len(members) == 1 else None if None in members else ", ".join(map(str, members))

    return {
        "question_ids": ids(columns.question, _QUESTION),
        "systems": ids(columns.system, _SYSTEM),
        "groups": {
            grouping: [combined(*members) for members in zip(*map(cells, grouping.split(",")), strict=True)]
            for grouping in columns.groups
        },
    }


def _values(table: Table, name: str) -> list[Any]:
    cells: list[Any] = [record.get(name) for record in table.records]
    return [_read_text(cell) for cell in cells] if table.is_text else cells


def _labels(table: Table, names: Sequence[str]) -> list[Any]:
    if len(names) == 1:
        return _values(table, names[0])
    columns = [_values(table, name) for name in names]
    for column, name in zip(columns, names, strict=True):
        for row_name, cell in zip(table.row_names, column, strict=True):
            if isinstance(cell, list):
                raise DataError(
                    f"{row_name}: {name!r} holds a list, and there are {len(names)} columns of labels: name one column "
                    "with lists, or several with one label each"
                )
    return [list(cells) for cells in zip(*columns, strict=True)]


def _read_text(cell: str) -> Any:
    """Returns what a cell of text stands for, the text itself where it is nothing known."""
    text = cell.strip().lower()
    if not text:
        return None
    if text in ("true", "false"):
        return text == "true"
    try:
        return json.loads(text) if text.startswith("[") else float(text)
    except (ValueError, RecursionError):
        return cell
