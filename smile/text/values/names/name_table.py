"""A table of the names of things: places, elements, letters, works, people, and their short forms.

An answer is correct if it has another name of the reference. If the reference is of a closed kind (a country, a state,
an element, a Greek letter, a unit, a street), an answer that as a whole names another thing of this kind is incorrect.
"""

from collections import defaultdict
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import NamedTuple

import simplemma

from ....caches import cached
from ....tsv import read_tsv_table, read_word_lists
from ...view import Match, RuleName, View, view_of
from ...written_words import has_two_capitals, strip_lead_in, written_words
from ..amounts.units import Unit, units_named
from .spelling import words_in_one_spelling

_FOLDER = Path(__file__).parent
WORD_LISTS = read_word_lists(_FOLDER)

_PLACES = frozenset(["country", "state", "region"])
# Their names are no names within a sentence: "lead", "As", "mu".
_SIGNS = frozenset(["element", "letter"])
# Regions are parts of countries, or overlap with them.
_CLOSED = frozenset(["country", "state", *_SIGNS])

_MOST_WORDS = 12
_LONGEST_CODE = 3
# A country's adjective stands in many an answer about something else ("the American actor ...").
_MOST_WORDS_WITH_ADJECTIVE = 6
# The letters of an answer that may be another thing as a whole.
_LONGEST_OTHER = 60
# "US of A", "in US".
_FEW_WORDS = 3
# As a whole answer they are rarely the word.
_NAMES_FIRST = frozenset(["US", "LA", "GA"])
# "South America" is not America, "New Mexico" is not Mexico.
_PARTS = tuple(
    f" {part}"
    for part in "north south east west northern southern eastern western central latin new equatorial papua".split()
)
# Regions, not countries or states, whose names contain a country's name.
_MORE_LONGER_NAMES = ("new england", "new zealand", "northern ireland", "netherlands antilles")


class Thing(NamedTuple):
    """A line of the table.

    Attributes:
        kind: country, state, region, element, letter, name, person or short.
        forms: Its names, as `name_key` gives them; those of a state with its code.
        codes: A country's and a state's: FR and FRA, GA.
        adjectives: A country's.
    """

    kind: str
    forms: tuple[str, ...]
    codes: tuple[str, ...] = ()
    adjectives: tuple[str, ...] = ()


class Alias(NamedTuple):
    """The thing that a reference names.

    Attributes:
        text: The reference.
        rule: The kind of name.
        forms: Names that count wherever they stand, as `name_key` gives them, the longest first.
        codes: Codes that count as a whole answer, or after a comma.
        others: A country's adjectives, or its names if the reference is its adjective.
        longer: Names of other places that have one of its names in them: South Sudan, of Sudan.
        meanings: What it is of closed kinds, as `_closed_kinds` gives it.
    """

    text: str
    rule: RuleName
    forms: tuple[str, ...]
    codes: frozenset[str]
    others: tuple[str, ...]
    longer: tuple[str, ...]
    meanings: frozenset[tuple[str, str | Unit]]


def read(reference: str) -> Alias | None:
    """Returns the thing that a reference names, or None.

    >>> read("World Health Organization").forms, sorted(read("Georgia").codes)
    (('world health organization', 'WHO'), ['GA', 'GE', 'GEO'])
    >>> read("km/h").meanings == read("kph").meanings, read("because")
    (True, None)
    """
    text = strip_lead_in(reference)
    if not text or len(written_words(text)) > _MOST_WORDS:
        return None
    things = _things_named(text)
    places = [thing for thing in things if thing.kind in _PLACES]
    adjectives = _longest_first(form for place in places for form in place.adjectives)
    if not places and text == text.title() and (its := _name_table().by_adjective.get(text.lower())):
        adjectives = _longest_first(form for place in its for form in place.forms)
        places, things = its, [Thing(place.kind, place.adjectives, place.codes) for place in its]
    meanings = frozenset(_closed_kinds(text, things))
    if not (things or meanings):
        return None
    forms = _longest_first(form for thing in things if thing.kind not in _SIGNS for form in thing.forms)
    codes = frozenset(code for place in places for code in place.codes)
    is_place = bool(places) and _SIGNS.isdisjoint(thing.kind for thing in things)
    longer = _longest_first(name for form in forms for name in _place_names() if f" {form} " in f" {name} ")
    longer = tuple(name for name in longer if name not in forms) if is_place else ()
    return Alias(text, "place" if is_place else "short form", forms, codes, adjectives, longer, meanings)


def compare(alias: Alias, answer: View, question: str | None) -> Match | None:
    """Returns whether an answer has another name of the reference, or as a whole names another thing of its kind.

    >>> compare(read("United Kingdom"), View("It happened in Great Britain."), None).is_same
    True
    >>> compare(read("UK"), View("The US"), None).is_same, compare(read("Au"), View("silver"), None).is_same
    (False, False)
    >>> compare(read("California"), View("San Diego, CA"), None).is_same
    True
    >>> compare(read("Hawaii"), View("Hi"), None), compare(read("UK"), View("England"), None)
    (None, None)
    >>> compare(read("Sudan"), View("It is South Sudan."), None).is_same
    False
    """
    if another := _only_longer(alias, answer, question):
        return answer.match(alias.rule, False, "not", another, alias.text)
    same = _other_name_of_thing(alias, answer)
    is_short_answer = len(answer.text) <= _LONGEST_OTHER
    said = _meanings_of(answer.proper, answer.text.isupper()) if alias.meanings and is_short_answer else frozenset()
    if same is None and not said.isdisjoint(alias.meanings):
        names = {name for _, name in alias.meanings}
        is_meant = not is_also_a_word(answer.proper) or not names.isdisjoint((answer.proper, answer.proper.lower()))
        same = answer.proper if is_meant else None
    if same is not None:
        if alias.rule != "place" and question_names_thing(same, question):
            return None
        return answer.match(alias.rule, True, "=", same, alias.text)
    is_of_its_kind = not {kind for kind, _ in said}.isdisjoint(kind for kind, _ in alias.meanings)
    if is_of_its_kind and said.isdisjoint(alias.meanings):
        return answer.match(alias.rule, False, "not", answer.proper, alias.text)
    return None


def kinds_of_place(text: str) -> frozenset[str]:
    """Returns the kinds of places that a text names: country, state or region.

    >>> sorted(kinds_of_place("Georgia")), sorted(kinds_of_place("Rome"))
    (['country', 'state'], [])
    """
    text = strip_lead_in(text)
    named = _things_named(text) or (text == text.title() and _name_table().by_adjective.get(text.lower())) or ()
    return frozenset(thing.kind for thing in named if thing.kind in _PLACES)


def question_names_thing(form: str, question: str | None) -> bool:
    """Returns whether a short form is from the question: AUV does not answer "What does AUV stand for?"."""
    return bool(question) and not is_also_a_word(form) and f" {form.lower()} " in view_of(question or "").spaced


def name_key(form: str) -> str:
    """Returns the key of a name in the table: short forms keep their capitals.

    >>> name_key("U.S.A."), name_key("The United States"), name_key("Mt. Everest"), name_key("Ph.D.")
    ('USA', 'united states', 'mt everest', 'PhD')
    """
    words = written_words(form)
    if len(words) == 1:
        return words[0] if has_two_capitals(words[0]) else words[0].lower()
    return " ".join(words).lower().removeprefix("the ")


def is_also_a_word(form: str) -> bool:
    """Returns whether a short form is also a word ("US"), so that only its capitals distinguish it.

    >>> is_also_a_word("US"), is_also_a_word("UN")
    (True, False)
    """
    return form.lower() in WORD_LISTS["short forms that are words"]


def named_things_of_kind(kind: str) -> Iterator[Thing]:
    """Yields the things of a kind in the table."""
    return (thing for thing in _name_table().things if thing.kind == kind)


def find_name_of_thing(form: str, answer: View) -> str | None:
    """Returns a name as an answer writes it, or None if the answer lacks it.

    >>> find_name_of_thing("great britain", View("In Great Britain.")), find_name_of_thing("WHO", View("Who knows?"))
    ('Great Britain', None)
    >>> find_name_of_thing("US", View("the us")), find_name_of_thing("US", View("tell us"))
    ('us', None)
    >>> find_name_of_thing("korea", View("North Korea")) is None
    True
    """
    wanted = f" {form.lower()} "
    start = answer.spaced.find(wanted)
    is_word_too = start >= 0 and (form.isupper() or len(form) == 2) and is_also_a_word(form)
    while start >= 0:
        before, written = answer.spaced[:start], answer.written[start + 1 : start + len(wanted) - 1]
        if not before.endswith(_PARTS) and (not is_word_too or _is_meant(form, written, before, answer)):
            return written
        start = answer.spaced.find(wanted, start + 1)
    return None


def _is_meant(form: str, written: str, before: str, answer: View) -> bool:
    """Whether a word is a short form: it has capitals or, in a text without case, follows "the" ("the us")."""
    if answer.has_case and form != "OK":
        return has_two_capitals(written)
    if len(form) > 2 and written.isupper() and answer.spaced == f" {written.lower()} ":
        return True
    is_alone = not before and answer.spaced.count(" ") <= _FEW_WORDS + 1
    return before.endswith(" the") or (form in _NAMES_FIRST and (is_alone or before.endswith(" in")))


def _only_longer(alias: Alias, answer: View, question: str | None) -> str | None:
    """A longer name of another place in the answer, if the reference's name stands only within it."""
    rest, another = answer.spaced, None
    forms = [form.lower() for form in alias.forms]
    for name in _longest_first((*forms, *alias.longer)) if alias.longer else ():
        if f" {name} " in rest and name in forms:
            return None
        if f" {name} " in rest:
            rest, another = rest.replace(f" {name} ", " "), another or name
    if another is None:
        return None
    # "Complete the name: New what?"
    asked = view_of(question).spaced if question else ""
    other_words = set(another.split()) - {word for form in forms for word in form.split()}
    return None if other_words and all(f" {word} " in asked for word in other_words) else another


def _other_name_of_thing(alias: Alias, answer: View) -> str | None:
    """Another name of the reference, as the answer writes it."""
    written = _find_in_answer(alias.forms, answer)
    if written is None and alias.codes:
        last = answer.proper.rpartition(", ")[2]
        if last.upper() in alias.codes and _is_code_of_thing(
            last, is_capital=answer.text.isupper(), is_last=last != answer.proper
        ):
            return last
    if written is None and answer.proper.count(" ") < _MOST_WORDS_WITH_ADJECTIVE:
        return _find_in_answer(alias.others, answer)
    return written


def _find_in_answer(forms: tuple[str, ...], answer: View) -> str | None:
    return next((written for form in forms if (written := find_name_of_thing(form, answer)) is not None), None)


def _is_code_of_thing(text: str, *, is_capital: bool = False, is_last: bool = False) -> bool:
    """Whether a text is a code. A code that is also a word needs capitals and a comma before it ("Tulsa, OK")."""
    if not 0 < len(text) <= _LONGEST_CODE:
        return False
    if text.upper() in _NAMES_FIRST or (is_last and text.isupper()):
        return True
    return not is_also_a_word(text) and (is_capital or text.isupper() or not simplemma.is_known(text.lower(), "en"))


def _longest_first(forms: Iterable[str]) -> tuple[str, ...]:
    return tuple(sorted(set(forms), key=lambda form: (-len(form), form)))


def _things_named(text: str, *, are_codes_places: bool = True) -> list[Thing]:
    """The things that a name or a short code names."""
    table = _name_table()
    small = text.lower()
    is_capitalised = len(text) > 1 and text.isalpha() and text[1:].islower()
    found = []
    for form in {text, name_key(text), small if is_capitalised else text}:
        if form in table.by_form:
            is_sign = form in (text, small)
            found += [thing for thing in table.by_form[form] if is_sign or thing.kind not in _SIGNS]
    # "nacl" and "uk" in small letters; "salt" is a word and no treaty.
    its = table.by_small_form.get(text, [])
    if its and not (text.isalpha() and len(text) > 2 and simplemma.is_known(text, "en")):
        found += its
    if len(text) <= _LONGEST_CODE:
        if not are_codes_places:
            return [thing for thing in found if thing.kind not in _PLACES]
        code = name_key(text.upper())
        if not found and (code in _NAMES_FIRST or not is_also_a_word(text)):
            return table.by_form.get(code) or table.by_code.get(code) or []
    return found


def _closed_kinds(text: str, things: Iterable[Thing], *, is_answer: bool = False) -> Iterator[tuple[str, str | Unit]]:
    """Yields the closed kind (country, element, unit, street) and the name of what the whole text names.

    A street needs its capital in a reference: "the long way" is none.

    >>> [kind for kind, _ in _closed_kinds("km/h", ())], list(_closed_kinds("Oak Avenue", ()))
    (['unit'], [('oak', 'ave')])
    """
    for thing in things:
        if thing.kind in _CLOSED:
            yield from ((thing.kind, name) for name in (thing.codes[:1] or thing.forms))
    for unit in units_named(text):
        if not unit.is_money:
            yield "unit", unit
    name, _, last = text.rpartition(" ")
    if (
        name
        and (is_answer or last[:1].isupper())
        and (its := words_in_one_spelling(last))
        and its[-1] in WORD_LISTS["streets"]
    ):
        yield " ".join(words_in_one_spelling(name)), its[-1]


@cached(64)
def _meanings_of(proper: str, is_capital: bool) -> frozenset[tuple[str, str | Unit]]:
    """Returns the things that the whole answer names. A short answer is a place only if it is a code."""
    is_code = _is_code_of_thing(proper, is_capital=is_capital)
    return frozenset(_closed_kinds(proper, _things_named(proper, are_codes_places=is_code), is_answer=True))


class _Table(NamedTuple):
    """The things of the table, and indexes by name, by capitalised name (in lower case), by code and by adjective."""

    things: list[Thing]
    by_form: dict[str, list[Thing]]
    by_small_form: dict[str, list[Thing]]
    by_code: dict[str, list[Thing]]
    by_adjective: dict[str, list[Thing]]


@cached()
def _name_table() -> _Table:
    by_form, by_small_form, by_code, by_adjective = (defaultdict[str, list[Thing]](list) for _ in range(4))
    table = _Table([], by_form, by_small_form, by_code, by_adjective)
    for kind, *cells in read_tsv_table(_FOLDER, "aliases.tsv"):
        thing = Thing(kind, *(tuple(cell.split("|")) if cell else () for cell in cells))
        table.things.append(thing)
        for form in thing.forms:
            table.by_form[form].append(thing)
            if form != form.lower():
                table.by_small_form[form.lower()].append(thing)
        for code in thing.codes:
            table.by_code[code].append(thing)
        for adjective in thing.adjectives:
            table.by_adjective[adjective].append(thing)
    return table


@cached()
def _place_names() -> tuple[str, ...]:
    return (
        *_MORE_LONGER_NAMES,
        *(form for thing in _name_table().things if thing.kind in _PLACES for form in thing.forms),
    )
