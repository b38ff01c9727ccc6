"""Regular expressions that a user gives, searched within a time limit: `re` has none, and some take years."""

import math
import re
from collections import deque
from typing import TYPE_CHECKING

from ..caches import cached

if TYPE_CHECKING:
    import regex

# `regex` writes counted repeats out, so that nested ones such as ((a{1000}){1000}){1000} fill the memory.
_MOST_REPEATS = 100_000
_COUNT = re.compile(r"\{\s*(\d+)")


@cached(64)
def compile_user_pattern(pattern: str) -> "regex.Pattern[str]":
    """Returns a regular expression of Python.

    Raises:
        ValueError: The pattern is invalid, or its repetition counts multiply to more than the limit.
    """
    import regex  # a tenth of a second, which judges do not need

    if math.prod(max(1, int(count[:9])) for count in _COUNT.findall(pattern)) > _MOST_REPEATS:
        raise ValueError(f"its counted repeats multiply to more than {_MOST_REPEATS:,}")
    try:
        # What `re` does not read, such as recursion, is not for users.
        re.compile(pattern)
        return regex.compile(pattern)
    except (re.error, regex.error, RecursionError, OverflowError) as error:
        raise ValueError(str(error)) from error


def last_match_in_time(pattern: str, text: str, seconds: float) -> "regex.Match[str] | None":
    """Returns the last match of a user's pattern in a text.

    Raises:
        TimeoutError: The search takes longer than so many seconds.
    """
    found = deque(compile_user_pattern(pattern).finditer(text, timeout=max(seconds, 0.001)), maxlen=1)
    return found[0] if found else None
