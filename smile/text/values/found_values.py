"""Finds the values of a text with their spans: amounts, dates, times of day and codes."""

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from typing import Literal, NamedTuple

from ...caches import cached
from ...lazy_patterns import lazy_re
from ..clauses import Span, Stance, clause_at, clauses
from .amounts.amount_parser import DIRECTION, Amount, amounts_of
from .amounts.units import PERCENT, PERCENTAGE_POINT, Unit, units_named
from .codes import IDENTIFIERS, Code, codes_in
from .date_grammar import NAMES_IN_DATES, WEEKDAYS, CalendarDate, dates_in
from .numbers import has_number, numbers_in_figures
from .times_of_day import TimeOfDay, times_in

# Seconds of what a rate may be per.
SECONDS = {
    "second": 1, "minute": 60, "hour": 3600, "day": 86400, "night": 86400, "week": 604800, "fortnight": 1209600,
    "month": 2629800, "quarter": 7889400, "year": 31557600,
}  # fmt: skip
_ADVERBS = {
    "hourly": "hour", "daily": "day", "nightly": "night", "weekly": "week", "fortnightly": "fortnight",
    "monthly": "month", "quarterly": "quarter", "yearly": "year", "annual": "year", "annually": "year", "p.a": "year",
}  # fmt: skip
_TIME_NOUN = rf"(?:{'|'.join(SECONDS)})"
_ADVERB = rf"(?:{'|'.join(map(re.escape, _ADVERBS))})"
# "per month", "a year", "for each user", "/hour", "daily"; in front: "monthly fee of", "each month you pay"
_RATE_AFTER = lazy_re(
    rf"(?: (?:of (?:the |its )?)?[\w-]+){{0,2}}?[\s(]*"
    rf"(?:(?:(?:per|for (?:each|every)|each|every) | ?/ ?)(?:(?:single|full|started|calendar) )?(?P<of>[a-z][a-z-]+)"
    rf"|(?:a|an|in an?|any) (?P<time>{_TIME_NOUN})\b|(?P<adverb>{_ADVERB})\b)",
    re.IGNORECASE,
)
_RATE_BEFORE = lazy_re(
    rf"\b(?P<adverb>{_ADVERB}) (?:[a-z]+ ){{1,4}}[^\w.;]*$|\b(?:per|every|(?:for )?(?:each"
    rf"|every)) (?P<of>[a-z]+)\b[^.;\d]{{0,60}}$",
    re.IGNORECASE,
)
# "for 500 grams", "per 1,000 requests", "every 8 hours", "every other day"
_FOR_SOME = lazy_re(
    r"(?: [a-z]+)? (?:for|per|every) (?P<n>\d[\d,]*(?:\.\d+)?|other|second|2nd) (?P<of>[a-z]+)", re.IGNORECASE
)
# In figures: "3 times a day", "once every 2 weeks", "every 15 minutes", "at 15-minute intervals", "every Tuesday"
_FREQUENCY = lazy_re(
    rf"\b(?:(?P<n>\d+(?:\.\d+)?) times|(?P<once>once))(?: (?:an?|per|each|every|in (?:an?|each|every)))? (?:(?P<m>\d+)"
    rf" )?(?:(?P<of>{_TIME_NOUN})s?|(?P<adverb>{_ADVERB}))\b"
    rf"|\bevery (?:(?P<m_every>\d+(?:\.\d+)?|other|second|2nd)[ -])?(?P<of_every>{_TIME_NOUN})s?\b"
    rf"|\b(?P<m_at>\d+(?:\.\d+)?)[ -](?P<of_at>{_TIME_NOUN}) intervals?\b"
    rf"|\b(?:(?P<n_day>\d+) times )?(?:every|each) (?:(?P<m_day>other|second|2nd) )?"
    rf"(?P<days>(?:(?:{'|'.join(WEEKDAYS)})(?:,? (?:and |every )*)?)+)",
    re.IGNORECASE,
)
_POINTS = lazy_re(
    r" ?(?:(?P<basis>basis points?|bps?\b)|(?P<points>(?:percentage|per cent|%)[ -]points?|p\.?p\.?\b))", re.I
)
# A rate of 175 basis points is one of 1.75 %. So many bps are bits.
_MOST_BASIS_POINTS = 1000
_ZONE = lazy_re(r"[\s(]*(?P<short>(?:[A-Z]{1,3}[SD]?T|UTC|GMT)\b)|\s\(?(?P<long>(?:[A-Z][a-z]+ ){2,3}Time\b)")
_FROM = lazy_re(r"\bfrom (?:about |around |roughly |approximately )?$", re.IGNORECASE)

_MOVES = lazy_re(
    r"\b(?:mov|chang|shift|adjust|revis|amend|worsen|improv|slipp?|swung|went|go(?:es|ing))\w*\b", re.IGNORECASE
)


class Rate(NamedTuple):
    """What a value is per: a month, a user, 1,000 calls."""

    noun: str
    n: float = 1.0


_WITHOUT_CODE = Code()


@dataclass(frozen=True, slots=True)
class Found:
    """A value in a text.

    Attributes:
        kind: "amount", "date", "time", "frequency" or "code".
        span: Its place in the text with its bound and rate.
        clause: The number of its clause.
        stance: What the clause does with it.
        is_old: Whether it is what was before.
        amount: The amount, without a rate in its unit.
        rates: What it is per.
        often: How many times a second, for a frequency.
        direction: 1 where something rose by it or to it, -1 where it fell.
        date: The date.
        time: The time of day, and its zone.
        code: A noun and a label, or a kind of identifier and its signs.
    """

    kind: Literal["amount", "date", "time", "frequency", "code"]
    span: Span
    clause: int
    stance: Stance = "says"
    is_old: bool = False
    amount: Amount | None = None
    rates: frozenset[Rate] = frozenset()
    often: float = 0.0
    direction: int = 0
    date: CalendarDate | None = None
    time: TimeOfDay | None = None
    zone: str = ""
    code: Code = _WITHOUT_CODE


@cached(2**9)
def values_in(text: str) -> tuple[Found, ...]:
    """Returns the values of a text (in NFKC) in order; a bare year is both a date and an amount.

    >>> text = "It is $20 per month from 5 May on."
    >>> [(found.kind, text[slice(*found.span)]) for found in values_in(text)]
    [('amount', '$20 per month'), ('date', '5 May')]
    """
    if not may_hold_value(text):
        return ()
    dates, amounts = list(_dates(text)), list(_amounts(text))
    full = [one.span for one in dates if one.date and one.date.months and any(map(str.isdigit, one.date.text))]
    codes = [
        Found("code", span, 0, code=code) for span, code in codes_in(text)
        if not any(a <= span[0] and span[1] <= b for a, b in full)
    ]  # fmt: skip
    # "7F3A-91C2" has no degrees, and "Hall 4" counts nothing, but "4 km" is no name.
    plain = {one.span for one in codes if text[slice(*one.span)].isdigit()}
    signs = [one.span for one in codes if (one.code.noun in IDENTIFIERS or not one.code.noun) and one.span not in plain]
    amounts = [
        one
        for one in amounts
        if not any(one.span != (a, b) and a <= one.span[0] and one.span[1] <= b for a, b in signs)
    ]
    units = [one.span for one in amounts if one.amount and one.amount.units]
    found = [one for one in codes if not any(_spans_overlap(one.span, span) for span in units)]
    dates = [one for one in dates if not any(_spans_overlap(one.span, span) for span in (*units, *signs))]
    rated = [one.span for one in amounts if one.rates and one.span in units]
    often = [one for one in _frequencies(text) if not any(_spans_overlap(one.span, span) for span in rated)]
    spans = [one.span for one in often]
    amounts = [one for one in amounts if one.span in units or not any(_spans_overlap(one.span, span) for span in spans)]
    found += [*_times(text), *dates, *often]
    taken = [
        one.span for one in found
        if (one.kind in ("time", "code") and one.span not in plain) or (one.date and not one.date.text.isdigit())
    ]  # fmt: skip
    found += [one for one in amounts if one.span in units or not any(_spans_overlap(one.span, span) for span in taken)]
    return tuple(sorted(map(placed_in_clauses(text), found), key=lambda one: one.span))


# A figure, a word of a number or a date, or a label such as the A of "Plan A".
_MAY_BE_VALUE = lazy_re(r"\d|[a-z] (?:[A-Z]|[IVXL]{2,8})(?![\w'])|@|[a-z]\.[a-z]|\b[Ww][Ww][IT]")


def may_hold_value(text: str) -> bool:
    """Returns whether a text may contain a value (a quick test; most references contain none).

    >>> may_hold_value("half an hour"), may_hold_value("Plan A"), may_hold_value("Paris")
    (True, True, False)
    """
    return (
        _MAY_BE_VALUE.search(text) is not None
        or has_number(text)
        or _MAY_BE_DATE.search(text) is not None
        or any(units_named(match[1]) for match in _ONE_OF.finditer(text))
    )


_MAY_BE_DATE = lazy_re(
    rf"\b(?:on|in)?(?:{'|'.join(sorted({name[:3] for name in NAMES_IN_DATES}))}|noon|mid(?:day|night))", re.IGNORECASE
)
_ONE_OF = lazy_re(r"\b[Aa]n? ([a-z]+)")


def placed_in_clauses(text: str) -> Callable[[Found], Found]:
    """Returns a function that adds to a value its clause and the clause's stance."""
    found, small = clauses(text), text.lower()

    def place(one: Found) -> Found:
        number = clause_at(text, one.span[0])
        clause = found[number]
        is_about = clause.stance == "asks" or clause.about[0] <= one.span[0] < clause.about[1]
        stance: Stance = clause.stance if is_about and clause.stance != "recalls" else "says"
        before = text[max(clause.start, one.span[0] - 20) : one.span[0]]
        if stance == "says" and one.amount and (_OPERATOR.match(text, one.span[1]) or _OPERATOR_BEFORE.search(before)):
            stance = "works"
        if stance == "denies" and small[clause.start :].startswith("without "):
            stance = "says"  # "Without packaging it weighs 18 kg."
        if one.amount and one.amount.bound in ("<", ">") and _DENIES.search(small[clause.start : one.span[0]]):
            # "It should not drop below 38 °C."
            stance = "says"
            flipped = "<" if one.amount.bound == ">" else ">"
            one = replace(one, amount=replace(one.amount, bound=flipped, is_strict=False, bounded=one.amount.text))
        elif stance == "denies" and one.amount and one.amount.bound in ("<", ">"):
            stance = "says"
        was = one.is_old or (one.kind in ("amount", "code") and _is_former_value(text, one.span))
        if one.amount and one.direction and not one.amount.is_pair:
            was = was or _FROM.search(text, max(0, one.span[0] - 24), one.span[0]) is not None
        return replace(one, clause=number, stance=stance, is_old=was)

    return place


# What denies a bound that follows it, and is no part of its words: "should not drop below 38".
_DENIES = lazy_re(
    r"(?:(?<!or )\b(?:not|never|cannot)|n['\u2019]t)\b(?! (?:need|requir|necess|have to))"
    r"(?![^.;,]*\b(?:until|unless|only)\b)[^.;,\d]{0,80}$"
)


def _spans_overlap(one: Span, other: Span) -> bool:
    return one[0] < other[1] and other[0] < one[1]


def _dates(text: str) -> Iterator[Found]:
    figures = numbers_in_figures(text)
    for date in dates_in(text):
        start = date.place[0]
        # "late 1980s" with its part
        first = figures.text.lower().rfind(date.part, max(0, start - 20), start) if date.part else start
        yield Found("date", figures.source((first if first >= 0 else start, start + len(date.text))), 0, date=date)


def _times(text: str) -> Iterator[Found]:
    figures = numbers_in_figures(text)
    for time in times_in(text):
        zone = _ZONE.match(figures.text, time.place[1])
        name = "" if zone is None else zone["short"] or "".join(word[0] for word in zone["long"].split())
        stop = time.place[1] if zone is None else zone.end()
        yield Found(
            "time", figures.source((time.place[0], stop)), 0, time=time, zone=re.sub("(?<=.)[SD](?=T$)", "", name)
        )


def _amounts(text: str) -> Iterator[Found]:
    figures = numbers_in_figures(text)
    reached = 0
    for amount in amounts_of(text):
        if amount.start < reached:
            continue
        points = None
        is_basis = amount.text.endswith(" bps") and amount.low < _MOST_BASIS_POINTS
        if is_basis or not amount.units or amount.units == (PERCENT,):
            its_end = figures.text[amount.start : amount.end].lower()
            if points := _POINTS.match(figures.text, amount.end):
                share = 0.01 if points["basis"] else 1.0
            elif is_basis or "point" in its_end:
                share = 0.01 if is_basis else 1.0
            else:
                share = 0.0
            if share:
                units = (PERCENTAGE_POINT,) if share == 1 else (PERCENTAGE_POINT, PERCENT)
                amount = replace(_multiplied(amount, share), units=units, end=points.end() if points else amount.end)
        amount, rates = _without_rate(amount)
        end = amount.end
        if some := _FOR_SOME.match(figures.text, end):
            n = 2.0 if some["n"][-1].isalpha() else float(some["n"].replace(",", ""))
            per = _singular(some["of"].lower())
            if per in SECONDS and n:
                amount = _multiplied(amount, 1 / n)
            rates |= {Rate(per, 1.0 if per in SECONDS else n)}
            end = some.end()
        elif after := _RATE_AFTER.match(figures.text, end):
            rates |= {_rate_after(after)}
            end = after.end()
            if (again := _RATE_AFTER.match(figures.text, end)) and _rate_after(again) not in rates:
                rates |= {_rate_after(again)}
                end = again.end()
        if before := _RATE_BEFORE.search(figures.text, max(0, amount.start - 60), amount.start):
            rate = _rate_after(before)
            if not (rate.noun in SECONDS and any(each.noun in SECONDS for each in rates)):
                rates |= {rate}
        reached = end
        for start, stop, one in _start_and_end_of_change(figures.text, amount, end):
            lead = len(one.bounded) - len(one.text) if one.bounded.endswith(one.text) else 0
            span = figures.source((max(start - lead, 0), stop))
            is_old = one is not amount and one.low != amount.high
            found = Found("amount", _stripped_span(text, span), 0, is_old=is_old, amount=one)
            yield replace(found, rates=rates, direction=one.change)


def _multiplied(amount: Amount, factor: float) -> Amount:
    return replace(amount, low=amount.low * factor, high=amount.high * factor, step=amount.step * factor)


def _stripped_span(text: str, span: Span) -> Span:
    """A span without space and stops at its ends."""
    start, stop = span
    while stop > start and text[stop - 1] in " .,;)(":
        stop -= 1
    while start < stop and text[start] == " ":
        start += 1
    return start, stop


def _start_and_end_of_change(text: str, amount: Amount, end: int) -> Iterator[tuple[int, int, Amount]]:
    """Two amounts for "from 6.2 to 3.9", where something changed; else the one."""
    is_change = (
        amount.is_pair
        and " to " in text[amount.start : amount.end]
        and (
            amount.low > amount.high
            or DIRECTION.search(text, max(0, amount.start - 80), min(len(text), end + 40))
            or _MOVES.search(text, max(0, amount.start - 80), amount.start)
        )
    )
    if is_change and _FROM.search(text, max(0, amount.start - 24), amount.start):
        middle = text.index(" to ", amount.start)
        for start, stop, number in ((amount.start, middle, amount.low), (middle + 4, end, amount.high)):
            one = replace(amount, low=number, high=number, is_pair=False, accepted=None, bounded="")
            last = min(stop, amount.end)
            yield start, stop, replace(one, start=start, end=last, text=text[start:last])
    else:
        yield amount.start, end, amount


def _rate_after(match: re.Match[str]) -> Rate:
    found = match.groupdict()
    if found.get("adverb"):
        return Rate(_ADVERBS[found["adverb"].lower()])
    return Rate(_singular((found.get("of") or found.get("time") or "").lower()))


def _singular(word: str) -> str:
    word = {"annum": "year", "hr": "hour", "sec": "second", "min": "minute"}.get(word, word)
    return word.removesuffix("s") if word.endswith("s") and not word.endswith("ss") else word


def _frequencies(text: str) -> Iterator[Found]:
    figures = numbers_in_figures(text)
    for match in _FREQUENCY.finditer(figures.text):
        found = {name.split("_")[0]: group for name, group in match.groupdict().items() if group}
        per = 2.0 if (many := found.get("m", "1"))[-1].isalpha() else float(many)
        n = float(found.get("n", 1))
        if days := found.get("days"):
            n, unit = n * len(re.findall("day", days, re.IGNORECASE)), "week"
        else:
            unit = _ADVERBS[found["adverb"].lower()] if "adverb" in found else found["of"].lower()
        if per and n:
            named = Code("days", " ".join(sorted(re.findall(r"\w+day", days.lower())))) if days else _WITHOUT_CODE
            span = _stripped_span(text, figures.source(match.span()))
            yield Found("frequency", span, 0, often=n / per / SECONDS[unit], code=named)


def _without_rate(amount: Amount) -> tuple[Amount, frozenset[Rate]]:
    """Takes the time out of the unit of "1200 mg per day"; speeds keep it."""
    rates: set[Rate] = set()
    units: list[Unit] = []
    for unit in amount.units:
        above, per = unit.of if len(unit.of) > 1 else (unit, unit)
        is_speed = any("meter" in part.name or "mile" in part.name for part in above.parts)
        if unit.of and per.name in SECONDS and not is_speed:
            rates.add(Rate(per.name))
            unit = above
        units.append(unit)
    return (replace(amount, units=tuple(units)), frozenset(rates)) if rates else (amount, frozenset())


# Right before a value.
_OLD_BEFORE = lazy_re(
    r"\b(?:compared (?:to|with)|versus|vs\.?|used to [a-z]+|previous(?:ly)?|former(?:ly)?|original(?:ly)?"
    r"|initial(?:ly)?|(?<!or )(?<!and )(?<!-)old(?:er)?|earlier|prior|until then|had been"
    r"|first (?:planned|aimed|announced|proposed|offered|intended|set|said|thought))\b"
    r"[^\d;.]{0,40}$|\bcompared (?:to|with)\W+$",
    re.IGNORECASE,
)
# "It was 60 seconds before version 2", "it used port 8443 until June"
_UNTIL = lazy_re(r"\W*(?:until|before|prior to) (?:(?:the|version|release|last|this) |(?:19|20)\d\d|[A-Z])")
_WAS = lazy_re(r"\b(?:was|were|had|used|cost|stood|ran|\w+ed)\b")
# "12 - 5 =", "0.71 / 50", "100 minus"
_OPERATOR = lazy_re(
    r"[)\s]*(?:(?:[+/×÷=·]|\*(?!\*)|[-–−] (?=[\d$€£.])|x (?=\d))(?! ?[a-z])|(?:minus|plus|times|divided by) (?=\d))"
)
_OPERATOR_BEFORE = lazy_re(r"\d%? (?:minus|plus|times|divided by) $")


def _is_former_value(text: str, span: Span) -> bool:
    """Returns whether a value is a former one: "down from 5", "used to be 5", "5 a year earlier".

    >>> _is_former_value("up from 40 to 55", (8, 10)), _is_former_value("up from 40 to 55", (14, 16))
    (True, False)
    """
    clause = clauses(text)[clause_at(text, span[0])]
    before = text[max(clause.start, span[0] - 60) : span[0]]
    return (
        (clause.stance == "recalls" and clause.about[0] <= span[0] < clause.about[1])
        or _OLD_BEFORE.search(before) is not None
        or (_UNTIL.match(text, span[1]) is not None and _WAS.search(before) is not None)
    )
