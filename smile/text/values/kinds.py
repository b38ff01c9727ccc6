"""The kinds of values, and what a text has of them."""

from ...caches import cached
from .amounts_in_text import AMOUNT
from .asked_values import AskedValue
from .codes import CODE
from .date_relations import DATE
from .found_values import UNLIKE, Found, Kind, Relation, placed_in_clause, without_overlaps
from .frequencies import FREQUENCY
from .numbers import has_number
from .times_of_day import TIME

# Of two values that share words, the one of the earlier kind counts, and of two readings of the same words it is last.
KINDS: tuple[Kind, ...] = (AMOUNT, FREQUENCY, DATE, TIME, CODE)


@cached(2**12)
def may_hold_value(text: str) -> bool:
    """Returns whether a text may contain a value (a quick test; most references contain none).

    >>> may_hold_value("half an hour"), may_hold_value("Plan A"), may_hold_value("Paris")
    (True, True, False)
    """
    return has_number(text) or any(kind.may_be_in(text) for kind in KINDS)


@cached(2**9)
def values_in(text: str) -> tuple[Found, ...]:
    """Returns the values of a text (in NFKC) in order; a bare year is both a date and an amount.

    >>> text = "It is $20 per month from 5 May on."
    >>> [(found.kind.name, text[slice(*found.span)]) for found in values_in(text)]
    [('number', '$20 per month'), ('date', '5 May')]
    """
    if not may_hold_value(text):
        return ()
    found = without_overlaps([one for kind in reversed(KINDS) for one in kind.find(text)], KINDS)
    return tuple(sorted((placed_in_clause(one, text) for one in found), key=lambda one: one.span))


def relation(meant: Found, said: Found, wanted: AskedValue) -> Relation:
    """Returns how a value of an answer relates to one of the reference, where a question wants something."""
    if meant.kind is said.kind:
        return meant.kind.relate(meant.value, said.value, wanted)
    for one, other in ((meant, said), (said, meant)):
        if one.kind.relate_number and other.amount:
            return one.kind.relate_number(one.value, other.amount, wanted)
    return UNLIKE
