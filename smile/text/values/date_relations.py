"""How two dates relate: the same, one within the other, less exact, or different."""

import re
from collections.abc import Iterator
from dataclasses import replace
from enum import Enum

from ...lazy_patterns import lazy_re
from ..clauses import Span
from ..view import How
from .asked_values import AskedValue
from .date_grammar import NAMES_IN_DATES, CalendarDate, dates_in_text, in_day_month_order
from .found_values import CLOSE, OTHER, SAME, UNLIKE, Found, Kind, Relation
from .numbers import numbers_in_figures


class DateRelation(Enum):
    """How an answer's date relates to the reference's, as matches say it."""

    _value_: How | None
    SAME = "="
    FINER = "is in"
    COARSER = "is less exact than"
    OTHER = "not"
    UNKNOWN = "may be"
    UNRELATED = None


_SAME = {DateRelation.SAME, DateRelation.FINER}
_FREE, _MISSING, _FITS, _WIDER, _APART = range(5)


def dates_add_up_to(part: CalendarDate, dates: list[CalendarDate]) -> bool:
    """Returns whether several dates together have all parts of the reference's date: "in 1776, on 4 July"."""
    fields = [_fields_of_date(part, date) for date in dates if date_relation(part, date) is DateRelation.COARSER]
    return all(_FITS in column for column in zip(*fields, strict=True) if _FREE not in column)


def _date_relation_of_spans(span: Span | None, other: Span | None) -> int:
    """Returns whether the other span is within this one, overlaps it or is apart, or which span is missing."""
    if span is None or other is None:
        return _FREE if span is None else _MISSING
    if span[0] <= other[0] and other[1] <= span[1]:
        return _FITS
    return _APART if other[1] < span[0] or span[1] < other[0] else _WIDER


def _fields_of_date(part: CalendarDate, date: CalendarDate) -> tuple[int, ...]:
    if part.months is None or date.months is None:
        months = _FREE if part.months is None else _MISSING
    elif date.months <= part.months and (not part.season or part.season == date.season or not date.season):
        months = _FITS
    else:
        months = _WIDER if date.months & part.months and not (part.season and date.season) else _APART
    day, its_day = ((one.weekday, one.weekday) if one.weekday is not None else None for one in (part, date))
    return (
        _date_relation_of_spans(part.years, date.years),
        months,
        _date_relation_of_spans(part.days, date.days),
        _date_relation_of_spans(day, its_day),
    )


def date_relation(part: CalendarDate, date: CalendarDate) -> DateRelation:
    """Returns how a date relates to a part of the reference's."""
    if date.is_ambiguous or part.is_ambiguous:
        return _ambiguous_date_relation(part, date)
    if date.is_short and date.years and part.years and not part.is_short:
        if part.years[1] < 1900:
            return DateRelation.UNRELATED
        # "'76" is in the century of the reference.
        shift = part.years[0] - part.years[0] % 100 - (date.years[0] - date.years[0] % 100)
        date = replace(date, years=(date.years[0] + shift, date.years[1] + shift), is_short=False)
    if part.years and date.years and part.years[1] < 0 and not date.has_era:
        # "The 10th century" may leave BC out.
        mirrored = (-date.years[1] - 1, 1 - date.years[0])
        if _date_relation_of_spans(part.years, mirrored) != _APART:
            return DateRelation.UNRELATED
    fields = _fields_of_date(part, date)
    if set(fields) <= {_FREE, _MISSING}:
        return DateRelation.UNRELATED
    if _APART in fields:
        return DateRelation.UNKNOWN if _may_be_near(part, date, fields) else DateRelation.OTHER
    return _relation_of_overlapping_dates(part, date, fields)


def _relation_of_overlapping_dates(part: CalendarDate, date: CalendarDate, fields: tuple[int, ...]) -> DateRelation:
    if part.part and not date.part:
        is_in = fields[0] == _FITS and part.years != date.years
        return DateRelation.FINER if is_in else DateRelation.UNKNOWN
    if _MISSING in fields or _WIDER in fields:
        return DateRelation.COARSER
    is_span = part.days and part.days[0] != part.days[1]
    if (part.is_range and (not date.is_range or part.years != date.years)) or (is_span and part.days != date.days):
        return DateRelation.UNKNOWN
    return DateRelation.SAME if part.meaning == date.meaning else DateRelation.FINER


def _may_be_near(part: CalendarDate, date: CalendarDate, fields: tuple[int, ...]) -> bool:
    """Returns whether two dates are apart only in their years, and by less than "about" leaves open."""
    if fields.count(_APART) > 1 or fields[0] != _APART or not part.years or not date.years:
        return False
    distance = max(part.years[0] - date.years[1], date.years[0] - part.years[1])
    if part.part or date.part:
        first, last = part.years if part.part else date.years
        return not (part.part and date.part) and distance <= last - first + 1 and last > first
    return (part.is_approximate or date.is_approximate) and distance <= (2000 - part.years[0]) // 20


def _ambiguous_date_relation(part: CalendarDate, date: CalendarDate) -> DateRelation:
    """Compares 4/7/1776 in both orders: as long as nothing says which is meant, either may be correct."""
    relations = [
        date_relation(in_day_month_order(part, order), in_day_month_order(date, order)) for order in (False, True)
    ]
    if same := next((relation for relation in relations if relation in _SAME), None):
        return same
    return relations[0] if len(set(relations)) == 1 else DateRelation.UNKNOWN


_MAY_BE = lazy_re(rf"\b(?:on|in)?(?:{'|'.join(sorted({name[:3] for name in NAMES_IN_DATES}))})", re.IGNORECASE)


def _found_dates(text: str) -> Iterator[Found]:
    figures = numbers_in_figures(text)
    for date in dates_in_text(text):
        start = date.place[0]
        # "late 1980s" with its part
        first = figures.text.lower().rfind(date.part, max(0, start - 20), start) if date.part else start
        span = figures.source((first if first >= 0 else start, start + len(date.text)))
        yield Found(DATE, span, date, is_weak=date.text.isdigit())


_RELATIONS = dict(zip(DateRelation, (SAME, SAME, CLOSE, OTHER, CLOSE, UNLIKE), strict=True))


def _relation_of_dates(mine: CalendarDate, theirs: CalendarDate, wanted: AskedValue) -> Relation:
    if {mine.bound, theirs.bound} == {"latest", "earliest"}:
        return OTHER
    if wanted.is_month_first is not None:
        mine, theirs = (in_day_month_order(one, wanted.is_month_first) for one in (mine, theirs))
    its = date_relation(mine, theirs)
    found = _RELATIONS[its]
    if its is DateRelation.COARSER:
        is_year = theirs.years and theirs.years[0] == theirs.years[1]
        is_less = (mine.days and not theirs.days and wanted.date != "year") or (mine.years and not is_year)
        return OTHER if is_less and (wanted.date in ("day", "year") or not wanted.question) else CLOSE
    is_within = _date_relation_of_spans(mine.years, theirs.years) == _FITS
    if its is DateRelation.UNKNOWN and wanted.is_any and mine.is_range and is_within:
        return SAME
    if theirs.is_limit and not mine.bound and mine.years and theirs.years:
        is_after = mine.years[0] >= theirs.years[0]
        return CLOSE if found is SAME or is_after == (theirs.bound == "earliest") else found
    return CLOSE if found is SAME and theirs.is_limit and not mine.bound else found


DATE = Kind("date", _MAY_BE.search, _found_dates, _relation_of_dates, is_label=True, is_telling=True)
