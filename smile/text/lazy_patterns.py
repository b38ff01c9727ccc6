"""Regular expressions that are compiled on first use: a process meets few of the many kinds of values they read."""

import re
from functools import cached_property
from pathlib import Path
from typing import Any, cast

import regex

from .tables import read_expressions


def lazy_re(text: str, flags: int = 0) -> re.Pattern[str]:
    """Returns what `re.compile` returns, later.

    >>> lazy_re("[aeiou]", re.IGNORECASE).findall("Ann")
    ['A']
    """
    return cast(re.Pattern[str], _LazyPattern(re.compile, text, flags))


def lazy_regex(text: str, flags: int = 0) -> regex.Pattern[str]:
    r"""Returns what `regex.compile` returns, later.

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


class Patterns(dict[str, re.Pattern[str]]):
    """The expressions of the table that lies beside a module and has its name, by title.

    Attributes:
        texts: Their texts.
    """

    def __init__(self, module: str, flags: int = 0, **parts: str) -> None:
        """Reads the table of the module with this `__file__`; the expressions compile on first use.

        Args:
            module: The module's file.
            flags: Those of all expressions.
            **parts: Expressions that the module makes, for {their names} in the table.
        """
        path = Path(module).with_suffix(".tsv")
        self.texts = read_expressions(path.parent, path.name, parts)
        super().__init__({title: lazy_re(text, flags) for title, text in self.texts.items()})

    def has(self, title: str, text: str) -> bool:
        """Returns whether a text has what an expression finds."""
        return self[title].search(text) is not None

    def alternatives(self, title: str) -> tuple[str, ...]:
        """Returns the alternatives of an expression that has no signs of its own."""
        return tuple(self.texts[title][3:-1].split("|"))
