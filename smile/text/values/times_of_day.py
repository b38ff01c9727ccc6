"""Times of day: 10am, 10:00, "half past ten", noon."""

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace

import regex

from ...lazy_patterns import lazy_re, lazy_regex
from ..clauses import Span
from .asked_values import AskedValue
from .found_values import CLOSE, OTHER, SAME, Found, Kind, Relation
from .numbers import numbers_in_figures

_DAY, _HALF_DAY = 24 * 60, 12 * 60
_NAMED = {"noon": _HALF_DAY, "midday": _HALF_DAY, "midnight": 0}
_PARTS_OF_HOUR = {"half": 30, "quarter": 15}

# What every time has that is read, and few numbers have.
_MAY_BE = lazy_re(
    r"noon|midday|midnight|clock|past|quarter|minutes|h(?:ou)?rs|\d\s?h|:\d|[ap]\.?\s?m\b|morning|evening|night",
    re.IGNORECASE,
)
# In a text in figures.
_TIME = lazy_regex(
    r"""(?<![\w$£€\#.,:/]|(?<![\dm.])-)
    (?:
        (?:12(?::00)?\s(?:o'clock\s)?)?(?P<named>noon|midday|midnight)\b
        # "half past 10", "5 minutes to 9"; "9 to 5" is a working day
        | (?P<past>half|(?:a\s)?quarter|[1-5]?\d(?:\sminutes|(?=\spast)))\s(?P<sign>past|after|to|before|till)\s
          (?:(?P<named>noon|midday|midnight)|(?P<hour>1[0-2]|0?\d))\b
        | (?P<hour>[01]\d|2[0-4])(?P<minute>[0-5]\d)\s?(?:hours|hrs|h)\b                    # "1730 hours"
        | (?P<hour>1\d|2[0-4]|0?\d):(?P<minute>[0-5]\d)(?::[0-5]\d(?=\s?[ap]\.?m))?(?![\d:])    # "10:30"
        | (?P<hour>1[0-2]|0?\d)\.(?P<minute>[0-5]\d)                                         # "10.30 pm"
          (?=\s?[ap]\.?m\b|\s(?:in|at)\s(?:the\s)?(?:morning|afternoon|evening|night)\b)
        | (?P<hour>1[0-2]|0?\d)                                                              # "10 pm", "10 at night"
          (?=\s?(?:[ap]\.?\s?m\b|o'?\s?clock\b|(?:in|at)\s(?:the\s)?(?:morning|afternoon|evening|night)\b))
    )
    (?:\s?o'?\s?clock\b)?
    (?:\s?(?P<half>[ap])\.?\s?m\b\.?)?
    (?:,?\s(?:in|at)\s(?:the\s)?(?P<part>morning|afternoon|evening|night)\b)?""",
    regex.IGNORECASE | regex.VERBOSE,
)
# "by 5 pm" and "no later than 5 pm", "after 5 pm"
_BOUND = lazy_re(
    r"\b(?:(?P<latest>by|before|not?\slater\sthan|not\safter)|(?P<earliest>after|not?\s(?:earlier|sooner)\sthan"
    r"|not\sbefore))(?:\sat)?\s$",
    re.IGNORECASE,
)

_ZONE = lazy_re(r"[\s(]*(?P<short>(?:[A-Z]{1,3}[SD]?T|UTC|GMT)\b)|\s\(?(?P<long>(?:[A-Z][a-z]+ ){2,3}Time\b)")


@dataclass(frozen=True, slots=True)
class TimeOfDay:
    """A time of day as a text has it."""

    minutes: int  # since midnight
    is_exact: bool  # whether it says which half of the day it is in: "10 pm", "22:00"; but not "10:00"
    bound: str = ""  # "latest" in "by 10 pm", "earliest" in "after 10 pm"
    zone: str = ""  # "ET" in "10 pm EST"


def times_in(text: str) -> Iterator[Found]:
    """Yields the times of day in an English text in NFKC.

    >>> [time.value.minutes for time in times_in("From quarter to nine until noon, 5 p.m. or 1730 hours")]
    [525, 720, 1020, 1050]
    """
    if not _MAY_BE.search(text):
        return
    figures = numbers_in_figures(text)
    for match in _TIME.finditer(figures.text):
        (start, stop), time = _time_of_match(match)
        if zone := _ZONE.match(figures.text, stop):
            stop = zone.end()
            name = zone["short"] or "".join(word[0] for word in zone["long"].split())
            time = replace(time, zone=re.sub("(?<=.)[SD](?=T$)", "", name))
        yield Found(TIME, figures.source((start, stop)), time)


def _time_of_match(match: regex.Match[str]) -> tuple[Span, TimeOfDay]:
    found = {name: group.lower() for name, group in match.groupdict().items() if group is not None}
    hour = int(found.get("hour", 0))
    minutes = _NAMED[found["named"]] if "named" in found else 60 * hour + int(found.get("minute", 0))
    if "past" in found:
        parts = found["past"].split()
        past = _PARTS_OF_HOUR.get(parts[-1]) or int(parts[0])
        minutes += past if found["sign"] in {"past", "after"} else -past
    part = found.get("part", "")
    is_early = part == "morning" or (part == "night" and hour % 12 < 5)
    if half := found.get("half") or (part and ("a" if is_early else "p")):
        minutes = minutes % _HALF_DAY + (_HALF_DAY if half == "p" else 0)
    is_exact = bool(half) or "named" in found or hour >= 12 or hour == 0 or match[0].startswith("0")
    bound = _BOUND.search(match.string, max(0, match.start() - 20), match.start())
    limit = (bound.lastgroup or "") if bound else ""
    return ((bound or match).start(), match.end()), TimeOfDay(minutes % _DAY, is_exact, limit)


def _relation_of_times(mine: TimeOfDay, theirs: TimeOfDay, wanted: AskedValue) -> Relation:
    if mine.zone and theirs.zone and mine.zone != theirs.zone:
        return OTHER if mine.minutes == theirs.minutes else CLOSE
    if {mine.bound, theirs.bound} == {"latest", "earliest"}:
        return OTHER
    if theirs.bound == "earliest" and not mine.bound:
        return CLOSE
    apart = (mine.minutes - theirs.minutes) % _DAY
    if apart == 0 or (apart == _DAY // 2 and not mine.is_exact):
        return SAME
    return CLOSE if apart == _DAY // 2 and not theirs.is_exact else OTHER


_MAY_BE_NAMED = lazy_re("noon|mid(?:day|night)", re.IGNORECASE)
TIME = Kind("time", _MAY_BE_NAMED.search, times_in, _relation_of_times, is_telling=True, is_shared=True)
