"""Compares an answer with a reference that is a single value: a number, a date, a name."""

from functools import lru_cache
from typing import Any

from ...lazy_patterns import lazy_re
from ..view import Match, View
from ..written_words import written_words
from . import alternatives, dates, decide, identifiers, ordinal_names, quantities, times_of_day
from .amounts import ratios
from .date_grammar import MONTHS, NAMES_IN_DATES
from .names import aliases, initials, persons, spelling
from .numbers import NUMBER_WORDS, roman_numerals
from .rule import Rule

# The first that can tell decides.
_NUMBERS: tuple[Rule, ...] = (ordinal_names,)  # what is left with a number in it: World War II
_NAMES: tuple[Rule, ...] = (
    aliases,
    initials,
    persons,  # after aliases, which know pen names
    spelling,  # letters alone, after all that know what a name is of
)
# Alternatives are no single name. An identifier is no number or name: each of its characters counts.
_FIRST: tuple[Rule, ...] = (alternatives, identifiers)
_FIRST_NUMBERS = (*_FIRST, dates, times_of_day, ratios)
_RULES, _NO_NUMBERS = (*_NUMBERS, *_NAMES), _NAMES

_DIGIT = lazy_re(r"\d")
# They tell nothing of an answer that has none of the reference's words.
_OF_SHARED_WORDS = frozenset((persons,))
# The first letters of a word.
_HEAD = lazy_re(r"\bww|\b\w{1,4}")
# Words of numbers, dates and times; "onMarch 6" is without its space.
_WORDS_OF_NUMBERS = frozenset(
    (
        *map(str.lower, (*NUMBER_WORDS, *roman_numerals(), *NAMES_IN_DATES)),
        *(name[:3] for name in NAMES_IN_DATES),
        *(f"{word}{month}".lower() for word in ("on", "in") for month in MONTHS),
        *("a", "an", "noon", "midday", "midnight", "ww"),
    )
)
_HEADS = frozenset(word[:4] for word in _WORDS_OF_NUMBERS)


def compare_single(reference: str, answer: View, question: str | None = None) -> Match | None:
    """Returns the finding of the first rule that decides.

    >>> compare_single("Russia", View("Qatar")).is_same, compare_single("Russia", View("Who knows?"))
    (False, None)
    """
    values = _values(reference)
    for rule in values.before:
        if values[rule] is not None and (match := rule.compare(values[rule], answer, question)) is not None:
            return match
    if match := decide.compare(reference, False, answer, question):
        return match
    shares_none = not any(f" {word} " in answer.spaced for word in values.words)
    for rule in values.rules:
        if shares_none and rule in _OF_SHARED_WORDS:
            continue
        value = values[rule]
        if value is not None and (match := rule.compare(value, answer, question)) is not None:
            return match
    return None


def is_single(reference: str) -> bool:
    """Returns whether a reference is a number, a date, a time, a place or a person, so that "and" in it lists nothing.

    >>> is_single("Trinidad and Tobago"), is_single("July 4, 1776"), is_single("salt and pepper")
    (True, True, False)
    """
    values = _values(reference)
    is_person = values[persons] and reference.count(", ") < 2  # "Saturn, Uranus, Neptune" is no person
    may_hold_numbers = values.before is _FIRST_NUMBERS
    return (
        bool(is_person)
        or bool(aliases.kinds_of_place(reference))
        or bool(values[identifiers])
        or (may_hold_numbers and bool(values[dates] or values[times_of_day] or quantities.read(reference)))
    )


class _Values(dict[Rule, Any]):
    """The value that each rule reads in a reference, read on demand.

    Attributes:
        before: The rules that come before values in sentences, in their order.
        rules: Those that come after.
        words: Its words as written, in small letters.
    """

    def __init__(self, reference: str) -> None:
        super().__init__()
        self._reference = reference
        may_hold = may_hold_number(reference)
        self.before = _FIRST_NUMBERS if may_hold else _FIRST
        self.rules = _RULES if may_hold else _NO_NUMBERS
        self.words = tuple(map(str.lower, written_words(reference)))

    def __missing__(self, rule: Rule) -> Any:
        value = self[rule] = rule.read(self._reference)
        return value


_values = lru_cache(maxsize=2**14)(_Values)


def may_hold_number(text: str) -> bool:
    """Returns whether a text may hold a number, a date or a time: most references are names and hold none.

    >>> may_hold_number("half past ten"), may_hold_number("Henry VIII"), may_hold_number("Paris")
    (True, True, False)
    """
    return _DIGIT.search(text) is not None or not _HEADS.isdisjoint(_HEAD.findall(text.lower()))
