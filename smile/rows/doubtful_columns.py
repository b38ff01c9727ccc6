"""Warnings about columns that look like a mistake."""

import re
import warnings
from collections.abc import Iterable, Sequence
from itertools import islice

from ..checks import is_blank
from ..errors import ColumnWarning

# The first rows are checked, up to the second number; fewer than the first are not enough.
_FEWEST_ROWS, _MOST_ROWS = 5, 200
# Not commas, which occur in answers ("Paris, France").
_SEPARATORS = (";", "\n", " / ")
# The columns look swapped if the shares differ by at least this much.
_FAR_MORE = 0.5
_WORDS = re.compile(r"\w+")


def warn_of_doubtful_columns(rows: Iterable[tuple[str, Sequence[str]]]) -> None:
    """Warns if references have several answers in one text, or if the columns of rows look swapped."""
    rows = list(islice((row for row in rows if row[1]), _MOST_ROWS))
    separator = _separator([references[0] if len(references) == 1 else "" for _, references in rows])
    if separator is not None:
        warnings.warn(
            f"references contain {separator!r} and are read as one text each: if it separates several correct answers, "
            f"give reference_separator={separator!r}, or lists of strings in Python",
            ColumnWarning,
            stacklevel=2,
        )
        return
    answered = [row for row in rows if not is_blank(row[0])]
    n_longer = sum(min(map(len, references)) > len(prediction) for prediction, references in answered)
    if len(answered) < _FEWEST_ROWS or 2 * n_longer <= len(answered):
        return
    texts = [(_spaced(prediction), list(map(_spaced, references))) for prediction, references in answered]
    n_given = sum(any(text in prediction for text in references) for prediction, references in texts)
    n_exchanged = sum(any(prediction in text for text in references) for prediction, references in texts)
    if n_exchanged - n_given >= _FAR_MORE * len(answered):
        warnings.warn(
            "most predictions appear word for word in their references, which are longer: if the two columns are "
            "swapped, name the other column for each",
            ColumnWarning,
            stacklevel=2,
        )


def _separator(references: Sequence[str]) -> str | None:
    """Returns the separator of answers in references; None if there is none.

    >>> _separator(["Oslo; Kristiania", "Bergen; Bjørgvin", "Rome; Roma", "Riga; Rīga", "Bern"])
    ';'
    """
    if len(references) < _FEWEST_ROWS:
        return None
    return next((each for each in _SEPARATORS if 2 * sum(each in text for text in references) > len(references)), None)


def _spaced(text: str) -> str:
    return f" {' '.join(_WORDS.findall(text.casefold()))} "
