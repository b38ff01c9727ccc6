"""Dates: whether an answer names the reference's date in another form, a part of it, or another date."""

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from enum import Enum

from ...lazy_patterns import lazy_re
from ..clauses import Span
from ..view import Match, View
from .date_grammar import CalendarDate, dates_in
from .numbers import in_figures

# What may stand around a date that is a whole reference.
_FILLER = lazy_re(
    r"\b(?:in|on|at|during|the|about|around|circa|ca?|approximately|approx|roughly|year|of|from|between|to|until|till"
    r"|through|and|season|early|mid|middle|late|part|usually|sometime|every|each|month|decade)\b|[\s.,;:~()\"'–—/-]+",
    re.IGNORECASE,
)
_BRACKETS = lazy_re(r"(?<=\S)\s*\([^()]*\)\s*\.?$")
_BARE_NUMBER = lazy_re(r"\W*\d{4}\W*")
# A bare number that answers one of these is no year.
_ASKS_AMOUNT = lazy_re(r"\bhow (?:many|much|long|far|tall|high|large|big|deep|heavy|fast|wide|old)\b", re.IGNORECASE)
# "Give any year in the reign of King Stephen."
_ASKS_ANY = lazy_re(r"\b(?:any|a|one) (?:year|date|day|month)\b", re.IGNORECASE)
# "Give it as MM/DD/YYYY."
_ASKS_ORDER = lazy_re(r"\b(?:(?P<month>mm?[/.-]dd?)|dd?[/.-]mm?)\b", re.IGNORECASE)
_ASKS_DAY = lazy_re(r"\b(?:(?:what|which|exact|full|the) (?:day|date)|birthday|day and month)\b", re.IGNORECASE)
_ASKS_YEAR = lazy_re(r"\b(?:what|which|exact|the) year\b", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class DateReference:
    """A reference that is, as a whole, a date."""

    parts: tuple[CalendarDate, ...]  # two for the begin and end of a period, where they are not just years
    is_number: bool  # whether it is a bare number, which may count something


class _Relation(Enum):
    """How an answer's date relates to the reference's."""

    SAME = "="
    FINER = "is in"
    ENDPOINT = "begins or ends in"
    COARSER = "is less exact than"
    OTHER = "not"
    UNKNOWN = "may be"
    UNRELATED = "says nothing about"


# For `decide`: 0 the same, 1 close, 2 another, 3 of another kind.
RELATIONS = dict(zip(_Relation, (0, 0, 1, 1, 2, 1, 3), strict=True))
_SAME = {_Relation.SAME, _Relation.FINER, _Relation.ENDPOINT}
_Finding = tuple[bool, _Relation, list[CalendarDate]]


def read(reference: str) -> DateReference | None:
    """Returns the date that a reference in NFKC is as a whole.

    >>> read("the fourth of July, 1776").parts[0].text
    '4th of July, 1776'
    >>> read("War of 1812"), read("1500 metres")
    (None, None)
    """
    for text in dict.fromkeys((reference, _BRACKETS.sub("", reference))):
        found = dates_in(text)
        if found and not _FILLER.sub("", in_figures(text).without(date.place for date in found)):
            has_day = any(date.days for date in found)
            parts = tuple(date for date in found if date.weekday is None or date.days or not has_day)
            return DateReference(parts, bool(_BARE_NUMBER.fullmatch(text))) if len(parts) <= 2 else None
    return None


def compare(reference: DateReference, answer: View, question: str | None) -> Match | None:
    """Says whether an answer names the date, a date in it (the same), or another one.

    A coarser date is another one only where a question asks for more, or where there is no question.

    >>> compare(read("the 18th century"), View("1776"), None).how
    'is in'
    >>> compare(read("4 July 1776"), View("It was on the 5th of July, 1776."), None)
    Match(rule='date', is_same=False, how='not', meant='4 July 1776', said=((14, 31),), read_as='')
    >>> compare(read("4 July 1776"), View("In 1776"), None).how, compare(read("1776"), View("1770s"), "When?")
    ('is less exact than', None)
    """
    question = question or ""
    if (reference.is_number and _ASKS_AMOUNT.search(question)) or not (dates := dates_in(answer.text)):
        return None
    found = [_compare_part(part, dates, question) for part in reference.parts]
    if None in found or len({finding[0] for finding in found if finding}) > 1:
        return None
    findings = [finding for finding in found if finding]
    is_same, relation, _ = findings[0]
    said = dict.fromkeys(date for _, _, held in findings for date in held)
    source = in_figures(answer.text).source
    # "Late 1980s, not early 1980s": the parts tell them apart.
    are_parts = all(date.part for date in (*said, *reference.parts))
    values = [(source((date.place[0], date.place[0] + len(date.text))), _shown(date, are_parts)) for date in said]
    meant = "; ".join(_shown(part, are_parts) for part in reference.parts)
    return answer.match_at("date", is_same, relation.value, meant, values)


def _shown(date: CalendarDate, with_part: bool) -> str:
    return f"{date.part} {date.text}" if with_part else date.text


def _compare_part(part: CalendarDate, dates: Sequence[CalendarDate], question: str) -> _Finding | None:
    """Returns whether an answer has a date of the reference, how, and which of its dates; None if that is unclear."""
    if order := _ASKS_ORDER.search(question):
        part, *dates = (_reading(date, order["month"] is not None) for date in (part, *dates))
    asked = dates_in(question)
    said = {date.meaning for date in asked}
    # "April Fools' Day ends at noon" repeats the question.
    dates = [date for date in dates if not date.days or date.meaning not in said or any(map(str.isdigit, date.text))]
    asks_for_any = _ASKS_ANY.search(question)
    by_relation: dict[_Relation, list[CalendarDate]] = {relation: [] for relation in _Relation}
    for date in dates:
        its = relation(part, date)
        is_any = its is _Relation.UNKNOWN and asks_for_any and _within(part.years, date.years) == _FITS
        if its in _SAME or is_any:
            return True, its, [date]
        by_relation[its].append(date)
    coarser = by_relation[_Relation.COARSER]
    other = [date for date in by_relation[_Relation.OTHER] if date.meaning not in said]
    if by_relation[_Relation.UNKNOWN]:
        return None
    if coarser and _hold_together(part, [*coarser, *asked]):
        return True, _Relation.SAME, coarser
    if other and not coarser:
        return False, _Relation.OTHER, other[:1]
    if coarser and not other and (not question or _asks_for_more(question, coarser)):
        return False, _Relation.COARSER, coarser[:1]
    return None


def _asks_for_more(question: str, dates: list[CalendarDate]) -> bool:
    """Returns whether a question asks for something more exact than each of the dates."""
    if _ASKS_DAY.search(question):
        return not any(date.days for date in dates)
    is_year = any(date.years and date.years[0] == date.years[1] for date in dates)
    return _ASKS_YEAR.search(question) is not None and not is_year


def _hold_together(part: CalendarDate, dates: list[CalendarDate]) -> bool:
    """Returns whether the dates have, one with another, all that the part has: "in 1776, on 4 July"."""
    fields = [_fields(part, date) for date in dates if relation(part, date) is _Relation.COARSER]
    return all(_FITS in column for column in zip(*fields, strict=True) if _FREE not in column)


_FREE, _MISSING, _FITS, _WIDER, _APART = range(5)


def _within(span: Span | None, other: Span | None) -> int:
    """Returns whether the other span lies in this one, overlaps it or is apart from it, or which of them is missing."""
    if span is None or other is None:
        return _FREE if span is None else _MISSING
    if span[0] <= other[0] and other[1] <= span[1]:
        return _FITS
    return _APART if other[1] < span[0] or span[1] < other[0] else _WIDER


def _fields(part: CalendarDate, date: CalendarDate) -> tuple[int, ...]:
    if part.months is None or date.months is None:
        months = _FREE if part.months is None else _MISSING
    elif date.months <= part.months and (not part.season or part.season == date.season or not date.season):
        months = _FITS
    else:
        months = _WIDER if date.months & part.months and not (part.season and date.season) else _APART
    day, its_day = ((one.weekday, one.weekday) if one.weekday is not None else None for one in (part, date))
    return _within(part.years, date.years), months, _within(part.days, date.days), _within(day, its_day)


def relation(part: CalendarDate, date: CalendarDate) -> _Relation:
    """Returns how a date relates to a part of the reference's."""
    if date.is_ambiguous or part.is_ambiguous:
        return _ambiguous_relation(part, date)
    if date.is_short and date.years and part.years and not part.is_short:
        if part.years[1] < 1900:
            return _Relation.UNRELATED
        # "'76" is in the century of the reference.
        shift = part.years[0] - part.years[0] % 100 - (date.years[0] - date.years[0] % 100)
        date = replace(date, years=(date.years[0] + shift, date.years[1] + shift), is_short=False)
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
    return _relation_of_overlapping(part, date, fields)


def _relation_of_overlapping(part: CalendarDate, date: CalendarDate, fields: tuple[int, ...]) -> _Relation:
    if part.part and not date.part:
        is_in = fields[0] == _FITS and part.years != date.years
        return _Relation.FINER if is_in else _Relation.UNKNOWN
    if date.is_range and part.years and date.years and fields == (_WIDER, _FREE, _FREE, _FREE):
        is_end = part.years[0] == part.years[1] and part.years[0] in date.years
        return _Relation.ENDPOINT if is_end else _Relation.COARSER
    is_span = part.days and part.days[0] != part.days[1]
    if (part.is_range and (not date.is_range or part.years != date.years)) or (is_span and part.days != date.days):
        return _Relation.UNKNOWN
    if _MISSING in fields or _WIDER in fields:
        return _Relation.COARSER
    return _Relation.SAME if part.meaning == date.meaning else _Relation.FINER


def _may_be_near(part: CalendarDate, date: CalendarDate, fields: tuple[int, ...]) -> bool:
    """Returns whether two dates are apart only in their years, and by less than "about" leaves open."""
    if fields.count(_APART) > 1 or fields[0] != _APART or not part.years or not date.years:
        return False
    distance = max(part.years[0] - date.years[1], date.years[0] - part.years[1])
    if part.part or date.part:
        first, last = part.years if part.part else date.years
        return not (part.part and date.part) and distance <= last - first + 1 and last > first
    return (part.is_approximate or date.is_approximate) and distance <= (2000 - part.years[0]) // 20


def _ambiguous_relation(part: CalendarDate, date: CalendarDate) -> _Relation:
    """Compares 4/7/1776 in both orders: as long as nothing says which is meant, either may be correct."""
    relations = [relation(_reading(part, order), _reading(date, order)) for order in (False, True)]
    if same := next((relation for relation in relations if relation in _SAME), None):
        return same
    if part.is_ambiguous and date.is_ambiguous:
        relations.append(relation(_reading(part, True), _reading(date, False)))
    return relations[0] if len(set(relations)) == 1 else _Relation.UNKNOWN


def _reading(date: CalendarDate, month_first: bool) -> CalendarDate:
    if not (date.is_ambiguous and month_first and date.months and date.days):
        return replace(date, is_ambiguous=False)
    (month,) = date.months
    return replace(date, months=frozenset({date.days[0]}), days=(month, month), is_ambiguous=False)
