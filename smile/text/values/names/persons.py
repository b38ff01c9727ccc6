"""Names of people: initials, order, titles, nicknames and middle names."""

import re
from typing import NamedTuple

import simplemma

from ....caches import cached
from ....lazy_patterns import lazy_re
from ...view import Match, View
from ...written_words import written_words
from .name_table import WORD_LISTS, named_things_of_kind

# In front of a name, dropped on either side.
_TITLES = WORD_LISTS["titles"]
# With a single name only these say whose it is: "Captain America" is not America.
_TITLES_OF_ONE_NAME = WORD_LISTS["titles of one name"]
_SUFFIXES = WORD_LISTS["suffixes"]
_PARTICLES = WORD_LISTS["particles"]
_BETWEEN_NAMES = WORD_LISTS["between names"]
# "Kennedy, John F.", "King, Martin Luther, Jr."
_FAMILY_FIRST = lazy_re(r"([^\W\d][^,\d]{1,30}), ([A-Z][\w.\- ]{0,30}?)(?:,? (?:Jr|Sr)\.?)?", re.IGNORECASE)
_NOT_ONE_PERSON = lazy_re(r"[\d&]|\band\b")
_IN_BRACKETS = lazy_re(r"\s*\([^()]*\)")

_MOST_GIVEN = 4
_LONGEST_CLUSTER = 3


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
    """Returns the person that a reference names, or None if it may not be a person.

    >>> read("President John F. Kennedy")
    _PersonName(text='President John F. Kennedy', given=('john', 'f'), family=('kennedy',))
    >>> read("Kennedy, John F.").given, read("J.K. Rowling").given, read("World Cup")
    (('john', 'f'), ('j', 'k'), None)
    """
    text = (_IN_BRACKETS.sub("", reference) if "(" in reference else reference).strip(" .\"'")
    words = _given_names_first(text)
    if not 1 < len(words) <= _MOST_GIVEN + 3 or _NOT_ONE_PERSON.search(text):
        return None
    title = ""
    while len(words) > 1 and words[0].lower() in _TITLES:
        title, words = words[0].lower(), words[1:]
    while len(words) > 2 and words[-1].lower() in _SUFFIXES:
        words = words[:-1]
    if not all(word[0].isupper() or word in _PARTICLES for word in words):
        return None
    if len(words) == 1:
        return _PersonName(text, (), (words[0].lower(),)) if title in _TITLES_OF_ONE_NAME else None
    start = len(words) - 1
    while start > 1 and words[start - 1].lower() in _PARTICLES:
        start -= 1
    given, family = _given_names(words[:start]), tuple(word.lower() for word in words[start:])
    if len(family[-1]) == 1 or not words[-1].strip("IVX"):
        return None
    is_name = title or 1 in map(len, given) or _may_be_given(given[0]) or not simplemma.is_known(family[-1], "en")
    return _PersonName(text, given, family) if is_name else None


def compare(person: _PersonName, answer: View, question: str | None) -> Match | None:
    """Returns whether an answer names the person in another form, or as a whole names a relative.

    >>> compare(read("J. K. Rowling"), View("It was written by JK Rowling in 1997."), None).is_same
    True
    >>> compare(read("William Clinton"), View("Clinton, Bill"), None).is_same
    True
    >>> compare(read("Michelle Obama"), View("Barack Obama"), None).is_same
    False
    """
    text, given, family = person
    if f" {' '.join(family)} " not in answer.spaced:
        return None
    in_order = _given_names_first(answer.proper.lower())
    found = _words_naming_person(given, family, tuple(answer.spaced.split())) or _words_naming_person(
        given, family, in_order
    )
    if found is not None:
        return answer.match("person", True, "=", found, text)
    if given and _is_relative(given, family, in_order):
        return answer.match("person", False, "not", answer.proper, text)
    return None


def _given_names_first(name: str) -> tuple[str, ...]:
    """The words of a name, given names first."""
    family_first = _FAMILY_FIRST.fullmatch(name) if "," in name else None
    return written_words(f"{family_first[2]} {family_first[1]}" if family_first else name)


def _given_names(words: tuple[str, ...]) -> tuple[str, ...]:
    """Given names in lower case; a cluster of initials (JK, JRR) is taken apart."""
    return tuple(part.lower() for word in words for part in (word if _are_initials_of_person(word) else (word,)))


def _are_initials_of_person(word: str) -> bool:
    """Whether a word is initials without dots: in capitals, or without vowels."""
    small = word.lower()
    is_short = 1 < len(word) <= _LONGEST_CLUSTER
    return is_short and (word.isupper() or not (set(small) & set("aeiouy") or small in _TITLES | _SUFFIXES))


def _words_naming_person(its: tuple[str, ...], family: tuple[str, ...], words: tuple[str, ...]) -> str | None:
    """The words of an answer, in lower case, that name a person with these given names and this family name."""
    size = len(family)
    for place in range(len(words) - size + 1):
        if words[place : place + size] != family:
            continue
        titles = _TITLES_OF_ONE_NAME - WORD_LISTS["titles of women"] if its else {""}
        if len(words) == size + bool(its) and (words[0] if place else "") in titles:
            return " ".join(words)
        for start in range(place - 1, max(place - _MOST_GIVEN, 0) - 1, -1) if its else ():
            word = words[start]
            if word in _BETWEEN_NAMES and word not in {name[0] for name in its}:
                break
            if _may_be_same_given_names(its, _given_names(words[start:place])):
                return " ".join(words[start : place + size])
    return None


def _may_be_same_given_names(its: tuple[str, ...], others: tuple[str, ...]) -> bool:
    """Whether given names may be of one person; middle names may be missing, but not differ."""
    if len(its) > 1 and others[0] in ("".join(name[0] for name in its), its[1] if len(its[0]) == 1 else ""):
        # JK for Joanne Kathleen; F. Scott Fitzgerald, known as Scott.
        return True
    pairs = zip(its[1:], others[1:], strict=False)
    return _is_person_name_form(its[0], others[0]) and all(
        one == other or _is_initial_of_person(one, other) for one, other in pairs
    )


def _is_person_name_form(one: str, other: str) -> bool:
    if (
        one == other
        or _is_initial_of_person(one, other)
        or (one[:-1] == other[:-1] and {one[-1], other[-1]} == {"a", "e"})
    ):
        return True  # Maria is Marie in French.
    return one in _nicknames().get(other, ()) or other in _nicknames().get(one, ())


def _is_initial_of_person(one: str, other: str) -> bool:
    return one[0] == other[0] and min(len(one), len(other)) == 1


def _is_relative(its: tuple[str, ...], family: tuple[str, ...], words: tuple[str, ...]) -> bool:
    """Whether an answer is a name with the same family name and an unrelated given name."""
    size = len(family)
    if not size < len(words) <= size + 3 or words[-size:] != family:
        return False
    given = _given_names(words[:-size])
    if not all(len(word) == 1 or word in _PARTICLES or _may_be_given(word) for word in given):
        return False
    if _is_person_name_form(given[0], its[0]):
        return not _may_be_same_given_names(its, given)
    return not any(_may_be_one(given[0], name) for name in its)


def _may_be_one(given: str, other: str) -> bool:
    """Whether given names may be one name in two spellings (Jon and John, Evgenia and Yevgenia) or two forms."""
    one, two = ({name} | _nicknames().get(name, frozenset()) for name in (given, other))
    return given[0] == other[0] or given[1:] == other or given == other[1:] or not one.isdisjoint(two)


def _may_be_given(word: str) -> bool:
    """Whether a word may be a given name: it is one of the lists, or no English word."""
    word = word.lower()
    if word in _BETWEEN_NAMES:
        return False
    return is_given_name(word) or not simplemma.is_known(word, "en")


def is_given_name(word: str) -> bool:
    """Returns whether a word is a known given name.

    >>> is_given_name("Albert"), is_given_name("Rome")
    (True, False)
    """
    return word.lower() in _nicknames() or word.lower() in _first_names()


@cached()
def _first_names() -> frozenset[str]:
    """The first words of the names of people in the table."""
    people = (form for person in named_things_of_kind("person") for form in person.forms)
    return frozenset(form.split()[0] for form in people if " " in form) - _TITLES - {"the"}


@cached()
def _nicknames() -> dict[str, frozenset[str]]:
    """English given names, each with its short and long forms."""
    from nicknames import NickNamer

    namer = NickNamer()
    short, long = namer.nickname_lookup, namer.canonical_lookup
    return {name: frozenset(short.get(name, set()) | long.get(name, set())) for name in {*short, *long}}
