"""Asks the rules for values in order: the first that can tell decides."""

import re
from collections.abc import Callable
from dataclasses import replace
from functools import lru_cache
from types import ModuleType

from ..lazy_patterns import lazy_re
from . import dates, deadlines, numbered_names, quantities, times_of_day
from .amounts import unit_names
from .closed import closed_answers
from .closed.lettered_choices import options
from .closed.offered_alternatives import may_offer
from .lists import listed_answers, named_candidates
from .names import (
    greek_letters,
    longer_names,
    misspellings,
    person_names,
    places,
    short_forms,
    spellings,
    streets,
)
from .number_heads import may_hold_number
from .value_match import ValueMatch

# Each has `read`, which takes a reference, and `compare`, which takes what was read, an answer and its question.
_NUMBER_RULES: tuple[ModuleType, ...] = (dates, times_of_day, deadlines, quantities, numbered_names)
_NAME_RULES: tuple[ModuleType, ...] = (
    unit_names,
    greek_letters,
    streets,
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

# "What the answer has = what the reference has"; semicolons separate the answer's candidates.
_EVIDENCE = lazy_re(r"(chooses |says |names (?:\d+ candidates: )?)?(.*?)((?: = |, not | too$).*|$)", re.DOTALL)


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

    def compare(self, prediction: str, question: str | None, is_found: bool) -> ValueMatch | None:
        """Returns what the first rule that can tell says of an answer; None where the words decide.

        Args:
            prediction: The answer in NFKC.
            question: The question, if it is known and used.
            is_found: Whether the answer has the reference word for word. Then it is right, whatever its form, unless
                the question can be answered by yes or no, or by a letter: the answer's own commitment decides; or the
                answer lists candidates, or more than the reference lists.

        >>> ReferenceValue("36 inches").compare("one yard", None, False).evidence
        '36 inches = 1 yard'
        >>> ReferenceValue("no").compare("I have no idea.", None, True).is_same
        False
        """
        prediction, answer = _stripped_and_small(prediction)
        if len(prediction) > _LONGEST or len(self._reference) > _LONGEST:
            return None
        match = self._compare(answer, question, is_found)
        if match is None or answer == prediction or len(answer) != len(prediction):
            return match
        return replace(match, evidence=_as_written(match.evidence, answer, prediction))

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


# A row's references follow each other, so that few answers and questions are enough to keep.
@lru_cache(maxsize=16)
def _stripped_and_small(prediction: str) -> tuple[str, str]:
    """Whole data sets are in small letters or in capitals: no finding may depend on the case of an answer."""
    stripped = prediction.strip()
    return stripped, stripped.lower()


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


def _as_written(evidence: str, answer: str, prediction: str) -> str:
    """Returns a finding with the answer's own capitals in the texts that it quotes from the answer.

    >>> _as_written("france, not Spain", "in france.", "In France.")
    'France, not Spain'
    >>> _as_written("names 3 candidates: oslo; bergen; rome", "oslo, bergen or rome", "Oslo, Bergen or Rome")
    'names 3 candidates: Oslo; Bergen; Rome'
    """
    parts = _EVIDENCE.fullmatch(evidence)
    if not parts:
        return evidence
    starts = [(text, answer.find(text)) for text in parts[2].split("; ")]
    written = [text if start < 0 else prediction[start : start + len(text)] for text, start in starts]
    return f"{parts[1] or ''}{'; '.join(written)}{parts[3]}"


@lru_cache(maxsize=2**12)
def _offers(question: str | None) -> bool:
    return question is not None and (may_offer(question) or bool(options(question)))
