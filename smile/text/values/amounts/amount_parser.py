"""Finds the amounts of a text: numbers, ranges and scores with their units and currencies."""

import re
from dataclasses import dataclass, replace
from decimal import Decimal
from math import isinf
from typing import NamedTuple

from ....caches import cached
from ....lazy_patterns import lazy_re
from ..numbers import numbers_in_figures
from .units import PERCENT, Unit, units_named

# "1,500.5", ".5", "1.5e6"
_FIGURE = r"(?:\d{1,3}(?:,\d{3})+(?!\d)(?:\.\d+)?|\d+(?:\.\d+)?|\.\d+)(?:[eE][+-]?\d{1,3}(?!\d))?"
# "US$", "€", "EUR 5"
_CODES = r"USD|EUR|GBP|CAD|AUD|JPY|CNY|INR|CHF|RMB|SEK|NOK|DKK|PLN|ZAR|BRL|SGD|HKD|NZD|Rs\.?"
_SIGN = rf"(?:(?i:U\.S\.|[A-Z]{{1,2}})?\$|[€£¥₹₩₽₪₱₫₺฿₿]|\b(?i:{_CODES})(?= ?\d))"
# "-5", "±5", "$5m"; letters right after a figure may be a scale
_AMOUNT = lazy_re(rf"(?P<minus>-|± ?)?(?P<sign>{_SIGN})? ?(?P<figure>-?{_FIGURE})(?P<scale>[mbMBT](?![^\W_]|/))?")
_START = lazy_re(rf"(?<![\w.,:/-])(?<!\d\. )(?:-|± ?)?(?:{_SIGN} ?-?)?(?:\.?\d)|(?<=[~<>=(])-?(?:{_SIGN})?\d")
# A code, a date or a version, a time of the day, an ordinal, a decade, or a part of a name.
_NO_AMOUNT = lazy_re(
    r"\d+(?:\.\d+){2,}|\d+(?:[-–/:]\d+){2,}|\d+/\d+|\d+(?:[:.]\d\d)? ?(?:[ap]\.?m\b\.?|o'clock)"
    r"|\d+(?:st|nd|rd|th)\b|'?\d*0'?s\b|\d+-\d{3,}-\d+",
    re.IGNORECASE,
)
# "10-20", "3:1", "5 to 6", "between 5 and 6", "5 ± 1"
_JOINT = lazy_re(
    r"(?P<error> ?± ?(?=\.?\d))| ?[-–—] ?(?=[$€£]?\.?\d)| ?: ?(?=\d)"
    r"|(?:(?: parts?(?: \w+)?| goals?| points?| votes?| sets?)? to |(?P<both> and ))(?=[-$€£]?\.?\d)",
    re.IGNORECASE,
)
_BETWEEN = lazy_re(r"\bbetween(?: about| around)? $", re.IGNORECASE)
_BY = lazy_re(r"\bby (?:about |around |some )?$", re.IGNORECASE)
# "km", "miles per hour", "m^2", "°C", "sq. ft", "%"
_UNIT_WORD = r"(?:(?:[^\W\d_]+\.?)+(?: ?/ ?[A-Za-z]+)?(?:\^?[23](?!\d))?|°(?: ?[CFKcfk]\b)?|['\"%$€£¥₹¢])"
_TAIL = lazy_re(rf"([ -]?)({_UNIT_WORD}(?:[ -]{_UNIT_WORD}){{0,3}})")
# Between a larger and a smaller unit: "5 feet and 10 inches", "5'10"
_AND = lazy_re(r"(?:,? and |, | )?(?=\d)", re.IGNORECASE)
# "5+", "18 or over", "18 or fewer", "4 mm at most", "3.9 or later", "3 and up"
_MORE = "more|greater|higher|larger|bigger|longer|older|taller|heavier|later|newer|faster|wider|above|over|up(?:wards)?"
_LESS = "less|fewer|lower|smaller|shorter|younger|lighter|earlier|slower|narrower|below|under|down(?:wards)?"
_BOUND_AFTER = lazy_re(
    rf"(?P<more>\+|,? (?:or|and) (?:{_MORE})\b|,? (?:at (?:the )?least|minimum|min\.)(?! \w))"
    rf"|(?P<less>,? (?:or|and) (?:{_LESS})\b|,? (?:at (?:the )?most|maximum|max\.?|tops)(?! \w))",
    re.IGNORECASE,
)
# "60 points or more"
_BOUND_AFTER_NOUN = lazy_re(r" [a-z]+(?P<more> or (?:more|over|above)\b)| [a-z]+(?P<less> or (?:less|fewer)\b)")
# "a yard", "an hour"
_ARTICLE = lazy_re(r"\ban? (?=[a-z])", re.IGNORECASE)
# "5 in the box" is no 5 inches.
_IN_GOES_ON = lazy_re(r" [^\W_]")
# Figures that are shown shorter: "0.500000000000", "2.5e6"
_LONG_FIGURE = lazy_re(r"\d+\.\d{12}(?:e-?\d+)?|\d+(?:\.\d+)?e-?\d+")
# "55-60 million"
_SHARED_SCALE = lazy_re(r"\de(?P<exponent>\d{1,2})(?!\d)|\d(?P<scale>[mbMBT])\b")

# Of those in words, "more than 63" is not 63, while people say "over 500" and "up to 36" for 500 and 36.
_UP_TO = r"(?<!went )(?<!rose )(?<!gone )(?<!climbed )(?<!moved )up to"
_BOUNDS = (
    ("<", rf"(?:no|not) (?:{_MORE}) than|(?:not|never) (?:exceed|go (?:above|over))|at (?:the )?most|{_UP_TO}"
          r"|(?:maximum|limit) of|no over|as (?:many|much) as|capped at|≤|<="),
    (">", rf"(?:no|not) (?:{_LESS}) than|(?:not|never) (?:drop|fall|go) below|at (?:the )?least|minimum of|≥|>="),
    (">", rf"(?P<strict>(?:{_MORE}) than|above|>)|over|exceed(?:s|ing)?|upwards? of"),
    ("<", rf"(?P<strict>(?:{_LESS}) than|under|below|<)|almost|nearly|just shy of"),
    ("~", r"about|around|approximately|approx\.?|roughly|some|circa|ca\.|c\.|~|≈|(?:an )?estimated|close to|or so"),
)  # fmt: skip
_BOUND_BEFORE = [
    (sign, lazy_re(rf"(?<![^\s(])(?:{words})\s?(?:a |an |the )?$", re.IGNORECASE)) for sign, words in _BOUNDS
]

# Verbs and nouns of change, before and after an amount: "fell by 3%", "a 3% drop"; but not "fell to 3%".
_DOWN = (
    "f[ae]ll|fallen|drop(?:ped)?|declin(?:ed?|ing)|decreas(?:ed?|ing)|reduc(?:ed?|tion)|los[et]|loss|lower|down"
    "|shr[aiu]nk|slid|contract(?:ed)?|s[ai]nk|slump(?:ed)?|plung(?:ed?|ing)|tumbled?|dipped|eased|weaken(?:ed)?"
    "|narrow(?:ed)?|shorten(?:ed)?"
)
_UP = "r[io]se|risen|gr[eo]wn?|growth|increas(?:ed?|ing)|gain(?:ed)?|profit|higher|up|climb(?:ed)?|jumped|expand(?:ed)?"
_UP += "|advanced|soared|surged|swelled|strengthen(?:ed)?|widen(?:ed)?|lengthen(?:ed)?"
_LESS_BY, _MORE_BY = (
    "less|fewer|shorter|cheaper|smaller|slower|lighter|narrower",
    "longer|larger|bigger|faster|heavier|wider|dearer",
)
_WHITHER = rf"(?:(?P<down>{_DOWN})|(?P<up>{_UP}))"
_CHANGE_BEFORE = lazy_re(
    rf"\b{_WHITHER}(?: (?:of|by|about|around|roughly|approximately|almost|nearly|over|some|an?|another|\w+ly))*[\s(]*$",
    re.I,
)
_CHANGE_AFTER = lazy_re(
    rf"[\s)]*(?:(?:points?|per ?cent|%) )?{_WHITHER}\b"
    rf"|[\s)]*(?:(?P<less>{_LESS_BY})|(?P<more>more|{_MORE_BY}))\b",
    re.I,
)
_CHANGE = lazy_re(rf"\b{_WHITHER}\b", re.I)
# The same words, for the clause or the amount beside them.
DIRECTION = lazy_re(
    rf"\b(?:{_DOWN}|{_UP}|{_LESS_BY}|{_MORE_BY}|raised|halved|doubled|tripled|went up)\b"
    r"(?! (?:to|than|or equal|from \d+ to \d+ (?:years|days))\b(?<!\w))",
    re.I,
)
_NO_UNITS_ALONE = frozenset(
    "time bar degree second real stone cup bit ton hand foot sterling percentage_point".replace("_", " ").split()
)
_HIGHEST_SCORE = 100  # 747-200 is an aeroplane.
_LETTER_SCALES = {"m": 6, "M": 6, "b": 9, "B": 9, "T": 12}


class Rate(NamedTuple):
    """What a value is per: a month, a user, 1,000 calls."""

    noun: str
    n: float = 1.0


@dataclass(frozen=True, slots=True)
class Amount:
    """A number, a range or a score, with what it may measure."""

    low: float  # the number, the lower end of a range, or the first number of a score
    high: float  # the same number, the upper end, or the second number
    step: float  # one unit of the last digit
    digits: int  # how many are given; a fraction in words is exact and has many
    units: tuple[Unit, ...]  # what its unit or currency may mean; none for a bare number
    start: int  # its place in the text in figures
    end: int
    is_pair: bool = False  # whether two numbers stand there
    accepted: tuple[float, float] | None = None  # what is stated to be accepted: "between 5 and 7", "12.3 ± 0.1"
    bound: str = ""  # "<" or ">" for less or more than this, "~" for about
    is_strict: bool = False  # whether the bound leaves out the number: "more than 50", but not "at least 50"
    change: int = 0  # -1 where the amount fell by this, 1 where it rose
    text: str = ""  # as the text in figures has it
    bounded: str = ""  # the same with the words of its bound: "more than 50"
    is_implicit: bool = False  # "a yard", not "one yard"
    rates: frozenset[Rate] = frozenset()  # what it is per


@cached(2**10)
def amounts_of(text: str) -> tuple[Amount, ...]:
    r"""Returns the amounts of a text in English, in their order.

    >>> [(amount.low, amount.units[0].name) for amount in amounts_of("about 5 km, or $2.5 million")]
    [(5.0, 'kilometer'), (2500000.0, 'USD')]
    >>> [(amount.low, amount.high, amount.text) for amount in amounts_of("between 10 and 20 of them")]
    [(10.0, 20.0, '10 and 20')]
    >>> round(amounts_of("5'10\"")[0].low * 12), amounts_of("at least a yard")[0].bound
    (70, '>')
    """
    text = numbers_in_figures(text).text
    found: list[Amount] = []
    position = 0
    while start := _START.search(text, position):
        position = start.end()
        if no_amount := _NO_AMOUNT.match(text, position - 1):
            position = no_amount.end()
        elif first := _amount_at(text, start.start()):
            amount = _amount_with_second_number(text, first) or _amount_with_smaller_unit(text, first)
            found.append(_amount_as_described(text, amount))
            position = amount.end
    return tuple(sorted(found + _amounts_of_single_units(text, found), key=lambda amount: amount.start))


def _amount_at(text: str, start: int) -> Amount | None:
    """Reads the number that begins at `start`, its sign and its unit."""
    match = _AMOUNT.match(text, start)
    if not match:
        return None
    scale, end = match["scale"] or "", match.end()
    units, unit_end = _units_at(text, end)
    if match["sign"]:
        named = units_named(match["sign"])
        money = tuple(unit for unit in units if unit in named)
        units, unit_end = (money or named), (unit_end if money else end)
    elif scale in {"m", "b"} and not any(unit.is_money for unit in units):
        scale = ""
        units, unit_end = _units_at(text, match.end("figure"))
    if not units and (text[unit_end : unit_end + 1].isalpha() or text[unit_end : unit_end + 1] == "_"):
        return None
    size = abs(Decimal(match["figure"].replace(",", ""))).scaleb(_LETTER_SCALES.get(scale, 0))
    is_negative = match["minus"] or match["figure"].startswith("-")
    number = float(-size if is_negative else size)
    if isinf(number):
        return None
    n_digits = len(size.as_tuple().digits)
    step = float(f"1e{size.adjusted() + 1 - n_digits}")
    is_both = (match["minus"] or "").startswith("±")
    high = -number if is_both else number
    return Amount(number, high, step, n_digits, units, start, unit_end, is_pair=is_both)


def _units_at(text: str, end: int) -> tuple[tuple[Unit, ...], int]:
    """Returns the units or currencies named after a number, and where their words end."""
    match = _TAIL.match(text, end)
    tail = match[2] if match else ""
    while match and tail:
        stop = match.start(2) + len(tail)
        is_word = (tail.lower() == "in" and _IN_GOES_ON.match(text, stop)) or (tail.lower() == "p" and match[1])
        if not is_word and (units := units_named(tail)):
            return units, stop
        tail = tail[: max(tail.rfind(" "), tail.rfind("-"), 0)]
    return (), end


def _amount_with_second_number(text: str, first: Amount) -> Amount | None:
    """Reads "10-20 km", "3:1", "between 5 and 6" or "5 ± 1" from its first number on; none if no second one follows."""
    joint = _JOINT.match(text, first.end)
    if not joint:
        return None
    is_between = _BETWEEN.search(text, max(0, first.start - 20), first.start) is not None
    # "fell by 3 to 5"
    is_change = joint[0] == " to " and _BY.search(text, max(0, first.start - 20), first.start)
    second = None if is_change or (joint["both"] and not is_between) else _amount_at(text, joint.end())
    if not second:
        return None
    if joint["error"]:
        return _amount_with_tolerance(first, second)
    if first.units and second.units and not set(first.units) & set(second.units):
        return None
    # "from $4 in 2021 to $5 in 2022"
    is_year = not first.units and first.step == 1 and 1000 <= first.low <= 2100 and second.units
    if is_year or first.low > second.low >= _HIGHEST_SCORE:
        return None
    low, step = first.low, first.step
    shared = _SHARED_SCALE.search(text, joint.end(), second.end)
    if shared and low < 1000 and first.step <= 1 and first.low < second.high:  # 55-60 million
        scale = 10.0 ** (int(shared["exponent"] or 0) + _LETTER_SCALES.get(shared["scale"] or "", 0))
        low, step = low * scale, step * scale
    units = second.units or first.units
    # "3-1" and "1-3" may be scores.
    is_range = low < second.high and (is_between or bool(units) or joint[0] == " to ")
    accepted = (low, second.high) if is_range and ":" not in joint[0] else None
    return replace(second, low=low, step=step, units=units, is_pair=True, accepted=accepted, start=first.start)


def _amount_with_tolerance(amount: Amount, error: Amount) -> Amount:
    is_share = PERCENT in error.units and error.units != amount.units
    size = abs(amount.low) * error.high / 100 if is_share else error.high
    accepted = (amount.low - size, amount.low + size)
    units = amount.units or (() if is_share else error.units)
    return replace(amount, units=units, accepted=accepted, end=error.end)


def _amount_with_smaller_unit(text: str, amount: Amount) -> Amount:
    """Adds 10 inches to 5 feet, and 50 cents to 5 dollars."""
    joint = _AND.match(text, amount.end)
    smaller = _amount_at(text, joint.end()) if joint and amount.units else None
    if not joint or not smaller:
        return amount
    for unit in amount.units:
        more = _amount_in_larger_unit(unit, smaller, is_spaced=joint[0] in {"", " "})
        if more is not None:
            low = float(f"{amount.low + more:.12g}")
            money = tuple(known for known in amount.units if known.is_money)
            larger = replace(amount, low=low, high=low, end=smaller.end, units=money if unit.is_money else (unit,))
            return _amount_with_smaller_unit(text, replace(larger, digits=amount.digits + 2, step=amount.step / 12))
    return amount


def _amount_in_larger_unit(unit: Unit, smaller: Amount, is_spaced: bool) -> float | None:
    """Returns a smaller amount in the larger unit; "5 foot 10" and "5 pounds 50" do not name the smaller unit."""
    if not smaller.units and is_spaced:
        if unit.name == "foot" and smaller.low < 12:
            return smaller.low / 12
        return smaller.low / 100 if unit.is_money and 10 <= smaller.low < 100 and smaller.step == 1 else None
    for part in smaller.units:
        n_parts = unit.to(part) or 0.0
        # 12 inches are a foot, but 30.48 cm are another form of it; a year has 365.25 days.
        if n_parts > 1 and (n_parts.is_integer() or unit.name in ("month", "year")):
            return smaller.low / n_parts
    return None


def _amount_as_described(text: str, amount: Amount) -> Amount:
    """Returns an amount with what the words around it say: more than, about, not, fell by."""
    before = text[max(0, amount.start - 28) : amount.start]
    bounds = ((sign, found) for sign, pattern in _BOUND_BEFORE if (found := pattern.search(before)))
    bound, bounding = next(bounds, ("", None))
    its_words = bounding[0] if bounding else ""
    end = amount.end
    change = (
        1
        if before.endswith("+")
        else _amount_change_in(_CHANGE_BEFORE.search(before) or _CHANGE_AFTER.match(text, end))
    )
    if after := _BOUND_AFTER.match(text, end):
        bound, end = (">" if after["more"] else "<"), after.end()
    elif not bound and not amount.units and (after := _BOUND_AFTER_NOUN.match(text, end)):
        bound = ">" if after["more"] else "<"
    shown = _LONG_FIGURE.sub(lambda match: f"{float(match[0]):,.12g}", text[amount.start : end]).strip(" .")
    return replace(
        amount,
        bound=bound,
        is_strict=bool(bounding and bounding.groupdict().get("strict")),
        change=change,
        end=end,
        text=shown,
        bounded=its_words + shown,
    )


def _amount_change_in(found: re.Match[str] | None) -> int:
    words = found.groupdict() if found else {}
    return 0 if not found else -1 if words["down"] or words.get("less") else 1


def amount_change_in_question(question: str) -> int:
    """Returns -1 where a question asks how much something fell, 1 where it asks how much it rose, else 0.

    >>> amount_change_in_question("By how much did sales drop?"), amount_change_in_question("How did sales change?")
    (-1, 0)
    """
    return _amount_change_in(_CHANGE.search(question))


def _amounts_of_single_units(text: str, found: list[Amount]) -> list[Amount]:
    """Reads "a yard" and "an hour" as the number one with a unit, where no other number stands."""
    amounts = []
    for match in _ARTICLE.finditer(text):
        units, end = _units_at(text, match.end() - 1)
        is_unit = units and end - match.end() >= 3 and text[match.end() : end].lower() not in _NO_UNITS_ALONE
        if is_unit and not any(amount.start <= match.start() < amount.end for amount in found):
            single = Amount(1, 1, 1e-12, 12, units, match.start(), end, is_implicit=True)
            amounts.append(_amount_as_described(text, _amount_with_smaller_unit(text, single)))
    return amounts
