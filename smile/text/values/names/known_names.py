"""The lists of names and short forms that mean the same: WordNet's, and what it lacks."""

from collections import defaultdict
from functools import cache
from pathlib import Path

from ...lazy_patterns import lazy_re
from ...tables import read_table, read_word_lists
from ..answer import Answer
from ..written_words import written_words

_FOLDER = Path(__file__).parent
WORD_LISTS = read_word_lists(_FOLDER)

_WORDS_TOO = WORD_LISTS["short forms that are words"]
_SHORT = lazy_re(r"(?=.*[A-Z].*[A-Z])[A-Za-z][A-Za-z0-9]{1,7}")

# As a whole answer they are rarely the word.
NAMES_FIRST = frozenset(["US", "LA", "GA"])

# "US of A", "in US".
_FEW_WORDS = 3

# "South America" is not America, "New Mexico" is not Mexico.
_PARTS = tuple(
    f" {part}"
    for part in "north south east west northern southern eastern western central latin new equatorial papua".split()
)


# Forms that mean the same: their kind (country, state, adjective, of which the first form is the country, element,
# letter, name, person or short), and the forms, as `key` gives them. Named tuples, of which there are thousands, would
# keep Python's garbage collector busy.
Group = tuple[str, tuple[str, ...]]


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
    """Returns whether a word is written as a short form is: with two capitals.

    >>> is_short("UN"), is_short("PhD"), is_short("H2O"), is_short("Paris")
    (True, True, True, False)
    """
    return bool(_SHORT.fullmatch(word))


def is_word(form: str) -> bool:
    """Returns whether a short form is a word too: it needs its capitals, and a text that is not all in capitals.

    >>> is_word("US"), is_word("UN")
    (True, False)
    """
    return form.lower() in _WORDS_TOO


def find_form(form: str, answer: Answer) -> str | None:
    """Returns a form as an answer has it, or None.

    >>> find_form("great britain", Answer("In Great Britain.")), find_form("WHO", Answer("Who knows?"))
    ('Great Britain', None)
    >>> find_form("US", Answer("the us")), find_form("US", Answer("tell us")), find_form("korea", Answer("North Korea"))
    ('us', None, None)
    """
    wanted = f" {form.lower()} "
    start = answer.spaced.find(wanted)
    is_word_too = start >= 0 and (form.isupper() or len(form) == 2) and is_word(form)
    while start >= 0:
        before, written = answer.spaced[:start], answer.written[start + 1 : start + len(wanted) - 1]
        if not before.endswith(_PARTS) and (not is_word_too or _is_meant(form, written, before, answer)):
            return written
        start = answer.spaced.find(wanted, start + 1)
    return None


def _is_meant(form: str, written: str, before: str, answer: Answer) -> bool:
    """Whether a word is the short form: by its capitals; in a text without case after "the", as in "the us"."""
    if answer.has_case and form != "OK":
        return is_short(written)
    is_alone = not before and answer.spaced.count(" ") <= _FEW_WORDS + 1
    return before.endswith(" the") or (form in NAMES_FIRST and (is_alone or before.endswith(" in")))


@cache
def groups() -> tuple[Group, ...]:
    """Returns all groups."""
    files = ("more_names.tsv", "wordnet_names.tsv")
    return tuple((kind, tuple(forms)) for name in files for kind, *forms in read_table(_FOLDER, name))


@cache
def groups_by_form() -> dict[str, tuple[Group, ...]]:
    """Returns the groups that a form is in."""
    found: dict[str, list[Group]] = defaultdict(list)
    for group in groups():
        for form in group[1]:
            found[form].append(group)
    return {form: tuple(its) for form, its in found.items()}


@cache
def groups_by_small_form() -> dict[str, tuple[Group, ...]]:
    """Returns the groups that a form in small letters is in."""
    found: dict[str, tuple[Group, ...]] = {}
    for form, its in groups_by_form().items():
        found[form.lower()] = (*found.get(form.lower(), ()), *its)
    return found
