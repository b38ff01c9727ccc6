"""Asks the rules for values in order."""

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from typing import Any

from ...choices import SMILE_NORMALIZATION
from . import dates, times_of_day
from .value_match import ValueMatch

# What a rule says of an answer and its question.
_Compare = Callable[[str, str | None], ValueMatch | None]


@dataclass(frozen=True, slots=True)
class ReferenceValue:
    """The value that a reference is, by each rule that can read it.

    Attributes:
        comparisons: The rules' comparisons, in their order.
        is_closed: Whether only the answer's own commitment counts, even where it has the reference word for word.
    """

    comparisons: tuple[_Compare, ...]
    is_closed: bool

    def compare(self, prediction: str, question: str | None) -> ValueMatch | None:
        """Returns what the first rule that can tell says of an answer; None where the words decide.

        Args:
            prediction: The answer in NFKC.
            question: The question, if it is known and used.
        """
        for comparison in self.comparisons:
            match = comparison(prediction, question)
            if match is not None:
                return match
        return None


# Modules of rules in the order in which they are asked: the first that can tell decides.
_RULES: tuple[Any, ...] = (dates, times_of_day)
_CLOSED: tuple[Any, ...] = ()


def compares_values(normalization: str, language: str) -> bool:
    """Returns whether the rules apply: they read English, and the paper's normalisation has none."""
    return normalization == SMILE_NORMALIZATION and language == "en"


def read_value(reference: str) -> ReferenceValue | None:
    """Returns the value that a reference is as a whole; None if it is none.

    Args:
        reference: The reference in NFKC.
    """
    found = []
    is_closed = False
    for rule in _RULES:
        value = rule.read(reference)
        if value is not None:
            found.append(partial(rule.compare, value))
            is_closed |= rule in _CLOSED
    return ReferenceValue(tuple(found), is_closed) if found else None
