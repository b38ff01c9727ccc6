"""Times of day with a bound: "by 11 a.m." is "no later than eleven in the morning", not "no earlier than 11 a.m."."""

import re
from dataclasses import dataclass

from ..lazy_patterns import lazy_re
from . import times_of_day
from .value_match import ValueMatch

_RULE = "time"
_BOUND = lazy_re(
    r"\b(?:(?P<latest>by|before|until|till|no later than|not later than|not after|at the latest(?: by)?|latest(?: by)?"
    r"|up to|any ?time before)|(?P<earliest>after|from|since|no earlier than|not earlier than|not before|no sooner than"
    r"|not until|at the earliest(?: at)?|starting(?: at| from)?|any ?time after))\s+(?=\S)",
    re.IGNORECASE,
)
_BOUND_AFTER = lazy_re(
    r"\b(?:(?P<latest>at the latest|or (?:earlier|before|sooner))"
    r"|(?P<earliest>at the earliest|or (?:later|after)|onwards?))\b",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class Deadline:
    """The latest or the earliest time, and the reference."""

    text: str
    is_latest: bool
    time: tuple[times_of_day.TimeOfDay, ...]


def read(reference: str) -> Deadline | None:
    """Returns the bound and the time that a reference is as a whole.

    >>> read("by 11 a.m.").is_latest, read("no earlier than noon").is_latest, read("11 a.m."), read("by train")
    (True, False, None, None)
    """
    bound = _BOUND.match(reference.strip(" .,"))
    if not bound:
        return None
    time = times_of_day.read(reference.strip(" .,")[bound.end() :])
    return Deadline(reference.strip(), bound["latest"] is not None, time) if time and len(time) == 1 else None


def compare(deadline: Deadline, prediction: str, question: str | None) -> ValueMatch | None:
    """Says whether an answer has the same time with the same bound, or another of the two.

    >>> compare(read("by 11 a.m."), "no later than eleven in the morning", None).is_same
    True
    >>> compare(read("by 11 a.m."), "no earlier than 11 a.m.", None).evidence
    'no earlier than, not by 11 a.m.'
    """
    bounds = [*_BOUND.finditer(prediction), *_BOUND_AFTER.finditer(prediction)]
    unbound = _BOUND.sub(" ", prediction)
    if len(bounds) > 1:
        return None
    same = times_of_day.compare(deadline.time, unbound, question)
    if bounds and same is not None and same.is_same and (bounds[0]["latest"] is not None) != deadline.is_latest:
        return ValueMatch(_RULE, False, f"{bounds[0][0].strip()}, not {deadline.text}")
    return same
