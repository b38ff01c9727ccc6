"""Frequencies: "3 times a day", "every 15 minutes", "every Tuesday"."""

import re
from collections.abc import Iterator
from typing import NamedTuple

from ...lazy_patterns import lazy_re
from .amount_relations import SECONDS
from .amounts.amount_parser import Amount
from .amounts_in_text import ADVERB, ADVERBS, TIME_NOUN, stripped_span
from .asked_values import AskedValue
from .date_grammar import WEEKDAYS
from .found_values import OTHER, SAME, UNLIKE, Found, Kind, Relation
from .numbers import numbers_in_figures

# A month has 4.35 weeks.
_SAME_RATE = 0.03
_MAY_BE = lazy_re(r"\b(?:every|each)\b", re.IGNORECASE)
# In figures: "3 times a day", "once every 2 weeks", "every 15 minutes", "at 15-minute intervals", "every Tuesday"
_FREQUENCY = lazy_re(
    rf"\b(?:(?P<n>\d+(?:\.\d+)?) times|(?P<once>once))(?: (?:an?|per|each|every|in (?:an?|each|every)))? (?:(?P<m>\d+)"
    rf" )?(?:(?P<of>{TIME_NOUN})s?|(?P<adverb>{ADVERB}))\b"
    rf"|\bevery (?:(?P<m_every>\d+(?:\.\d+)?|other|second|2nd)[ -])?(?P<of_every>{TIME_NOUN})s?\b"
    rf"|\b(?P<m_at>\d+(?:\.\d+)?)[ -](?P<of_at>{TIME_NOUN}) intervals?\b"
    rf"|\b(?:(?P<n_day>\d+) times )?(?:every|each) (?:(?P<m_day>other|second|2nd) )?"
    rf"(?P<days>(?:(?:{'|'.join(WEEKDAYS)})(?:,? (?:and |every )*)?)+)",
    re.IGNORECASE,
)


class Frequency(NamedTuple):
    """How many times a second something happens, and on which days."""

    often: float
    days: tuple[str, ...] = ()


def _frequencies_in(text: str) -> Iterator[Found]:
    figures = numbers_in_figures(text)
    for match in _FREQUENCY.finditer(figures.text):
        found = {name.split("_")[0]: group for name, group in match.groupdict().items() if group}
        per = 2.0 if (many := found.get("m", "1"))[-1].isalpha() else float(many)
        n = float(found.get("n", 1))
        if days := found.get("days"):
            n, unit = n * len(re.findall("day", days, re.IGNORECASE)), "week"
        else:
            unit = ADVERBS[found["adverb"].lower()] if "adverb" in found else found["of"].lower()
        if per and n:
            named = tuple(sorted(re.findall(r"\w+day", (days or "").lower())))
            span = stripped_span(text, figures.source(match.span()))
            yield Found(FREQUENCY, span, Frequency(n / per / SECONDS[unit], named))


def _relation_of_frequencies(meant: Frequency, said: Frequency, wanted: AskedValue) -> Relation:
    if meant.days and said.days and meant.days != said.days:
        return OTHER  # "every Saturday" is not every Sunday
    return SAME if abs(meant.often / said.often - 1) <= _SAME_RATE else OTHER


def _relation_to_number(one: Frequency, number: Amount, wanted: AskedValue) -> Relation:
    """Compares a frequency with a bare number, where the question asks how many times a day, a week or the like."""
    if number.units or number.rates or number.is_pair or not wanted.rate:
        return UNLIKE
    n = one.often * SECONDS[wanted.rate]
    return SAME if abs(n - number.low) <= _SAME_RATE * n else OTHER


FREQUENCY = Kind(
    "frequency", _MAY_BE.search, _frequencies_in, _relation_of_frequencies, _relation_to_number, is_shared=True
)
