"""The lists of names and short forms that mean the same: WordNet's, and what it lacks."""

from collections import defaultdict
from functools import cache
from pathlib import Path
from typing import NamedTuple

from ...lazy_patterns import lazy_re
from ..written_words import spaced_words, written_words

_FILES = ("more_names.tsv", "wordnet_names.tsv")
_SHORT = lazy_re(r"(?=.*[A-Z].*[A-Z])[A-Za-z][A-Za-z0-9]{1,7}")

# Short forms that are words too: in a text they count after "the" only, in any case: "the US", but not "tell us".
_WORDS_TOO = frozenset(
    "ad add aids al all am amp an and are as at ban bar be bin bop by cad cat co core da dat de des do doe dos dot ed"
    " el elf er era eta far fig ga ha had has hi his hum ice id in inc is it la led let lisp lox ma mat me mi mot no"
    " of oh ok on or os pa pac pet pi pie pin ram rem res rom salt sam seal sec shape so sob sod sop to up us va vat"
    " was wasp who wimp zip".split()
)

# "US of A", "in US".
_FEW_WORDS = 3

# "South America" is not America, "New Mexico" is not Mexico.
_PARTS = tuple(
    f" {part}"
    for part in "north south east west northern southern eastern western central latin new equatorial papua".split()
)


class Group(NamedTuple):
    """Forms that mean the same.

    Attributes:
        kind: country, state, adjective (its first form is the country), element, name, person or short.
        forms: As `key` gives them.
    """

    kind: str
    forms: tuple[str, ...]


def key(form: str) -> str:
    """Returns the form to look a name up by: short forms keep their capitals.

    >>> key("U.S.A."), key("The United States"), key("Mt. Everest"), key("Ph.D.")
    ('USA', 'united states', 'mt everest', 'PhD')
    """
    words = written_words(form)
    if len(words) == 1:
        return words[0] if is_short(words[0]) else words[0].lower()
    return " ".join(words).lower().removeprefix("the ")


def is_short(word: str) -> bool:
    """Says whether a word is written as a short form is: two capitals, or a capital beside a dot.

    >>> is_short("UN"), is_short("PhD"), is_short("H2O"), is_short("Paris")
    (True, True, True, False)
    """
    return bool(_SHORT.fullmatch(word))


def is_word(form: str) -> bool:
    """Says whether a short form is a word too.

    >>> is_word("US"), is_word("UN")
    (True, False)
    """
    return form.lower() in _WORDS_TOO


def find_form(form: str, text: str) -> str | None:
    """Returns a form as a text has it, or None.

    >>> find_form("great britain", "In Great Britain."), find_form("US", "Tell us!"), find_form("korea", "North Korea")
    ('Great Britain', None, None)
    """
    written, lowered = spaced_words(text)
    wanted = f" {form.lower()} "
    start = lowered.find(wanted)
    if start < 0:
        return None
    is_word_too = form.isupper() and is_word(form)
    is_short_text = lowered.count(" ") <= _FEW_WORDS + 1
    while start >= 0:
        before = lowered[:start]
        if not before.endswith(_PARTS) and (
            not is_word_too or before.endswith((" the", " in")) or (is_short_text and not before)
        ):
            return written[start + 1 : start + 1 + len(form)]
        start = lowered.find(wanted, start + 1)
    return None


@cache
def groups() -> tuple[Group, ...]:
    """Returns all groups."""
    found = []
    for name in _FILES:
        for line in (Path(__file__).parent / name).read_text("utf-8").splitlines():
            if not line.startswith("#"):
                kind, *forms = line.split("\t")
                found.append(Group(kind, tuple(forms)))
    return tuple(found)


@cache
def groups_by_small_form() -> dict[str, tuple[Group, ...]]:
    """Returns the groups that a form in small letters is in."""
    found: dict[str, tuple[Group, ...]] = {}
    for form, its in groups_by_form().items():
        found[form.lower()] = (*found.get(form.lower(), ()), *its)
    return found


@cache
def groups_by_form() -> dict[str, tuple[Group, ...]]:
    """Returns the groups that a form is in."""
    found: dict[str, list[Group]] = defaultdict(list)
    for group in groups():
        for form in group.forms:
            found[form].append(group)
    return {form: tuple(its) for form, its in found.items()}
