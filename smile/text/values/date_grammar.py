"""Finds dates in English text, each with its precision.

The grammar is our own. `dateparser.search_dates` takes 1 to 3 ms a text, fills in what a text leaves out from today
("in 1776" gets today's month and day) and takes the verb "may" for a month; `dateutil` reads "5 cats" as the fifth.
Neither knows decades, centuries or BC.
"""

from dataclasses import dataclass, replace
from pathlib import Path

import regex

from ...caches import cached
from ...lazy_patterns import lazy_re, lazy_regex
from ...tsv import read_tsv_table
from ..clauses import Span
from .numbers import numbers_in_figures

MONTHS = "january february march april may june july august september october november december".split()
WEEKDAYS = "monday tuesday wednesday thursday friday saturday sunday".split()
SEASONS = {
    "spring": frozenset({3, 4, 5, 6}),
    "summer": frozenset({6, 7, 8, 9}),
    "autumn": frozenset({9, 10, 11, 12}),
    "winter": frozenset({12, 1, 2, 3}),
}
_HOLIDAYS = {
    name.replace("'", "'?"): (int(month), int(day))
    for name, month, day in read_tsv_table(Path(__file__).parent, "holidays.tsv")
}
NAMES_IN_DATES = frozenset((*MONTHS, *WEEKDAYS, *SEASONS, "fall", "st", *(name.split()[0] for name in _HOLIDAYS)))

# "Jan", "Jan.", "January"; "May", "June" and "July" in full or short
_MONTH = "(?:" + "|".join(rf"{name[:3]}(?:{name[3:]}|t?\b\.?)" for name in MONTHS) + ")(?![a-z])"
# "Tue", "Tues.", "Tuesdays"
_WEEKDAY = "(?:" + "|".join(rf"{name[:3]}(?:{name[3:]}s?|r?s?\b\.?)" for name in WEEKDAYS) + ")(?![a-z])"
# "BC", "B.C.E.", "A.D."
_ERA = r"(?:b\.?\s?c\b\.?(?:\s?e\b\.?)?|b\.?c\.?e\b\.?|a\.?\s?d\b\.?|c\.?\s?e\b\.?)"
_DAY = r"(?:3[01]|[12]\d|0?[1-9])(?:\s?(?:st|nd|rd|th)\b)?(?![\d:/])"
_DAYS = rf"(?P<day>{_DAY})(?:\s?(?:-|–|to|and|&|or)\s?(?:the\s)?(?P<last_day>{_DAY}))?"
_TO = r"\s?(?:-|–|—|/|to|until|till|through|and)\s?"
# "44 BC", "AD 44", "1776", "'76"
_YEAR = (
    rf"(?:(?:a\.?d\.?\s)?(?:\d{{1,5}}|\d{{1,2}},\d{{3}})\s?{_ERA}|a\.?d\.?\s\d{{1,4}}(?!\w)"
    r"|[12]\d{3}(?!\w|[-–]\d)|'\d\d(?!\w))"
)
_OF_YEAR = rf"(?:\s?,?\s?(?:(?:of|in)\s)?(?:the\syear\s)?(?P<year>{_YEAR}))"
# What makes a number of four figures something else than a year.
_NO_UNIT = (
    r"(?!,\d{3}|\.\d|\s?(?:%|°|per\s?cent|k?m²?\b|cm\b|mm\b|k?g\b|lbs?\b|ft\b|mi\b|mph|feet|foot|inch|miles?\b"
    r"|met(?:re|er)|kilo|years?\b|days?\b|hours?\b|hrs?\b|minutes?\b|times\b|people|dollars?|pounds?|euros?"
    r"|tonn?e?s?\b|[mb]illion))"
)
# From the most exact form to the coarsest; the first that fits at a place is taken.
_FORMS = (
    r"(?<![\d/.-])(?P<year>[12]\d{3})(?P<sign>[-/.])(?P<month>0?[1-9]|1[0-2])(?P=sign)(?P<day>3[01]|[12]\d|0?[1-9])"
    r"(?![\d/-])",  # "1776-07-04"
    r"(?<![\d/.-])(?P<one>\d{1,2})(?P<sign>[-/.])(?P<two>\d{1,2})(?P=sign)(?P<year>\d{4}|\d\d)(?![\d/-])",  # "4/7/76"
    # "4 July 1776", "the 4th of July", "4-Jul-1776"
    rf"(?<![\d.,:/-]){_DAYS}(?:\s?-\s?|\s(?:day\s)?(?:of\s)?|)(?P<month>{_MONTH})(?:{_OF_YEAR}|-(?P<year>\d{{4}}))?",
    rf"(?P<month>{_MONTH})\s(?:the\s)?{_DAYS}(?!['\w]){_OF_YEAR}?",  # "July 4th, 1776"
    # "the second Sunday in May"
    rf"(?P<order>[1-4])(?:st|nd|rd|th)\s(?P<weekday>{_WEEKDAY})\s(?:of|in)\s(?P<month>{_MONTH}){_OF_YEAR}?",
    rf"(?P<holiday>{'|'.join(_HOLIDAYS)})(?![a-z]){_OF_YEAR}?",  # "Christmas 1776"
    rf"(?P<month>{_MONTH}){_OF_YEAR}",  # "July 1776"
    rf"(?:Q(?P<quarter>[1-4])|(?P<quarter>[1-4])(?:st|nd|rd|th)\squarter){_OF_YEAR}",  # "Q2 2022"
    rf"(?P<season>spring|summer|autumn|fall|winter)\b{_OF_YEAR}?",  # "summer of 1776"
    rf"(?P<nth>\d{{1,2}})(?:st|nd|rd|th)[\s-](?P<unit>century|millennium)\b(?:\s(?P<era>{_ERA}))?",  # "18th century"
    rf"(?<![.,])(?P<decade>\d{{2,3}}0|'?[2-9]0)\s?'?s(?!\w)(?:\s(?P<era>{_ERA}))?",  # "1960s", "'60s"
    # "1939-45", "264 BC to 146 BC"
    rf"(?<![\w$£€#.,:/-])(?:(?P<from>\d{{1,5}})\s?(?P<from_era>{_ERA})|(?P<from>[12]\d{{3}}|\d{{1,4}}(?={_TO}\d{{1,4}}"
    rf"\s?{_ERA}))){_TO}(?P<to>[12]\d{{3}}|(?<![a-z]\s?)\d\d(?!\d)|\d{{1,4}}(?=\s?{_ERA}))(?:\s?(?P<to_era>{_ERA}))?"
    rf"(?!\w|[-–/]\d){_NO_UNIT}",
    rf"(?<![\w$£€#.,:/-])(?P<year>{_YEAR}){_NO_UNIT}",  # "1776"
    rf"(?P<month>{_MONTH})",
    rf"(?P<weekday>{_WEEKDAY})",
)
_DATE = lazy_regex("|".join(_FORMS), regex.IGNORECASE)
# What a date may begin with: few texts have such a place.
_BEGIN = lazy_re(
    rf"\b(?=\d|Q[1-4]\b|a\.?d\.?\s\d|{'|'.join(sorted({name[:3] for name in NAMES_IN_DATES}))})|(?:(?<=\W)|^)(?='\d)",
    regex.IGNORECASE,
)
_ABOUT = lazy_re(r"(?:about|around|circa|\bca?\.?|approximately|approx\.?|roughly|~)\s*(?:the\s)?$", regex.IGNORECASE)
# "the early 1960s": the years from and to which part of it that is; people do not agree on where it ends.
_PART = lazy_re(r"\b(early|mid(?:dle)?|late)(?:(?:\s+part)?\s+(?:of|in))?[\s-]*(?:the\s)?$", regex.IGNORECASE)
_PARTS = {"early": (0, 0.4), "mid": (0.3, 0.7), "middle": (0.3, 0.7), "late": (0.5, 1)}
# A date before or after which something happened is not when it happened.
_BOUND = lazy_re(
    r"\b(?:(?P<latest>(?:not?|any) (?:later than|after)|on or before|until|by(?: the end of)?|before|prior to|up to)"
    r"|(?P<earliest>(?:not?|any) (?:earlier than|sooner than|before)|on or after|after|since|starting|as of|from))"
    r"(?:\s(?:in|on))?\s(?:the\s)?$",
    regex.IGNORECASE,
)
# Bounds of a date that is still when it happened.
_OPEN_BOUNDS = ("until", "since", "from", "starting", "up to", "as of")
# Names of months and weekdays that are other words in small letters, or abbreviations, and what stands before them.
_MAY_BE_WORD = lazy_re(r"(?:march|may|august|mar|aug|sun|sat|sept?|wed|mon|fri|jan|dec|oct|nov|ju[nl]|apr|feb)\.?$")
_IN_MONTH = lazy_re(r"\b(?:in|during|every|each|on|until|since|early|late|mid)[ -]$", regex.IGNORECASE)
_IN_SEASON = lazy_re(
    r"\b(?:in|of|during|every|each|on|and|to|or|until|is|was|[-–,(])\s?(?:early |late |mid-?)?$", regex.IGNORECASE
)

_SIGNS = " .,\"'()"


@dataclass(frozen=True, slots=True)
class CalendarDate:
    """A date in a text; parts that the text leaves out are None."""

    text: str  # its words, with numbers in figures
    place: Span  # where they stand in the text in figures
    years: Span | None = None  # the first and last year; years before Christ are negative
    months: frozenset[int] | None = None  # the month; for a season the months that it touches
    days: Span | None = None  # the first and last day of the month
    weekday: int | None = None  # Monday is 0
    season: str | None = None
    part: str = ""  # early, mid or late, in "the early 1960s", of which `years` are the early ones, and "late 1968"
    is_range: bool = False  # "1939-1945", not a decade or century
    is_approximate: bool = False  # "about 1440"
    is_short: bool = False  # "'76" or "the sixties": the century is left out, and the twentieth assumed
    has_era: bool = False  # the text says BC or AD
    is_ambiguous: bool = False  # 4/7/1776: the day could be the month
    bound: str = ""  # "latest" in "by 4 July", "earliest" in "after 4 July"
    is_limit: bool = False  # whether that leaves open when it happened

    @property
    def meaning(self) -> tuple[object, ...]:
        """Returns the parts in which two equal dates agree."""
        return self.years, self.months, self.days, self.weekday


@cached(2**10)
def dates_in_text(text: str) -> tuple[CalendarDate, ...]:
    """Returns the dates that an English text in NFKC holds, from left to right, also those that are limits.

    >>> [(date.text, date.years, date.months, date.days) for date in dates_in_text("On 4 July 1776")]
    [('4 July 1776', (1776, 1776), frozenset({7}), (4, 4))]
    >>> [date.years for date in dates_in_text("the eighteenth century, the '60s, 44 BC, 1939-45")]
    [(1700, 1799), (1960, 1969), (-44, -44), (1939, 1945)]
    """
    text = numbers_in_figures(text).text
    found: list[CalendarDate] = []
    end = 0
    while begin := _BEGIN.search(text, end):
        match = _DATE.match(text, begin.start())
        end = match.end() if match else begin.start() + 1
        before = text[max(0, match.start() - 20) : match.start()] if match else ""
        if match and (date := _date_of_match(match, before)):
            if bound := _BOUND.search(before):
                is_limit = not bound[0].lower().startswith(_OPEN_BOUNDS)
                date = replace(date, bound=bound.lastgroup or "", is_limit=is_limit)
            part = _PART.search(before)
            date = _part_of_period(date, part[1].lower()) if part else date
            found.append(replace(date, is_approximate=True) if _ABOUT.search(before) else date)
    return tuple(found)


def _part_of_period(date: CalendarDate, part: str) -> CalendarDate:
    """Returns the early, mid or late part of a decade or century."""
    if not date.years or date.is_range or date.years[1] == date.years[0]:
        return replace(date, part=part)
    begin, end = _PARTS[part]
    first, length = date.years[0], date.years[1] - date.years[0] + 1
    years = (first + round(begin * length), first + round(end * length) - 1)
    return replace(date, years=years, part=part)


def _is_calendar_name(name: str, text: str, before: str) -> bool:
    """Returns whether a month, weekday or season without figures is one: "in May", but not "you may" or "the sun"."""
    if name.strip(_SIGNS) == text.strip(_SIGNS):
        return True
    small = name.lower()
    if small in SEASONS or small == "fall":
        return _IN_SEASON.search(before) is not None or (small in {"summer", "winter"} and before.endswith("the "))
    return not _MAY_BE_WORD.match(small) or _IN_MONTH.search(before) is not None


def _date_of_match(match: regex.Match[str], before: str) -> CalendarDate | None:
    found = {name: group for name, group in match.groupdict().items() if group is not None}
    is_bare = match[0] in (found.get("month"), found.get("weekday"), found.get("season"))
    if is_bare and not _is_calendar_name(match[0], match.string, before):
        return None
    date = CalendarDate(match[0].strip(" ,"), match.span())
    if "one" in found:
        return _date_in_figures(date, found)
    if "from" in found:
        return _date_range(date, found)
    if "decade" in found or "unit" in found:
        return _long_span(date, found)
    if "year" in found:
        date = _with_year(date, found["year"])
    if "season" in found:
        season = found["season"].lower().replace("fall", "autumn")
        date = replace(date, season=season, months=SEASONS[season])
    if "holiday" in found:
        month, day = next(day for name, day in _HOLIDAYS.items() if regex.fullmatch(name, found["holiday"], regex.I))
        date = replace(date, months=frozenset({month}), days=(day, day))
    if "month" in found:
        number = int(found["month"]) if found["month"].isdigit() else 1 + _calendar_place(MONTHS, found["month"])
        date = replace(date, months=frozenset({number}))
    if "quarter" in found:
        last = 3 * int(found["quarter"])
        date = replace(date, months=frozenset((last - 2, last - 1, last)))
    if "order" in found:
        last = 7 * int(found["order"])
        date = replace(date, days=(last - 6, last))
    if "day" in found:
        date = replace(
            date, days=(_figures_of_date(found["day"]), _figures_of_date(found.get("last_day", found["day"])))
        )
    return replace(date, weekday=_calendar_place(WEEKDAYS, found["weekday"])) if "weekday" in found else date


def _figures_of_date(text: str) -> int:
    return int("".join(filter(str.isdigit, text)))


def _calendar_place(names: list[str], abbreviation: str) -> int:
    return next(place for place, name in enumerate(names) if name.startswith(abbreviation[:3].lower()))


def _is_bc(era: str | None) -> bool:
    return (era or "").lower().startswith("b")


def _with_year(date: CalendarDate, text: str) -> CalendarDate:
    year = _figures_of_date(text)
    if text.startswith("'"):
        return replace(date, years=(1900 + year, 1900 + year), is_short=True)
    era = "".join(filter(str.isalpha, text))
    year = -year if _is_bc(era) else year
    return replace(date, years=(year, year), has_era=bool(era))


def _date_in_figures(date: CalendarDate, found: dict[str, str]) -> CalendarDate | None:
    one, two, year = int(found["one"]), int(found["two"]), int(found["year"])
    if not (1 <= min(one, two) <= 12 and max(one, two) <= 31):
        return None
    is_short = len(found["year"]) == 2
    year += 1900 if is_short else 0
    day, month = (two, one) if two > 12 else (one, two)
    date = replace(date, is_short=is_short, is_ambiguous=max(one, two) <= 12 and one != two)
    return replace(date, years=(year, year), months=frozenset({month}), days=(day, day))


def _date_range(date: CalendarDate, found: dict[str, str]) -> CalendarDate | None:
    first, last = int(found["from"]), int(found["to"])
    last_era = found.get("to_era")
    if len(found["to"]) == 2 and not last_era:
        if 1 <= last <= min(12, first % 100):
            # "1776-07"
            return replace(date, years=(first, first), months=frozenset({last}))
        # "1939-45", and "1999-00".
        last += first - first % 100
        last += 100 if last < first else 0
    first = -first if _is_bc(found.get("from_era", last_era)) else first
    last = -last if _is_bc(last_era) else last
    has_era = "from_era" in found or last_era is not None
    return replace(date, years=(first, last), is_range=True, has_era=has_era) if first < last else None


def _long_span(date: CalendarDate, found: dict[str, str]) -> CalendarDate:
    if "decade" in found:
        first = _figures_of_date(found["decade"])
        date = replace(date, is_short=first < 100)
        first += 1900 if first < 100 else 0
        # The 1800s are a century; the 2000s are, for some time to come, a decade.
        length = 100 if first % 100 == 0 and first != 2000 else 10
        back = length - 1
    else:
        # People take the 18th century for the 1700s; the year 1800 is in it for few.
        length = 100 if found["unit"].lower() == "century" else 1000
        first = length * (int(found["nth"]) - 1)
        back = length
    first = -first - back if _is_bc(found.get("era")) else first
    return replace(date, years=(first, first + length - 1), has_era="era" in found)


def in_day_month_order(date: CalendarDate, month_first: bool) -> CalendarDate:
    """Returns the reading of a date such as 4/7/1776 with the day first, or with the month first."""
    if not (date.is_ambiguous and month_first and date.months and date.days):
        return replace(date, is_ambiguous=False)
    (month,) = date.months
    return replace(date, months=frozenset({date.days[0]}), days=(month, month), is_ambiguous=False)
