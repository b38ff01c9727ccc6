"""Names of places within longer names: South Sudan is not Sudan, and York is not New York."""

from functools import cache, lru_cache
from typing import NamedTuple

from ...lazy_patterns import lazy_re
from ..answer import Answer, Match, answer_of
from .aliases import things

# A state, and the city that is as often meant.
_ALSO_ITSELF = frozenset(["washington"])
# What the table lacks, and longer names of what is no country or state.
_MORE = {
    "england": ["new england"],
    "netherlands": ["netherlands antilles"],
    "ireland": ["northern ireland"],
    "zealand": ["new zealand"],
}
# "Sudan", "the Sudan."
_ONE_WORD = lazy_re(r"\s*(?:the\s+)?(?P<name>[A-Z][a-z]{2,})[\s.]*")
# "New York City": York is another place.
_NEW = lazy_re(r"\s*New (?P<name>York|Orleans|Zealand|Mexico|Hampshire|Guinea|Caledonia|England)\b.*")
_MOST_WORDS = 14


class NameWithin(NamedTuple):
    """A name of one word, and longer names of other places that have it; none if the reference is the longer one."""

    text: str
    name: str
    longer: tuple[str, ...]


@lru_cache(maxsize=2**14)
def read(reference: str) -> NameWithin | None:
    """Returns the name that a reference is, if longer names hold it.

    >>> read("Mexico").longer, read("Paris")
    (('new mexico',), None)
    """
    if found := _NEW.fullmatch(reference):
        return NameWithin(reference.strip(" ."), found["name"].lower(), ())
    found = _ONE_WORD.fullmatch(reference)
    name = found["name"].lower() if found else ""
    longer = _longer_names().get(name)
    return NameWithin(reference.strip(" ."), name, longer) if longer else None


def compare(within: NameWithin, answer: Answer, question: str | None) -> Match | None:
    """Says whether an answer names only the other place.

    >>> compare(read("Sudan"), Answer("It is South Sudan."), None).is_same
    False
    >>> compare(read("New York City"), Answer("In York!"), None).is_same, compare(read("Sudan"), Answer("Sudan"), None)
    (False, None)
    """
    text, name, longer = within
    rest = answer.spaced
    if f" {name} " not in rest:
        return None
    if not longer:
        has_new = rest.count(" ") > _MOST_WORDS or " new " in rest
        return None if has_new else answer.match("place", False, "not", name, text)
    named = [form for form in longer if f" {form} " in rest]
    for form in named:
        rest = rest.replace(f" {form} ", " ")
    if not named or f" {name} " in rest:
        return None
    # "Complete the name: New what?"
    asked = answer_of(question).spaced if question else ""
    if all(f" {word} " in asked for word in named[0].split() if word != name):
        return None
    return answer.match("place", False, "not", named[0], text)


@cache
def _longer_names() -> dict[str, tuple[str, ...]]:
    """The names of two or three words of countries and states by their last word, the longest first.

    A longer name of a place of that name is none: the Republic of Korea is one of two Koreas.
    """
    places = [*things("country"), *things("state")]
    names = {form for place in places for form in place.forms}
    found: dict[str, set[str]] = {name: set(forms) for name, forms in _MORE.items()}
    for place in places:
        for form in place.forms:
            first, _, last = form.rpartition(" ")
            is_another = last not in place.forms and (last in names or first.startswith("new"))
            if first and len(first.split()) <= 2 and is_another and last not in _ALSO_ITSELF:
                found.setdefault(last, set()).add(form)
    return {name: tuple(sorted(forms, key=lambda form: (-len(form), form))) for name, forms in found.items()}
