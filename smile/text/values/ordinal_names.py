"""Names with a number: World War II is the Second World War, Henry VIII is Henry the Eighth."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache

from ...lazy_patterns import lazy_re
from ..clauses import Span
from ..view import Match, View
from .date_grammar import MONTHS, SEASONS, WEEKDAYS
from .numbers import CARDINAL_NUMBERS, ORDINAL_NUMBERS, roman_numerals

_WORLD_WAR = "world war"
_RULE = "name with a number"
# Words that take a number without being a name.
_PARTS = (
    "chapter act scene part book volume season series episode section article grade level type stage phase category "
    "class page line verse room gate platform question round figure table layer planet element form group unit rule "
    "amendment division"
).split()
# With a capital they are no name before a number.
_NO_NAMES = frozenset(
    "the a an in on at by from to of and or about around over under circa since until before after during between more "
    "less than it is was are were they he she we you that this there only just roughly approximately nearly almost "
    "sept fall".split()
).union(MONTHS, (name[:3] for name in MONTHS), WEEKDAYS, SEASONS)

# "XIV"; but "I" before a verb is the pronoun: "the film that George I think made"
_ROMAN = (
    r"(?!I (?!of|and|was|is|in|had|has|who|or|from|by|as|at|to|on|became|ruled|reigned|died)\w)(?=[IVXL])(?!L\b)"
    r"(?:X{0,3}|XL|LX{0,3})(?:IX|IV|V?I{0,3})"
)
_ORDINAL = rf"(?i:\d{{1,2}}(?:st|nd|rd|th)|(?:twenty ?[- ] ?)?(?:{'|'.join(ORDINAL_NUMBERS)}))"
_NUMBER = rf"(?i:{_ROMAN}|\d{{1,3}}|{'|'.join(CARDINAL_NUMBERS)})(?![\w-])"
# " VIII", " the Eighth", "-2", " No. 5"
_AFTER_NAME = rf"(?:(?:,? (?:the )?{_ORDINAL}|(?: |-|, ?| [Nn]o\.? ?| [Nn]umber |:){_NUMBER})(?!\w))"
_AFTER, _BEFORE = lazy_re(_AFTER_NAME), lazy_re(rf"(?<![\w-]){_ORDINAL} $")
_NAME = r"[a-z]?[A-Z][\w'.&]*(?:-[A-Za-z][\w']*)*"
# "King Henry VIII of England", "Apollo 11", "Chapter IV"
_REFERENCE = lazy_re(
    r"\W*(?:[Tt]he )?(?:(?:King|Queen|Pope|Emperor|Tsar|Czar|Kaiser|Sultan|Saint|St\.?) )?"
    rf"(?P<name>(?:{_NAME}|(?i:{'|'.join(_PARTS)}))(?: (?:{_NAME}|of|the|de|and))*?)(?P<number>{_AFTER_NAME})"
    r"(?:,? (?:of|de) [A-Z][\w ]*)?\W*"
)
# "the Second Amendment", "third place": no hand of a clock.
_ORDERED = lazy_re(rf"\W*(?:[Tt]he )?(?P<number>{_ORDINAL}) (?P<name>[A-Za-z][a-z]{{2,}}(?: [A-Za-z][a-z]{{2,}})?)\W*")
# "the Second World War", "WWII"
_WAR = lazy_re(rf"(?i:\b(?:(?P<before>{_ORDINAL}) world war|(?:world war|w\.?w\.?)[ -]?(?P<after>{_NUMBER})))")


@dataclass(frozen=True, slots=True)
class OrdinalName:
    """A name in lower case, its number, the reference, and whether the number stands first: "Second Amendment"."""

    name: str
    number: int
    text: str
    is_ordered: bool


def read(reference: str) -> OrdinalName | None:
    """Returns the name and number that a reference is as a whole.

    >>> read("Henry VIII").name, read("Henry VIII").number, read("the Second World War").number
    ('henry', 8, 2)
    >>> read("May 5"), read("Vitamin C"), read("5 km")
    (None, None, None)
    """
    if len(reference) > 60:
        return None
    war, ordered = _WAR.fullmatch(reference.strip(" .").removeprefix("the ")), None
    if war:
        name, number = _WORLD_WAR, _value(war["before"] or war["after"])
    elif found := (ordered := _ORDERED.fullmatch(reference)) or _REFERENCE.fullmatch(reference):
        name, number = found["name"].lower(), _value(found["number"])
    else:
        return None
    is_name = war or ordered or name.split()[-1] not in _NO_NAMES
    return OrdinalName(name, number, reference.strip(), ordered is not None) if number and is_name else None


def compare(value: OrdinalName, answer: View, question: str | None) -> Match | None:
    """Returns whether the answer has the name with the same number, or only with another one.

    >>> compare(read("Henry VIII"), View("It was King Henry the Eighth."), None).is_same
    True
    >>> compare(read("World War II"), View("the First World War"), None).said
    ((4, 19),)
    >>> compare(read("Rocky II"), View("Rocky"), None)
    """
    asked = (question or "").lower()
    found = list(_found(value, answer))
    if same := next((place for number, place in found if number == value.number), None):
        return Match(_RULE, True, "=", value.text, (same,))
    numbers = {number for number, _ in found}
    if value.number == 11 and 2 in numbers:
        return None  # Nicholas 11 is a misread Nicholas II.
    if len(numbers) != 1 or any(answer.small[start:stop] in asked for _, (start, stop) in found):
        return None
    return Match(_RULE, False, "not", value.text, (found[0][1],))


def _found(value: OrdinalName, answer: View) -> Iterator[tuple[int, Span]]:
    """Yields each number that the name has in the answer, and where both stand."""
    text = answer.text
    if value.name == _WORLD_WAR:
        found = [(match["before"] or match["after"], match.span()) for match in _WAR.finditer(text)]
    else:
        found = []
        for name in re.finditer(rf"\b{re.escape(value.name)}(?!\w)", answer.small):
            if not value.is_ordered and (after := _AFTER.match(text, name.end())):
                found.append((after[0], (name.start(), after.end())))
            elif value.is_ordered or value.name in _PARTS:
                before = _BEFORE.search(text, max(0, name.start() - 20), name.start())
                found += [(before[0], (before.start(), name.end()))] if before else []
    for written, place in found:
        if number := _value(written):
            yield number, place


@lru_cache(maxsize=2**12)
def _value(written: str) -> int | None:
    bare = re.sub(r"^(?:the|no\.?|number)\b|[\s,:.-]", "", written.strip(" ,:-"), flags=re.IGNORECASE).lower()
    if bare[:1].isdigit():
        return int(re.split(r"\D", bare)[0])
    if bare.startswith("twenty") and bare[6:] in ORDINAL_NUMBERS:
        return 20 + ORDINAL_NUMBERS[bare[6:]]
    return roman_numerals().get(bare.upper()) or CARDINAL_NUMBERS.get(bare) or ORDINAL_NUMBERS.get(bare)
