"""Formats texts and numbers for reports."""

import math
import unicodedata
from collections.abc import Sequence

# Controls, format characters (those that turn the direction of writing are among them) and lone surrogates.
_INVISIBLE = frozenset({"Cc", "Cf", "Cs"})

_LONGEST_NAME = 32

# What helps where an encoder does not know a text.
MULTILINGUAL_REMEDY = "use the setting 'multilingual', which reads about a hundred languages"


def one_line(text: str) -> str:
    r"""Returns a text as one line without control characters.

    >>> one_line("red \x1b[31m and\na new line")
    'red [31m and a new line'
    """
    visible = (c for c in text if c.isspace() or unicodedata.category(c) not in _INVISIBLE)
    return " ".join("".join(visible).split())


def shown_statistic(value: float) -> str:
    """Returns a statistic as text, a dash for NaN.

    >>> shown_statistic(-0.0001), shown_statistic(float("nan"))
    ('0.000', '-')
    """
    return "-" if math.isnan(value) else f"{round(value, 3) + 0.0:.3f}"


def shown_percent(share: float, digits: int = 0) -> str:
    """Returns a share of 0 to 1 in per cent.

    >>> shown_percent(0.625), shown_percent(0.625, 1)
    ('62 %', '62.5 %')
    """
    return f"{share * 100:.{digits}f} %"


def shortened(name: str) -> str:
    """Returns a name as figures have room for it."""
    name = one_line(name)
    return name if len(name) <= _LONGEST_NAME else name[: _LONGEST_NAME - 3] + "..."


def score_beside(score: float, threshold: float) -> str:
    """Returns a score with two digits, or with more where the threshold would read the same though it differs.

    >>> score_beside(0.7912, 0.67), score_beside(0.6731, 0.67), score_beside(0.67, 0.67)
    ('0.79', '0.673', '0.67')
    """
    digits = 2
    while score != threshold and float(f"{score:.{digits}f}") == float(f"{threshold:.{digits}f}"):
        digits += 1
    return f"{score:.{digits}f}"


def shown_p(value: float) -> str:
    """Returns a p-value as text."""
    return "under 0.001" if value < 0.001 else shown_statistic(value)


def shown_interval(interval: Sequence[float] | None) -> str:
    """Returns an interval as text, nothing for NaN or None."""
    if interval is None or math.isnan(interval[0]):
        return ""
    return f"{interval[0]:.3f} to {interval[1]:.3f}"


def shown_change(value: float) -> str:
    """Returns a gain or loss as text with its sign, a dash for NaN."""
    return "-" if math.isnan(value) else f"{value:+.4f}"


def as_sentence(text: str) -> str:
    """Returns a text with a capital and a full stop.

    >>> as_sentence("few labels")
    'Few labels.'
    """
    return f"{text[:1].upper()}{text[1:].removesuffix('.')}."
