"""Countries, and the states of the United States and Canada: names, codes and adjectives."""

from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from typing import Any

from ..answer import Answer
from ..match import Match
from ..written_words import answer_proper, written_words
from .known_names import find_form, groups, key

# These codes are words too; a code counts only where it is the answer, or stands after a comma ("Tulsa, OK").
_LONGEST_CODE = 3

# "Which language", "what tongue": French is no answer to France.
_ABOUT_LANGUAGE = ("language", "speak", "spoken", "tongue", "alphabet", "cuisine")

# Names that two countries of today share.
_SHARED_NAMES = {"congo": {"CG", "CD"}, "korea": {"KR", "KP"}}

# A country's adjective stands in many an answer about something else ("the American actor ...").
_MOST_WORDS_WITH_ADJECTIVE = 6


@dataclass(frozen=True, slots=True)
class Place:
    """What a reference names.

    Attributes:
        name: As the reference has it.
        codes: Of all places with this name: FR, US-GA, or the name of a country that has no code.
        forms: Names and short forms in use, as `key` gives them.
        codes_in_use: Codes that count as an answer of their own.
        others: The place's adjectives, or the place if the reference is its adjective.
    """

    name: str
    codes: frozenset[str]
    forms: tuple[str, ...]
    codes_in_use: frozenset[str]
    others: tuple[str, ...]


def read(reference: str) -> Place | None:
    """Returns the place that a reference names, or None.

    >>> sorted(read("the U.S.").codes), sorted(read("Georgia").codes), read("Paris")
    (['US'], ['GE', 'US-GA'], None)
    """
    name = answer_proper(reference)
    if not name or name.count(" ") > 7:
        return None
    codes = _codes_of(name)
    adjectives = _adjectives().get(name, frozenset()) if not codes else frozenset()
    if not codes and not adjectives:
        return None
    names, short = _forms_of()
    of_place = tuple(sorted({form for code in codes | adjectives for form in names[code]}, key=_longest_first))
    of_adjective = tuple(
        sorted({form for code in codes | adjectives for form in _adjectives_by_code()[code]}, key=_longest_first)
    )
    forms, others = (of_place, of_adjective) if codes else (of_adjective, of_place)
    return Place(name, codes | adjectives, forms, frozenset(code for c in codes for code in short[c]), others)


def compare(place: Place, answer: Answer, question: str | None) -> Match | None:
    """Says whether an answer names the reference's place in another form, or as a whole is another place of its kind.

    >>> compare(read("United Kingdom"), Answer("It happened in Great Britain."), None).is_same
    True
    >>> compare(read("UK"), Answer("The US"), None).is_same
    False
    >>> compare(read("California"), Answer("San Diego, CA"), None).is_same
    True
    >>> compare(read("UK"), Answer("England"), None)
    """
    for form in place.forms:
        written = find_form(form, answer.small)
        if written is not None:
            return answer.match("place", True, "=", written, place.name)
    proper = answer_proper(answer.small)
    last = proper.rpartition(", ")[2]
    if _is_code(last) and last.upper() in place.codes_in_use:
        return answer.match("place", True, "=", last, place.name)
    if len(written_words(proper)) <= _MOST_WORDS_WITH_ADJECTIVE and not _is_about_language(question):
        for form in place.others:
            written = find_form(form, answer.small)
            if written is not None:
                return answer.match("place", True, "=", written, place.name)
    codes = _codes_of(proper)
    if codes and not codes & place.codes and _are_of_one_kind(codes, place.codes):
        return answer.match("place", False, "not", proper, place.name)
    return None


def _longest_first(form: str) -> tuple[int, str]:
    return -len(form), form


def _states() -> Iterator[Any]:
    from pycountry import subdivisions

    all_states: Any = subdivisions
    for nation in ("US", "CA"):
        for state in all_states.get(country_code=nation):
            if state.type in ("State", "Province", "District"):
                yield state


def _is_about_language(question: str | None) -> bool:
    return question is not None and any(word in question.lower() for word in _ABOUT_LANGUAGE)


def _are_of_one_kind(some: frozenset[str], others: frozenset[str]) -> bool:
    """Two countries of today, or two states; England is within the United Kingdom, and Prussia was in Germany."""
    return {_kind(code) for code in some} == {_kind(code) for code in others} in ({"country"}, {"state"})


def _kind(code: str) -> str:
    return "country" if len(code) == 2 else "state" if code[2:3] == "-" else "other"


def _codes_of(name: str) -> frozenset[str]:
    found = names_of_places().get(key(name))
    if found is None and _is_code(name):
        found = names_of_places().get(key(name.upper())) or _places_by_code().get(name.upper())
    return found or frozenset()


def _is_code(text: str) -> bool:
    """Says whether a text may be a code, in any case. As a whole answer "no" is not Norway."""
    return len(text) <= _LONGEST_CODE and text.lower() != "no"


@cache
def names_of_places() -> dict[str, frozenset[str]]:
    """Returns the codes of each name, in forms of `key`.

    >>> sorted(names_of_places()["georgia"])
    ['GE', 'US-GA']
    """
    found: dict[str, set[str]] = defaultdict(set)
    import pycountry

    for country in pycountry.countries:
        for field in ("name", "common_name", "official_name"):
            name = getattr(country, field, None)
            if name is not None:
                found[key(name)] = {country.alpha_2}
    for state in _states():
        found[key(state.name)].add(state.code)
    for group in groups():
        if group.kind in ("country", "state"):
            known = [code for form in group.forms for code in found.get(form, ()) if _kind(code) == group.kind]
            for form in group.forms:
                # The first group with a name is the one that it stands for today.
                if not any(_kind(code) != "state" for code in found.get(form, ())) or group.kind == "state":
                    found[form].add(known[-1] if known else f"({group.forms[0]})")
    for form, codes in _SHARED_NAMES.items():
        found[form] = codes
    return {form: frozenset(codes) for form, codes in found.items()}


@cache
def _places_by_code() -> dict[str, frozenset[str]]:
    found: dict[str, set[str]] = defaultdict(set)
    for code, short in _forms_of()[1].items():
        for form in short:
            found[form].add(code)
    return {form: frozenset(codes) for form, codes in found.items()}


@cache
def _forms_of() -> tuple[dict[str, set[str]], dict[str, set[str]]]:
    """The names of each code, and its short codes."""
    names: dict[str, set[str]] = defaultdict(set)
    short: dict[str, set[str]] = defaultdict(set)
    for form, codes in names_of_places().items():
        for code in codes:
            is_postal = _kind(code) == "state" and len(form) == 2
            (short if is_postal else names)[code].add(form)
    import pycountry

    for country in pycountry.countries:
        short[country.alpha_2] |= {country.alpha_2, country.alpha_3}
    for state in _states():
        short[state.code].add(state.code[3:])
    return names, short


@cache
def _adjectives_by_code() -> dict[str, frozenset[str]]:
    found: dict[str, set[str]] = defaultdict(set)
    for group in groups():
        if group.kind == "adjective":
            for code in names_of_places().get(group.forms[0], ()):
                if _kind(code) != "state":
                    found[code].update(group.forms[1:])
    return defaultdict(frozenset, {code: frozenset(forms) for code, forms in found.items()})


@cache
def _adjectives() -> dict[str, frozenset[str]]:
    """The codes of each adjective as written, with its capital."""
    found: dict[str, set[str]] = defaultdict(set)
    for code, forms in _adjectives_by_code().items():
        for form in forms:
            found[form.title()].add(code)
    return {form: frozenset(codes) for form, codes in found.items()}
