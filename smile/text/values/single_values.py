"""Compares an answer with a reference that is a single value: a number, a date, a name."""

import re
from functools import lru_cache
from types import ModuleType
from typing import Any

from ..lazy_patterns import lazy_re
from . import dates, numbered_names, quantities, times_of_day
from .answer import Answer
from .match import Match
from .names import longer_names, misspellings, person_names, places, short_forms, spellings
from .number_heads import may_hold_number
from .rule import Rule
from .value_match import ValueMatch

_OF_TEXT: tuple[ModuleType, ...] = (dates, times_of_day, quantities, numbered_names)
_NUMBER_RULES: tuple[Rule, ...] = (dates, times_of_day, quantities, numbered_names)
_NAME_RULES: tuple[Rule, ...] = (places, longer_names, short_forms, person_names, spellings, misspellings)


def compare_single(reference: str, answer: Answer, question: str | None = None) -> Match | None:
    """Returns what the first rule that can tell says of an answer.

    >>> compare_single("Russia", Answer("Qatar")).is_same, compare_single("Russia", Answer("Who knows?"))
    (False, None)
    """
    for rule, value in _values(reference):
        match = compared(rule, value, answer, question)
        if match is not None:
            return match
    return None


def compared(rule: Rule, value: Any, answer: Answer, question: str | None) -> Match | None:
    """Returns what a rule says of an answer."""
    if rule not in _OF_TEXT:
        return rule.compare(value, answer, question)
    match = rule.compare(value, answer.small, question)
    return match if match is None or isinstance(match, Match) else _as_match(match, answer)


@lru_cache(maxsize=2**12)
def _values(reference: str) -> tuple[tuple[Rule, Any], ...]:
    """The values that a reference is, in the order of the rules."""
    rules = (*_NUMBER_RULES, *_NAME_RULES) if may_hold_number(reference) else _NAME_RULES
    return tuple((rule, value) for rule in rules if (value := rule.read(reference)) is not None)


# The sentences of rules that are not yet written as data.
_SENTENCES = [
    (lazy_re(pattern, re.DOTALL), how)
    for pattern, how in (
        (r"(?P<said>)another spelling of (?P<meant>.*)", "another spelling"),
        (r"(?P<said>)holds all of: (?P<meant>.*)", "holds all"),
        (r"(?P<said>)lacks (?P<meant>.*)", "lacks"),
        (r"names (?P<said>.*) too(?P<meant>)", "one more"),
        (r"names \d+ candidates: (?P<said>.*)(?P<meant>)", "candidates"),
        (r"(?P<said>)denies (?P<meant>.*)", "denies"),
        (r"(?P<said>)has the letter (?P<meant>.*)", "has the letter"),
        (r"(?P<said>)(?P<meant>)commits to neither yes nor no", "says neither"),
        (r"(?P<said>)names no option, not (?P<meant>.*)", "chooses none"),
        (r"names (?P<said>.*?), not (?P<meant>.*) alone", "chooses several"),
        (r"chooses (?P<said>.*?), not (?P<meant>.*)", "chooses another"),
        (r"chooses (?P<said>.*)(?P<meant>)", "chooses"),
        (r"says (?P<said>.*?), not (?P<meant>.*)", "says another"),
        (r"says (?P<said>.*)(?P<meant>)", "says"),
        (r"(?P<said>.*?)(?: is in )(?P<meant>.*)", "is in"),
        (r"(?P<said>.*?)(?: may be )(?P<meant>.*)", "may be"),
        (r"(?P<said>.*?)(?: begins or ends in )(?P<meant>.*)", "begins or ends in"),
        (r"(?P<said>.*?)(?: is less exact than )(?P<meant>.*)", "is less exact than"),
        (r"(?P<said>.*?), not (?P<meant>.*)", "not"),
        (r"(?P<said>.*?) = (?P<meant>.*)", "="),
    )
]


def _as_match(found: ValueMatch, answer: Answer) -> Match:
    """Reads the sentence of a rule that is not yet written as data; it goes with the last such rule."""
    for pattern, how in _SENTENCES:
        if parts := pattern.fullmatch(found.evidence):
            return answer.match(found.rule, found.is_same, how, parts["said"].split("; "), parts["meant"])
    raise AssertionError(found.evidence)
