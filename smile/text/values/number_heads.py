"""A quick look whether a text may hold a number, a date or a time: most references are names and hold none."""

import string
from itertools import product

from ..lazy_patterns import lazy_re

_DIGIT = lazy_re(r"\d")
_HEAD = lazy_re(r"\b\w{1,3}")

# What every word begins with that may be, or begin, a number, a date or a time; words of fewer letters as a whole.
_OF_NUMBERS = (
    "zer nou one two thr fou fiv six sev eig nin ten ele twe thi fif for fir sec hun tho mil bil tri twi doz hal qua "
    "a an"
)
_OF_DATES = (
    "jan feb mar apr may jun jul aug sep oct nov dec mon tue wed thu fri sat sun spr sum aut fal win las chr new box "
    "bas hal anz arm vet val st sai"
)
_OF_TIMES = "noo mid"
# "onMarch 6", without its space.
_JOINED = [word + letter for word in ("on", "in") for letter in "jfmasond"]
_ROMAN = ["".join(letters) for length in (1, 2, 3) for letters in product("ivxl", repeat=length)]
# "WWII", "WWTWO".
_WORLD_WAR = ["ww", *(f"ww{letter}" for letter in string.ascii_lowercase)]
_HEADS = frozenset([*f"{_OF_NUMBERS} {_OF_DATES} {_OF_TIMES}".split(), *_JOINED, *_ROMAN, *_WORLD_WAR])


def may_hold_number(text: str) -> bool:
    """Returns whether a text may hold a number, a date or a time, in figures, Roman numerals or words.

    >>> may_hold_number("half past ten"), may_hold_number("Henry VIII"), may_hold_number("Paris")
    (True, True, False)
    """
    return _DIGIT.search(text) is not None or not _HEADS.isdisjoint(_HEAD.findall(text.lower()))
