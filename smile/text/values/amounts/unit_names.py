"""Names of units: where a reference is "kilometres per hour", "km/h" is the same, and "mph" another."""

from dataclasses import dataclass

from ...lazy_patterns import lazy_re
from ..names.written_words import answer_proper
from ..value_match import ValueMatch
from .measures import Measure, measures_named

_LONGEST = 40
_TOKEN = lazy_re(r"[^\s,;:!?()\"]+")
_MOST_TOKENS = 4
_SHORTEST_IN_TEXT = 2
_NO_UNITS_IN_TEXT = frozenset("in at a an or as am pm to mi cd me pa ha mo min sec second bar degree time".split())


@dataclass(frozen=True, slots=True)
class UnitName:
    """A unit as a reference names it."""

    text: str
    measures: frozenset[Measure]


def read(reference: str) -> UnitName | None:
    """Returns the unit that a reference names as a whole; a currency is none.

    >>> [measure.unit for measure in read("kilograms").measures], read("5 kg"), read("Paris")
    (['kilogram'], None, None)
    """
    text = answer_proper(reference)
    if not text or len(text) > _LONGEST:
        return None
    named = measures_named(text)
    measures = frozenset(measure for measure in named if not measure.is_money) if named else None
    return UnitName(text, measures) if measures else None


def compare(unit: UnitName, prediction: str, question: str | None) -> ValueMatch | None:
    """Says whether an answer names the unit in another form, or as a whole is another unit.

    >>> compare(read("kilometres per hour"), "km/h", None).evidence
    'km/h = kilometres per hour'
    >>> compare(read("kilogram"), "the pound", None).is_same, compare(read("kg"), "It's the kilogram.", None).is_same
    (False, True)
    """
    answer = answer_proper(prediction)
    if len(answer) <= _LONGEST and (named := _measures_of(answer)):
        if unit.measures.intersection(named):
            return ValueMatch("unit", True, f"{answer} = {unit.text}")
        is_unit = any(not measure.is_money for measure in named)
        return ValueMatch("unit", False, f"{answer}, not {unit.text}") if is_unit else None
    tokens = _TOKEN.findall(prediction)
    for start in range(len(tokens)):
        for end in range(min(len(tokens), start + _MOST_TOKENS), start, -1):
            words = " ".join(tokens[start:end]).rstrip(".")
            if len(words) < _SHORTEST_IN_TEXT or words.lower() in _NO_UNITS_IN_TEXT:
                continue
            if unit.measures.intersection(measures_named(words)):
                return ValueMatch("unit", True, f"{words} = {unit.text}")
    return None


def _measures_of(answer: str) -> tuple[Measure, ...]:
    """Returns what a whole answer measures; "KM/H" is read as "km/h", and "j" as "J"."""
    return measures_named(answer) or measures_named(answer.lower()) or measures_named(answer.upper())
