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
    """A name and its number: "Henry" and 8.

    Attributes:
        name: The name in lower case.
        number: The number.
        text: The reference.
        rest: Words that follow both: "Type 2 diabetes".
        is_ordered: Whether the number stands before the name: "Second Amendment".
    """

    name: str
    number: int
    text: str
    rest: str = ""
    is_ordered: bool = False


def read(reference: str) -> OrdinalName | None:
    """Returns the name and number that a reference is as a whole.

    >>> read("Henry VIII").name, read("Henry VIII").number, read("the Second World War").number
    ('henry', 8, 2)
    >>> read("chapter four").number, read("Type 2 diabetes").rest, read("the Second Amendment").is_ordered
    (4, 'diabetes', True)
    >>> read("May 5"), read("Vitamin C"), read("5 km")
    (None, None, None)
    """
    if len(reference) > 60:
        return None
    text = reference.strip()
    if war := _PATTERNS["war"].search(reference):
        number = _value(war["before"] or war["after"])
        is_whole = _PATTERNS["war"].sub("", reference).strip(" .").lower() in {"", "the"}
        return OrdinalName(_WORLD_WAR, number, text) if is_whole and number else None
    if ordered := _PATTERNS["ordered"].fullmatch(reference):
        number = _value(ordered["number"])
        return OrdinalName(ordered["name"].lower(), number, text, is_ordered=True) if number else None
    match = _PATTERNS["reference"].fullmatch(reference)
    name, number = (match["name"].lower(), _value(match["number"])) if match else ("", None)
    if not match or number is None or name.split()[-1] in _NO_NAMES:
        return None
    return OrdinalName(name, number, text, (match["rest"] or "").strip())


def compare(value: OrdinalName, answer: Answer, question: str | None) -> Match | None:
    """Returns whether the answer has the name with the same number, or only with another one.

    >>> compare(read("Henry VIII"), Answer("It was King Henry the Eighth."), None).is_same
    True
    >>> compare(read("World War II"), Answer("the First World War"), None).said
    ((4, 19),)
    >>> compare(read("Super Bowl XLIV"), Answer("Super Bowl 44"), None).is_same
    True
    >>> compare(read("Rocky II"), Answer("Rocky"), None)
    """
    asked = (question or "").lower()
    found = list(_found(value, answer.text))
    if not found or (value.rest and value.rest not in f"{answer.small} {asked}"):
        return None
    if same := next((place for number, place in found if number == value.number), None):
        return Match(_RULE, True, "=", value.text, (same,))
    numbers = {number for number, _ in found}
    if set(str(value.number)) == {"1"} and len(str(value.number)) in numbers:
        return None  # Nicholas 11 is a misread Nicholas II.
    if len(numbers) > 1 or any(answer.small[start:stop] in asked for _, (start, stop) in found):
        return None
    return Match(_RULE, False, "not", value.text, (found[0][1],))


def _found(value: OrdinalName, text: str) -> Iterator[tuple[int, Span]]:
    """Yields each number that the name has in the text, and where both stand."""
    if value.name == _WORLD_WAR:
        for war in _PATTERNS["war"].finditer(text):
            if number := _value(war["before"] or war["after"]):
                yield number, war.span()
        return
    name = rf"\b{re.escape(value.name)}\b" if value.is_ordered else re.escape(value.name)
    for start, end in (match.span() for match in re.finditer(name, text, re.IGNORECASE)):
        after = None if value.is_ordered else _PATTERNS["after a name"].match(text, end)
        before = _PATTERNS["before a name"].search(text, max(0, start - 20), start)
        if after:
            found, place = _value(after[0]), (start, after.end())
        elif before and (value.is_ordered or value.name in _PARTS):
            found, place = _value(before["number"]), (before.start(), end)
        else:
            continue
        if found:
            yield found, place


@lru_cache(maxsize=2**12)
def _value(written: str) -> int | None:
    bare = re.sub(r"^(?:the|no\.?|number)\b|[\s,:.-]", "", written.strip(" ,:-"), flags=re.IGNORECASE).lower()
    if bare[:1].isdigit():
        return int(re.split(r"\D", bare)[0])
    return roman_numerals().get(bare.upper()) or CARDINAL_NUMBERS.get(bare) or ORDINAL_NUMBERS.get(bare)
