"""The order of the rules for values: the first rule with a result decides."""

from collections.abc import Iterable
from typing import Any

from ...caches import cached
from ...lazy_patterns import lazy_re
from ..clauses import only_says
from ..refusals import refuses
from ..view import Match, View, view_of
from . import decide, formulas
from .closed import closed_answers, one_word_apart
from .closed.multiple_choice import offers_choice
from .closed.yes_no import stated_polarity
from .lists import listed_answers
from .names import name_table
from .single_values import Rule, compare_single

# Longer texts are no short answers: their words decide.
_LONGEST = 5_000

_ASSERTED = ("says", "asks")
# No clause denies a longer reference as a whole.
_LONGEST_DENIED = 60

_Read = tuple[Rule, Any]


def find_match_by_rules(reference: str, is_found: bool, answer: View, question: str | None) -> Match | None:
    """Returns the match of the first rule that decides, or None if the words decide.

    Args:
        reference: A reference in NFKC. The other references of its row change nothing.
        is_found: Whether the answer has it word for word. Then few rules may call it wrong.
        answer: The answer.
        question: The question, if it is known and used.

    >>> find_match_by_rules("36 inches", False, View("one yard"), None).is_same
    True
    >>> find_match_by_rules("no", True, View("I have no idea."), None).is_same
    False
    """
    if max(len(answer.text), len(reference)) > _LONGEST:
        return None
    if match := _match_no_answer(reference, answer, question):
        return match
    # They see what an answer does with the reference's words: "no idea" is no "no".
    if offers_choice(question) or closed_answers.may_be_closed(reference):
        match = closed_answers.compare_closed_answer(reference, answer, question)
        if match is not None:
            return match
    return _match_asserted(reference, is_found, answer, question)


def _match_asserted(reference: str, is_found: bool, answer: View, question: str | None) -> Match | None:
    """Compares the reference with what the answer asserts; if that has no such value, with what it denies."""
    asserted = answer.asserted(question)
    if asserted is answer or not _may_be_denied(reference):
        return _match_value(reference, is_found, answer, question)
    is_said = is_found and view_of(reference).norm in asserted.norm
    match = _match_value(reference, is_said, asserted, question)
    if is_said or (match is not None and match.is_same):
        return match
    denial = answer.match("denial", False, "denies", "", reference)
    # Also without its article: "It wasn't due to the memory leak" denies a memory leak.
    if is_found or (answer.mentions(reference) and not asserted.mentions(reference)):
        return match or denial
    whole = _match_value(reference, False, answer, question)
    is_whole = whole is not None and whole.is_same
    mentioned = whole if is_whole else _match_value(reference, False, answer.denied(question), question)
    if mentioned is None or not mentioned.is_same:
        return match or whole
    # "They have no cars" denies the cars, not that they are zero; "salt but not pepper" denies a part.
    is_denied = not mentioned.said or any(answer.stance(span, question) not in _ASSERTED for span in mentioned.said)
    return match or (denial if is_denied else whole)


def _match_value(reference: str, is_found: bool, answer: View, question: str | None) -> Match | None:
    if is_found:
        if answer.small == reference.lower():
            match = None if answer.text == reference else decide.compare(reference, True, answer, question)
            return None if match is None or match.is_same else match  # 10 Mb are no 10 MB.
        match = _first_match_of_rules(_rules_despite_words(reference), answer, question)
        if match is None or match.is_same:
            match = decide.compare(reference, True, answer, question)
        return None if match is None or match.is_same else match
    if decide.has_labels(reference) and (match := decide.compare(reference, False, answer, question)):
        return match
    # Lists before single values: their items are values too.
    if match := _first_match_of_rules(_rules_for_list(reference), answer, question):
        return match
    match = compare_single(reference, answer, question)
    # The same values may stand in an opposite statement: "Ben beat Anna 2-1".
    opposite = None if match and not match.is_same else one_word_apart.compare_one_word_apart(reference, answer)
    return opposite or match


@cached(2**14)
def _may_be_denied(reference: str) -> bool:
    """Whether a clause can deny the whole reference: it is short, does not mean yes or no, and contains no negation."""
    return len(reference) <= _LONGEST_DENIED and stated_polarity(reference) is None and only_says(reference)


def _first_match_of_rules(values: Iterable[_Read], answer: View, question: str | None) -> Match | None:
    for rule, value in values:
        match = rule.compare(value, answer, question)
        if match is not None:
            return match
    return None


@cached(2**14)
def _rules_for_list(reference: str) -> tuple[_Read, ...]:
    listed = listed_answers.read(reference)
    return () if listed is None else ((listed_answers, listed),)


@cached(2**14)
def _rules_despite_words(reference: str) -> tuple[_Read, ...]:
    """The rules that can reject an answer with the reference's words: one more item, another sign, South Sudan."""
    if formula := formulas.read(reference):
        return ((formulas, formula),)
    name = name_table.read(reference)
    return (*_rules_for_list(reference), *(((name_table, name),) if name and name.longer else ()))


# Of single words these only: "Na" is sodium, and "Sorry" a song. Most references have no such word.
_MAY_REFUSE = lazy_re(
    r"(?i)\s*(?:un\w+|n/a)\W*|(?=.* )(?!(?:when|if|because|since)\b)(?=.*(?:\b(?:un|no|cannot|lack)|n't)).{1,200}"
)


def _match_no_answer(reference: str, answer: View, question: str | None) -> Match | None:
    """Returns a match if both reference and answer say that there is no answer, otherwise None.

    >>> _match_no_answer("unanswerable", View("The text does not mention it."), None).is_same
    True
    >>> _match_no_answer("Fleming", View("I don't know."), None), _match_no_answer("Na", View("sodium"), None)
    (None, None)
    """
    # Few answers refuse.
    texts = (answer.text, reference) if _MAY_REFUSE.fullmatch(reference) else ()
    is_same = bool(texts) and all(refuses(text, question or "", (), "en") for text in texts)
    return Match("no answer", True, "refuses", reference.strip()) if is_same else None
