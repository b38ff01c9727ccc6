"""Asks the rules for values in order: the first that can tell decides."""

import re
from collections.abc import Callable
from functools import lru_cache
from types import ModuleType

from ..lazy_patterns import lazy_re
from . import dates, numbered_names, quantities, times_of_day
from .answer import Answer
from .closed import closed_answers
from .closed.lettered_choices import options
from .closed.offered_alternatives import may_offer
from .lists import listed_answers, named_candidates
from .match import Match
from .names import (
    longer_names,
    misspellings,
    person_names,
    places,
    short_forms,
    spellings,
)
from .number_heads import may_hold_number
from .value_match import ValueMatch

# Each has `read`, which takes a reference, and `compare`, which takes what was read, an answer and its question.
_NUMBER_RULES: tuple[ModuleType, ...] = (dates, times_of_day, quantities, numbered_names)
_NAME_RULES: tuple[ModuleType, ...] = (
    places,
    longer_names,
    short_forms,
    person_names,
    spellings,
    misspellings,
)
_RULES = (*_NUMBER_RULES, *_NAME_RULES)
_Compare = Callable[[object, str, str | None], ValueMatch | None]

# Signs that the words of a text lack.
_LOST_SIGNS = lazy_re(r"[$€£¥₹₩₽₪₱₫₺฿₿¢°'\"]")

# Longer texts are no short answers: their words decide.
_LONGEST = 5_000


class ReferenceValue:
    """The value that a reference is, by each rule that can read it; read when it is first asked for.

    Args:
        reference: The reference in NFKC.
    """

    # Slots and tuples: there are thousands of these, and Python's garbage collector searches dictionaries and lists.
    __slots__ = ("_listed", "_may_be_closed", "_read", "_reference")

    def __init__(self, reference: str) -> None:
        """Stores the reference."""
        self._reference = reference
        self._may_be_closed = closed_answers.may_be_closed(reference)
        self._listed = listed_answers.read(reference)
        # What the first rules read, of those that could, and how many have tried: together, as threads share items.
        self._read: tuple[tuple[tuple[_Compare, object], ...], int] = ((), 0)

    def compare(self, answer: Answer, question: str | None, is_found: bool) -> Match | None:
        """Returns what the first rule that can tell says of an answer; None where the words decide.

        Args:
            answer: The answer.
            question: The question, if it is known and used.
            is_found: Whether the answer has the reference word for word. Then it is right, whatever its form, unless
                the question can be answered by yes or no, or by a letter: the answer's own commitment decides; or the
                answer lists candidates, or more than the reference lists.

        >>> ReferenceValue("36 inches").compare(Answer("one yard"), None, False).is_same
        True
        >>> ReferenceValue("no").compare(Answer("I have no idea."), None, True).is_same
        False
        """
        if len(answer.text) > _LONGEST or len(self._reference) > _LONGEST:
            return None
        match = self._compare(answer.small, question, is_found)
        return match if match is None or isinstance(match, Match) else _as_match(match, answer)

    def _compare(self, prediction: str, question: str | None, is_found: bool) -> ValueMatch | None:
        found = (
            self._compare_closed(prediction, question)
            or named_candidates.compare(self._reference, prediction, question, _compare_item)
            or self._compare_listed(prediction, question, is_found)
        )
        if found is not None:
            return found
        if is_found:
            return self._compare_found(prediction, question)
        return self.compare_single(prediction, question)

    def compare_single(self, prediction: str, question: str | None) -> ValueMatch | None:
        """Returns what the rules for single values say.

        >>> ReferenceValue("Russia").compare_single("Qatar", None).evidence
        'Qatar, not Russia'
        """
        match: ValueMatch | None = None
        values, n_read = self._read
        for compare, value in values:
            match = compare(value, prediction, question)
            if match is not None:
                return match
        for rule in _rules_for(self._reference)[n_read:]:
            n_read += 1
            value = rule.read(self._reference)
            if value is None:
                continue
            values = (*values, (rule.compare, value))
            match = rule.compare(value, prediction, question)
            if match is not None:
                break
        self._read = values, n_read
        return match

    def _compare_found(self, prediction: str, question: str | None) -> ValueMatch | None:
        """Asks the rules that may know better where the words occur: they lose the sign of $5, and South Sudan."""
        quantity = _signed_quantity(self._reference)
        if quantity is not None:
            match = quantities.compare(quantity, prediction, question)
            return match if match is not None and not match.is_same else None
        name = longer_names.read(self._reference)
        return None if name is None or name.is_new else longer_names.compare(name, prediction, question)

    def _compare_closed(self, prediction: str, question: str | None) -> ValueMatch | None:
        # Most references are closed only where the question lists or offers them, and few questions do.
        if not self._may_be_closed and not _offers(question):
            return None
        closed = _closed(self._reference)
        if closed is None or (closed.needs_options and not _offers(question)):
            return None
        return closed_answers.compare(closed, prediction, question)

    def _compare_listed(self, prediction: str, question: str | None, is_found: bool) -> ValueMatch | None:
        if self._listed is None:
            return None
        return listed_answers.compare(self._listed, prediction, question, is_found, _compare_item)


@lru_cache(maxsize=2**12)
def _rules_for(reference: str) -> tuple[ModuleType, ...]:
    return _RULES if may_hold_number(reference) else _NAME_RULES


@lru_cache(maxsize=2**12)
def _closed(reference: str) -> closed_answers.ClosedReference | None:
    return closed_answers.read(reference)


@lru_cache(maxsize=2**12)
def _signed_quantity(reference: str) -> quantities.Quantity | None:
    return quantities.read(reference) if _LOST_SIGNS.search(reference) else None


@lru_cache(maxsize=2**12)
def _item_value(item: str) -> ReferenceValue:
    return ReferenceValue(item)


def _compare_item(item: str, prediction: str) -> ValueMatch | None:
    """What the rules for single values say of one item of a list."""
    return _item_value(item).compare_single(prediction, None)


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


@lru_cache(maxsize=2**12)
def _offers(question: str | None) -> bool:
    return question is not None and (may_offer(question) or bool(options(question)))
