"""Checks people's labels once; the rest of the package trusts them."""

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from ..aliases import BoolArray, FloatArray
from ..checks import as_cells, as_list, check_finite, check_lengths, check_name, row_names, show
from ..errors import DataError, UsageError

# The name of a grouping that comes as a column without a name, and that of the systems.
GROUP, SYSTEM = "group", "system"

NO_RIGHT_ANSWERS = "the labels are not all between 0 and 1: give label_threshold, above which an answer is right"


@dataclass(frozen=True)
class Labels:
    """People's labels of n answers.

    Attributes:
        labels: (n, m) the labels of up to m people, NaN where one gave none; every row has at least one.
        question_ids: The question of each row; None if not given.
        systems: The system that answered each row; None if not given.
        groups: By the grouping's name the group of each row.
    """

    labels: FloatArray
    question_ids: list[str] | None
    systems: list[str] | None
    groups: dict[str, list[str]]

    def __len__(self) -> int:
        """Returns the number of rows."""
        return len(self.labels)

    def groupings(self) -> dict[str, list[str]]:
        """Returns all groupings by name, the systems among them."""
        return ({} if self.systems is None else {SYSTEM: self.systems}) | self.groups


def check_labels(
    references: Any,
    question_ids: Any = None,
    systems: Any = None,
    groups: Any = None,
    names: Sequence[str] | None = None,
    others: Mapping[str, Any] | None = None,
) -> Labels:
    """Turns columns into checked labels.

    A column is a list, a tuple, a `datasets` column, a pandas Series, a numpy array or an Arrow array.

    Args:
        references: Per row a label (a finite number, True or False), or a list with one label per person, in which
            None or NaN stands for a person who gave none.
        question_ids: Per row text or a whole number.
        systems: Per row text or a whole number.
        groups: A column of texts or whole numbers, or several columns by name.
        names: The rows' names in errors; "row 0", "row 1", ... by default.
        others: Further columns by name, which must have the same length.

    Raises:
        DataError: There are no rows, the columns differ in length, or a cell has the wrong type.
        UsageError: A grouping is called like the systems.

    >>> check_labels([True, [0, 1, None]]).labels.tolist()
    [[1.0, nan, nan], [0.0, 1.0, nan]]
    """
    groupings: Mapping[str, Any] = groups if isinstance(groups, Mapping) else {} if groups is None else {GROUP: groups}
    if SYSTEM in groupings and systems is not None:
        raise UsageError(f"a grouping cannot be called {SYSTEM!r} beside systems: give it another name")
    given = {"references": references, "question_ids": question_ids, "systems": systems}
    columns = {
        name: as_list(name, column) for name, column in given.items() if name == "references" or column is not None
    }
    grouped = {name: as_list(_shown(name), column) for name, column in groupings.items()}
    n = check_lengths({**(others or {}), **columns, **{_shown(name): column for name, column in grouped.items()}})
    names = row_names(n) if names is None else names

    def ids(what: str, column: list[Any]) -> list[str]:
        return [check_name(name, what, cell) for name, cell in zip(names, column, strict=True)]

    return Labels(
        labels=_as_matrix([_check_labels(*cell) for cell in zip(names, columns["references"], strict=True)]),
        question_ids=ids("question id", columns["question_ids"]) if "question_ids" in columns else None,
        systems=ids(SYSTEM, columns["systems"]) if "systems" in columns else None,
        groups={name: ids(name, column) for name, column in grouped.items()},
    )


def require_right_answers(is_right: BoolArray | None) -> BoolArray:
    """Returns the (n,) mask of the answers that people call right.

    Raises:
        UsageError: There is none, because the labels do not tell.
    """
    if is_right is None:
        raise UsageError(NO_RIGHT_ANSWERS)
    return is_right


def _shown(grouping: str) -> str:
    return "groups" if grouping == GROUP else f"groups[{grouping!r}]"


def _as_matrix(labels: Sequence[Sequence[float]]) -> FloatArray:
    matrix = np.full((len(labels), max(map(len, labels))), np.nan)
    for row, cells in zip(matrix, labels, strict=True):
        row[: len(cells)] = cells
    return matrix


def _check_labels(name: str, value: Any) -> list[float]:
    remedy = "give a number, True or False, or a list with one of these per person"
    cells = as_cells(value)
    if cells is None:
        return [check_finite(name, "label", value, remedy)]
    labels = [
        math.nan if _is_missing(cell) else check_finite(name, f"label {i}", cell, remedy)
        for i, cell in enumerate(cells)
    ]
    if all(map(math.isnan, labels)):
        raise DataError(f"{name}: nobody gave a label ({show(value)}): {remedy}, or leave the row out")
    return labels


def _is_missing(cell: Any) -> bool:
    return cell is None or (isinstance(cell, float) and math.isnan(cell))
