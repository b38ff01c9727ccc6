"""The order of the rules for values: the first that can tell decides."""

from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import Any

from ..view import Match, Span, View
from . import decide, denials, formulas, identifiers, no_answers, other_statements
from .closed import closed_answers, one_word_apart
from .lists import listed_answers
from .names import aliases
from .rule import Rule
from .single_values import compare_single

# Longer texts are no short answers: their words decide.
_LONGEST = 5_000

# What an answer chooses it does not deny.
_CLOSED = "closed answer"

_Read = tuple[Rule, Any]


def find_matches(
    references: Sequence[str], are_found: Sequence[bool], answer: View, question: str | None
) -> list[Match | None]:
    """Returns the finding of the first rule that decides, for each reference; None where the words decide.

    Args:
        references: The references of a row in NFKC.
        are_found: Whether the answer has each word for word. Then few rules may call it wrong.
        answer: The answer.
        question: The question, if it is known and used.

    >>> [match] = find_matches(["36 inches"], [False], View("one yard"), None)
    >>> match.is_same
    True
    >>> [match] = find_matches(["no"], [True], View("I have no idea."), None)
    >>> match.is_same
    False
    """
    if len(answer.text) > _LONGEST:
        return [None] * len(references)
    offers = closed_answers.offers(question)
    found = [
        _match(reference, is_found, answer, question, offers=offers) if len(reference) <= _LONGEST else None
        for reference, is_found in zip(references, are_found, strict=True)
    ]
    return (
        found
        if answer.cues.isdisjoint(("denies", "turns"))
        else _denied(references, are_found, found, answer, question)
    )


def _match(reference: str, is_found: bool, answer: View, question: str | None, *, offers: bool) -> Match | None:
    if match := no_answers.compare(reference, is_found, answer, question):
        return match
    # They see what an answer does with the reference's words: "no idea" is no "no".
    if offers or closed_answers.may_be_closed(reference):
        match = closed_answers.compare(reference, answer, question)
        if match is not None:
            return match
    if is_found:
        if answer.small == reference.lower():
            return None
        match = _first(_despite_words(reference), answer, question)
        match = match or other_statements.compare(reference, answer, question)
        if match is None or match.is_same:
            match = decide.compare(reference, True, answer, question)
        return None if match is None or match.is_same else match
    if decide.has_labels(reference) and (match := decide.compare(reference, False, answer, question)):
        return match
    # Lists before single values: their items are values too.
    if match := _first(_listed(reference), answer, question):
        return match
    match = compare_single(reference, answer, question)
    # The same values may stand in an opposite statement: "Ben beat Anna 2-1".
    opposite = None if match and not match.is_same else one_word_apart.compare(reference, answer)
    return opposite or match


def _denied(
    references: Sequence[str],
    are_found: Sequence[bool],
    found: list[Match | None],
    answer: View,
    question: str | None,
) -> list[Match | None]:
    """Returns the matches, or a denial in place of each where the answer denies every mention of every reference."""
    mentioned: list[str] = []
    spans: set[Span] = set()
    for reference, is_found, match in zip(references, are_found, found, strict=True):
        if match is not None and match.is_same and match.rule == _CLOSED:
            return found
        if match is None and is_found:
            its = [*answer.written_mentions(reference), *answer.word_mentions(reference)]
        elif match is not None and match.is_same:
            its = list(match.said)
        else:
            continue
        if not its:
            return found
        mentioned.append(reference)
        spans.update(its)
    denial = denials.compare(mentioned, list(spans), answer, question)
    return found if denial is None else [denial] * len(references)


def _first(values: Iterable[_Read], answer: View, question: str | None) -> Match | None:
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
    if identifier := identifiers.read(reference):
        return ((identifiers, identifier),)
    if formula := formulas.read(reference):
        return ((formulas, formula),)
    name = aliases.read(reference)
    return (*_listed(reference), *(((aliases, name),) if name and name.longer else ()))
