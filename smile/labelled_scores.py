"""Scores and people's labels come in here and are checked once; everything behind this module may trust them."""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from numbers import Real
from typing import Any

import numpy as np
import numpy.typing as npt

from .errors import DataError
from .rows import as_cells, as_list, check_lengths, is_blank, show

FloatArray = npt.NDArray[np.float64]

_ID_COLUMNS = {"question_ids": "question id", "systems": "system", "groups": "group"}


@dataclass(frozen=True)
class LabelledScores:
    """What a metric and people say of n answers.

    Attributes:
        scores: (n,) the metric's scores, finite.
        labels: (n, m) the labels of up to m people, NaN where one gave none; every row has at least one.
        question_ids: Per row the question it answers; None where not given.
        systems: Per row what answered; None where not given.
        groups: Per row the group it is counted in; None where not given.
        other_scores: (n,) the scores of another metric to compare with; None where not given.
    """

    scores: FloatArray
    labels: FloatArray
    question_ids: list[str] | None = None
    systems: list[str] | None = None
    groups: list[str] | None = None
    other_scores: FloatArray | None = None

    def __len__(self) -> int:
        """Returns the number of rows."""
        return len(self.scores)


def check_labelled(
    predictions: Any,
    references: Any,
    question_ids: Any = None,
    systems: Any = None,
    groups: Any = None,
    other_predictions: Any = None,
    names: Sequence[str] | None = None,
) -> LabelledScores:
    """Turns columns into checked scores and labels.

    A column is a list, a tuple, a `datasets` column, a pandas Series, a numpy array or an Arrow array.

    Args:
        predictions: One finite number per row, the metric's score.
        references: Per row a label (a finite number, True or False), or a list with one label per person, in which
            None or NaN stands for a person who gave none.
        question_ids: Per row text or a whole number.
        systems: Per row text or a whole number.
        groups: Per row text or a whole number.
        other_predictions: One finite number per row.
        names: How errors call the rows, "row 0", "row 1", ... by default.

    Raises:
        DataError: There are no rows, the columns differ in length, or a cell is not what it should be.

    >>> check_labelled([0.9, 0.2], [True, [0, 1, None]]).labels.tolist()
    [[1.0, nan, nan], [0.0, 1.0, nan]]
    """
    given = {
        "predictions": predictions,
        "references": references,
        "question_ids": question_ids,
        "systems": systems,
        "groups": groups,
        "other_predictions": other_predictions,
    }
    is_required = {"predictions", "references"}
    columns = {
        name: as_list(name, column) for name, column in given.items() if name in is_required or column is not None
    }
    n = check_lengths(columns)
    if names is None:
        names = [f"row {i}" for i in range(n)]

    def numbers(column: str, what: str) -> FloatArray:
        remedy = "give every row a score, or leave the row out"
        cells = zip(names, columns[column], strict=True)
        return np.array([_check_number(name, what, cell, remedy) for name, cell in cells], dtype=np.float64)

    ids = {
        column: [_check_id(name, what, cell) for name, cell in zip(names, columns[column], strict=True)]
        for column, what in _ID_COLUMNS.items()
        if column in columns
    }
    return LabelledScores(
        scores=numbers("predictions", "score"),
        labels=_as_matrix([_check_labels(*cell) for cell in zip(names, columns["references"], strict=True)]),
        question_ids=ids.get("question_ids"),
        systems=ids.get("systems"),
        groups=ids.get("groups"),
        other_scores=numbers("other_predictions", "other score") if "other_predictions" in columns else None,
    )


def _as_matrix(labels: Sequence[Sequence[float]]) -> FloatArray:
    matrix = np.full((len(labels), max(map(len, labels))), np.nan)
    for row, cells in zip(matrix, labels, strict=True):
        row[: len(cells)] = cells
    return matrix


def _check_labels(name: str, value: Any) -> list[float]:
    remedy = "give a number, True or False, or a list with one of these per person"
    cells = as_cells(value)
    if cells is None:
        return [_check_number(name, "label", value, remedy)]
    labels = [
        math.nan if _is_missing(cell) else _check_number(name, f"label {i}", cell, remedy)
        for i, cell in enumerate(cells)
    ]
    if all(map(math.isnan, labels)):
        raise DataError(f"{name}: nobody gave a label ({show(value)}): {remedy}, or leave the row out")
    return labels


def _is_missing(cell: Any) -> bool:
    return cell is None or (isinstance(cell, float) and math.isnan(cell))


def _check_number(name: str, what: str, value: Any, remedy: str) -> float:
    if getattr(value, "ndim", None) == 0 and hasattr(value, "item"):
        value = value.item()
    if isinstance(value, Real):
        try:
            number = float(value)
        except OverflowError:
            number = math.inf
        if math.isfinite(number):
            return number
    raise DataError(f"{name}: the {what} is {show(value)} ({type(value).__name__}), not a finite number: {remedy}")


def _check_id(name: str, what: str, value: Any) -> str:
    if isinstance(value, int) and not isinstance(value, bool):
        return str(value)
    if isinstance(value, str) and not is_blank(value):
        return value
    raise DataError(
        f"{name}: the {what} is {show(value)} ({type(value).__name__}), not text or a whole number: give every row "
        "one, or leave the column out"
    )
