"""Names within longer names: South Sudan is not Sudan, and York is not New York."""

from dataclasses import dataclass
from functools import cache, lru_cache

from ...lazy_patterns import lazy_re
from ..answer import Answer, Match, answer_of
from .known_names import WORD_LISTS
from .places import gazetteer
from .places import read as read_place

_MOST_WORDS = 14
# A state, and the city that is as often meant.
_ALSO_ITSELF = frozenset(["washington"])
# What the list of places lacks.
_MORE = (("england", "new england"), ("netherlands", "netherlands antilles"), ("ireland", "northern ireland"))
_ONE_WORD = lazy_re(r"\s*(?:the\s+)?(?P<name>[A-Z][a-z]{2,})[\s.]*")
_NEW_NAME = lazy_re(r"\s*(?:the\s+)?New (?P<name>[A-Z][a-z]+)\b.*")


@dataclass(frozen=True, slots=True)
class NameWithin:
    """A name of one word that is within longer names, or the word after "New" in a longer name.

    Attributes:
        text: The reference.
        name: The word in lower case.
        longer: Longer names of other places.
        is_new: Whether the reference itself is the longer one.
    """

    text: str
    name: str
    longer: tuple[str, ...]
    is_new: bool


@lru_cache(maxsize=2**14)
def read(reference: str) -> NameWithin | None:
    """Returns the name that a reference is, if longer names hold it, or it is one of them.

    >>> "south sudan" in read("Sudan").longer, read("New York City").name, read("Paris")
    (True, 'york', None)
    """
    if (found := _NEW_NAME.fullmatch(reference)) and found["name"].lower() in WORD_LISTS["places called New"]:
        return NameWithin(reference.strip(" ."), found["name"].lower(), (), True)
    if not (found := _ONE_WORD.fullmatch(reference)):
        return None
    name = found["name"].lower()
    longer = _longer_names().get(name, ())
    if not longer or name in _ALSO_ITSELF:
        return None
    place = read_place(reference)
    codes = place.codes if place else frozenset()
    others = tuple(form for form, its in longer if not codes & its and (place or form.startswith("new ")))
    return NameWithin(reference.strip(" ."), name, others, False) if others else None


def compare(name: NameWithin, answer: Answer, question: str | None) -> Match | None:
    """Says whether an answer names only the other place.

    >>> compare(read("Sudan"), Answer("It is South Sudan."), None).is_same
    False
    >>> compare(read("New York City"), Answer("In York!"), None).is_same, compare(read("Sudan"), Answer("Sudan"), None)
    (False, None)
    """
    rest = answer.spaced
    if f" {name.name} " not in rest:
        return None
    if name.is_new:
        has_new = rest.count(" ") > _MOST_WORDS or " new " in rest
        return None if has_new else answer.match("place", False, "not", name.name, name.text)
    named = [form for form in name.longer if f" {form} " in rest]
    for form in named:
        rest = rest.replace(f" {form} ", " ")
    if not named or f" {name.name} " in rest:
        return None
    # "Complete the name: New what?"
    asked = answer_of(question).spaced if question else ""
    if all(f" {word} " in asked for word in named[0].split() if word != name.name):
        return None
    return answer.match("place", False, "not", named[0], name.text)


@cache
def _longer_names() -> dict[str, tuple[tuple[str, frozenset[str]], ...]]:
    """The names of countries and states that end in a word, and their codes, by that word."""
    found: dict[str, list[tuple[str, frozenset[str]]]] = {}
    for form, codes in gazetteer().codes.items():
        first, _, last = form.rpartition(" ")
        if first and len(first.split()) <= 2 and all(len(code) == 2 or "-" in code for code in codes):
            found.setdefault(last, []).append((form, codes))
    for name, form in _MORE:
        found.setdefault(name, []).append((form, frozenset([f"({form})"])))
    return {word: tuple(sorted(forms, key=lambda pair: -len(pair[0]))) for word, forms in found.items()}
