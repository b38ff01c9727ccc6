"""Human labels of all or some rows and metrics' scores, checked once."""

import math
import re
import warnings
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from numbers import Real
from typing import Any, Literal, NamedTuple

import numpy as np

from ..checks import (
    as_cells,
    as_list,
    check_finite,
    check_lengths,
    check_name,
    check_whole,
    first_listed,
    numbers_of_names,
    row_names,
    show_value,
)
from ..errors import ColumnWarning, DataError, UsageError
from ..files.row_files import FileRows
from ..shared_types import BoolArray, FloatArray, IntArray
from ..statistics.bootstrap import SEED
from ..text.chat_messages import parsed_data

# The name of a grouping that comes as a column without a name, and that of the systems.
GROUP, SYSTEM = "group", "system"
# Whether a row must have a label.
Needed = Literal["some", "none"]

NO_RIGHT_ANSWERS = "all labels are equal and over 1 or under 0: give label_threshold; labels above it count as correct"

# How error messages name scores that were passed without a column name.
_SCORES = {"predictions": "score", "other_predictions": "other score"}


@dataclass(frozen=True)
class Grouping:
    """A name for each of n rows: that of its question, system or group.

    Attributes:
        names: The distinct names, in order of first appearance.
        number: (n,) the position of each row's name.
    """

    names: list[str]
    number: IntArray

    @classmethod
    def of(cls, what: str, cells: Sequence[Any], row_names: Sequence[str]) -> "Grouping":
        """Returns the grouping of checked cells. Errors name the row, and what the cells are."""
        names, number = numbers_of_names(
            check_name(row, what, cell) for row, cell in zip(row_names, cells, strict=True)
        )
        return cls(names, np.array(number, dtype=np.int64))

    def of_rows(self) -> list[str]:
        """Returns the name of each row."""
        return [self.names[i] for i in self.number.tolist()]

    def at(self, positions: IntArray) -> "Grouping":
        """Returns the given rows, with renumbered names."""
        kept, number = np.unique(self.number[positions], return_inverse=True)
        return Grouping([self.names[i] for i in kept], number)

    def members(self) -> dict[str, IntArray]:
        """Returns the positions of each name's rows, the names in alphabetical order."""
        order = np.argsort(self.number, kind="stable")
        ends = np.cumsum(np.bincount(self.number, minlength=len(self.names)))
        return dict(sorted(zip(self.names, np.split(order, ends[:-1]), strict=True)))


@dataclass(frozen=True)
class LabelledRows:
    """Human labels of all or some of n answers, and metrics' scores.

    Attributes:
        labels: (n, m) the labels of up to m people, NaN where one gave none.
        scores: By the metric's name (n,) its scores, finite.
        question: The question of each row; None if not given.
        groupings: By name the groups of the rows; the systems come first.
        file: The rows with their texts; empty if they were not read.
        is_right: (n,) whether the label counts as correct; None if that is not needed, or the labels do not decide it.
    """

    labels: FloatArray
    scores: dict[str, FloatArray] = field(default_factory=dict)
    question: Grouping | None = None
    groupings: dict[str, Grouping] = field(default_factory=dict)
    file: FileRows = field(default_factory=lambda: FileRows([], []))
    is_right: BoolArray | None = None

    def __len__(self) -> int:
        return len(self.labels)

    @property
    def label(self) -> FloatArray:
        """(n,) the first person's labels: the only ones after `combined`."""
        label: FloatArray = self.labels[:, 0]
        return label

    @property
    def score(self) -> FloatArray:
        """(n,) the scores of the first metric."""
        return next(iter(self.scores.values()))

    @property
    def is_labelled(self) -> BoolArray:
        """(n,) whether the row has a label."""
        return np.logical_not(np.isnan(self.labels).all(axis=1))

    @property
    def question_number(self) -> IntArray:
        """(n,) the number of each row's question; each row has its own where questions are not known."""
        return np.arange(len(self)) if self.question is None else self.question.number

    @property
    def n_questions(self) -> int:
        """The number of questions."""
        return int(self.question_number.max()) + 1

    def scored(self, *scores: FloatArray) -> "LabelledRows":
        """Returns the rows with other scores, (n,) of each metric."""
        return replace(self, scores={str(i): each for i, each in enumerate(scores)})

    def at(self, positions: IntArray) -> "LabelledRows":
        """Returns some of the rows without their texts; their questions and groups are renumbered."""
        return LabelledRows(
            self.labels[positions],
            {name: scores[positions] for name, scores in self.scores.items()},
            None if self.question is None else self.question.at(positions),
            {name: grouping.at(positions) for name, grouping in self.groupings.items()},
            is_right=None if self.is_right is None else self.is_right[positions],
        )

    def combined(self, label_threshold: float | None = None) -> "LabelledRows":
        """Returns the rows with one label each, the mean; a threshold turns it into 1 above it and 0 otherwise."""
        is_labelled = self.is_labelled
        labels = np.full((len(self), 1), np.nan)
        label = np.nanmean(self.labels[is_labelled], axis=1)
        labels[is_labelled, 0] = label if label_threshold is None else label > label_threshold
        return replace(self, labels=labels)


def check_rows_and_labels(
    references: Any,
    question_ids: Any = None,
    systems: Any = None,
    groups: Any = None,
    scores: Mapping[str, Any] | None = None,
    names: Sequence[str] | None = None,
    needs: Needed = "some",
) -> LabelledRows:
    """Checks columns of labels and scores.

    A column is a list, a tuple, a `datasets` column, a pandas Series, a numpy array or an Arrow array.

    Args:
        references: Per row a label that `label_value` reads, or a list with one label per
            person; None, NaN, "" or an empty list where nobody gave one. A value that is no label is warned of, and
            read as a missing one.
        question_ids: Per row text or a whole number.
        systems: Per row text or a whole number.
        groups: A column of texts or whole numbers, or several columns by name.
        scores: By the metric's name one finite number per row.
        names: The rows' names in errors; "row 0", "row 1", ... by default.
        needs: Whether some row must have a label.

    >>> check_rows_and_labels([True, [0, 1, None]]).labels.tolist()
    [[1.0, nan, nan], [0.0, 1.0, nan]]
    """
    grouped: Mapping[str, Any] = groups if isinstance(groups, Mapping) else {} if groups is None else {GROUP: groups}
    if SYSTEM in grouped and systems is not None:
        raise UsageError(f"a grouping cannot be called {SYSTEM!r} beside systems: give it another name")
    # What errors call the column of each grouping; the systems come first.
    called = {} if systems is None else {SYSTEM: "systems"}
    called |= {name: "groups" if name == GROUP else f"groups[{name!r}]" for name in grouped}
    given = {**(scores or {}), "references": references, "question_ids": question_ids, "systems": systems}
    given |= {called[name]: column for name, column in grouped.items()}
    columns = {
        name: as_list(name, column)
        for name, column in given.items()
        if column is not None or name not in ("question_ids", "systems")
    }
    n = check_lengths(columns)
    names = row_names(n) if names is None else names
    remedy = "give every row a score, or leave the row out"
    return LabelledRows(
        check_labels(columns["references"], needs_one=needs == "some"),
        {
            name: np.array(
                [
                    check_finite(row, _SCORES.get(name, f"score {name!r}"), cell, remedy)
                    for row, cell in zip(names, columns[name], strict=True)
                ]
            )
            for name in scores or {}
        },
        Grouping.of("question id", columns["question_ids"], names) if "question_ids" in columns else None,
        {name: Grouping.of(name, columns[column], names) for name, column in called.items()},
    )


def only_rows_with_labels(rows: LabelledRows) -> LabelledRows:
    """Returns the rows that have a label, with their texts; warns of how many are left out."""
    kept = np.flatnonzero(rows.is_labelled)
    n_left_out = len(rows) - len(kept)
    if not n_left_out:
        return rows
    warnings.warn(f"left out {n_left_out:,} of {len(rows):,} rows without a label", ColumnWarning, stacklevel=2)
    return replace(rows.at(kept), file=rows.file.at(kept.tolist()) if rows.file.rows else rows.file)


def choose_rows_to_label(rows: LabelledRows, n: int, seed: int = SEED) -> IntArray:
    """Returns the positions of n rows without a label, in random order: a random sample of these rows.

    >>> sorted(choose_rows_to_label(check_rows_and_labels([1, None, None], needs="none"), 2).tolist())
    [1, 2]
    """
    check_whole("n", n)
    left = np.flatnonzero(~rows.is_labelled)
    if n > len(left):
        raise DataError(f"cannot choose {n} rows, as {len(left)} of {len(rows)} are left to label: choose fewer")
    return np.random.default_rng(seed).permutation(left)[:n]


# In lower case: English, German, Spanish, French and Chinese, and ticks. The letters and "not attempted" are SimpleQA's
# grades, in which an answer that is not attempted is not correct.
_RIGHT = (
    "true yes y correct right pass passed accept accepted a ✓ ✔ ✔️ ✅ ☑ wahr ja richtig korrekt verdadero sí si "
    "correcto correcta vrai oui juste correcte 是 对 對 正确 正確"
)
_WRONG = (
    "false no n incorrect wrong fail failed reject rejected b c not_attempted ✗ ✘ ✖ ✖️ ❌ ☒ falsch nein inkorrekt falso "
    "incorrecto incorrecta faux non incorrecte 否 不 错 錯 错误 錯誤 不正确 不正確"
)
_WORDS: Mapping[str, float] = (
    dict.fromkeys(_RIGHT.split(), 1.0) | dict.fromkeys(_WRONG.split(), 0.0) | {"not attempted": 0.0}
)
_EMPTY = frozenset({"", "nan", "none", "null"})

# A number that states its scale: "4/5", "3.5 of 5", "8 out of 10", "80 %".
_SCALED = re.compile(
    r"""
    (?P<number> \d+ (?: \.\d+ )? ) \s*
    (?: % | (?: / | (?:out\s)?of\s ) \s* (?P<most> \d+ (?: \.\d+ )? ) )
    """,
    re.VERBOSE,
)

_EXPECTED = (
    "expected true or false, yes or no, correct or incorrect, pass or fail, a number from 0 to 1, or a grade "
    "with its scale such as 4/5 or 80 %"
)


def label_value(cell: Any) -> float | None:
    """Returns the number that a label means: NaN for an empty cell, None for a cell that is not a label.

    >>> [label_value(cell) for cell in (True, "Incorrect", "✗", "ja", "4/5", "0.25", 3, "mostly", " ")]
    [1.0, 0.0, 0.0, 1.0, 0.8, 0.25, 3.0, None, nan]
    """
    if getattr(cell, "ndim", None) == 0 and hasattr(cell, "item"):
        cell = cell.item()
    if cell is None:
        return math.nan
    if isinstance(cell, Real):
        return _number_of_human_label(cell, or_nan=True)
    if not isinstance(cell, str):
        return None
    text = cell.strip().lower()
    if text in _EMPTY:
        return math.nan
    if (scaled := _SCALED.fullmatch(text)) is not None:
        share, most = float(scaled["number"]), float(scaled["most"] or 100)
        return share / most if share <= most > 0 else None
    return _WORDS[text] if text in _WORDS else _number_of_human_label(text)


def _number_of_human_label(value: Any, *, or_nan: bool = False) -> float | None:
    try:
        number = float(value)
    except (ValueError, OverflowError):
        return None
    return number if math.isfinite(number) or (or_nan and math.isnan(number)) else None


class LabelScale(NamedTuple):
    """How labels are read.

    Attributes:
        threshold: Labels above it count as correct; None if that is unknown.
        reading: What to report of it; "" for labels from 0 to 1.
    """

    threshold: float | None
    reading: str = ""


def label_scale(labels: Iterable[float]) -> LabelScale:
    """Returns how numbers are read as labels: as shares of 1, or on a scale of their own.

    >>> label_scale([0, 1, 0.5])
    LabelScale(threshold=0.5, reading='')
    >>> label_scale([1, 5, 4])
    LabelScale(threshold=3.0, reading='the labels are read as a scale from 1 to 5: labels above 3 count as correct')
    """
    known = [label for label in labels if not math.isnan(label)]
    low, high = min(known, default=0.0), max(known, default=1.0)
    if low >= 0 and high <= 1:
        return LabelScale(0.5)
    if low == high:
        return LabelScale(None, f"all labels are {low:g}, which shows no scale")
    middle = low + (high - low) / 2
    told = f"the labels are read as a scale from {low:g} to {high:g}: labels above {middle:g} count as correct"
    return LabelScale(middle, told)


def _refuse_mixed_scales(cells: Iterable[Any], labels: Iterable[float]) -> None:
    """Raises an error if numbers on an unknown scale stand beside explicit labels such as "yes" or "4/5"."""
    stated, beyond = None, None
    for cell, label in zip(cells, labels, strict=True):
        if math.isnan(label):
            continue
        if isinstance(cell, bool | np.bool_) or (isinstance(cell, str) and _number_of_human_label(cell) is None):
            stated = cell if stated is None else stated
        elif not 0 <= label <= 1:
            beyond = cell if beyond is None else beyond
        if stated is not None and beyond is not None:
            raise DataError(
                f"the labels mix {show_value(stated)} and {show_value(beyond)}, whose scale is unknown: use one kind "
                "of label, for example true and false, numbers from 0 to 1, or numbers of one scale"
            )


def read_labels(cells: Iterable[Any]) -> tuple[list[list[float]], Counter[str]]:
    """Returns the labels in each cell (of one or several people), and the number of rows for each invalid value.

    A cell is one label, a list with one label per person, or such a list as JSON. A value that is no label is read as
    a missing one.

    Raises:
        DataError: Numbers over 1 or under 0 stand beside words or grades that state their scale.

    >>> read_labels([True, [0, "right"], "mostly", None])
    ([[1.0], [0.0, 1.0], [nan], [nan]], Counter({"'mostly'": 1}))
    """
    labels: list[list[float]] = []
    unread: Counter[str] = Counter()
    all_members: list[Any] = []
    for cell in cells:
        listed = parsed_data(cell) if isinstance(cell, str) and cell.strip().startswith("[") else None
        members = as_cells(cell if listed is None else listed)
        given = [cell] if members is None else list(members)
        found = list(map(label_value, given))
        unread.update({show_value(each) for each, value in zip(given, found, strict=True) if value is None})
        labels.append([math.nan if value is None else value for value in found])
        all_members += given
    _refuse_mixed_scales(all_members, (label for each in labels for label in each))
    return labels, unread


def unread_labels(unread: Mapping[str, int]) -> str:
    """Returns the values that are not labels, with their numbers of rows, as a sentence; "" if there are none.

    >>> unread_labels({"'mostly'": 3}).split(" (")[0]
    "not a label: 'mostly' in 3 rows"
    """
    if not unread:
        return ""
    told = [f"{value} in {n:,} row{'' if n == 1 else 's'}" for value, n in unread.items()]
    return f"not a label: {first_listed(told)} ({_EXPECTED})"


def check_labels(cells: Sequence[Any], *, needs_one: bool) -> FloatArray:
    """Returns the (n, m) labels of up to m people, NaN for missing ones. Warns of values that are not labels."""
    found, unread = read_labels(cells)
    told = unread_labels(unread)
    labels = np.full((len(found), max(1, *map(len, found)) if found else 1), np.nan)
    for i, given in enumerate(found):
        labels[i, : len(given)] = given
    if needs_one and np.isnan(labels).all():
        remedy = "label some of them, chosen at random (`smile label` draws and writes them)"
        raise DataError(f"none of the {len(cells)} rows has a label: {told or remedy}")
    if told:
        warnings.warn(f"{told}; these rows count as rows without a label", ColumnWarning, stacklevel=3)
    return labels
