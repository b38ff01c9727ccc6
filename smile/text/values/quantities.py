"""References that are one number, quantity or sum of money, and what they accept: "36 inches", "60 (58 to 62)"."""

import re
from dataclasses import dataclass, replace

from ...lazy_patterns import lazy_re
from .amounts.amount_parser import Amount, amounts_of, without_change
from .asked import Asked
from .found import Found
from .numbers import has_number, in_figures
from .relations import SAME, relation

_MOST_WORDS = 12
# "About 60" may be 57 or 63; a number of more digits is more exact.
_ABOUT, _ABOUT_EXACT = 0.05, 0.02
# What may stand around the amount of a reference that is an amount as a whole: "it is at least", "tall".
_BEFORE = lazy_re(
    r"""\W*(?:(?:it|that|they|there|he|she)(?:\ is|'s|\ was|\ are|\ were)\ )?
    (?:(?:in|at|for|by|the|an?|only|exactly|just|total|of|about|around|approximately|approx\.?|roughly|some|circa|ca\.?
    |c\.|estimated|nearly|almost|close|to|between|from|all|more|less|fewer|greater|higher|lower|than|over|above|under
    |below|least|most|up|no|not|maximum|minimum|exceeding|upwards?)\s*)*[~≈<>≤≥=(]*\s*""",
    re.IGNORECASE | re.VERBOSE,
)
_AFTER = lazy_re(
    r"(?: (?:tall|long|wide|high|deep|thick|old|away|apart|in total|total|each|altogether|ago|exactly|earth"
    r"|in (?:length|height|width|depth|weight|size|diameter|area|volume|duration|mass)))?\W*",
    re.IGNORECASE,
)
# "291 episodes", "12 black cats"
_COUNTED = lazy_re(r" (?P<noun>[a-z][a-z'-]+(?: [a-z][a-z'-]+)?)\W*")
# What a reference accepts: "(118 to 122)", "[118, 122]", "; tolerance 2", "(within 5%)"
_NOTE = lazy_re(
    r"(?<=\S)\s*(?:\(([^()]*)\)|(\[[^\[\]]*\]))\s*$|[,;]\s*((?:accept|toleran|allow|within|margin)[^;]*)$",
    re.IGNORECASE,
)
_ERROR = lazy_re(r"\b(?:toleran|within|margin|error)", re.IGNORECASE)
_UNIT = lazy_re(r"\ban? \w", re.IGNORECASE)
# 50 Cent sings.
_TITLE = lazy_re(r" [A-Z][a-z]*[a-rt-z]$")


@dataclass(frozen=True, slots=True)
class Quantity:
    """A reference that is one amount, and the things that it counts ("episodes", or none)."""

    amount: Amount
    noun: str


def read(reference: str) -> Quantity | None:
    """Returns the number, quantity or sum of money that a reference is as a whole; a bare year is none.

    >>> read("about 36 inches").amount.text, read("291 episodes").noun, read("Apollo 11"), read("1776")
    ('36 inches', 'episodes', None, None)
    """
    may_be = has_number(reference) or _UNIT.search(reference)
    if not may_be or "√" in reference or len(reference.split()) > _MOST_WORDS:
        return None
    brackets = _NOTE.search(reference)
    bare = reference[: brackets.start()] if brackets else reference
    found = amounts_of(bare)
    # "5 km, 3.1 miles": the same twice.
    if not found or any(relation(_alone(found[0]), _alone(other), Asked()) is not SAME for other in found[1:]):
        return None
    amount, text = found[0], in_figures(bare).text
    if any(measure.is_money for measure in amount.measures) and _TITLE.search(amount.text):
        return None
    if _is_year(amount) or not _BEFORE.fullmatch(without_change(text[: amount.start])):
        return None
    amount = _accepting(amount, next(filter(None, brackets.groups()), "") if brackets else "")
    rest = without_change(text[found[-1].end :]) if amount.change else text[found[-1].end :]
    if _AFTER.fullmatch(rest):
        return Quantity(amount, "")
    counted = _COUNTED.fullmatch(rest)
    noun = counted["noun"].split()[-1] if counted else ""
    is_counted = not amount.measures and not amount.is_pair and noun.endswith(("s", "e", "n"))
    return Quantity(amount, noun) if is_counted else None


def _alone(amount: Amount) -> Found:
    return Found("amount", (amount.start, amount.end), 0, amount=amount)


def _accepting(amount: Amount, note: str) -> Amount:
    """Returns an amount with what its reference accepts: "about 60", "120 (118 to 122)", "12.3 (± 0.1)"."""
    if amount.accepted or amount.is_pair:
        return amount
    error, noted = 0.0, amounts_of(note)
    ends = [end for one in noted for end in ((one.low, one.high) if one.is_pair else (one.low,))]
    if len(ends) == 2 and 0 < ends[0] <= amount.low <= ends[1] and (len(noted) == 1 or note.startswith("[")):
        return replace(amount, accepted=(ends[0], ends[1]), text=note.strip("[]"))
    if len(noted) == 1 and (ends[0] == -ends[-1] or _ERROR.search(note)):
        is_share = any(measure.unit == "percent" for measure in noted[0].measures)
        error = ends[-1] * abs(amount.low) / 100 if is_share else ends[-1]
        amount = replace(amount, text=f"{amount.text} ± {noted[0].text.lstrip('± ')}")
    elif amount.bound == "~":
        n_digits = len(f"{abs(amount.low):.12g}".replace(".", "").strip("0"))
        error = (_ABOUT if n_digits <= 2 else _ABOUT_EXACT) * abs(amount.low)
    return replace(amount, accepted=(amount.low - error, amount.low + error)) if error else amount


def _is_year(amount: Amount) -> bool:
    """The rules for dates read 1776, 1939-1945 and 1979-80."""
    if amount.measures or "," in amount.text or amount.step != 1 or not 1000 <= amount.low <= 2100:
        return False
    return 1000 <= amount.high <= 2100 or 0 < amount.high < 100
