"""Asks the rules for values in order: the first that can tell decides."""

from functools import lru_cache
from typing import Any

from ..lazy_patterns import lazy_re
from . import quantities
from .answer import Answer
from .closed import closed_answers
from .closed.either_or import may_offer
from .closed.multiple_choice import options
from .lists import listed_answers, named_candidates
from .match import Match
from .names import containing_names
from .single_values import compare_single

# Signs that the words of a text lack.
_LOST_SIGNS = lazy_re(r"[$€£¥₹₩₽₪₱₫₺฿₿¢°'\"]")

# Longer texts are no short answers: their words decide.
_LONGEST = 5_000


def find_match(reference: str, answer: Answer, question: str | None, is_found: bool) -> Match | None:
    """Returns what the first rule that can tell says of an answer; None where the words decide.

    Args:
        reference: The reference in NFKC.
        answer: The answer.
        question: The question, if it is known and used.
        is_found: Whether the answer has the reference word for word. Then it is right, whatever its form, unless
            the question can be answered by yes or no, or by a letter: the answer's own commitment decides; or the
            answer lists candidates, or more than the reference lists.

    >>> find_match("36 inches", Answer("one yard"), None, is_found=False).is_same
    True
    >>> find_match("no", Answer("I have no idea."), None, is_found=True).is_same
    False
    """
    if len(answer.text) > _LONGEST or len(reference) > _LONGEST:
        return None
    match = _compare_closed(reference, answer, question) or named_candidates.compare(reference, answer, question)
    if match is not None:
        return match
    if not is_found:
        listed = _listed(reference)
        match = None if listed is None else listed_answers.compare(listed, answer, question)
        return match or compare_single(reference, answer, question)
    for rule, value in _despite_words(reference):
        match = rule.compare(value, answer, question)
        if match is not None and not match.is_same:
            return match
    return None


def _compare_closed(reference: str, answer: Answer, question: str | None) -> Match | None:
    # Most references are closed only where the question lists or offers them, and few questions do.
    if not closed_answers.may_be_closed(reference) and not _offers(question):
        return None
    closed = _closed(reference)
    if closed is None or (closed.needs_options and not _offers(question)):
        return None
    return closed_answers.compare(closed, answer, question)


@lru_cache(maxsize=2**12)
def _despite_words(reference: str) -> tuple[Any, ...]:
    """The rules that may know better where the words occur: they lose the sign of $5, and South Sudan."""
    found: list[Any] = []
    if (listed := _listed(reference)) is not None:
        found.append((listed_answers, listed))
    if _LOST_SIGNS.search(reference) and (quantity := quantities.read(reference)):
        found.append((quantities, quantity))
    elif (name := containing_names.read(reference)) and not name.is_new:
        found.append((containing_names, name))
    return tuple(found)


@lru_cache(maxsize=2**12)
def _listed(reference: str) -> listed_answers.ListedReference | None:
    return listed_answers.read(reference)


@lru_cache(maxsize=2**12)
def _closed(reference: str) -> closed_answers.ClosedReference | None:
    return closed_answers.read(reference)


@lru_cache(maxsize=2**12)
def _offers(question: str | None) -> bool:
    return question is not None and (may_offer(question) or bool(options(question)))
