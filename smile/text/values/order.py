"""The order of the rules for values: the first that can tell decides."""

from collections.abc import Iterable
from functools import lru_cache
from typing import Any

from ..lazy_patterns import lazy_re
from . import denials, quantities
from .answer import Answer
from .closed import closed_answers
from .lists import candidate_lists, hedged_lists, listed_answers
from .match import Match
from .names import containing_names
from .rule import Rule
from .single_values import compare_single

# They see what an answer does with the reference's words: "no idea" is no "no", and one of three candidates no choice.
# Any reference may be an option or a candidate: what they read is the reference itself.
_BEFORE_WORDS: tuple[Rule, ...] = (closed_answers, hedged_lists)

# Signs that the words of a text lack.
_LOST_SIGNS = lazy_re(r"[$€£¥₹₩₽₪₱₫₺฿₿¢°'\"]")

# Longer texts are no short answers: their words decide.
_LONGEST = 5_000

_Read = tuple[Rule, Any]


def find_match(
    reference: str, answer: Answer, question: str | None, is_found: bool, references: tuple[str, ...] = ()
) -> Match | None:
    """Returns what the first rule that can tell says of an answer; None where the words decide.

    Args:
        reference: The reference in NFKC.
        answer: The answer.
        question: The question, if it is known and used.
        is_found: Whether the answer has the reference word for word. Then few rules may call it wrong.
        references: All references of the row, if there are others.

    >>> find_match("36 inches", Answer("one yard"), None, is_found=False).is_same
    True
    >>> find_match("no", Answer("I have no idea."), None, is_found=True).is_same
    False
    """
    if (match := candidate_lists.compare(references or (reference,), answer, question)) is not None:
        return match
    if len(answer.text) > _LONGEST or len(reference) > _LONGEST:
        return None
    for rule in _BEFORE_WORDS:
        if (match := rule.compare(reference, answer, question)) is not None:
            return match
    if (match := denials.compare(references or (reference,), answer, question)) is not None:
        return match
    if is_found:
        match = _first(_despite_words(reference), answer, question)
        return None if match is None or match.is_same else match
    # Lists before single values: their items are values too.
    listed = _listed(reference)
    return _first(listed, answer, question) or compare_single(reference, answer, question)


def _first(values: Iterable[_Read], answer: Answer, question: str | None) -> Match | None:
    for rule, value in values:
        match = rule.compare(value, answer, question)
        if match is not None:
            return match
    return None


@lru_cache(maxsize=2**14)
def _listed(reference: str) -> tuple[_Read, ...]:
    listed = listed_answers.read(reference)
    return () if listed is None else ((listed_answers, listed),)


@lru_cache(maxsize=2**14)
def _despite_words(reference: str) -> tuple[_Read, ...]:
    """The rules that may know better where the words occur: one item more, the sign of $5, and South Sudan."""
    if _LOST_SIGNS.search(reference) and (quantity := quantities.read(reference)):
        return ((quantities, quantity),)
    name = containing_names.read(reference)
    names: tuple[_Read, ...] = () if name is None or name.is_new else ((containing_names, name),)
    return (*_listed(reference), *names)
