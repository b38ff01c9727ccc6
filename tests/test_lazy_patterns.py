"""Patterns that are compiled on first use."""

from importlib import import_module
from pkgutil import walk_packages

import smile.text
from smile import lazy_patterns


def test_every_pattern_compiles() -> None:
    modules = [import_module(each.name) for each in walk_packages(smile.text.__path__, "smile.text.")]
    found = [it for each in modules for it in vars(each).values()]
    patterns = [it for it in found if isinstance(it, lazy_patterns._LazyPattern)]
    assert patterns
    assert all(each.pattern for each in patterns)
