"""A quick look whether a text may hold a number, a date or a time: most references are names and hold none."""

from ..lazy_patterns import lazy_re
from .date_grammar import MONTHS, NAMES_IN_DATES
from .numbers import NUMBER_WORDS, roman_numerals

_DIGIT = lazy_re(r"\d")
_HEAD = lazy_re(r"\bww|\b\w{1,3}")

# "onMarch 6", without its space.
_JOINED = [f"{word}{month}" for word in ("on", "in") for month in MONTHS]
_OTHERS = ["a", "an", "noon", "midday", "midnight", "ww"]
_HEADS = frozenset(word[:3].lower() for word in (*NUMBER_WORDS, *roman_numerals(), *NAMES_IN_DATES, *_JOINED, *_OTHERS))


def may_hold_number(text: str) -> bool:
    """Returns whether a text may hold a number, a date or a time, in figures, Roman numerals or words.

    >>> may_hold_number("half past ten"), may_hold_number("Henry VIII"), may_hold_number("Paris")
    (True, True, False)
    """
    return _DIGIT.search(text) is not None or not _HEADS.isdisjoint(_HEAD.findall(text.lower()))
