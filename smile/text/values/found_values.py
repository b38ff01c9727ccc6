"""Values found in texts, and what each kind of value defines."""

import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from enum import IntEnum
from typing import Any

from ...lazy_patterns import lazy_re
from ..clauses import Clause, Span, Stance, clause_at, clauses
from ..view import RuleName
from .amounts.amount_parser import Amount
from .asked_values import AskedValue
from .date_grammar import CalendarDate


class Relation(IntEnum):
    """How a value of an answer relates to one of the reference."""

    SAME = 0
    CLOSE = 1
    OTHER = 2
    UNLIKE = 3


SAME, CLOSE, OTHER, UNLIKE = Relation


@dataclass(frozen=True, eq=False, slots=True)
class Kind:
    """A kind of value.

    Attributes:
        name: The rule that compares its values.
        may_be_in: Returns something true if a text without numbers may contain such a value (a quick test).
        find: Returns the values of a text.
        relate: Returns how a value of an answer relates to one of the reference, where a question wants something.
        relate_number: The same for such a value and a bare number.
        reveal: Returns values of an answer that only a value of the reference reveals: "henry viii" for Henry 8.
        in_clause: Returns a value as its clause qualifies it.
        rule: Returns the rule's name where it depends on the value.
        is_label: Whether its values may be labels of amounts: "Plan A $10".
        is_telling: Whether its values are usually all that a sentence says.
        is_shared: Whether the words of its values may be values of other kinds, too: "every Tuesday".
        may_be_old: Whether its values may be former ones: "down from 5".
    """

    name: RuleName
    may_be_in: Callable[[str], object]
    find: Callable[[str], Iterable["Found"]]
    relate: Callable[[Any, Any, AskedValue], Relation]
    relate_number: Callable[[Any, Amount, AskedValue], Relation] | None = None
    reveal: Callable[["Found", str], Iterable["Found"]] = lambda meant, text: ()
    in_clause: Callable[["Found", str, Clause], "Found"] = lambda found, text, clause: found
    rule: Callable[[Any, AskedValue], RuleName] | None = None
    is_label: bool = False
    is_telling: bool = False
    is_shared: bool = False
    may_be_old: bool = False


@dataclass(frozen=True, slots=True)
class Found:
    """A value in a text.

    Attributes:
        kind: Its kind.
        span: Its place in the text, with its bound and rate.
        value: The value: an amount, a date, ...
        is_weak: Whether it is no value where another value has its words, as the 4 of "Hall 4".
        is_old: Whether it is what was before.
        clause: The number of its clause.
        stance: What the clause does with it.
    """

    kind: Kind
    span: Span
    value: Any
    is_weak: bool = False
    is_old: bool = False
    clause: int = 0
    stance: Stance = "says"

    @property
    def amount(self) -> Amount | None:
        """The value if it is an amount."""
        return self.value if isinstance(self.value, Amount) else None

    @property
    def date(self) -> CalendarDate | None:
        """The value if it is a date."""
        return self.value if isinstance(self.value, CalendarDate) else None


def without_overlaps(found: Sequence[Found], kinds: Sequence[Kind]) -> list[Found]:
    """Returns values without those whose words are another value: of two, the longer one or that of an earlier kind."""

    def gives_way(one: Found, other: Found) -> bool:
        (start, stop), (its_start, its_stop) = one.span, other.span
        if one.kind is other.kind or stop <= its_start or its_stop <= start:
            return False
        if one.is_weak or other.is_weak or other.kind.is_shared:
            return one.is_weak and not other.is_weak
        if one.span == other.span:
            return not one.kind.is_shared and is_earlier(other, one)
        if start <= its_start and its_stop <= stop:
            return False
        return (its_start <= start and stop <= its_stop) or is_earlier(other, one)

    def is_earlier(one: Found, other: Found) -> bool:
        return kinds.index(one.kind) < kinds.index(other.kind)

    return [one for one in found if not any(gives_way(one, other) for other in found)]


def placed_in_clause(one: Found, text: str) -> Found:
    """Returns a value with its clause in the text and the clause's stance."""
    number = clause_at(text, one.span[0])
    clause = clauses(text)[number]
    is_about = clause.stance == "asks" or clause.about[0] <= one.span[0] < clause.about[1]
    stance: Stance = clause.stance if is_about and clause.stance != "recalls" else "says"
    if stance == "denies" and text[clause.start : clause.start + 8].lower() == "without ":
        stance = "says"  # "Without packaging it weighs 18 kg."
    is_old = one.is_old or (one.kind.may_be_old and _is_former_value(one.span, clause, text))
    return one.kind.in_clause(replace(one, clause=number, stance=stance, is_old=is_old), text, clause)


# Right before a value.
_OLD_BEFORE = lazy_re(
    r"\b(?:compared (?:to|with)|versus|vs\.?|used to [a-z]+|previous(?:ly)?|former(?:ly)?|original(?:ly)?"
    r"|initial(?:ly)?|(?<!or )(?<!and )(?<!-)old(?:er)?|earlier|prior|until then|had been"
    r"|first (?:planned|aimed|announced|proposed|offered|intended|set|said|thought))\b"
    r"[^\d;.]{0,40}$|\bcompared (?:to|with)\W+$",
    re.IGNORECASE,
)
# "It was 60 seconds before version 2", "it used port 8443 until June"
_UNTIL = lazy_re(r"\W*(?:until|before|prior to) (?:(?:the|version|release|last|this) |(?:19|20)\d\d|[A-Z])")
_WAS = lazy_re(r"\b(?:was|were|had|used|cost|stood|ran|\w+ed)\b")


def _is_former_value(span: Span, clause: Clause, text: str) -> bool:
    """Returns whether a value is a former one: "down from 5", "used to be 5", "it was 5 until June"."""
    before = text[max(clause.start, span[0] - 60) : span[0]]
    return (
        (clause.stance == "recalls" and clause.about[0] <= span[0] < clause.about[1])
        or _OLD_BEFORE.search(before) is not None
        or (_UNTIL.match(text, span[1]) is not None and _WAS.search(before) is not None)
    )
