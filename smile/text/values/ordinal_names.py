"""Names with a number: World War II is the Second World War, Henry VIII is Henry the Eighth."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache

from ..lazy_patterns import Patterns
from .answer import Answer, Match, Span
from .date_grammar import MONTHS, SEASONS, WEEKDAYS
from .numbers import CARDINAL_NUMBERS, ORDINAL_NUMBERS, roman_numerals

_WORLD_WAR = "world war"
_RULE = "name with a number"
_PATTERNS = Patterns(__file__, ordinals="|".join(ORDINAL_NUMBERS), cardinals="|".join(CARDINAL_NUMBERS))
_PARTS = frozenset(_PATTERNS.alternatives("part"))
_NO_NAMES = frozenset(
    (*MONTHS, *(name[:3] for name in MONTHS), *WEEKDAYS, *SEASONS, *_PATTERNS.alternatives("no name"))
)


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
    ordered = None
    if match := _PATTERNS["war"].fullmatch(reference.strip(" .").removeprefix("the ")):
        name, number = _WORLD_WAR, _value(match["before"] or match["after"])
    elif ordered := _PATTERNS["ordered"].fullmatch(reference):
        name, number = ordered["name"].lower(), _value(ordered["number"])
    elif match := _PATTERNS["reference"].fullmatch(reference):
        name, number = match["name"].lower(), _value(match["number"])
        number = None if name.split()[-1] in _NO_NAMES else number
    else:
        return None
    return OrdinalName(name, number, reference.strip(), ordered is not None) if number else None


def compare(value: OrdinalName, answer: Answer, question: str | None) -> Match | None:
    """Returns whether the answer has the name with the same number, or only with another one.

    >>> compare(read("Henry VIII"), Answer("It was King Henry the Eighth."), None).is_same
    True
    >>> compare(read("World War II"), Answer("the First World War"), None).said
    ((4, 19),)
    >>> compare(read("Rocky II"), Answer("Rocky"), None)
    """
    asked = (question or "").lower()
    found = list(_found(value, answer.text))
    if same := next((place for number, place in found if number == value.number), None):
        return Match(_RULE, True, "=", value.text, (same,))
    numbers = {number for number, _ in found}
    if set(str(value.number)) == {"1"} and len(str(value.number)) in numbers:
        return None  # Nicholas 11 is a misread Nicholas II.
    if len(numbers) != 1 or any(answer.small[start:stop] in asked for _, (start, stop) in found):
        return None
    return Match(_RULE, False, "not", value.text, (found[0][1],))


def _found(value: OrdinalName, text: str) -> Iterator[tuple[int, Span]]:
    """Yields each number that the name has in the text, and where both stand."""
    if value.name == _WORLD_WAR:
        found = ((match["before"] or match["after"], match.span()) for match in _PATTERNS["war"].finditer(text))
    else:
        name = f"(?i:{re.escape(value.name)})"
        after = rf"{name}({_PATTERNS.texts['after a name']})"
        before = rf"(?<![\w-])({_PATTERNS.texts['ordinal']}) {name}\b"
        pattern = before if value.is_ordered else rf"{after}|{before}" if value.name in _PARTS else after
        found = ((match[match.lastindex or 0], match.span()) for match in re.finditer(pattern, text))
    for written, place in found:
        if number := _value(written):
            yield number, place


@lru_cache(maxsize=2**12)
def _value(written: str) -> int | None:
    bare = re.sub(r"^(?:the|no\.?|number)\b|[\s,:.-]", "", written.strip(" ,:-"), flags=re.IGNORECASE).lower()
    if bare[:1].isdigit():
        return int(re.split(r"\D", bare)[0])
    return roman_numerals().get(bare.upper()) or CARDINAL_NUMBERS.get(bare) or ORDINAL_NUMBERS.get(bare)
