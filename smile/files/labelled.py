"""Reads scores and people's labels from a file."""

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from ..errors import DataError
from ..labelled_scores import LabelledScores, check_labelled
from .reading import Table, read_columns


def read_labelled(
    path: Path,
    *,
    score_column: str,
    label_columns: Sequence[str],
    question_column: str | None = None,
    system_column: str | None = None,
    group_column: str | None = None,
    other_column: str | None = None,
) -> LabelledScores:
    """Reads the scores and labels of a file; its ending says how.

    In CSV and TSV a cell is read as a number, as true or false, or as a JSON list of these; an empty one is none.

    Args:
        path: A .jsonl, .json, .csv, .tsv or .parquet file.
        score_column: Its name in the file.
        label_columns: One, with a label or a list of labels a row, or several with a person's labels each.
        question_column: Its name in the file; None where there is none, as for the columns below.
        system_column: What answered.
        group_column: What the row is counted in.
        other_column: The scores of another metric.

    Raises:
        DataError: The file cannot be read, a column is missing, or a cell is not what it should be.
    """
    options = {score_column: "score_column"} | dict.fromkeys(label_columns, "label_column")
    optional = {
        "question_column": question_column,
        "system_column": system_column,
        "group_column": group_column,
        "other_column": other_column,
    }
    options |= {name: option for option, name in optional.items() if name is not None}
    table = read_columns(path, options)

    def ids(name: str | None) -> list[Any] | None:
        return None if name is None else [record.get(name) for record in table.records]

    return check_labelled(
        _values(table, score_column),
        _labels(table, label_columns),
        ids(question_column),
        ids(system_column),
        ids(group_column),
        None if other_column is None else _values(table, other_column),
        names=table.row_names,
    )


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
