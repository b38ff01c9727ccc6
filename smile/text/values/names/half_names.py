"""Names of two words that share only one: Jane Eyre is not Jane Austen, nor the Atlantic Ocean the Pacific."""

from difflib import SequenceMatcher

import simplemma

from ...lazy_patterns import lazy_re
from ..answer import Answer, Match
from .known_names import WORD_LISTS
from .person_names import is_given_name

_NAME = lazy_re(r"(?:[Tt]he\s+)?([^\W\d_][\w'’-]+(?:\s+[^\W\d_][\w'’-]+){1,3})[\s.]*")
_KINDS = WORD_LISTS["kinds of things"]
_BEFORE_NAMES = _KINDS | WORD_LISTS["royal titles"]
# With others, one person may have two names: Sir Winston is Sir Churchill.
_TITLES = WORD_LISTS["titles"] - WORD_LISTS["royal titles"]
_BETWEEN = WORD_LISTS["particles"] | {"of"}
# Names more alike may be one name in two spellings: Czech and Check.
_MOST_ALIKE = 0.5

_Name = tuple[str, str]


def read(reference: str) -> tuple[str, _Name] | None:
    """Returns a reference and its two words in lower case, if both have a capital; of titles only royal ones may lead.

    >>> read("the Pacific Ocean"), read("pacific ocean"), read("Sir Winston")
    (('the Pacific Ocean', ('pacific', 'ocean')), None, None)
    """
    name = _two_words(reference.strip(), has_case=True)
    return (reference, name) if name else None


def compare(value: tuple[str, _Name], answer: Answer, question: str | None) -> Match | None:
    """Says whether an answer is the name of another person with this given name, or of another thing of this kind.

    >>> compare(read("Pacific Ocean"), Answer("The Atlantic Ocean."), None).is_same
    False
    >>> compare(read("Jane Austen"), Answer("Jane Eyre"), None).is_same
    False
    >>> compare(read("Jon Voight"), Answer("John Voight"), None), compare(read("New York"), Answer("New Haven"), None)
    (None, None)
    """
    reference, (first, last) = value
    name = _two_words(answer.proper, answer.has_case)
    if name is None:
        return None
    its_first, its_last = name
    if its_first == first:
        are_english = (simplemma.is_known(word, "en") for word in (first, last, its_last))
        may_differ = first in _BEFORE_NAMES or is_given_name(first) or not any(are_english)
        is_other = may_differ and _are_unlike(its_last, last)
    elif its_last == last:
        # North Korea is Northern Korea.
        are_sides = {its_first, first} <= WORD_LISTS["compass"] and its_first[0] != first[0]
        is_other = are_sides or (last in _KINDS and _are_unlike(its_first, first))
    else:
        is_other = False
    if is_other:
        return answer.match("name", False, "not", answer.proper, reference)
    return None


def _two_words(text: str, has_case: bool) -> _Name | None:
    """Returns the two words of a name in lower case, particles aside: "leonardo", "vinci"; None for other names."""
    found = _NAME.fullmatch(text)
    words = [word for word in found[1].split() if word.lower() not in _BETWEEN] if found else []
    if len(words) != 2 or (has_case and not all(word[0].isupper() for word in words)):
        return None
    first, last = words[0].lower(), words[1].lower()
    # William Rufus is William II.
    is_name = first not in _TITLES and last not in WORD_LISTS["common"] and bool(set(last) - set("ivx"))
    return (first, last) if is_name else None


def _are_unlike(one: str, other: str) -> bool:
    return one[0] != other[0] and SequenceMatcher(None, one, other).ratio() < _MOST_ALIKE
