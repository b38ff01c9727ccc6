"""Finds the amounts of a text with their rates, and what its clauses say of them."""

import re
from collections.abc import Iterator
from dataclasses import replace

from ...lazy_patterns import lazy_re
from ..clauses import Clause, Span, clause_at
from ..view import RuleName
from .amount_relations import SECONDS, relation_of_amounts
from .amounts.amount_parser import DIRECTION, Amount, Rate, amounts_of
from .amounts.units import PERCENT, PERCENTAGE_POINT, Unit, units_named
from .asked_values import AskedValue
from .found_values import Found, Kind
from .numbers import numbers_in_figures

ADVERBS = {
    "hourly": "hour", "daily": "day", "nightly": "night", "weekly": "week", "fortnightly": "fortnight",
    "monthly": "month", "quarterly": "quarter", "yearly": "year", "annual": "year", "annually": "year", "p.a": "year",
}  # fmt: skip
TIME_NOUN = rf"(?:{'|'.join(SECONDS)})"
ADVERB = rf"(?:{'|'.join(map(re.escape, ADVERBS))})"
# "per month", "a year", "for each user", "/hour", "daily"; in front: "monthly fee of", "each month you pay"
_RATE_AFTER = lazy_re(
    rf"(?: (?:of (?:the |its )?)?[\w-]+){{0,2}}?[\s(]*"
    rf"(?:(?:(?:per|for (?:each|every)|each|every) | ?/ ?)(?:(?:single|full|started|calendar) )?(?P<of>[a-z][a-z-]+)"
    rf"|(?:a|an|in an?|any) (?P<time>{TIME_NOUN})\b|(?P<adverb>{ADVERB})\b)",
    re.IGNORECASE,
)
_RATE_BEFORE = lazy_re(
    rf"\b(?P<adverb>{ADVERB}) (?:[a-z]+ ){{1,4}}[^\w.;]*$|\b(?:per|every|(?:for )?(?:each"
    rf"|every)) (?P<of>[a-z]+)\b[^.;\d]{{0,60}}$",
    re.IGNORECASE,
)
# "for 500 grams", "per 1,000 requests", "every 8 hours", "every other day"
_FOR_SOME = lazy_re(
    r"(?: [a-z]+)? (?:for|per|every) (?P<n>\d[\d,]*(?:\.\d+)?|other|second|2nd) (?P<of>[a-z]+)", re.IGNORECASE
)
_POINTS = lazy_re(
    r" ?(?:(?P<basis>basis points?|bps?\b)|(?P<points>(?:percentage|per cent|%)[ -]points?|p\.?p\.?\b))", re.I
)
# A rate of 175 basis points is one of 1.75 %. So many bps are bits.
_MOST_BASIS_POINTS = 1000
_FROM = lazy_re(r"\bfrom (?:about |around |roughly |approximately )?$", re.IGNORECASE)
_MOVES = lazy_re(
    r"\b(?:mov|chang|shift|adjust|revis|amend|worsen|improv|slipp?|swung|went|go(?:es|ing))\w*\b", re.IGNORECASE
)
_ONE_OF = lazy_re(r"\b[Aa]n? ([a-z]+)")
# What denies a bound that follows it, and is no part of its words: "should not drop below 38".
_DENIES = lazy_re(
    r"(?:(?<!or )\b(?:not|never|cannot)|n['\u2019]t)\b(?! (?:need|requir|necess|have to))"
    r"(?![^.;,]*\b(?:until|unless|only)\b)[^.;,\d]{0,80}$"
)
# "12 - 5 =", "0.71 / 50", "100 minus"
_OPERATOR = lazy_re(
    r"[)\s]*(?:(?:[+/×÷=·]|\*(?!\*)|[-–−] (?=[\d$€£.])|x (?=\d))(?! ?[a-z])|(?:minus|plus|times|divided by) (?=\d))"
)
_OPERATOR_BEFORE = lazy_re(r"\d%? (?:minus|plus|times|divided by) $")


def _amounts_in(text: str) -> Iterator[Found]:
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
        for start, stop, one in _start_and_end_of_change(figures.text, replace(amount, rates=rates), end):
            lead = len(one.bounded) - len(one.text) if one.bounded.endswith(one.text) else 0
            span = stripped_span(text, figures.source((max(start - lead, 0), stop)))
            is_old = amount.is_pair and not one.is_pair and one.low != amount.high
            yield Found(AMOUNT, span, one, not one.units, is_old)


def _multiplied(amount: Amount, factor: float) -> Amount:
    return replace(amount, low=amount.low * factor, high=amount.high * factor, step=amount.step * factor)


def stripped_span(text: str, span: Span) -> Span:
    """A span without space and stops at its ends."""
    words = text[slice(*span)]
    return span[1] - len(words.lstrip(" ")), span[0] + len(words.rstrip(" .,;)("))


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
        return Rate(ADVERBS[found["adverb"].lower()])
    return Rate(_singular((found.get("of") or found.get("time") or "").lower()))


def _singular(word: str) -> str:
    word = {"annum": "year", "hr": "hour", "sec": "second", "min": "minute"}.get(word, word)
    return word.removesuffix("s") if word.endswith("s") and not word.endswith("ss") else word


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


# "none", "no siblings", "free of charge"
_NOTHING = lazy_re(
    r"\b(?:none|nothing|nobody|no one|no [a-z]+|never|free(?: of charge)?|without any)\b(?! (?:longer|doubt|more"
    r"|less))",
    re.IGNORECASE,
)


def _words_for_zero(meant: Found, text: str) -> Iterator[Found]:
    if meant.value.low == meant.value.high == 0:
        for match in _NOTHING.finditer(text):
            yield replace(meant, span=match.span(), clause=clause_at(text, match.start()))


def _in_clause(one: Found, text: str, clause: Clause) -> Found:
    """Returns an amount as a step of a computation, with the bound that its clause denies, or as a former one."""
    (start, stop), amount = one.span, one.value
    before = text[max(clause.start, start - 20) : start]
    if one.stance == "says" and (_OPERATOR.match(text, stop) or _OPERATOR_BEFORE.search(before)):
        one = replace(one, stance="works")
    if amount.bound in ("<", ">"):
        if _DENIES.search(text[clause.start : start].lower()):
            # "It should not drop below 38 °C."
            flipped = "<" if amount.bound == ">" else ">"
            amount = replace(amount, bound=flipped, is_strict=False, bounded=amount.text)
            one = replace(one, stance="says", value=amount)
        elif one.stance == "denies":
            one = replace(one, stance="says")
    if amount.change and not amount.is_pair and _FROM.search(text, max(0, start - 24), start):
        one = replace(one, is_old=True)
    return one


def _rule_of_amount(amount: Amount, wanted: AskedValue) -> RuleName:
    units = amount.units or wanted.units
    return "number" if not units else "money" if any(unit.is_money for unit in units) else "quantity"


AMOUNT = Kind(
    "number", lambda text: any(units_named(match[1]) for match in _ONE_OF.finditer(text)), _amounts_in,
    relation_of_amounts, reveal=_words_for_zero, in_clause=_in_clause, rule=_rule_of_amount, may_be_old=True,
)  # fmt: skip
