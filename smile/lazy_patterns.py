"""Regular expressions that are compiled on first use: a process meets few of the many kinds of values they read."""

import re
from functools import cached_property
from typing import Any, cast

import regex


def lazy_re(text: str, flags: int = 0) -> re.Pattern[str]:
    """Returns a stand-in for `re.compile` that compiles at its first use.

    >>> lazy_re("[aeiou]", re.IGNORECASE).findall("Ann")
    ['A']
    """
    return cast(re.Pattern[str], _LazyPattern(re.compile, text, flags))


def lazy_regex(text: str, flags: int = 0) -> regex.Pattern[str]:
    r"""Returns a stand-in for `regex.compile` that compiles at its first use.

    >>> lazy_regex(r"\p{Lu}").findall("Ann")
    ['A']
    """
    return cast(regex.Pattern[str], _LazyPattern(regex.compile, text, flags))


class _LazyPattern:
    def __init__(self, *how: Any) -> None:
        self._how = how

    @cached_property
    def _compiled(self) -> Any:
        compile_pattern, text, flags = self._how
        return compile_pattern(text, flags)

    def __getattr__(self, name: str) -> Any:
        # Python asks here for what the object does not have yet: each method once.
        method = getattr(self._compiled, name)
        setattr(self, name, method)
        return method
