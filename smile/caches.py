"""Caches of what functions return, all of which `clear_caches` empties."""

from collections.abc import Callable
from functools import _lru_cache_wrapper, lru_cache
from typing import TypeVar

_Result = TypeVar("_Result")

# What empties each cache. A cache that is not of a function adds itself.
CLEAR: list[Callable[[], None]] = []


def cached(most: int | None = None) -> Callable[[Callable[..., _Result]], "_lru_cache_wrapper[_Result]"]:
    """Returns a decorator that caches the results of a function or class as `functools.lru_cache` does.

    Args:
        most: The largest number of results; None sets no limit.
    """

    def decorate(function: Callable[..., _Result]) -> "_lru_cache_wrapper[_Result]":
        wrapper = lru_cache(most)(function)
        CLEAR.append(wrapper.cache_clear)
        return wrapper

    return decorate


def clear_caches() -> None:
    """Empties all caches of this package, and forgets the models that no scorer has: the next call fills them again.

    Examples:
        >>> import smile
        >>> smile.score(["It is in Paris."], ["Paris"], setting="fast").accuracy
        1.0
        >>> smile.clear_caches()
    """
    for clear in CLEAR:
        clear()
