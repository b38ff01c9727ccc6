"""Names of people: initials, order, titles, nicknames and middle names."""

import re
from difflib import SequenceMatcher
from functools import cache
from typing import NamedTuple

import simplemma

from ...lazy_patterns import lazy_re
from ..answer import Answer, Match
from ..written_words import written_words
from .aliases import WORD_LISTS, things

# In front of a name, dropped on either side.
_TITLES = WORD_LISTS["titles"]
# With a single name only these say whose it is: "Captain America" is not America.
_TITLES_OF_ONE_NAME = WORD_LISTS["titles of one name"]
_TITLES_OF_MEN = _TITLES_OF_ONE_NAME - WORD_LISTS["titles of women"]
_SUFFIXES = WORD_LISTS["suffixes"]
_PARTICLES = WORD_LISTS["particles"]
_BETWEEN_NAMES = WORD_LISTS["between names"]
_FAMILY_FIRST = lazy_re(r"([^\W\d][^,\d]{1,30}), ([A-Z][\w.\- ]{0,30}?)(?:,? (?:Jr|Sr)\.?)?", re.IGNORECASE)
_NOT_ONE_PERSON = lazy_re(r"[\d&]|\band\b")
_IN_BRACKETS = lazy_re(r"\s*\([^()]*\)")

_VOWELS = frozenset("aeiouy")
_MOST_GIVEN = 4
_LONGEST_CLUSTER = 3
_SHORTEST_CUT = 3
# Names more alike may be one name in two spellings: Jon and John.
_MOST_ALIKE = 0.7

# Only the middle name tells them apart.
_NAMESAKES = frozenset({("john", "adams")})


class _PersonName(NamedTuple):
    """A person's name; its parts are in lower case, without titles and suffixes.

    Attributes:
        text: The name as the reference has it.
        given: Given names or initials; none for a title with one name.
        family: The words of the family name, with its particles.
    """

    text: str
    given: tuple[str, ...]
    family: tuple[str, ...]


def read(reference: str) -> _PersonName | None:
    """Returns the person that a reference names, or None if it may be no person.

    >>> read("President John F. Kennedy")
    _PersonName(text='President John F. Kennedy', given=('john', 'f'), family=('kennedy',))
    >>> read("Kennedy, John F.").given, read("J.K. Rowling").given, read("World Cup")
    (('john', 'f'), ('j', 'k'), None)
    """
    text = (_IN_BRACKETS.sub("", reference) if "(" in reference else reference).strip(" .\"'")
    words = _in_order(text)
    if not 1 < len(words) <= _MOST_GIVEN + 3 or _NOT_ONE_PERSON.search(text):
        return None
    has_title = False
    while len(words) > 1 and words[0].lower() in _TITLES:
        has_title, title, words = True, words[0].lower(), words[1:]
    while len(words) > 2 and words[-1].lower() in _SUFFIXES:
        words = words[:-1]
    if not all(word[0].isupper() or word in _PARTICLES for word in words) or not words[0][0].isupper():
        return None
    if len(words) == 1:
        return _PersonName(text, (), (words[0].lower(),)) if title in _TITLES_OF_ONE_NAME else None
    start = len(words) - 1
    while start > 1 and words[start - 1].lower() in _PARTICLES:
        start -= 1
    given = _given(words[:start])
    family = tuple(word.lower() for word in words[start:])
    if len(family[-1]) == 1 or _is_numeral(words[-1]) or not given:
        return None
    if not (has_title or any(len(name) == 1 for name in given) or _is_name(given[0], family)):
        return None
    return _PersonName(text, given, family)


def compare(person: _PersonName, answer: Answer, question: str | None) -> Match | None:
    """Whether an answer names the reference's person in another form, or as a whole is a relative's name.

    >>> compare(read("J. K. Rowling"), Answer("It was written by JK Rowling in 1997."), None).is_same
    True
    >>> compare(read("William Clinton"), Answer("Clinton, Bill"), None).is_same
    True
    >>> compare(read("Michelle Obama"), Answer("Barack Obama"), None).is_same
    False
    """
    text, given, family = person
    if f" {' '.join(family)} " not in answer.spaced:
        # Two given names may be another's whole name: Martin Luther is not King.
        is_given_alone = len(given) == 2 and min(map(len, given)) > 1
        if is_given_alone and tuple(answer.proper.lower().split()) == given:
            return answer.match("person", False, "not", answer.proper, text)
        return None
    in_order = _in_order(answer.proper.lower())
    found = _named(given, family, tuple(answer.spaced.split())) or _named(given, family, in_order)
    if found is not None:
        return answer.match("person", True, "=", found, text)
    if given and _is_relative(given, family, in_order):
        return answer.match("person", False, "not", answer.proper, text)
    return None


def is_given_name(word: str) -> bool:
    """Whether a word in lower case is a given name of the lists."""
    return word in _given_names() or word in _first_words()


def _in_order(name: str) -> tuple[str, ...]:
    """The words of a name, given names first."""
    family_first = _FAMILY_FIRST.fullmatch(name) if "," in name else None
    return written_words(f"{family_first[2]} {family_first[1]}" if family_first else name)


def _given(words: tuple[str, ...]) -> tuple[str, ...]:
    """Given names in lower case; a cluster of initials (JK, JRR) is taken apart."""
    return tuple(part.lower() for word in words for part in (word if _is_cluster(word) else (word,)))


def _is_cluster(word: str) -> bool:
    """Whether a word is initials without dots: in capitals, or without vowels."""
    if not 1 < len(word) <= _LONGEST_CLUSTER:
        return False
    small = word.lower()
    return word.isupper() or not (set(small) & _VOWELS or small in _TITLES or small in _SUFFIXES)


def _is_numeral(word: str) -> bool:
    return not set(word) - set("IVX")


def _named(its: tuple[str, ...], family: tuple[str, ...], words: tuple[str, ...]) -> str | None:
    """The words of an answer, in lower case, that name a person with these given names and this family name."""
    size = len(family)
    for place in range(len(words) - size + 1):
        if words[place : place + size] != family:
            continue
        is_whole = len(words) == size + (1 if its else 0)
        if is_whole and (not its or (place == 1 and words[0] in _TITLES_OF_MEN)):
            return " ".join(words)
        for start in range(place - 1, max(place - _MOST_GIVEN, 0) - 1, -1) if its else ():
            if words[start] in _BETWEEN_NAMES and not _is_of(words[start], its):
                break
            given = _given(words[start:place])
            if (given[0], words[place]) in _NAMESAKES and len(given) != len(its):
                break
            if _are_alike(its, given):
                return " ".join(words[start : place + size])
    return None


def _is_of(word: str, given: tuple[str, ...]) -> bool:
    return word in given or (len(word) == 1 and any(name[0] == word for name in given))


def _may_be_given(word: str) -> bool:
    """Whether a word in front of a family name may be a given name: it is one, or no English word."""
    if word in _BETWEEN_NAMES:
        return False
    return (
        len(word) == 1
        or word in _PARTICLES
        or _is_cluster(word)
        or is_given_name(word)
        or not simplemma.is_known(word, "en")
    )


def _are_alike(its: tuple[str, ...], others: tuple[str, ...]) -> bool:
    """Whether given names may be of one person; middle names may be missing, but not differ."""
    if len(its) > 1 and others[0] == "".join(name[0] for name in its):
        return True
    if len(its[0]) == 1 and len(its) > 1 and len(others[0]) > 1 and others[0] == its[1]:
        # F. Scott Fitzgerald, known as Scott.
        return True
    return _is_form_of(its[0], others[0]) and _have_one_middle(its, others)


def _have_one_middle(its: tuple[str, ...], others: tuple[str, ...]) -> bool:
    """Whether middle names are the same, or one is the other's initial."""
    pairs = zip(its[1:], others[1:], strict=False)
    return all(one == other or (one[0] == other[0] and min(len(one), len(other)) == 1) for one, other in pairs)


def _is_form_of(one: str, other: str) -> bool:
    if one == other or (min(len(one), len(other)) == 1 and one[0] == other[0]):
        return True
    if len(one) == len(other) > _SHORTEST_CUT and one[:-1] == other[:-1] and {one[-1], other[-1]} == {"a", "e"}:
        # Maria is Marie in French.
        return True
    names = _given_names()
    return one in names.get(other, ()) or other in names.get(one, ())


def _is_relative(its: tuple[str, ...], family: tuple[str, ...], words: tuple[str, ...]) -> bool:
    """Whether an answer is a name with the same family name and an unrelated given name."""
    size = len(family)
    if not size < len(words) <= size + 3 or words[-size:] != family:
        return False
    given = _given(words[:-size])
    if given[0] in _TITLES or not all(map(_may_be_given, words[:-size])):
        return False
    if _is_form_of(given[0], its[0]):
        if (given[0], family[0]) in _NAMESAKES:
            return len(given) != len(its)
        return not _have_one_middle(its, given)
    return _is_name(given[0], family) and not _may_be_one(given[0], its)


def _may_be_one(given: str, others: tuple[str, ...]) -> bool:
    """Whether a given name may stand for others: an initial, a form like Rob, or in another spelling."""
    names = _given_names()
    forms = names.get(given, frozenset()) | {given}
    return len(given) == 1 or any(
        given[:_SHORTEST_CUT] == other[:_SHORTEST_CUT]
        or other == given[0]
        or not forms.isdisjoint(names.get(other, frozenset()) | {other})
        or SequenceMatcher(None, given, other).ratio() > _MOST_ALIKE
        for other in others
    )


def _is_name(given: str, family: tuple[str, ...]) -> bool:
    """Whether a given name is one of the lists, or one of the two names is no English word."""
    return is_given_name(given) or not simplemma.is_known(given, "en") or not simplemma.is_known(family[-1], "en")


@cache
def _first_words() -> frozenset[str]:
    """The first words of the names of people in the lists."""
    people = (form for thing in things("person") for form in thing.forms)
    return frozenset(form.split()[0] for form in people if " " in form) - _TITLES - {"the"}


@cache
def _given_names() -> dict[str, frozenset[str]]:
    """English given names, each with its short and long forms."""
    from nicknames import NickNamer

    namer = NickNamer()
    short, long = namer.nickname_lookup, namer.canonical_lookup
    return {name: frozenset(short.get(name, set()) | long.get(name, set())) for name in {*short, *long}}
