"""Dates: whether an answer names the reference's date in another form, a part of it, or another date."""

import re
from dataclasses import dataclass, replace
from enum import Enum

from ..lazy_patterns import lazy_re
from .calendar_date import CalendarDate, Span
from .date_grammar import dates_and_places, dates_in
from .spelled_dates import with_figures
from .value_match import ValueMatch

_RULE = "date"

# What may stand around a date that is a whole reference.
_FILLER = lazy_re(
    r"\b(?:in|on|at|during|the|about|around|circa|ca?|approximately|approx|roughly|year|of|from|between|to|until|till|through|"
    r"and|season|early|mid|middle|late|part|usually|sometime|every|each|month|decade)\b|[\s.,;:~()\"'–—/-]+",
    re.I,
)
_BRACKETS = lazy_re(r"(?<=\S)\s*\([^()]*\)\s*\.?$")
# A bare number that answers one of these is no year.
_ASKS_FOR_AMOUNT = lazy_re(r"\bhow (?:many|much|long|far|tall|high|large|big|deep|heavy|fast|wide|old)\b", re.I)
# "Give any year in the reign of King Stephen."
_ASKS_FOR_ANY = lazy_re(r"\b(?:any|a|one) (?:year|date|day|month)\b", re.I)
_ASKS_FOR_DAY = lazy_re(r"\b(?:(?:what|which|exact|full|the) (?:day|date)|birthday|day and month)\b", re.I)
_ASKS_FOR_YEAR = lazy_re(r"\b(?:what|which|exact|the) year\b", re.I)
_FIGURE = lazy_re(r"\d")
_BARE_NUMBER = lazy_re(r"\W*\d{4}\W*")


@dataclass(frozen=True, slots=True)
class DateReference:
    """A reference that is, as a whole, a date.

    Attributes:
        parts: The date; two for the begin and end of a period, where they are not just years.
        is_number: Whether it is a bare number, which may count something.
    """

    parts: tuple[CalendarDate, ...]
    is_number: bool


class _Relation(Enum):
    """What an answer's date is beside the reference's."""

    SAME = "="
    FINER = "is in"
    ENDPOINT = "begins or ends in"
    COARSER = "is less exact than"
    OTHER = "not"
    UNKNOWN = "may be"
    UNRELATED = "says nothing about"


def read(reference: str) -> DateReference | None:
    """Returns the date that a reference in NFKC is as a whole.

    >>> read("the fourth of July, 1776").parts[0].text
    '4th of July, 1776'
    >>> read("War of 1812"), read("1500 metres")
    (None, None)
    """
    for text in dict.fromkeys((reference, _BRACKETS.sub("", reference))):
        figures = with_figures(text)
        found = dates_and_places(figures)
        rest = _FILLER.sub("", _without(figures, [place for _, place in found])) if found else "?"
        if not rest:
            parts = [date for date, _ in found]
            if any(date.days for date in parts):
                parts = [date for date in parts if date.weekday is None]
            return DateReference(tuple(parts), bool(_BARE_NUMBER.fullmatch(text))) if len(parts) <= 2 else None
    return None


def _without(text: str, places: list[Span]) -> str:
    for begin, end in reversed(places):
        text = text[:begin] + " " + text[end:]
    return text


def compare(reference: DateReference, prediction: str, question: str | None) -> ValueMatch | None:
    """Says whether an answer in NFKC names the date, a date in it (right), a coarser or another one (wrong).

    >>> compare(read("4 July 1776"), "It was on July 4th, 1776.", None).evidence
    'July 4th, 1776 = 4 July 1776'
    >>> compare(read("the 18th century"), "1776", None).evidence
    '1776 is in 18th century'
    >>> compare(read("4 July 1776"), "5 July 1776", None)
    ValueMatch(rule='date', is_same=False, evidence='5 July 1776, not 4 July 1776')
    >>> compare(read("4 July 1776"), "In 1776", None)
    ValueMatch(rule='date', is_same=False, evidence='1776 is less exact than 4 July 1776')
    """
    if reference.is_number and question and _ASKS_FOR_AMOUNT.search(question):
        return None
    dates = dates_in(prediction)
    if not dates:
        return None
    asked = dates_in(question) if question else ()
    findings = [_compare_part(part, dates, asked, question) for part in reference.parts]
    same = [finding for finding in findings if finding and finding.is_same]
    other = [finding for finding in findings if finding and not finding.is_same]
    if len(findings) not in (len(same), len(other)):
        return None
    return ValueMatch(_RULE, bool(same), "; ".join(finding.evidence for finding in same or other))


def _compare_part(
    part: CalendarDate, dates: tuple[CalendarDate, ...], asked: tuple[CalendarDate, ...], question: str | None
) -> ValueMatch | None:
    said = {_meaning(date) for date in asked}
    # "April Fools' Day ends at noon" repeats the question.
    related = [(_relation(part, date), date) for date in dates if not (_is_holiday(date) and _meaning(date) in said)]
    for relation, date in related:
        is_any = (
            relation is _Relation.UNKNOWN and question and _ASKS_FOR_ANY.search(question) and _is_within(part, date)
        )
        if relation in _RIGHT or is_any:
            return ValueMatch(_RULE, True, f"{date.text} {relation.value} {part.text}")
    if any(relation is _Relation.UNKNOWN for relation, _ in related):
        return None
    coarser = [date for relation, date in related if relation is _Relation.COARSER]
    if coarser and _hold_together(part, [*coarser, *asked]):
        return ValueMatch(_RULE, True, f"{', '.join(date.text for date in coarser)} = {part.text}")
    other = [date for relation, date in related if relation is _Relation.OTHER and _meaning(date) not in said]
    if other and not coarser:
        return ValueMatch(_RULE, False, f"{other[0].text}, not {part.text}")
    if coarser and not other and (question is None or _asks_for_more(question, coarser)):
        return ValueMatch(_RULE, False, f"{coarser[0].text} {_Relation.COARSER.value} {part.text}")
    return None


def _is_holiday(date: CalendarDate) -> bool:
    return date.days is not None and not _FIGURE.search(date.text)


def _asks_for_more(question: str, dates: list[CalendarDate]) -> bool:
    """Returns whether a question asks for something more exact than each of the dates."""
    if _ASKS_FOR_DAY.search(question):
        return not any(date.days for date in dates)
    if _ASKS_FOR_YEAR.search(question):
        return not any(date.years and date.years[0] == date.years[1] for date in dates)
    return False


def _meaning(date: CalendarDate) -> tuple[object, ...]:
    return date.years, date.months, date.days, date.weekday


def _hold_together(part: CalendarDate, dates: list[CalendarDate]) -> bool:
    """Returns whether the dates have, one with another, all that the part has: "in 1776, on 4 July"."""
    fields = [_fields(part, date) for date in dates if _relation(part, date) is _Relation.COARSER]
    return all(any(field == _FITS for field in column) for column in zip(*fields, strict=True) if _FREE not in column)


def _is_within(part: CalendarDate, date: CalendarDate) -> bool:
    return _within(part.years, date.years) == _FITS


_RIGHT = {_Relation.SAME, _Relation.FINER, _Relation.ENDPOINT}
_FREE, _MISSING, _FITS, _WIDER, _APART = range(5)


def _within(span: Span | None, other: Span | None) -> int:
    """Returns whether the other span lies in this one, overlaps it or is apart from it, or which of them is missing."""
    if span is None:
        return _FREE
    if other is None:
        return _MISSING
    if span[0] <= other[0] and other[1] <= span[1]:
        return _FITS
    return _APART if other[1] < span[0] or span[1] < other[0] else _WIDER


def _point(number: int | None) -> Span | None:
    return None if number is None else (number, number)


def _fields(part: CalendarDate, date: CalendarDate) -> tuple[int, ...]:
    if part.months is None or date.months is None:
        months = _FREE if part.months is None else _MISSING
    elif part.season and date.season:
        months = _FITS if part.season == date.season else _APART
    else:
        months = _FITS if date.months <= part.months else _WIDER if date.months & part.months else _APART
    return (
        _within(part.years, date.years),
        months,
        _within(part.days, date.days),
        _within(_point(part.weekday), _point(date.weekday)),
        _within(_point(part.nth), _point(date.nth)),
    )


def _relation(part: CalendarDate, date: CalendarDate) -> _Relation:
    if date.is_ambiguous or part.is_ambiguous:
        return _ambiguous_relation(part, date)
    if date.is_short and part.years and not part.is_short:
        date = _in_century(date, part.years)
        if not date.is_short and part.years[1] < 1900:
            return _Relation.UNRELATED
    if part.years and date.years and part.years[1] < 0 and not date.has_era:
        # "The 10th century" may leave BC out.
        mirrored = (-date.years[1] - 1, 1 - date.years[0])
        if _within(part.years, mirrored) != _APART:
            return _Relation.UNRELATED
    fields = _fields(part, date)
    if set(fields) <= {_FREE, _MISSING}:
        return _Relation.UNRELATED
    if _APART in fields:
        return _Relation.UNKNOWN if _may_be_near(part, date, fields) else _Relation.OTHER
    if (part.is_range and not date.is_range) or (date.part != part.part and part.part):
        return _Relation.FINER if part.part and fields[0] == _FITS and part.years != date.years else _Relation.UNKNOWN
    if date.is_range and fields == (_WIDER, _FREE, _FREE, _FREE, _FREE) and part.years and date.years:
        return (
            _Relation.ENDPOINT if part.years[0] == part.years[1] and part.years[0] in date.years else _Relation.COARSER
        )
    if part.is_range and part.years != date.years:
        return _Relation.UNKNOWN
    if part.days and part.days[0] != part.days[1] and part.days != date.days:
        return _Relation.UNKNOWN
    if _MISSING in fields or _WIDER in fields:
        return _Relation.COARSER
    return _Relation.SAME if _meaning(part) == _meaning(date) else _Relation.FINER


def _in_century(date: CalendarDate, years: Span) -> CalendarDate:
    """Returns the date with the century that its text leaves out: that of the years."""
    if not date.years:
        return date
    shift = years[0] - years[0] % 100 - (date.years[0] - date.years[0] % 100)
    return replace(date, years=(date.years[0] + shift, date.years[1] + shift), is_short=False)


def _may_be_near(part: CalendarDate, date: CalendarDate, fields: tuple[int, ...]) -> bool:
    """Returns whether two dates are apart only in their years, and by less than "about" and "early" leave open."""
    if fields.count(_APART) > 1 or fields[0] != _APART or not part.years or not date.years:
        return False
    if part.part and date.part:
        return {part.part, date.part} != {"early", "late"} and abs(part.years[0] - date.years[0]) < 100
    distance = max(part.years[0] - date.years[1], date.years[0] - part.years[1])
    if part.part or date.part:
        narrowed = part.years if part.part else date.years
        return distance <= narrowed[1] - narrowed[0] + 1 and narrowed[1] > narrowed[0]
    return (part.is_approximate or date.is_approximate) and distance <= (2000 - part.years[0]) // 20


def _ambiguous_relation(part: CalendarDate, date: CalendarDate) -> _Relation:
    """Compares 4/7/1776: the order of the other date, if it has one, says which is the month."""
    if part.is_ambiguous and date.is_ambiguous:
        same_order = _relation(_reading(part, False), _reading(date, False))
        crossed = _relation(_reading(part, True), _reading(date, False))
        return same_order if same_order in _RIGHT or crossed is _Relation.OTHER else _Relation.UNKNOWN
    plain = date if part.is_ambiguous else part
    readings = {}
    for month_first in (False, True):
        pair = (_reading(part, month_first), date) if part.is_ambiguous else (part, _reading(date, month_first))
        readings[month_first] = _relation(*pair)
    if readings[False] is readings[True]:
        return readings[False]
    return readings[plain.month_first] if readings[plain.month_first] in _RIGHT else _Relation.UNKNOWN


def _reading(date: CalendarDate, month_first: bool) -> CalendarDate:
    if not (date.is_ambiguous and month_first and date.months and date.days):
        return replace(date, is_ambiguous=False)
    (month,) = date.months
    return replace(date, months=frozenset({date.days[0]}), days=(month, month), is_ambiguous=False)
