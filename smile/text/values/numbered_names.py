"""Names with a number: World War II is the Second World War, Henry VIII is Henry the Eighth."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache, lru_cache

from ..lazy_patterns import lazy_re
from .value_match import ValueMatch

# "I" before another verb is the pronoun: "the film that George I think made".
_ROMAN = (
    r"(?!I (?!of|and|was|is|in|had|has|who|or|from|by|as|at|to|on|became|ruled|reigned|died)\w)"
    r"(?=[IVXL])(?!L\b)(?:X{0,3}|XL|LX{0,3})(?:IX|IV|V?I{0,3})"
)
_WORDS = (
    "one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|thirteen|fourteen|fifteen|sixteen|seventeen|eighteen"
    "|nineteen|twenty"
)
_ORDINAL_WORDS = (
    "first|second|third|fourth|fifth|sixth|seventh|eighth|ninth|tenth|eleventh|twelfth|thirteenth|fourteenth|fifteenth"
    "|sixteenth|seventeenth|eighteenth|nineteenth|twentieth"
)
_ORDINAL = rf"(?i:\d{{1,2}}(?:st|nd|rd|th)|{_ORDINAL_WORDS})"
_NUMBER = rf"(?i:{_ROMAN}|\d{{1,3}}|{_WORDS})(?![\w-])"
_AFTER = rf"(?:,? (?:the )?{_ORDINAL}|(?: |-|, ?| [Nn]o\.? ?| [Nn]umber |:)(?:{_NUMBER}))(?!\w)"
_AFTER_NAME = lazy_re(_AFTER)
_BEFORE_PART = lazy_re(rf"\b{_ORDINAL} $")
_WORLD_WAR = "world war"

# Words that take a number without being a name, and capitalised words that are no name before a number.
_PARTS = frozenset(
    "chapter act scene part book volume season series episode section article grade level type stage phase"
    " category class page line verse room gate platform question round figure table layer planet element form"
    " group unit rule amendment division".split()
)
_NO_NAMES = frozenset(
    "january february march april may june july august september october november december jan feb mar"
    " apr jun jul aug sep sept oct nov dec spring summer autumn fall winter the a an in on at by from to"
    " of and or about around over under circa since until before after during between more less than it is"
    " was are were they he she we you that this there only just roughly approximately nearly almost monday"
    " tuesday wednesday thursday friday saturday sunday".split()
)
_OF = r",? (?:of|de) "
_NAME = r"[a-z]?[A-Z][\w'.&]*(?:-[A-Za-z][\w']*)*"
_REFERENCE = lazy_re(
    rf"\W*(?:[Tt]he )?(?:(?:King|Queen|Pope|Emperor|Tsar|Czar|Kaiser|Sultan|Saint|St\.?) )?"
    rf"(?P<name>(?:{_NAME}|(?i:{'|'.join(sorted(_PARTS))}))(?: (?:{_NAME}|of|the|de|and))*?)(?P<number>{_AFTER})"
    r"(?P<rest>,? (?:of|de) [A-Z][\w ]*| [a-z]{3,}(?: [a-z]{3,})?)?\W*"
)
# "the Second Amendment", "third place": no hand of a clock.
_ORDERED = lazy_re(rf"\W*(?:[Tt]he )?(?P<number>{_ORDINAL}) (?P<name>[A-Za-z][a-z]{{2,}}(?: [A-Za-z][a-z]{{2,}})?)\W*")
_ORDINAL_BEFORE = lazy_re(rf"(?<![\w-])(?P<number>{_ORDINAL}) $")
_WAR = lazy_re(
    rf"\b(?:(?P<before>{_ORDINAL}) world war|(?:world war|w\.?w\.?)[ -]?(?P<after>{_NUMBER}))", re.IGNORECASE
)


@dataclass(frozen=True, slots=True)
class NumberedName:
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


def read(reference: str) -> NumberedName | None:
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
    wars = _WAR.search(reference)
    if wars:
        rest = reference[: wars.start()] + reference[wars.end() :]
        number = _value(wars["before"] or wars["after"])
        is_whole = rest.strip(" .").lower() in {"", "the"}
        return NumberedName(_WORLD_WAR, number, reference.strip()) if is_whole and number else None
    if ordered := _ORDERED.fullmatch(reference):
        number = _value(ordered["number"])
        return NumberedName(ordered["name"].lower(), number, reference.strip(), is_ordered=True) if number else None
    match = _REFERENCE.fullmatch(reference)
    if not match:
        return None
    name, number = match["name"].lower(), _value(match["number"])
    if number is None or name.split()[-1] in _NO_NAMES or name in _NO_NAMES:
        return None
    rest = match["rest"] or ""
    return NumberedName(name, number, reference.strip(), "" if re.match(_OF, rest) else rest.strip())


def compare(value: NumberedName, prediction: str, question: str | None) -> ValueMatch | None:
    """Returns whether the answer has the name with the same number, or only with another one.

    >>> compare(read("Henry VIII"), "It was King Henry the Eighth.", None).is_same
    True
    >>> compare(read("World War II"), "the First World War", None).evidence
    'First World War, not World War II'
    >>> compare(read("Super Bowl XLIV"), "In Super Bowl 44", None).is_same, compare(read("Rocky II"), "Rocky", None)
    (True, None)
    """
    found = list((_ordered if value.is_ordered else _found)(value.name, prediction))
    if not found or (value.rest and value.rest not in f"{prediction} {question or ''}".lower()):
        return None
    if same := next((text for number, text in found if number == value.number), None):
        return ValueMatch("name with a number", True, f"{value.text} = {same}")
    if set(str(value.number)) == {"1"} and any(number == len(str(value.number)) for number, _ in found):
        return None  # Nicholas 11 is a misread Nicholas II.
    asked = question and any(text.lower() in question.lower() for _, text in found)
    if asked or len({number for number, _ in found}) > 1:
        return None
    return ValueMatch("name with a number", False, f"{found[0][1]}, not {value.text}")


def _ordered(name: str, text: str) -> Iterator[tuple[int, str]]:
    """Yields each ordinal that stands before the name in the text, and both as written."""
    for place in re.finditer(rf"\b{re.escape(name)}\b", text, re.IGNORECASE):
        before = _ORDINAL_BEFORE.search(text, max(0, place.start() - 20), place.start())
        if before and (number := _value(before["number"])):
            yield number, text[before.start() : place.end()]


def _found(name: str, text: str) -> Iterator[tuple[int, str]]:
    """Yields each number that the name has in the text, and both as written."""
    lower = text.lower()
    if name == _WORLD_WAR:
        for war in _WAR.finditer(text) if "w" in lower else ():
            if number := _value(war["before"] or war["after"]):
                yield number, war[0]
        return
    takes_ordinals = name in _PARTS
    start = lower.find(name)
    while start >= 0:
        end = start + len(name)
        if after := _AFTER_NAME.match(text, end):
            written, shown = after[0], text[start : after.end()]
        elif takes_ordinals and (before := _BEFORE_PART.search(text, max(0, start - 20), start)):
            written, shown = before[0], text[before.start() : end]
        else:
            written, shown = "", ""
        if number := _value(written):
            yield number, shown
        start = lower.find(name, end)


@lru_cache(maxsize=2**12)
def _value(written: str) -> int | None:
    bare = re.sub(r"^(?:the|no\.?|number)\b|[\s,:.-]", "", written.strip(" ,:-"), flags=re.IGNORECASE).lower()
    roman = _romans().get(bare.upper())
    if roman is not None:
        return roman
    if bare[:1].isdigit():
        return int(re.split(r"\D", bare)[0])
    return next(
        (names.index(bare) + 1 for names in (_WORDS.split("|"), _ORDINAL_WORDS.split("|")) if bare in names), None
    )


@cache
def _romans() -> dict[str, int]:
    """The numerals up to 89."""
    tens = ("", "X", "XX", "XXX", "XL", "L", "LX", "LXX", "LXXX")
    ones = ("", "I", "II", "III", "IV", "V", "VI", "VII", "VIII", "IX")
    return {ten + one: 10 * i + j for i, ten in enumerate(tens) for j, one in enumerate(ones) if ten + one}
