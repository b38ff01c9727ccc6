"""Reads from a question which unit, scale and kind of value a bare number in an answer has."""

import re
from dataclasses import dataclass

from ...caches import cached
from ...lazy_patterns import lazy_re
from .amounts.amount_parser import Amount, amount_change_in_question
from .amounts.units import PERCENT, Unit, units_named, words_for_unit

_SCALES = {"thousand": 3, "k": 3, "million": 6, "mn": 6, "mio": 6, "m": 6, "billion": 9, "bn": 9, "trillion": 12}
_SCALE = rf"(?P<scale>{'|'.join(_SCALES)})s?"
# "in USD millions", "(in thousands)", "in millions of dollars", "in € m"
_IN_SCALE = lazy_re(
    rf"\b(?:in|\() ?(?:the )?(?:(?P<before>(?-i:[A-Z]{{3}})|US ?\$|[$€£¥]|US dollars?|dollars?|euros?"
    rf"|pounds?) ?)?{_SCALE}"
    r"(?: of (?:(?:US|U\.S\.) )?(?P<after>[A-Za-z]+))?\b(?![\w-])",
    re.IGNORECASE,
)
# "in km", "(in mg/L)", "how many minutes"
_IN_UNIT = lazy_re(
    r"(?:\bin |\(in |\()(?:the unit )?(?P<unit>[A-Za-z°µ%€$£][\w°µ/²³^%·. ]{0,30}?)(?=[?,.;)]|$| (?:in|on|at|for|of"
    r"|during|does|did|was|is|per)\b)"
)
_HOW_MANY = lazy_re(r"\bhow many (?P<unit>[a-z°%]+(?: [a-z]+)?)", re.IGNORECASE)
_PERCENT = lazy_re(
    r"\b(?:as a |in |what |which )per ?cent(?:age)?\b|\bpercentage\b|\(%\)|\bin %|\bwhat per ?cent\b", re.IGNORECASE
)
# Their answer may be a fraction or a percentage.
_SHARE = lazy_re(
    r"\b(?:share|portion|proportion|fraction|ratio|rate|yield|margin|probability|percentage|growth|efficiency)\b",
    re.IGNORECASE,
)
_POINTS = lazy_re(r"\b(?P<unit>basis points?|percentage points?)\b", re.IGNORECASE)
_COUNT = lazy_re(r"\bhow many\b|\bnumber of\b", re.IGNORECASE)
# "In what year", "on what date", "Give any year in the reign of King Stephen", "as MM/DD/YYYY"
_DAY = lazy_re(r"\b(?:(?:what|which|exact|full|the) (?:day|date)|birthday|day and month)\b", re.IGNORECASE)
_YEAR = lazy_re(r"\b(?:what|which|exact|the) year\b", re.IGNORECASE)
_ANY = lazy_re(r"\b(?:any|a|one) (?:year|date|day|month)\b", re.IGNORECASE)
_ORDER = lazy_re(r"\b(?:(?P<month>mm?[/.-]dd?)|dd?[/.-]mm?)\b", re.IGNORECASE)
# "the daily dose", "per week", "How often ...?"
_RATE = lazy_re(
    r"\b(?P<adverb>daily|weekly|monthly|hourly|annual(?:ly)?|yearly|quarterly)\b"
    r"|\b(?:per|an?|each|every) (?P<unit>second|minute|hour|day|week|month|quarter|year)\b",
    re.IGNORECASE,
)
_ADVERBS = {"daily": "day", "annual": "year", "annually": "year"}
_OLD = lazy_re(
    r"\b(?:used to|former(?:ly)?|previous(?:ly)?|original(?:ly)?|old|before|earlier|prior|no longer)\b", re.I
)
_RATIO = lazy_re(r"\b(?:hazard|odds|risk|rate) ratio\b|\brelative risk\b|\bcompare\b|\bhow many times\b", re.IGNORECASE)
_WHEN = lazy_re(r"\bwhen\b|\b(?:what|which) (?:year|date|day|month|decade|century)\b|\bby when\b", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class AskedValue:
    """The unit, the scale and the kind of value that a question asks for."""

    question: str = ""
    units: tuple[Unit, ...] = ()
    scale: int = 0  # a power of ten: 6 for "in millions"
    is_share: bool = False  # a percentage or a fraction may answer it
    is_count: bool = False
    change: int = 0  # -1 where it asks how much something fell, 1 where it asks how much it rose
    is_date: bool = False
    date: str = ""  # "day" or "year", where it asks for one
    is_any: bool = False  # any day or year of a period answers it
    is_month_first: bool | None = None  # where it gives the order of day and month
    rate: str = ""  # "day" for "the daily dose"
    is_old: bool = False  # whether it asks for what was before
    is_ratio: bool = False  # whether it asks how many times as much something is


@cached(2**10)
def asked_value(question: str) -> AskedValue:
    """Returns the unit, scale and kind of value that a question asks for.

    >>> asked_value("What was the revenue, in USD millions?").scale
    6
    >>> asked_value("How long is it, in km?").units[0].name
    'kilometer'
    >>> asked_value("What share is it, as a percentage?").units[0].name
    'percent'
    """
    units: tuple[Unit, ...] = ()
    scale = 0
    if found := _IN_SCALE.search(question):
        scale = _SCALES[found["scale"].lower()]
        units = units_named((found["before"] or found["after"] or "").strip())
    elif _PERCENT.search(question):
        units = (PERCENT,)
    elif points := _POINTS.search(question):
        units = units_named(points["unit"].lower())
    else:
        for pattern in (_IN_UNIT, _HOW_MANY):
            for found in pattern.finditer(question):
                text = found["unit"].strip()
                while text and not units:
                    units = units_named(text) if len(text) > 1 or text in "%€$£°" or text.islower() else ()
                    text = text[: max(text.rfind(" "), 0)]
            if units:
                break
    return AskedValue(
        question,
        units,
        scale,
        _SHARE.search(question) is not None,
        _COUNT.search(question) is not None,
        amount_change_in_question(question),
        _WHEN.search(question) is not None,
        "day" if _DAY.search(question) else "year" if _YEAR.search(question) else "",
        _ANY.search(question) is not None,
        order["month"] is not None if (order := _ORDER.search(question)) else None,
        _asked_rate(rate) if (rate := _RATE.search(question)) else "",
        _OLD.search(question) is not None,
        _RATIO.search(question) is not None,
    )


def _asked_rate(rate: re.Match[str]) -> str:
    adverb = (rate["adverb"] or "").lower()
    return _ADVERBS.get(adverb, adverb.removesuffix("ly")) or rate["unit"].lower()


_AGE = frozenset(("age", "aged", "old", "older", "young"))
_LETTERS = lazy_re(r"[^\W\d_]+")


@cached(2**10)
def _question_words(question: str) -> frozenset[str]:
    return frozenset(_LETTERS.findall(question.lower()))


def question_names_unit(amount: Amount, question: str) -> bool:
    """Returns whether a question names the unit of an amount, so that an answer need not repeat it.

    >>> from .amounts.amount_parser import amounts_of
    >>> question_names_unit(amounts_of("5 km")[0], "How many kilometres is it?")
    True
    """
    its_words = _question_words(question)
    return (
        any(its_words & words_for_unit(part.name) for unit in amount.units for part in unit.parts)
        or (bool(its_words & _AGE) and any(unit.name == "year" for unit in amount.units))
        or (PERCENT in amount.units and _PERCENT.search(question) is not None)
    )
