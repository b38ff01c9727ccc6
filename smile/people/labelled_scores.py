"""Checks a metric's scores together with people's labels, once."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from ..aliases import FloatArray
from ..checks import as_list, check_finite, row_names
from .labels import Labels, check_labels


@dataclass(frozen=True)
class LabelledScores:
    """A metric's scores and people's labels of n answers.

    Attributes:
        scores: (n,) the metric's scores, finite.
        people: The labels.
        other_scores: (n,) the scores of another metric to compare with; None if not given.
    """

    scores: FloatArray
    people: Labels
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

    Args:
        predictions: The metric's scores, one finite number per row, in any kind of column that `check_labels` takes.
        references: The labels; see `check_labels` for this and the next three.
        question_ids: The questions.
        systems: The systems that answered.
        groups: A grouping, or several by name.
        other_predictions: Another metric's scores, one finite number per row.
        names: The rows' names in errors; "row 0", "row 1", ... by default.

    Raises:
        DataError: There are no rows, the columns differ in length, or a cell has the wrong type.

    >>> check_labelled([0.9, 0.2], [True, False]).scores.tolist()
    [0.9, 0.2]
    """
    given = {"predictions": predictions, "other_predictions": other_predictions}
    columns = {
        name: as_list(name, column) for name, column in given.items() if name == "predictions" or column is not None
    }
    people = check_labels(references, question_ids, systems, groups, names, columns)

    names = row_names(len(people)) if names is None else names
    return LabelledScores(
        check_scores(columns["predictions"], names),
        people,
        check_scores(columns["other_predictions"], names, "other score") if "other_predictions" in columns else None,
    )


def check_scores(cells: Sequence[Any], names: Sequence[str], what: str = "score") -> FloatArray:
    """Returns a checked column of scores, (n,).

    Args:
        cells: One finite number per row.
        names: The rows' names in errors.
        what: The cells' name in errors.

    Raises:
        DataError: A cell is not a finite number.
    """
    remedy = "give every row a score, or leave the row out"
    return np.array([check_finite(*cell, remedy) for cell in zip(names, [what] * len(cells), cells, strict=True)])
