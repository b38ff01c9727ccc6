"""Groups the values of a text by clauses, and tells which are old and which are only worked with."""

import re
from bisect import bisect_right
from dataclasses import dataclass
from functools import lru_cache
from typing import Literal

from ...lazy_patterns import lazy_re
from ..clauses import SENTENCE_END, Span

Stance = Literal["says", "denies", "reports", "asks", "works"]

# Between clauses: "...; ...", "..., but ...", "... whereas ...", a cell of a table's row is none.
_CLAUSE_END = lazy_re(
    r";\s|:\s+(?=\S+\s+\S+\s)|(?:,\s*|\s+[–—-]\s+|\s+)(?=(?:but|whereas|while|although|though|however|unlike"
    r"|as opposed to"
    r"|compared (?:to|with)|rather than|instead of|not)\b)|\s+(?=and (?:now|currently|today|so|thus|therefore)\b)"
    r"|,\s+(?=(?:and|or|which|with|so|then)\b)|\s+[–—]\s+",
    re.IGNORECASE,
)
# "not 5", "rather than 5"; but not "not only 5" and "not more than 5"
_DENIES = lazy_re(
    r"\b(?:not|never|neither|nor|rather than|instead of|unlike|as opposed to|wrong|incorrect|mistaken?|untrue"
    r"|ruled out)\b"
    r"(?! (?:only|just|more|less|fewer|later|earlier|sooner|before|after|over|under|greater|older|higher|lower|exceed"
    r"|necessar|yet|until|including|counting|a problem)\b)|n't\b(?! (?:only|just|exceed|go|drop|fall|be (?:more"
    r"|less)))",
    re.IGNORECASE,
)
# "a yard, no?"
_TAG = lazy_re(r"\b(?:no|right|correct|yes|n't (?:it|he|she|they))\?$", re.IGNORECASE)
_REPORTS = lazy_re(
    r"\b(?:many|most|some|people|others|they|critics|it is (?:often|widely|commonly|sometimes)) (?:people )?"
    r"(?:say|says|said|think|believe|believed|claim|claimed|assume)\b|\b(?:I|we) (?:first|initially) \w+|myth",
    re.IGNORECASE,
)
# Right before a value, and right after it.
_OLD_BEFORE = lazy_re(
    r"\b(?:down|up) from|\b(?:compared (?:to|with)|versus|vs\.?|used to (?:be|cost|stand at)|previous(?:ly)?"
    r"|former(?:ly)?"
    r"|original(?:ly)?|initial(?:ly)?|old|earlier|prior|first planned (?:for|at|in)|until then|(?:had|has) been)\b"
    r"[^\d;.]{0,24}$|\bcompared (?:to|with)\W+$",
    re.IGNORECASE,
)
_OLD_AFTER = lazy_re(
    r"\W*(?:(?:a |one )?(?:year|month|quarter|week)s? (?:earlier|before|ago)|(?:earlier|before|previously"
    r"|beforehand)\b(?! \w)"
    r"|(?:in|for|during) the (?:previous|prior|preceding) (?:year|month|quarter|period|season)|last (?:year|month)"
    r"|until (?:then|recently)|was dropped)",
    re.IGNORECASE,
)
_OLD_CLAUSE = lazy_re(
    r"\b(?:used to|previously|formerly|originally|initially|no longer|until (?:recently|then)|old (?:price|rate"
    r"|limit|version"
    r"|address|value|rule|plan)|earlier (?:plan|version|price)|first (?:planned|wrote|told|said|thought|announced))\b",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class Clause:
    """A clause of a text, the number of its sentence, and what it does with what is in it."""

    start: int
    stop: int
    sentence: int
    stance: Stance
    is_old: bool


@lru_cache(maxsize=2**8)
def clauses_of(text: str) -> tuple[Clause, ...]:
    """Returns the clauses of a text in their order.

    >>> [clause.stance for clause in clauses_of("It is 5, not 6. Is it 7?")]
    ['says', 'denies', 'asks']
    """
    found: list[Clause] = []
    ends = [*((end.start(), end.end()) for end in SENTENCE_END.finditer(text)), (len(text), len(text))]
    begin = 0
    for number, (stop, following) in enumerate(ends):
        start = begin
        joints = [joint.span() for joint in _CLAUSE_END.finditer(text, begin, stop)]
        for clause_stop, clause_next in (*joints, (stop, stop)):
            if clause_stop > start:
                its = text[start:clause_stop]
                asks = clause_stop == stop and its.endswith("?") and not _TAG.search(its)
                stance: Stance = (
                    "asks"
                    if asks
                    else "denies"
                    if _DENIES.search(its)
                    else "reports"
                    if _REPORTS.search(its)
                    else "says"
                )
                found.append(Clause(start, clause_stop, number, stance, _OLD_CLAUSE.search(its) is not None))
            start = clause_next
        begin = following
    return tuple(found)


def clause_at(text: str, place: int) -> int:
    """Returns the number of the clause that a place of a text is in."""
    clauses = clauses_of(text)
    return min(bisect_right(clauses, place, key=lambda clause: clause.stop), len(clauses) - 1)


# "12 - 5 =", "0.71 / 50"
_OPERATOR = lazy_re(r"[)\s]*(?:[+/×÷=·]|\*(?!\*)|[-–−] (?=[\d$€£.])|x (?=\d))(?! ?[a-z])")


def is_operand(text: str, stop: int) -> bool:
    """Returns whether what ends at a place is worked with: "12 - 5 = 7".

    >>> [is_operand("12 - 5 = 7", stop) for stop in (2, 6, 10)]
    [True, True, False]
    """
    return _OPERATOR.match(text, stop) is not None


def is_old(text: str, span: Span) -> bool:
    """Returns whether a value is what was before: "down from 5", "used to be 5", "5 a year earlier".

    >>> is_old("up from 40 to 55", (8, 10)), is_old("up from 40 to 55", (14, 16))
    (True, False)
    """
    clause = clauses_of(text)[clause_at(text, span[0])]
    before = text[max(clause.start, span[0] - 40) : span[0]]
    return (
        clause.is_old
        or _OLD_BEFORE.search(before) is not None
        or _OLD_AFTER.match(text[span[1] : min(len(text), span[1] + 50)]) is not None
    )
