"""Shared checks of columns, cells, names, numbers and options."""

import math
import unicodedata
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence, Set
from datetime import date, datetime, time
from decimal import Decimal
from numbers import Real
from typing import Any

from .errors import DataError, Option, UsageError

_BLANK_CATEGORIES = frozenset({"Cc", "Cf", "Zl", "Zp", "Zs"})


def is_blank(text: str) -> bool:
    r"""Returns whether a text has only white space, control and format characters.

    >>> is_blank(" \u200b\x00"), is_blank("0"), is_blank("?")
    (True, False, False)
    """
    # Nearly every text begins with a letter or a digit.
    return not text[:1].isalnum() and all(unicodedata.category(character) in _BLANK_CATEGORIES for character in text)


def as_list(name: str, column: Any) -> list[Any]:
    """Returns a column of any kind as a list; raises a `DataError` if it is missing or a single cell."""
    if column is None:
        raise DataError(f"{name} is missing: give a list with one entry per row")
    is_table = hasattr(column, "columns") and hasattr(column, "iloc")
    is_scalar = getattr(column, "ndim", 1) == 0
    if isinstance(column, (str, bytes, Mapping, Set)) or not isinstance(column, Iterable) or is_table or is_scalar:
        raise DataError(
            f"{name} must be a list with one entry per row, not a single {type(column).__name__} "
            f"({show_value(column)}): put it into a list"
        )
    for method in ("to_pylist", "tolist"):
        if hasattr(column, method):
            return list(getattr(column, method)())
    return list(column)


def as_cells(value: Any) -> list[Any] | None:
    """Returns the members of a list-like cell, or None for a single value."""
    if isinstance(value, (list, tuple)):
        return list(value)
    if not isinstance(value, str) and hasattr(value, "tolist"):
        members = value.tolist()
        return members if isinstance(members, list) else None
    return None


def as_text(value: Any) -> Any:
    """Returns a number, a truth value or a date as text, as CSV has it; anything else as it is.

    >>> [as_text(value) for value in (1945.0, 0.5, True, datetime(2001, 2, 3), "a", None, math.nan)]
    ['1945', '0.5', 'true', '2001-02-03', 'a', None, nan]
    """
    if getattr(value, "ndim", None) == 0 and hasattr(value, "item"):
        value = value.item()
    if is_missing(value):
        return value
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, float) and value.is_integer():
        return str(int(value))
    if isinstance(value, datetime) and value.time() == time():
        return value.date().isoformat()
    if isinstance(value, date | time):
        return value.isoformat()
    return str(value) if isinstance(value, int | float | Decimal) and math.isfinite(value) else value


def is_missing(value: Any) -> bool:
    """Returns whether a cell is None, NaN, or another sign of a missing value.

    >>> is_missing(None), is_missing(math.nan), is_missing("nan"), is_missing(0)
    (True, True, False, False)
    """
    return value is None or (not isinstance(value, str | Sequence | Mapping) and str(value) in ("nan", "<NA>", "NaT"))


def check_lengths(columns: Mapping[str, Sequence[Any]]) -> int:
    """Returns the number of rows; raises a `DataError` if columns differ in length or there are no rows."""
    (first_name, first), *others = columns.items()
    for name, column in others:
        if len(column) != len(first):
            raise DataError(
                f"{first_name} has {len(first)} rows and {name} has {len(column)}: every column needs one entry per row"
            )
    if len(first) == 0:
        raise DataError("there are no rows to score: give at least one prediction and its reference")
    return len(first)


def show_value(value: Any) -> str:
    """Returns a value for an error message, at most 60 characters long."""
    text = repr(value)
    return text if len(text) <= 60 else text[:57] + "..."


def first_listed(texts: Sequence[str], most: int = 20, separator: str = "; ") -> str:
    """Returns the first texts for an error message, and the number of the others."""
    shown = separator.join(texts[:most])
    return f"{shown}{separator}and {len(texts) - most} more" if len(texts) > most else shown


def listed_names(names: Sequence[str]) -> str:
    """Returns quoted names for an error message."""
    return first_listed(list(map(repr, names)), separator=", ")


def row_names(n: int) -> list[str]:
    """Returns the names of rows in errors if there is no file."""
    return [f"row {i}" for i in range(n)]


def positions_of_names(names: Sequence[str]) -> dict[str, list[int]]:
    """Returns the positions of each name, the names in order of first appearance.

    >>> positions_of_names(["b", "a", "b"])
    {'b': [0, 2], 'a': [1]}
    """
    found: dict[str, list[int]] = {}
    for i, name in enumerate(names):
        found.setdefault(name, []).append(i)
    return found


def unique_keys(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """Returns the object of a JSON document (`object_pairs_hook`), or raises a `ValueError` if a key is repeated."""
    found = dict(pairs)
    if len(found) < len(pairs):
        raise ValueError(f"an object repeats the key {Counter(key for key, _ in pairs).most_common(1)[0][0]!r}")
    return found


def numbers_of_names(names: Iterable[str]) -> tuple[list[str], list[int]]:
    """Returns the distinct names in order of first appearance, and the number of each entry's name.

    >>> numbers_of_names(["b", "a", "b"])
    (['b', 'a'], [0, 1, 0])
    """
    numbers: dict[str, int] = {}
    found = [numbers.setdefault(name, len(numbers)) for name in names]
    return list(numbers), found


def check_name(name: str, what: str, value: Any) -> str:
    """Returns, as text, the string or whole number that names a question, system or group, or raises a `DataError`."""
    if isinstance(value, int) and not isinstance(value, bool):
        return str(value)
    if isinstance(value, str) and not is_blank(value):
        return value
    raise DataError(
        f"the {what} is {show_value(value)} ({type(value).__name__}), not text or a whole number: give every row "
        "one, or leave the column out",
        row=name,
    )


def check_finite(name: str, what: str, value: Any, remedy: str) -> float:
    """Returns the finite number in a cell, or raises a `DataError` with the remedy."""
    if getattr(value, "ndim", None) == 0 and hasattr(value, "item"):
        value = value.item()
    if isinstance(value, Real):
        try:
            number = float(value)
        except OverflowError:
            number = math.inf
        if math.isfinite(number):
            return number
    raise DataError(
        f"the {what} is {show_value(value)} ({type(value).__name__}), not a finite number: {remedy}", row=name
    )


def check_share(option: str, value: Any, *, open_interval: bool = False) -> float:
    """Returns a number from 0 to 1, or raises a `UsageError`; an `open_interval` excludes both."""
    is_number = isinstance(value, Real) and not isinstance(value, bool)
    if not is_number or not (0 < value < 1 if open_interval else 0 <= value <= 1):
        excluded = ", both excluded" if open_interval else ""
        raise UsageError("{} must be a number between 0 and 1{}, got {!r}", Option(option), excluded, value)
    return float(value)


def check_number(option: str, value: Any) -> float:
    """Returns a finite number, or raises a `UsageError`."""
    if not isinstance(value, Real) or isinstance(value, bool) or not math.isfinite(value):
        raise UsageError("{} must be a finite number, got {!r}", Option(option), value)
    return float(value)


def check_whole(option: str, value: Any, least: int = 1) -> int:
    """Returns a whole number of at least `least`, or raises a `UsageError`."""
    if not isinstance(value, int) or isinstance(value, bool) or value < least:
        raise UsageError("{} must be a whole number of at least {}, got {!r}", Option(option), least, value)
    return value


def check_texts(options: Any, names: Iterable[str]) -> None:
    """Raises a `UsageError`, which shows no value, unless each named option is None or a string that is not empty."""
    for name in names:
        value = getattr(options, name)
        if value is not None and not (isinstance(value, str) and value):
            found = "''" if value == "" else type(value).__name__
            raise UsageError("{} must be a non-empty string, got {}", Option(name), found)


def check_flag(option: str, value: Any) -> bool:
    """Returns True or False, or raises a `UsageError`."""
    if not isinstance(value, bool):
        raise UsageError("{} must be True or False, got {!r}", Option(option), value)
    return value


def check_choice(option: str, value: Any, choices: tuple[str, ...]) -> None:
    """Raises a `UsageError` unless the value is one of the choices."""
    if value not in choices:
        raise UsageError("{} must be one of {}, got {!r}", Option(option), ", ".join(choices), value)


def unknown_name(name: str, known: tuple[str, ...], what: str = "option") -> str:
    """Returns the error message for an unknown option or another name, with the nearest known one."""
    import difflib

    near = difflib.get_close_matches(name, known, n=1)
    hint = f"did you mean {near[0]!r}? The {what}s are" if near else f"the {what}s are"
    return f"unknown {what} {name!r}: {hint} {', '.join(known)}"


def refuse_unknown(options: Iterable[str], known: tuple[str, ...]) -> None:
    """Raises a `UsageError` if an option is unknown."""
    for option in options:
        if option not in known:
            raise UsageError(unknown_name(option, known))
