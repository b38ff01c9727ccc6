"""Scores of all rows and people's labels of some, checked once, in arrays that a million rows fill quickly."""

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from ...aliases import BoolArray, FloatArray, IntArray
from ...checks import as_cells, as_list, check_finite, check_lengths, check_name, numbered, row_names
from ...errors import DataError, UsageError
from ..annotators import combined_label
from ..labels import GROUP, SYSTEM

_NUMBERS = frozenset({int, float, bool})
# By chance less than once in ten thousand files is something as far off as this many standard deviations.
_SUSPICIOUS = 4


@dataclass(frozen=True)
class Grouping:
    """A group for each of N rows.

    Attributes:
        names: The groups.
        number: (N,) the position of each row's group in the names.
    """

    names: list[str]
    number: IntArray


@dataclass(frozen=True)
class PartialLabels:
    """A metric's scores of N rows, and people's labels of some of them.

    Attributes:
        scores: (N,) finite.
        labels: (N,) one label per row, NaN where nobody gave one; at least one is there.
        question: (N,) the number of each row's question; None if not given.
        groupings: By name the groups of the rows, the systems among them.
        probabilities: (N,) with which probability a row was chosen to be labelled, NaN where it was not chosen or it is
            not known; None if not given. Every label has one.
    """

    scores: FloatArray
    labels: FloatArray
    question: IntArray | None
    groupings: dict[str, Grouping]
    probabilities: FloatArray | None

    def __len__(self) -> int:
        """Returns the number of rows."""
        return len(self.scores)

    @property
    def is_labelled(self) -> BoolArray:
        """(N,) whether the row has a label."""
        is_there: BoolArray = ~np.isnan(self.labels)
        return is_there

    @property
    def chances(self) -> FloatArray | None:
        """(N,) with which probability each labelled row was chosen and got its label, NaN elsewhere; None if not given.

        Rows that were chosen and have no label yet make a label of the others rarer.
        """
        if self.probabilities is None:
            return None
        n_chosen = int((~np.isnan(self.probabilities)).sum())
        chances: FloatArray = np.where(
            self.is_labelled, self.probabilities * (int(self.is_labelled.sum()) / n_chosen), np.nan
        )
        return chances


def check_partial(
    predictions: Any,
    references: Any,
    question_ids: Any = None,
    systems: Any = None,
    groups: Any = None,
    sampling_probabilities: Any = None,
    names: Sequence[str] | None = None,
    *,
    annotators: str = "mean",
    label_threshold: float | None = None,
    needs_labels: bool = True,
) -> PartialLabels:
    """Turns columns into checked scores and labels; a column is of any kind that `check_labels` takes.

    Args:
        predictions: The scores, one finite number per row.
        references: Per row a label (a finite number, True or False), a list with one label per person, or None or NaN
            where there is none.
        question_ids: Per row text or a whole number.
        systems: Per row text or a whole number.
        groups: A column of texts or whole numbers, or several by name.
        sampling_probabilities: Per row the probability with which it was chosen to be labelled, None where it was not.
        names: The rows' names in errors; "row 0", "row 1", ... by default.
        annotators: How several people's labels become one, `mean` or `majority`.
        label_threshold: A label above it becomes 1, any other 0; None takes labels as they are.
        needs_labels: Whether no label at all is an error.

    Raises:
        DataError: There are no rows or no labels, the columns differ in length, or a cell is wrong.
        UsageError: A grouping is called like the systems.

    >>> check_partial([0.9, 0.2, 0.4], [True, None, [0, 1]]).labels.tolist()
    [1.0, nan, 0.5]
    """
    grouped: Mapping[str, Any] = groups if isinstance(groups, Mapping) else {} if groups is None else {GROUP: groups}
    if SYSTEM in grouped and systems is not None:
        raise UsageError(f"a grouping cannot be called {SYSTEM!r} beside systems: give it another name")
    if systems is not None:
        grouped = {SYSTEM: systems, **grouped}
    given = {
        "predictions": predictions,
        "references": references,
        "question_ids": question_ids,
        "sampling_probabilities": sampling_probabilities,
    }
    required = ("predictions", "references")
    columns = {name: as_list(name, column) for name, column in given.items() if name in required or column is not None}
    members = {name: as_list(name, column) for name, column in grouped.items()}
    n = check_lengths({**columns, **members})
    names = row_names(n) if names is None else names
    labels = _labels(columns["references"], names, annotators)
    if label_threshold is not None:
        labels[labels <= label_threshold] = 0
        labels[labels > label_threshold] = 1
    if needs_labels and np.isnan(labels).all():
        raise DataError(
            f"none of the {n} rows has a label: label some of them, chosen at random (`smile label` chooses and writes "
            "them)"
        )
    probabilities = columns.get("sampling_probabilities")
    return PartialLabels(
        scores=check_numbers(columns["predictions"], names, "score", "give every row a score, or leave the row out"),
        labels=labels,
        question=_numbered(columns["question_ids"], names, "question id").number if "question_ids" in columns else None,
        groupings={name: _numbered(column, names, name) for name, column in members.items()},
        probabilities=None if probabilities is None else _probabilities(probabilities, labels, names),
    )


def check_numbers(cells: Sequence[Any], names: Sequence[str], what: str, remedy: str) -> FloatArray:
    """Returns a column of finite numbers, (n,).

    Args:
        cells: The numbers.
        names: The rows' names in errors.
        what: The cells' name in errors.
        remedy: What to do, for the error.

    Raises:
        DataError: A cell is not a finite number.
    """
    if set(map(type, cells)) <= _NUMBERS:
        try:
            numbers = np.array(cells, dtype=np.float64)
        except OverflowError:
            numbers = np.array([math.inf])
        if np.isfinite(numbers).all():
            return numbers
    return np.array([check_finite(name, what, cell, remedy) for name, cell in zip(names, cells, strict=True)])


def find_warnings(rows: PartialLabels) -> list[str]:
    """Returns why the labelled rows do not look chosen at random, and what else makes an interval doubtful."""
    is_labelled = rows.is_labelled
    n, n_rows = int(is_labelled.sum()), len(rows)
    found: list[str] = []
    if n == n_rows:
        return found
    remedy = "an interval holds only for rows chosen at random: let `smile label` choose them"
    if rows.probabilities is None:
        question = np.arange(n_rows) if rows.question is None else rows.question
        # Rows of one question may have been chosen together: they count once.
        n_alone = len(np.unique(question[is_labelled]))
        positions = np.flatnonzero(is_labelled)
        error = n_rows * math.sqrt((1 - n / n_rows) / 12 / n_alone)
        if abs(float(positions.mean()) - (n_rows - 1) / 2) > _SUSPICIOUS * error or _are_neighbours(
            question, positions
        ):
            found.append(f"the labelled rows stand together in the file, as the first hundred would: {remedy}")
        error = float(rows.scores.std()) * math.sqrt((1 - n / n_rows) / n_alone)
        difference = float(rows.scores[is_labelled].mean() - rows.scores.mean())
        if abs(difference) > _SUSPICIOUS * error + 1e-9:
            side = "higher" if difference > 0 else "lower"
            found.append(f"the labelled rows have {side} scores than the others, more than chance explains: {remedy}")
        return found
    probabilities = rows.probabilities[~np.isnan(rows.probabilities)]
    n_chosen = len(probabilities)
    total, error = float((1 / probabilities).sum()), float(np.sqrt(((1 - probabilities) / probabilities**2).sum()))
    if abs(total - n_rows) > _SUSPICIOUS * error + 0.01 * n_rows:
        found.append(
            f"the sampling probabilities are those of some {total:,.0f} rows, and there are {n_rows:,}: were the rows "
            "chosen from another file?"
        )
    if n < n_chosen:
        found.append(
            f"{n_chosen - n} of {n_chosen} chosen rows have no label: the interval holds only if it is chance which "
            "ones, and not that they are hard to judge"
        )
    return found


def _are_neighbours(question: IntArray, positions: IntArray) -> bool:
    """Returns whether more labelled rows of different questions follow each other than chance explains."""
    follows = (np.diff(positions) == 1) & (np.diff(question[positions]) != 0)
    # Rows that were chosen with all others of their question touch those of the next only.
    n_alone = len(np.unique(question[positions]))
    expected = n_alone * len(positions) / len(question)
    return float(follows.sum()) > expected + _SUSPICIOUS * math.sqrt(expected) + _SUSPICIOUS


def is_missing(cell: Any) -> bool:
    """Returns whether a cell stands for nothing: None, NaN, or a list of these."""
    if cell is None or (isinstance(cell, float) and math.isnan(cell)):
        return True
    members = as_cells(cell)
    return members is not None and all(map(is_missing, members))


def _labels(cells: Sequence[Any], names: Sequence[str], annotators: str) -> FloatArray:
    """Returns one label per row, (N,), NaN where nobody gave one."""
    remedy = "give a number, True or False, a list with one of these per person, or null where there is no label"
    labels = np.full(len(cells), math.nan)
    found: dict[int, list[float]] = {}
    for i, cell in enumerate(cells):
        if cell is None or is_missing(cell):
            continue
        members = as_cells(cell)
        found[i] = [
            check_finite(names[i], "label", member, remedy)
            for member in ([cell] if members is None else members)
            if not is_missing(member)
        ]
    if found:
        matrix = np.full((len(found), max(map(len, found.values()))), math.nan)
        for row, given in zip(matrix, found.values(), strict=True):
            row[: len(given)] = given
        labels[list(found)], _ = combined_label(matrix, annotators)
    return labels


def _probabilities(cells: Sequence[Any], labels: FloatArray, names: Sequence[str]) -> FloatArray | None:
    """Returns the (N,) checked probabilities, NaN where there is none; None if no row has one."""
    remedy = "give the probability with which the row was chosen, as `smile label` writes it"
    probabilities = np.full(len(cells), math.nan)
    for i, cell in enumerate(cells):
        if cell is None or is_missing(cell):
            continue
        value = check_finite(names[i], "sampling_probability", cell, remedy)
        if not 0 < value <= 1:
            raise DataError(
                f"{names[i]}: the sampling_probability is {value:g}, not over 0 and at most 1: {remedy}, or leave the "
                "column out if rows were chosen at random, all alike"
            )
        probabilities[i] = value
    if np.isnan(probabilities).all():
        return None
    without = np.flatnonzero(np.isnan(probabilities) & ~np.isnan(labels))
    if len(without):
        raise DataError(
            f"{names[without[0]]}: there is a label and no sampling_probability, and other rows have one "
            f"({len(without)} labels lack it): {remedy}, or leave the column out if all labelled rows were chosen at "
            "random, all alike"
        )
    return probabilities


def _numbered(cells: Sequence[Any], names: Sequence[str], what: str) -> Grouping:
    groups, number = numbered(check_name(name, what, cell) for name, cell in zip(names, cells, strict=True))
    return Grouping(groups, np.array(number, dtype=np.int64))
