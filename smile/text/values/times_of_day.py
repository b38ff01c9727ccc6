"""Times of day: 10am, 10:00, "half past ten", noon; whether an answer names the reference's time or another one."""

import re
from dataclasses import dataclass
from enum import Enum
from functools import lru_cache
from pathlib import Path

import regex

from ..lazy_patterns import lazy_re, lazy_regex
from .answer import Answer
from .match import Match, Span
from .numbers import CARDINAL_NUMBERS, number_in_words

_DAY, _HALF_DAY = 24 * 60, 12 * 60

# Hours from UTC.
_ZONES = {
    name: [float(hours) for hours in found]
    for name, *found in (
        line.split("\t") for line in Path(__file__).with_name("zones.tsv").read_text("utf-8").splitlines()[1:]
    )
}

_NUMBERS = "|".join(list(CARDINAL_NUMBERS)[:12])
_HOUR = rf"(?:1\d|2[0-4]|0?\d|{_NUMBERS})(?!\w*(?:st|nd|rd|th|teen)\b)"
_HALF = r"[ap]\.?\s?m\b\.?"
_PART = (
    r"(?:in|at)\s(?:the\s)?(?P<part>morning|afternoon|evening|night)\b"
    r"|(?P<part>tonight|this\s(?:morning|afternoon|evening))\b"
)
_CLOCK = r"o'?\s?clock\b"
# "9 to 5" is a working day.
_MINUTES = r"(?:(?:twenty[-\s]five|five|ten|twenty)(?:\sminutes)?|[1-5]?\d(?:\sminutes|(?=\spast)))"
_MINUTE_WORDS = r"(?:fifteen|twenty(?:[-\s]five)?|thirty(?:[-\s]five)?|forty(?:[-\s]five)?|fifty(?:[-\s]five)?)\b"
_ZONE = (
    r"(?:utc|gmt|bst|we[st]|ce?s?t|ce[sd]t|ee[st]|msk|ist|jst|ae[sd]t|[ecmp][sd]?t)\b|z\b"
    r"|(?:eastern|central|mountain|pacific)(?=\s(?:standard\s|daylight\s)?time|$)"
)
_FORMS = (
    r"(?:(?:12(?::00)?|twelve)\s(?:o'clock\s)?)?(?P<named>noon|midday|midnight)\b",
    rf"(?P<past>half|(?:a\s)?quarter|{_MINUTES})\s(?P<sign>past|after|to|before|till)\s(?P<hour>{_HOUR}|noon|midday|midnight)\b",
    r"(?P<hour>[01]\d|2[0-4])(?P<minute>[0-5]\d)(?P<exact>\s?(?:hours|hrs|h)\b)",
    r"(?P<hour>(?P<exact>0)\d)(?P<minute>[0-5]\d)(?![\w/:-]|[.,]\d)",
    rf"(?P<hour>{_HOUR})[:h](?P<minute>[0-5]\d)(?::[0-5]\d(?=\s?{_HALF}))?(?![\d:])",
    rf"(?P<hour>{_HOUR})\.(?P<minute>[0-5]\d)(?=\s?{_HALF})",
    rf"(?P<hour>{_NUMBERS})[-\s](?P<minute_words>{_MINUTE_WORDS})",
    rf"(?P<hour>{_HOUR})(?=\s?(?:{_HALF}|{_CLOCK}|\b(?:in|at)\s(?:the\s)?(?:morning|afternoon|evening|night)\b|tonight\b))",
    rf"(?P<hour>{_HOUR})(?=\s?(?:-|–|to|until|till)\s?(?P<later>{_HOUR})\s?(?P<half>{_HALF}))",
)
_TIME = lazy_regex(
    rf"(?<![\w$£€#.,:/]|(?<![\dm.])-)(?:{'|'.join(_FORMS)})"
    rf"(?P<clock>\s?{_CLOCK})?(?:\s?(?P<half>{_HALF}))?(?:,?\s(?:{_PART}))?(?:\s?\(?(?P<zone>{_ZONE})\)?(?:\s(?:standard\s|daylight\s)?time\b)?)?",
    regex.IGNORECASE,
)
# What every time as `_TIME` reads it has, and few numbers have.
_SIGN_OF_TIME = lazy_re(
    r"noon|midday|midnight|clock|past|after|to|before|till|h(?:ou)?rs|\d\s?h|0\d{3}|:\d|[ap]\.?\s?m|morning|evening|night"
    r"|fifteen|twenty|thirty|forty|fifty",
    re.I,
)
_FILLER = lazy_re(
    r"\b(?:at|around|about|approximately|approx|circa|from|between|and|to|until|till|exactly|local|time|every|each|day|daily|the|"
    r"in|sharp|standard|daylight)\b|[\s.,;~()–—-]+",
    re.I,
)
_ASKS_FOR_AMOUNT = lazy_re(r"\bhow (?:many|much|long|fast|far)\b|\b(?:chapter|verse|score|ratio)\b", re.I)
_BOUND = lazy_re(r"(?:\b(?:before|after|by|not)|n't)(?:\sat)?\s$", re.I)


class _Certainty(Enum):
    """How sure a time's half of the day is."""

    SAID = 1  # "10 pm", "22:00", noon
    LIKELY = 2  # "10:00", which may also be in the evening
    OPEN = 3  # "ten o'clock", "half past ten"


@dataclass(frozen=True, slots=True)
class TimeOfDay:
    """A time of day as a text has it, and where: minutes after midnight, and the name of its zone."""

    text: str
    place: Span
    minutes: int
    certainty: _Certainty
    zone: str | None


def read(reference: str) -> tuple[TimeOfDay, ...] | None:
    """Returns the time of day that a reference in NFKC is as a whole; two for "9 am to 5 pm".

    >>> [time.minutes for time in read("half past ten")]
    [630]
    >>> read("90 minutes"), read("ten")
    (None, None)
    """
    if not _SIGN_OF_TIME.search(reference):
        return None
    reference = reference.replace("’", "'")
    found = list(_TIME.finditer(reference))
    if not 1 <= len(found) <= 2 or _FILLER.sub("", _TIME.sub(" ", reference)):
        return None
    return tuple(map(_time, found))


def compare(times: tuple[TimeOfDay, ...], answer: Answer, question: str | None) -> Match | None:
    """Says whether an answer names the time, or only another one.

    A reference that does not say which half of the day takes both; an answer that does not is left to the words.

    >>> compare(read("10 pm"), Answer("It ends at 22:00."), None)
    Match(rule='time', is_same=True, how='=', meant='10 pm', said=((11, 16),), read_as='')
    >>> compare(read("10 pm"), Answer("10 a.m."), None).is_same, compare(read("10 pm"), Answer("ten o'clock"), None)
    (False, None)
    """
    if question and _ASKS_FOR_AMOUNT.search(question):
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
    found = _TIME.finditer(text) if _SIGN_OF_TIME.search(text) else ()
    return tuple(_time(match) for match in found if not _BOUND.search(text[max(0, match.start() - 12) : match.start()]))


def _compare_time(
    time: TimeOfDay, said: tuple[TimeOfDay, ...], asked: set[tuple[int, str | None]]
) -> tuple[bool, TimeOfDay] | None:
    """Returns the time of an answer that is the reference's, or another; None if that is unclear."""
    same = [_is_same(time, other) for other in said]
    if True in same:
        return True, said[same.index(True)]
    others = [other for other in said if (other.minutes, other.zone) not in asked]
    return (False, others[0]) if others and None not in same else None


def _is_same(time: TimeOfDay, other: TimeOfDay) -> bool | None:
    """Returns whether the other time is the time; None if its half of the day is open."""
    shifts = {0}
    if time.zone and other.zone:
        shifts = {round(60 * (one - two)) for one in _ZONES[time.zone] for two in _ZONES[other.zone]}
        if time.zone == other.zone or 0 in shifts:
            shifts = {0}
    differences = {(other.minutes + shift - time.minutes) % _DAY for shift in shifts}
    if not any(difference % _HALF_DAY == 0 for difference in differences):
        return False
    if time.certainty is _Certainty.OPEN:
        return True
    if other.certainty is _Certainty.OPEN:
        return True if time.certainty is _Certainty.LIKELY else None
    if 0 in differences:
        return True
    return False if time.certainty is other.certainty is _Certainty.SAID else None


def _time(match: regex.Match[str]) -> TimeOfDay:
    found = {name: group.lower() for name, group in match.groupdict().items() if group is not None}
    zone = found.get("zone")
    text = match[0].rstrip(" (")
    name = found.get("named", found.get("hour", ""))
    if name.isalpha() and name in {"noon", "midday", "midnight"}:
        minutes, certainty = (0 if name == "midnight" else _HALF_DAY), _Certainty.SAID
    else:
        hour = int(name) if name.isdigit() else number_in_words(name)
        half = _half(found, hour)
        minutes = 60 * hour + _minutes(found)
        if half:
            minutes, certainty = minutes % _HALF_DAY + (_HALF_DAY if half == "p" else 0), _Certainty.SAID
        elif hour > 12 or hour == 0 or "exact" in found or (len(name) == 2 and name[0] == "0"):
            certainty = _Certainty.SAID
        else:
            in_figures = "minute" in found and "past" not in found and "clock" not in found
            certainty = _Certainty.LIKELY if in_figures else _Certainty.OPEN
    if "past" in found:
        past = _past(found["past"])
        minutes += past if found["sign"] in {"past", "after"} else -past
    return TimeOfDay(text, (match.start(), match.start() + len(text)), minutes % _DAY, certainty, zone)


def _half(found: dict[str, str], hour: int) -> str | None:
    if found.get("later", "").isdigit() and int(found["later"]) % 12 < hour % 12:
        # "11-2 pm"
        return "a" if found["half"].startswith("p") else "p"
    if "half" in found:
        return found["half"][0]
    part = found.get("part")
    if part is None:
        return None
    if part.endswith("morning"):
        return "a"
    return "a" if part.endswith("night") and hour % 12 < 5 else "p"


def _minutes(found: dict[str, str]) -> int:
    if "minute_words" in found:
        return number_in_words(found["minute_words"])
    return int(found.get("minute", 0))


def _past(words: str) -> int:
    if words.endswith(("half", "quarter")):
        return 30 if words == "half" else 15
    number = words.removesuffix("minutes").strip()
    return int(number) if number.isdigit() else number_in_words(number)
