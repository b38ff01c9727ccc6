"""Finds dates in English text, each with its precision.

The grammar is our own. `dateparser.search_dates` takes 1 to 3 ms a text, fills in what a text leaves out from today
("in 1776" gets today's month and day) and takes the verb "may" for a month; `dateutil` reads "5 cats" as the fifth.
Neither knows decades, centuries or BC.
"""

import re
from dataclasses import dataclass, replace
from functools import lru_cache
from pathlib import Path

import regex

from ..lazy_patterns import Patterns, lazy_re, lazy_regex
from ..tables import read_table
from .answer import Span
from .numbers import dates_in_figures

MONTHS = "january february march april may june july august september october november december".split()
WEEKDAYS = "monday tuesday wednesday thursday friday saturday sunday".split()
SEASONS = {
    "spring": frozenset({3, 4, 5, 6}),
    "summer": frozenset({6, 7, 8, 9}),
    "autumn": frozenset({9, 10, 11, 12}),
    "winter": frozenset({12, 1, 2, 3}),
}
_HOLIDAYS = {name: (int(month), int(day)) for name, month, day in read_table(Path(__file__).parent, "holidays.tsv")}

_PATTERNS = Patterns(__file__, re.IGNORECASE, holidays="|".join(_HOLIDAYS))
_DATE = lazy_regex(_PATTERNS.texts["date"], regex.IGNORECASE)
# What a date may begin with: few texts have such a place. Chat systems leave out the space of "onMarch 6".
_HOLIDAY_WORDS = re.findall(r"(?<![?.])\b[a-z]{3,}", " ".join(_HOLIDAYS))
NAMES_IN_DATES = frozenset((*MONTHS, *WEEKDAYS, *SEASONS, "fall", "last", "st", *_HOLIDAY_WORDS))
_BEGIN = lazy_re(
    r"(?:\b(?:(?:on|in)(?=[jfmasond][aepuco]|\d{4}))?|(?<=\W)(?=')|^(?='))"
    rf"(?P<begin>'?\d|a\.?d\.?\s\d|{'|'.join(sorted({name[:3] for name in NAMES_IN_DATES}))})",
    re.I,
)

_SIGNS = " .,\"'()"


@dataclass(frozen=True, slots=True)
class CalendarDate:
    """A date as a text has it; what the text leaves out is None.

    Attributes:
        text: Its words, with numbers in figures.
        place: Where they stand in the text in figures.
        years: First and last year; years before Christ are negative.
        months: The month; for a season the months that it touches.
        days: First and last day of the month.
        weekday: Monday is 0.
        nth: Which of the month's weekdays, -1 for the last.
        season: The season's name.
        part: Early, mid or late; of a decade or century, `years` are those of the part.
        is_range: "1939-1945", not a decade or century.
        is_approximate: "about 1440".
        is_short: "'76" or "the sixties": the century is left out, and the twentieth assumed.
        has_era: The text says BC or AD.
        month_first: Whether the month stands before the day.
        is_ambiguous: 4/7/1776: the day could be the month; `month_first` is False.
    """

    text: str
    place: Span
    years: Span | None = None
    months: frozenset[int] | None = None
    days: Span | None = None
    weekday: int | None = None
    nth: int | None = None
    season: str | None = None
    part: str | None = None
    is_range: bool = False
    is_approximate: bool = False
    is_short: bool = False
    has_era: bool = False
    month_first: bool = False
    is_ambiguous: bool = False

    @property
    def meaning(self) -> tuple[object, ...]:
        """What the date says."""
        return self.years, self.months, self.days, self.weekday


@lru_cache(maxsize=2**12)
def dates_in(text: str) -> tuple[CalendarDate, ...]:
    """Returns the dates that an English text in NFKC holds, from left to right.

    >>> [(date.text, date.years, date.months, date.days) for date in dates_in("On 4 July 1776, not before May.")]
    [('4 July 1776', (1776, 1776), frozenset({7}), (4, 4))]
    >>> [date.years for date in dates_in("the eighteenth century, the '60s, 44 BC, 1939-45")]
    [(1700, 1799), (1960, 1969), (-44, -44), (1939, 1945)]
    """
    text = dates_in_figures(text).text
    found: list[CalendarDate] = []
    end = 0
    while begin := _BEGIN.search(text, end):
        match = _DATE.match(text, begin.start("begin"))
        end = match.end() if match else begin.end()
        if match and (date := _date_in_context(match)):
            found.append(date)
    return tuple(found)


def _date_in_context(match: regex.Match[str]) -> CalendarDate | None:
    found = {name: group for name, group in match.groupdict().items() if group is not None}
    before = match.string[max(0, match.start() - 20) : match.start()]
    date = _date(match, found) if _is_name(match, found, before) else None
    if not date or not before:
        return date
    if _PATTERNS["bound"].search(before):
        return None
    if part := _PATTERNS["part"].search(before):
        return _narrowed(date, part[1].lower().removesuffix("dle"))
    return replace(date, is_approximate=True) if _PATTERNS["approximately"].search(before) else date


def _narrowed(date: CalendarDate, part: str) -> CalendarDate:
    """Returns the early, mid or late part of a decade or century; people do not agree on where it ends."""
    if not date.years or date.is_range or date.years[1] == date.years[0]:
        return replace(date, part=part)
    first, length = date.years[0], date.years[1] - date.years[0] + 1
    begin, end = {"early": (0, 0.4), "mid": (0.3, 0.7), "late": (0.5, 1)}[part]
    return replace(date, part=part, years=(first + round(begin * length), first + round(end * length) - 1))


def _is_name(match: regex.Match[str], found: dict[str, str], before: str) -> bool:
    """Returns whether a month, weekday or season without figures is one: "in May", but not "you may" or "the sun"."""
    name = match[0]
    if name not in (found.get("month"), found.get("weekday"), found.get("season")) or (
        name.strip(_SIGNS) == match.string.strip(_SIGNS)
    ):
        return True
    if name.lower() in SEASONS or name.lower() == "fall":
        is_in = _PATTERNS["in sentence"].search(before)
        return bool(is_in or (_PATTERNS["the"].search(before) and name.lower() in {"summer", "winter"}))
    return not _PATTERNS["may be word"].match(name.lower()) or _PATTERNS.has("in month", before)


def _date(match: regex.Match[str], found: dict[str, str]) -> CalendarDate | None:
    date = CalendarDate(match[0].strip(" ,"), match.span())
    if "one" in found:
        return _date_in_figures(date, found)
    if "from" in found:
        return _range(date, found)
    if "decade" in found or "unit" in found:
        return _long_span(date, found)
    if "year" in found:
        date = _with_year(date, found["year"])
    if "season" in found:
        season = found["season"].lower().replace("fall", "autumn")
        date = replace(date, season=season, months=SEASONS[season])
    if "holiday" in found:
        month, day = next(day for name, day in _HOLIDAYS.items() if re.fullmatch(name, found["holiday"], re.I))
        date = replace(date, months=frozenset({month}), days=(day, day))
    if "month" in found:
        number = int(found["month"]) if found["month"].isdigit() else 1 + _place(MONTHS, found["month"])
        date = replace(date, months=frozenset({number}), month_first=match[0][0].isalpha())
    if "day" in found:
        date = replace(date, days=(_figures(found["day"]), _figures(found.get("last_day", found["day"]))))
    if "nth" in found:
        date = replace(date, nth=-1 if found["nth"].lower() == "last" else _figures(found["nth"]))
    if "weekday" in found:
        date = replace(date, weekday=_place(WEEKDAYS, found["weekday"]))
    return date


def _figures(text: str) -> int:
    return int("".join(filter(str.isdigit, text)))


def _place(names: list[str], abbreviation: str) -> int:
    return next(place for place, name in enumerate(names) if name.startswith(abbreviation[:3].lower()))


def _is_bc(era: str | None) -> bool:
    return (era or "").lower().startswith("b")


def _with_year(date: CalendarDate, text: str) -> CalendarDate:
    year = _figures(text)
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
    month_first = two > 12
    day, month = (two, one) if month_first else (one, two)
    is_ambiguous = max(one, two) <= 12 and one != two
    date = replace(date, is_short=is_short, month_first=month_first, is_ambiguous=is_ambiguous)
    return replace(date, years=(year, year), months=frozenset({month}), days=(day, day))


def _range(date: CalendarDate, found: dict[str, str]) -> CalendarDate | None:
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
    is_bc = _is_bc(found.get("era"))
    if "decade" in found:
        first = _figures(found["decade"])
        date = replace(date, is_short=first < 100)
        first += 1900 if first < 100 else 0
        # The 1800s are a century; the 2000s are, for some time to come, a decade.
        length = 100 if first % 100 == 0 and first != 2000 else 10
        first = -first - length + 1 if is_bc else first
    else:
        # People take the 18th century for the 1700s; the year 1800 is in it for few.
        length = 100 if found["unit"].lower() == "century" else 1000
        first = length * (int(found["nth"]) - 1)
        first = -first - length if is_bc else first
    return replace(date, years=(first, first + length - 1), has_era="era" in found)
