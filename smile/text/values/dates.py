"""Dates: whether an answer names the reference's date in another form, a part of it, or another date."""

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from enum import Enum

from ..lazy_patterns import lazy_re
from .answer import Answer, Match, Span
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
        found = dates_in(text)
        rest = in_figures(text).text
        for begin, end in (date.place for date in reversed(found)):
            rest = f"{rest[:begin]} {rest[end:]}"
        if found and not _FILLER.sub("", rest):
            has_day = any(date.days for date in found)
            parts = tuple(date for date in found if date.weekday is None or not has_day)
            return DateReference(parts, bool(_BARE_NUMBER.fullmatch(text))) if len(parts) <= 2 else None
    return None


def compare(reference: DateReference, answer: Answer, question: str | None) -> Match | None:
    """Says whether an answer names the date, a date in it (right), a coarser or another one (wrong).

    >>> compare(read("the 18th century"), Answer("1776"), None).how
    'is in'
    >>> compare(read("4 July 1776"), Answer("It was on the 5th of July, 1776."), None)
    Match(rule='date', is_same=False, how='not', meant='4 July 1776', said=((14, 31),), read_as='')
    >>> compare(read("4 July 1776"), Answer("In 1776"), None).how
    'is less exact than'
    """
    question = question or ""
    if reference.is_number and _ASKS_AMOUNT.search(question):
        return None
    dates = dates_in(answer.text)
    if not dates:
        return None
    findings = [_compare_part(part, dates, question) for part in reference.parts]
    found = [finding for finding in findings if finding]
    if len(found) < len(findings) or len({is_same for is_same, _, _ in found}) > 1:
        return None
    is_same, relation, _ = found[0]
    said = dict.fromkeys(date for _, _, held in found for date in held)
    source = in_figures(answer.text).source
    # "Late 1980s, not early 1980s": the parts tell them apart.
    are_parts = all(date.part for date in (*said, *reference.parts))
    values = [(source((date.place[0], date.place[0] + len(date.text))), _shown(date, are_parts)) for date in said]
    meant = "; ".join(_shown(part, are_parts) for part in reference.parts)
    return answer.match_at("date", is_same, relation.value, meant, values)


def _shown(date: CalendarDate, with_part: bool) -> str:
    return f"{date.part} {date.text}" if with_part else date.text


def _compare_part(
    part: CalendarDate, dates: Sequence[CalendarDate], question: str
) -> tuple[bool, _Relation, list[CalendarDate]] | None:
    """Returns whether an answer has a date of the reference, how, and which of its dates; None if that is unclear."""
    if order := _ASKS_ORDER.search(question):
        part, *dates = (_reading(date, order["month"] is not None) for date in (part, *dates))
    asked = dates_in(question)
    said = {date.meaning for date in asked}
    # "April Fools' Day ends at noon" repeats the question.
    dates = [date for date in dates if not date.days or date.meaning not in said or any(map(str.isdigit, date.text))]
    related = [(_relation(part, date), date) for date in dates]
    asks_for_any = _ASKS_ANY.search(question)
    for relation, date in related:
        is_any = relation is _Relation.UNKNOWN and asks_for_any and _within(part.years, date.years) == _FITS
        if relation in _RIGHT or is_any:
            return True, relation, [date]
    if any(relation is _Relation.UNKNOWN for relation, _ in related):
        return None
    coarser = [date for relation, date in related if relation is _Relation.COARSER]
    other = [date for relation, date in related if relation is _Relation.OTHER and date.meaning not in said]
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
    if _ASKS_YEAR.search(question):
        return not any(date.years and date.years[0] == date.years[1] for date in dates)
    return False


def _hold_together(part: CalendarDate, dates: list[CalendarDate]) -> bool:
    """Returns whether the dates have, one with another, all that the part has: "in 1776, on 4 July"."""
    fields = [_fields(part, date) for date in dates if _relation(part, date) is _Relation.COARSER]
    return all(any(field == _FITS for field in column) for column in zip(*fields, strict=True) if _FREE not in column)


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
    )


def _relation(part: CalendarDate, date: CalendarDate) -> _Relation:
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
    if part.is_part and not date.is_part:
        is_in = fields[0] == _FITS and part.years != date.years
        return _Relation.FINER if is_in else _Relation.UNKNOWN
    if part.is_range and not date.is_range:
        return _Relation.UNKNOWN
    if date.is_range and fields == (_WIDER, _FREE, _FREE, _FREE) and part.years and date.years:
        is_end = part.years[0] == part.years[1] and part.years[0] in date.years
        return _Relation.ENDPOINT if is_end else _Relation.COARSER
    if part.is_range and part.years != date.years:
        return _Relation.UNKNOWN
    if part.days and part.days[0] != part.days[1] and part.days != date.days:
        return _Relation.UNKNOWN
    if _MISSING in fields or _WIDER in fields:
        return _Relation.COARSER
    return _Relation.SAME if part.meaning == date.meaning else _Relation.FINER


def _may_be_near(part: CalendarDate, date: CalendarDate, fields: tuple[int, ...]) -> bool:
    """Returns whether two dates are apart only in their years, and by less than "about" leaves open."""
    if fields.count(_APART) > 1 or fields[0] != _APART or not part.years or not date.years:
        return False
    distance = max(part.years[0] - date.years[1], date.years[0] - part.years[1])
    if part.is_part and date.is_part:
        return False
    if part.is_part or date.is_part:
        narrowed = part.years if part.is_part else date.years
        return distance <= narrowed[1] - narrowed[0] + 1 and narrowed[1] > narrowed[0]
    return (part.is_approximate or date.is_approximate) and distance <= (2000 - part.years[0]) // 20


def _ambiguous_relation(part: CalendarDate, date: CalendarDate) -> _Relation:
    """Compares 4/7/1776 in both orders: as long as nothing says which is meant, either may be right."""
    relations = [_relation(_reading(part, order), _reading(date, order)) for order in (False, True)]
    if part.is_ambiguous and date.is_ambiguous and not _RIGHT.intersection(relations):
        relations.append(_relation(_reading(part, True), _reading(date, False)))
        return relations[0] if relations.count(relations[0]) == len(relations) else _Relation.UNKNOWN
    found = next((relation for relation in relations if relation in _RIGHT), None)
    return found or (relations[0] if relations[0] is relations[1] else _Relation.UNKNOWN)


def _reading(date: CalendarDate, month_first: bool) -> CalendarDate:
    if not (date.is_ambiguous and month_first and date.months and date.days):
        return replace(date, is_ambiguous=False)
    (month,) = date.months
    return replace(date, months=frozenset({date.days[0]}), days=(month, month), is_ambiguous=False)
