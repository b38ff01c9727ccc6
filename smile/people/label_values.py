"""The values of labels: one reader for every command, function and page that takes human labels."""

import json
import math
import re
import warnings
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from numbers import Real
from typing import Any

from ..aliases import FloatArray
from ..checks import as_cells, listed, show
from ..errors import ColumnWarning, DataError

# In lower case. The letters and "not attempted" are SimpleQA's grades, in which an answer that is not attempted is not
# correct.
_WORDS: Mapping[str, float] = dict.fromkeys(
    ("true", "yes", "y", "correct", "right", "pass", "passed", "accept", "accepted", "a"), 1.0
) | dict.fromkeys(
    (
        *("false", "no", "n", "incorrect", "wrong", "fail", "failed", "reject", "rejected"),
        *("b", "c", "not_attempted", "not attempted"),
    ),
    0.0,
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
    """Returns the number that a label stands for: NaN for no label, None for a cell that is no label.

    >>> [label_value(cell) for cell in (True, "Incorrect", "4/5", "0.25", 3, "mostly", " ")]
    [1.0, 0.0, 0.8, 0.25, 3.0, None, nan]
    """
    if getattr(cell, "ndim", None) == 0 and hasattr(cell, "item"):
        cell = cell.item()
    if cell is None:
        return math.nan
    if isinstance(cell, Real):
        return _number(cell, or_nan=True)
    if not isinstance(cell, str):
        return None
    text = cell.strip().lower()
    if text in _EMPTY:
        return math.nan
    if (scaled := _SCALED.fullmatch(text)) is not None:
        share, most = float(scaled["number"]), float(scaled["most"] or 100)
        return share / most if share <= most > 0 else None
    return _WORDS[text] if text in _WORDS else _number(text)


def _number(value: Any, *, or_nan: bool = False) -> float | None:
    try:
        number = float(value)
    except (ValueError, OverflowError):
        return None
    return number if math.isfinite(number) or (or_nan and math.isnan(number)) else None


def read_labels(cells: Iterable[Any]) -> tuple[list[list[float]], Counter[str]]:
    """Returns for each cell the labels of one or several people, and how many rows hold each value that is no label.

    A cell is one label, a list with one label per person, or such a list as JSON. A value that is no label is read as
    a missing one.

    >>> read_labels([True, [0, "right"], "mostly", None])
    ([[1.0], [0.0, 1.0], [nan], [nan]], Counter({"'mostly'": 1}))
    """
    labels: list[list[float]] = []
    unread: Counter[str] = Counter()
    for cell in cells:
        members = as_cells(_listed_in(cell))
        found = list(map(label_value, [cell] if members is None else members))
        unread.update({show(given) for given, value in zip(members or [cell], found, strict=False) if value is None})
        labels.append([math.nan if value is None else value for value in found])
    return labels, unread


def _listed_in(cell: Any) -> Any:
    if isinstance(cell, str) and cell.strip().startswith("["):
        try:
            return json.loads(cell)
        except (ValueError, RecursionError):
            pass
    return cell


def unread_labels(unread: Mapping[str, int]) -> str:
    """Returns each value that is no label, once, with the number of its rows; "" without any.

    >>> unread_labels({"'mostly'": 3}).split(" (")[0]
    "not a label: 'mostly' in 3 rows"
    """
    if not unread:
        return ""
    told = [f"{value} in {n:,} row{'' if n == 1 else 's'}" for value, n in unread.items()]
    return f"not a label: {listed(told)} ({_EXPECTED})"


def check_labels(cells: Sequence[Any], *, needs_one: bool) -> FloatArray:
    """Returns (n, m) labels of up to m people, NaN where there is none; warns of values that are no labels."""
    import numpy as np

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
