"""Times of day: 10am, 10:00, "half past ten", noon; whether an answer names the reference's time or another one."""

import re
from dataclasses import dataclass
from enum import Enum
from functools import lru_cache
from pathlib import Path

import regex

from ..lazy_patterns import Patterns, lazy_regex
from ..tables import read_table
from .answer import Answer, Match, Span
from .numbers import CARDINAL_NUMBERS, number_in_words

_DAY, _HALF_DAY = 24 * 60, 12 * 60

# Hours from UTC.
_ZONES = {name: list(map(float, hours)) for name, *hours in read_table(Path(__file__).parent, "zones.tsv")}
# Longer names are words, and need "time" behind them.
_LONGEST_SHORT_FORM = 4
_NAMED = {"noon": _HALF_DAY, "midday": _HALF_DAY, "midnight": 0}

_PATTERNS = Patterns(
    __file__,
    re.IGNORECASE,
    number="|".join(list(CARDINAL_NUMBERS)[:12]),
    zones="|".join(rf"{name}\b" for name in _ZONES if len(name) <= _LONGEST_SHORT_FORM),
    long_zones="|".join(name for name in _ZONES if len(name) > _LONGEST_SHORT_FORM),
)
_TIME = lazy_regex(_PATTERNS.texts["time"], regex.IGNORECASE)
_LONGEST_BOUND = 20
_OPPOSITES = {"latest": "earliest", "earliest": "latest"}


class _Certainty(Enum):
    """How sure a time's half of the day is."""

    SAID = 1  # "10 pm", "22:00", noon
    LIKELY = 2  # "10:00", which may also be in the evening
    OPEN = 3  # "ten o'clock", "half past ten"


@dataclass(frozen=True, slots=True)
class TimeOfDay:
    """A time of day as a text has it, and where: minutes after midnight, and the name of its zone.

    It may be the `latest` or the `earliest` time: "by 5 pm", "after 5 pm". One that a text denies is `denied`.
    """

    text: str
    place: Span
    minutes: int
    certainty: _Certainty
    zone: str | None
    bound: str


def read(reference: str) -> tuple[TimeOfDay, ...] | None:
    """Returns the time of day that a reference in NFKC is as a whole; two for "9 am to 5 pm".

    >>> [time.minutes for time in read("half past ten")]
    [630]
    >>> read("90 minutes"), read("ten")
    (None, None)
    """
    reference = reference.replace("’", "'")
    found = list(_TIME.finditer(reference)) if _PATTERNS["sign of time"].search(reference) else []
    times = tuple(map(_time, found))
    rest = reference
    for match, time in zip(reversed(found), reversed(times), strict=True):
        rest = f"{rest[: time.place[0]]} {rest[match.end() :]}"
    return times if 1 <= len(times) <= 2 and not _PATTERNS["filler"].sub("", rest) else None


def compare(times: tuple[TimeOfDay, ...], answer: Answer, question: str | None) -> Match | None:
    """Says whether an answer names the time, or only another one.

    A reference that does not say which half of the day takes both; an answer that does not is left to the words.

    >>> compare(read("10 pm"), Answer("It ends at 22:00."), None)
    Match(rule='time', is_same=True, how='=', meant='10 pm', said=((11, 16),), read_as='')
    >>> compare(read("10 pm"), Answer("10 a.m."), None).is_same, compare(read("10 pm"), Answer("ten o'clock"), None)
    (False, None)
    >>> compare(read("by 11 am"), Answer("no earlier than 11 am"), None).is_same
    False
    """
    if question and _PATTERNS["asks for amount"].search(question):
        return None
    asked = {(time.minutes, time.zone) for time in times_in(question or "")}
    findings = [_compare_time(time, times_in(answer.text), asked) for time in times]
    found = [finding for finding in findings if finding]
    if len(found) < len(findings) or len({is_same for is_same, _ in found}) > 1:
        return None
    is_same = found[0][0]
    values = list(dict.fromkeys((said.place, said.text) for _, said in found))
    return answer.match_at("time", is_same, "=" if is_same else "not", "; ".join(time.text for time in times), values)


@lru_cache(maxsize=2**12)
def times_in(text: str) -> tuple[TimeOfDay, ...]:
    """Returns the times of day in an English text in NFKC.

    >>> [time.minutes for time in times_in("From quarter to nine until noon, 5 p.m. EST or 1730 hours")]
    [525, 720, 1020, 1050]
    """
    text = text.replace("’", "'")
    found = _TIME.finditer(text) if _PATTERNS["sign of time"].search(text) else ()
    return tuple(time for time in map(_time, found) if time.bound != "denied")


def _compare_time(
    time: TimeOfDay, said: tuple[TimeOfDay, ...], asked: set[tuple[int, str | None]]
) -> tuple[bool, TimeOfDay] | None:
    """Returns the time of an answer that is the reference's, or another; None if that is unclear."""
    said = tuple(other for other in said if time.bound or not other.bound)
    same = [_is_same(time, other) for other in said]
    if True in same:
        return True, said[same.index(True)]
    others = [other for other in said if (other.minutes, other.zone) not in asked]
    return (False, others[0]) if others and None not in same else None


def _is_same(time: TimeOfDay, other: TimeOfDay) -> bool | None:
    """Returns whether the other time is the time; None if its half of the day is open."""
    if other.bound and other.bound == _OPPOSITES.get(time.bound):
        return False
    shifts = {0}
    if time.zone and other.zone:
        shifts = {round(60 * (one - two)) for one in _ZONES[time.zone] for two in _ZONES[other.zone]}
    apart = {(other.minutes + shift - time.minutes) % _DAY for shift in (shifts if 0 not in shifts else {0})}
    if apart.isdisjoint({0, _HALF_DAY}):
        return False
    if time.certainty is _Certainty.OPEN:
        return True
    if other.certainty is _Certainty.OPEN:
        return True if time.certainty is _Certainty.LIKELY else None
    if 0 in apart:
        return True
    return False if time.certainty is other.certainty is _Certainty.SAID else None


def _time(match: regex.Match[str]) -> TimeOfDay:
    found = {name: group.lower() for name, group in match.groupdict().items() if group is not None}
    text = match[0].rstrip(" (")
    bound = _PATTERNS["bound"].search(match.string, max(0, match.start() - _LONGEST_BOUND), match.start())
    start = bound.start() if bound and bound.lastgroup else match.start()
    text = match.string[start : match.start()] + text
    name = found.get("named") or found["hour"]
    minutes, certainty = (_NAMED[name], _Certainty.SAID) if name in _NAMED else _clock_time(found)
    if "past" in found:
        minutes += _number(found["past"]) * (1 if found["sign"] in {"past", "after"} else -1)
    limit = (bound.lastgroup or "denied") if bound else ""
    return TimeOfDay(text, (start, start + len(text)), minutes % _DAY, certainty, found.get("zone"), limit)


def _clock_time(found: dict[str, str]) -> tuple[int, _Certainty]:
    name, minute = found["hour"], found.get("minute", "")
    hour = _number(name)
    minutes = 60 * hour + _number(minute or "0")
    if half := _half(found, hour):
        return minutes % _HALF_DAY + (_HALF_DAY if half == "p" else 0), _Certainty.SAID
    if hour > 12 or hour == 0 or "exact" in found or (len(name) == 2 and name[0] == "0"):
        return minutes, _Certainty.SAID
    is_likely = minute.isdigit() and "past" not in found and "clock" not in found
    return minutes, _Certainty.LIKELY if is_likely else _Certainty.OPEN


def _half(found: dict[str, str], hour: int) -> str:
    """Returns "a" or "p", or nothing if the half of the day is open."""
    if found.get("later", "").isdigit() and int(found["later"]) % 12 < hour % 12:
        return "a" if found["half"].startswith("p") else "p"  # "11-2 pm"
    if "half" in found:
        return found["half"][0]
    part = found.get("part")
    if not part:
        return ""
    is_early = part.endswith("morning") or (part.endswith("night") and hour % 12 < 5)
    return "a" if is_early else "p"


def _number(words: str) -> int:
    words = words.removesuffix("minutes").strip()
    if words.isdigit():
        return int(words)
    return 30 if words == "half" else 15 if words.endswith("quarter") else number_in_words(words)
