"""Countries, and the states of the United States and Canada: names, codes and adjectives."""

import json
from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import NamedTuple

import simplemma

from ..answer import Answer, Match
from ..written_words import strip_lead_in
from .known_names import NAMES_FIRST, find_form, groups, is_word, key

_LONGEST_CODE = 3
_MOST_WORDS = 8

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
    name = strip_lead_in(reference)
    if not name or name.count(" ") >= _MOST_WORDS:
        return None
    known = gazetteer()
    codes = _codes_of(name)
    its = codes or (known.codes_by_adjective.get(name.lower(), frozenset()) if name == name.title() else frozenset())
    if not its:
        return None
    names = _longest_first(form for code in its for form in known.names[code])
    adjectives = _longest_first(form for code in its for form in known.adjectives[code])
    in_use = frozenset(code for one in its for code in known.short[one])
    return Place(name, its, names, in_use, adjectives) if codes else Place(name, its, adjectives, in_use, names)


def compare(place: Place, answer: Answer, question: str | None) -> Match | None:
    """Says whether an answer names the reference's place in another form, or as a whole is another place of its kind.

    >>> compare(read("United Kingdom"), Answer("It happened in Great Britain."), None).is_same
    True
    >>> compare(read("UK"), Answer("The US"), None).is_same
    False
    >>> compare(read("California"), Answer("San Diego, CA"), None).is_same
    True
    >>> compare(read("Hawaii"), Answer("Hi"), None), compare(read("UK"), Answer("England"), None)
    (None, None)
    """
    written = _find(place.forms, answer)
    if written is None:
        last = answer.proper.rpartition(", ")[2]
        if _is_code(last, answer, after_comma=last != answer.proper) and last.upper() in place.codes_in_use:
            written = last
    if (
        written is None
        and answer.proper.count(" ") < _MOST_WORDS_WITH_ADJECTIVE
        and not (question and any(word in question.lower() for word in _ABOUT_LANGUAGE))
    ):
        written = _find(place.others, answer)
    if written is not None:
        return answer.match("place", True, "=", written, place.name)
    codes = _codes_of(answer.proper, answer)
    if codes and not codes & place.codes and _are_of_one_kind(codes, place.codes):
        return answer.match("place", False, "not", answer.proper, place.name)
    return None


def _find(forms: tuple[str, ...], answer: Answer) -> str | None:
    return next((written for form in forms if (written := find_form(form, answer)) is not None), None)


def _longest_first(forms: Iterable[str]) -> tuple[str, ...]:
    return tuple(sorted(set(forms), key=lambda form: (-len(form), form)))


def _are_of_one_kind(some: frozenset[str], others: frozenset[str]) -> bool:
    """Two countries of today, or two states; England is within the United Kingdom, and Prussia was in Germany."""
    return set(map(_kind, some)) == set(map(_kind, others)) in ({"country"}, {"state"})


def _kind(code: str) -> str:
    return "country" if len(code) == 2 else "state" if code[2:3] == "-" else "other"


def _codes_of(name: str, answer: Answer | None = None) -> frozenset[str]:
    """The codes of a name, or of a code that the answer has as a whole."""
    if answer is not None and len(name) <= _LONGEST_CODE and not _is_code(name, answer):
        return frozenset()
    known = gazetteer()
    found = known.codes.get(key(name))
    if found is None and len(name) <= _LONGEST_CODE and (name.upper() in NAMES_FIRST or not is_word(name)):
        found = known.codes.get(key(name.upper())) or known.codes_by_short.get(name.upper())
    return found or frozenset()


def _is_code(text: str, answer: Answer, *, after_comma: bool = False) -> bool:
    """Whether a text is a code: one that is a word too needs its capitals, and stands after a comma ("Tulsa, OK")."""
    if not 0 < len(text) <= _LONGEST_CODE:
        return False
    if text.upper() in NAMES_FIRST or (after_comma and text.isupper()):
        return True
    return not is_word(text) and (answer.text.isupper() or text.isupper() or not simplemma.is_known(text.lower(), "en"))


class _Gazetteer(NamedTuple):
    """What is known of places: the codes of each name, and the names, short codes and adjectives of each code."""

    codes: dict[str, frozenset[str]]
    names: dict[str, set[str]]
    short: dict[str, set[str]]
    adjectives: dict[str, set[str]]
    codes_by_short: dict[str, frozenset[str]]
    codes_by_adjective: dict[str, frozenset[str]]


@cache
def gazetteer() -> _Gazetteer:
    """Returns what is known of places; names are in forms of `key`.

    >>> sorted(gazetteer().codes["georgia"])
    ['GE', 'US-GA']
    """
    import pycountry

    countries = list(pycountry.countries)
    # Its file itself: an object for each of the world's 5,000 subdivisions takes longer than all else here.
    subdivisions = json.loads(Path(pycountry.subdivisions.filename).read_text("utf-8"))["3166-2"]
    states: dict[str, str] = {
        each["code"]: each["name"]
        for each in subdivisions
        if each["code"][:3] in ("US-", "CA-") and each["type"] in ("State", "Province", "District")
    }
    codes: dict[str, set[str]] = defaultdict(set)
    for country in countries:
        for field in ("name", "common_name", "official_name"):
            if (name := getattr(country, field, None)) is not None:
                codes[key(name)] = {country.alpha_2}
    for code, name in states.items():
        codes[key(name)].add(code)
    for kind, forms in groups():
        if kind in ("country", "state"):
            known = [code for form in forms for code in codes.get(form, ()) if _kind(code) == kind]
            for form in forms:
                # The first group with a name is the one that it stands for today.
                if kind == "state" or not any(_kind(code) != "state" for code in codes.get(form, ())):
                    codes[form].add(known[-1] if known else f"({forms[0]})")
    codes |= _SHARED_NAMES
    names: dict[str, set[str]] = defaultdict(set)
    short: dict[str, set[str]] = defaultdict(set)
    adjectives: dict[str, set[str]] = defaultdict(set)
    for form, its in codes.items():
        for code in its:
            is_postal = _kind(code) == "state" and len(form) == 2
            (short if is_postal else names)[code].add(form)
    for country in countries:
        short[country.alpha_2] |= {country.alpha_2, country.alpha_3}
    for code in states:
        short[code].add(code[3:])
    for kind, forms in groups():
        if kind == "adjective":
            for code in codes.get(forms[0], ()):
                if _kind(code) != "state":
                    adjectives[code].update(forms[1:])
    frozen = {form: frozenset(its) for form, its in codes.items()}
    return _Gazetteer(frozen, names, short, adjectives, _inverse(short), _inverse(adjectives))


def _inverse(forms_by_code: dict[str, set[str]]) -> dict[str, frozenset[str]]:
    found: dict[str, set[str]] = defaultdict(set)
    for code, forms in forms_by_code.items():
        for form in forms:
            found[form].add(code)
    return {form: frozenset(codes) for form, codes in found.items()}
