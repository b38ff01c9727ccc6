"""The order of the rules for values: the first that can tell decides."""

from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import Any

from . import denials, identifiers, no_answers, quantities
from .answer import Answer, Match
from .closed import closed_answers
from .lists import candidate_lists, hedged_lists, listed_answers
from .names import containing_names
from .rule import Rule
from .single_values import compare_single

# Longer texts are no short answers: their words decide.
_LONGEST = 5_000

_Read = tuple[Rule, Any]


def find_matches(
    references: Sequence[str], are_found: Sequence[bool], answer: Answer, question: str | None
) -> list[Match | None]:
    """Returns what the first rule that can tell says of an answer, for each reference; None where the words decide.

    Args:
        references: The references of a row in NFKC.
        are_found: Whether the answer has each word for word. Then few rules may call it wrong.
        answer: The answer.
        question: The question, if it is known and used.

    >>> [match] = find_matches(["36 inches"], [False], Answer("one yard"), None)
    >>> match.is_same
    True
    >>> [match] = find_matches(["no"], [True], Answer("I have no idea."), None)
    >>> match.is_same
    False
    """
    # One of three candidates is no choice, whichever reference it is.
    match = candidate_lists.compare(references, answer, question)
    if match is not None or len(answer.text) > _LONGEST:
        return [match] * len(references)
    candidates = hedged_lists.candidates(answer.small)
    offers = closed_answers.offers(question)
    denial = denials.compare(references, are_found, answer, question)
    found: list[Match | None] = []
    for reference, is_found in zip(references, are_found, strict=True):
        match = None
        if len(reference) > _LONGEST:
            found.append(None)
            continue
        if match := no_answers.compare(reference, is_found, answer, question):
            found.append(match)
            continue
        # They see what an answer does with the reference's words: "no idea" is no "no".
        if offers or closed_answers.may_be_closed(reference):
            match = closed_answers.compare(reference, answer, question)
        if match is None and candidates is not None:
            match = hedged_lists.compare(reference, candidates, answer, question)
        match = match or denial
        if match is None and is_found:
            match = _first(_despite_words(reference, quantities.may_differ(reference, answer)), answer, question)
            match = match if match is not None and not match.is_same else None
        elif match is None:
            # Lists before single values: their items are values too.
            match = _first(_listed(reference), answer, question) or compare_single(reference, answer, question)
        found.append(match)
    return found


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
def _despite_words(reference: str, may_differ: bool) -> tuple[_Read, ...]:
    """The rules that may know better where the words occur: one item more, the sign of $5, and South Sudan."""
    if identifier := identifiers.read(reference):
        return ((identifiers, identifier),)
    if may_differ and (quantity := quantities.read(reference)):
        return ((quantities, quantity),)
    name = containing_names.read(reference)
    names: tuple[_Read, ...] = () if name is None or name.is_new else ((containing_names, name),)
    return (*_listed(reference), *names)
