"""Reads rows of which some have labels, the labels in the same file or in the one that `smile label` wrote."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from ...aliases import FloatArray
from ...checks import show
from ...errors import DataError
from ...files.pairing import id_key
from ...files.reading import FileRows, read_rows_and_columns
from ...files.row_columns import RowColumns
from ...files.tables import Table, read_columns
from ..labelled_files import LabelOptions, belongings, cell_values, label_cells
from .partial_labels import PartialLabels, is_missing

# The columns of a file of labels beside the label: what `smile label` writes.
PROBABILITY, ROW = "sampling_probability", "row"
_ID, _SYSTEM = "id", "system"

# Checks columns as `check_partial` does, with the options for labels.
Check = Callable[..., PartialLabels]


@dataclass(frozen=True)
class PartlyLabelledFile:
    """Rows of a file and the labels of some.

    Attributes:
        columns: By the names of `check_partial`, the columns but the scores.
        scores: The cells of the column of scores; None if a metric is to score the rows.
        file: The rows with their texts; None if they were not read.
    """

    columns: dict[str, Any]
    scores: list[Any] | None
    file: FileRows | None

    def checked(self, check: Check, scores: FloatArray | None = None) -> PartialLabels:
        """Returns checked scores and labels.

        Args:
            check: Checks them.
            scores: (N,) those of a metric, if the file has none.

        Raises:
            DataError: A cell has the wrong type.
        """
        return check(self.scores if scores is None else scores, **self.columns)


def read_partly_labelled(
    path: Path,
    columns: LabelOptions,
    row_columns: RowColumns,
    score_column: str | None = None,
    label_file: Path | None = None,
    *,
    needs_rows: bool = False,
    needs_labels: bool = True,
) -> PartlyLabelledFile:
    """Reads rows, their scores or texts, and the labels of some of them.

    Args:
        path: A .jsonl, .json, .csv, .tsv, .parquet or .eval file.
        columns: The columns of labels, questions, systems and groups.
        row_columns: The names of the columns of rows.
        score_column: The column of scores; None if a metric is to score the rows.
        label_file: Another file with the labels, as `smile label` writes it; None if they are in the same file.
        needs_rows: Whether the texts are read even if there are scores.
        needs_labels: Whether a file without a column of labels is an error.

    Raises:
        DataError: A file cannot be read, a column is missing, a cell is wrong, or labels and rows do not fit.
    """
    has_labels = label_file is None
    options = {name: option for name, option in columns.options().items() if name not in columns.label_names()}
    labels = dict.fromkeys(columns.label_names(), "label_column") if has_labels else {}
    if has_labels and (needs_labels or columns.labels):
        options |= labels
    if score_column is not None:
        options[score_column] = "score_column"
    optional = (columns.question or "question", columns.system or _SYSTEM, row_columns.id or _ID, PROBABILITY, *labels)
    file = None
    if needs_rows or score_column is None:
        file, table = read_rows_and_columns(path, row_columns, options, optional)
    else:
        table = read_columns(path, options, optional)
    given: dict[str, Any] = {**belongings(table, columns), "names": table.row_names}
    if label_file is not None:
        given |= _joined(table, label_file, columns, row_columns)
    else:
        is_there = all(name in table.column_names for name in labels)
        given["references"] = label_cells(table, list(labels)) if is_there else [None] * len(table.row_names)
        if PROBABILITY in table.column_names:
            given["sampling_probabilities"] = cell_values(table, PROBABILITY)
    return PartlyLabelledFile(given, None if score_column is None else cell_values(table, score_column), file)


def _joined(table: Table, path: Path, columns: LabelOptions, row_columns: RowColumns) -> dict[str, Any]:
    """Returns labels and probabilities of all rows from the file that has those of some."""
    options = dict.fromkeys(columns.label_names(), "label_column")
    id_name, system = row_columns.id or _ID, columns.system or _SYSTEM
    labelled = read_columns(path, options, (id_name, system, ROW, PROBABILITY))
    n = len(table.row_names)
    labels: list[Any] = [None] * n
    probabilities: list[Any] = [None] * n
    has_probabilities = PROBABILITY in labelled.column_names
    given = cell_values(labelled, PROBABILITY) if has_probabilities else [None] * len(labelled.row_names)
    first: dict[int, str] = {}
    cells = label_cells(labelled, columns.label_names())
    for name, at, label, probability in zip(
        labelled.row_names, _positions(table, labelled, path, id_name, system), cells, given, strict=True
    ):
        if at in first:
            raise DataError(f"{name}: it is the same row as {first[at]}: keep one of them")
        first[at] = name
        labels[at], probabilities[at] = label, probability
        if has_probabilities and is_missing(probability):
            raise DataError(f"{name}: there is no {PROBABILITY}, and other rows have one: give it, or drop the column")
    return {"references": labels} | ({"sampling_probabilities": probabilities} if has_probabilities else {})


def _positions(table: Table, labelled: Table, path: Path, id_name: str, system: str) -> list[int]:
    """Returns the position in the table of each labelled row: by its number, else by id, with the system if given."""
    in_both = [name for name in (id_name, system) if name in table.column_names and name in labelled.column_names]
    keys, wanted = (_keys(each, in_both) for each in (table, labelled))
    if ROW in labelled.column_names:
        return [
            _numbered_row(name, cell, wanted[i], keys)
            for i, (name, cell) in enumerate(zip(labelled.row_names, cell_values(labelled, ROW), strict=True))
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


def _keys(table: Table, names: Sequence[str]) -> list[tuple[str, ...]]:
    return [tuple(id_key(record.get(name)) for name in names) for record in table.records]


def _shown(names: Sequence[str], key: Sequence[str]) -> str:
    return " and ".join(f"{name} {show(cell)}" for name, cell in zip(names, key, strict=True))
