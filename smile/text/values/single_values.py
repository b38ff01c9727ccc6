"""Compares an answer with a reference that is a single value or name."""

from typing import Any, Protocol

from ...caches import cached
from ..view import Match, View
from ..written_words import written_words
from . import alternatives, decide, formulas, reference_values
from .names import initials, name_table, persons, spelling


class Rule(Protocol):
    """A module that reads references of one kind and compares answers with them."""

    def read(self, reference: str) -> Any:
        """Returns the value if the whole reference (in NFKC) is one, otherwise None."""

    def compare(self, value: Any, answer: View, question: str | None) -> Match | None:
        """Returns whether an answer has the value or commits to another one, or None if the rule cannot tell.

        Args:
            value: What `read` returned.
            answer: The answer.
            question: The question, if it is known and used.
        """


# The first that can tell decides.
_NAMES: tuple[Rule, ...] = (
    name_table,
    initials,
    persons,  # after aliases, which know pen names
    spelling,  # letters alone, after all that know what a name is of
)
# Alternatives are no single name, and formulas no numbers.
_FIRST: tuple[Rule, ...] = (alternatives, formulas)
# They tell nothing of an answer that has none of the reference's words.
_OF_SHARED_WORDS = frozenset((persons,))


def compare_single(reference: str, answer: View, question: str | None = None) -> Match | None:
    """Returns the match of the first rule that decides: alternatives and formulas, then values, then names.

    >>> compare_single("Russia", View("Qatar")).is_same, compare_single("Russia", View("Who knows?"))
    (False, None)
    """
    values = _values(reference)
    for rule in _FIRST:
        if values[rule] is not None and (match := rule.compare(values[rule], answer, question)) is not None:
            return match
    if match := decide.compare(reference, False, answer, question):
        return match
    shares_none = not any(f" {word} " in answer.spaced for word in values.words)
    for rule in _NAMES:
        if shares_none and rule in _OF_SHARED_WORDS:
            continue
        value = values[rule]
        if value is not None and (match := rule.compare(value, answer, question)) is not None:
            return match
    return None


def is_single_value(reference: str) -> bool:
    """Returns whether a reference is a single value, place or person, so that its "and" does not separate items.

    >>> is_single_value("Trinidad and Tobago"), is_single_value("July 4, 1776"), is_single_value("salt and pepper")
    (True, True, False)
    """
    is_person = reference.count(", ") < 2 and _values(reference)[persons]  # "Saturn, Uranus, Neptune" is no person
    return (
        bool(is_person)
        or bool(name_table.kinds_of_place(reference))
        or reference_values.is_reference_value_alone(reference)
    )


class _Values(dict[Rule, Any]):
    """What each rule reads in a reference, computed on demand; and the reference's words in lower case."""

    def __init__(self, reference: str) -> None:
        super().__init__()
        self._reference = reference
        self.words = tuple(map(str.lower, written_words(reference)))

    def __missing__(self, rule: Rule) -> Any:
        value = self[rule] = rule.read(self._reference)
        return value


_values = cached(2**14)(_Values)
