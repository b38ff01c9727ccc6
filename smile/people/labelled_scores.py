"""A metric's scores and people's labels come in here and are checked once."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from ..aliases import FloatArray
from ..checks import as_list, check_finite, row_names
from .labels import Labels, check_labels


@dataclass(frozen=True)
class LabelledScores:
    """What a metric and people say of n answers.

    Attributes:
        scores: (n,) the metric's scores, finite.
        people: What people say.
        other_scores: (n,) the scores of another metric to compare with; None where not given.
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
        predictions: One finite number per row, the metric's score, in any kind of column that `check_labels` takes.
        references: The labels; see there, as for the columns below.
        question_ids: The questions.
        systems: What answered.
        groups: A grouping, or several by name.
        other_predictions: One finite number per row.
        names: How errors call the rows, "row 0", "row 1", ... by default.

    Raises:
        DataError: There are no rows, the columns differ in length, or a cell is not what it should be.

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
    """Returns a column of scores, n long.

    Args:
        cells: One finite number per row.
        names: How errors call the rows.
        what: How they call a cell.

    Raises:
        DataError: A cell is no finite number.
    """
    remedy = "give every row a score, or leave the row out"
    return np.array([check_finite(*cell, remedy) for cell in zip(names, [what] * len(cells), cells, strict=True)])
