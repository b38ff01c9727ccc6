"""How an amount of an answer relates to that of a reference: the same, close, another, or of another kind."""

from collections.abc import Callable
from enum import IntEnum
from functools import partial

from .amount_parser import Amount
from .units import Measure, converted

# A rounded share may be off by 1 %; a conversion by 0.3 %, or by half a unit of the last digit if that is under 2.5 %.
_EXACT = 1e-9
_ROUNDED = 0.01
_CONVERTED = 0.003
_COARSE = 0.025
_CLOSE = 0.03
_FAR = 0.15
_ABOUT = 0.05
_MEASURED = 1e-4

# From so many digits on, a rounded number is the same number: 3.14 is 3.14159, but 3 is not 3.3.
_DIGITS_OF_ROUNDED = 3
DIGITS_OF_FRACTION = 12
_TEMPERATURES = frozenset(("degC", "degF", "kelvin"))


class Relation(IntEnum):
    """What an answer's amount says about the reference's; the nearest first."""

    SAME = 0
    CLOSE = 1
    OTHER = 2
    APART = 3


def relation(reference: Amount, amount: Amount, is_unit_asked: bool) -> Relation:
    """Returns how an answer's amount relates to the reference's.

    Args:
        reference: The reference's amount.
        amount: The answer's amount.
        is_unit_asked: Whether the question names the reference's unit: a bare number then has it.

    >>> from .amount_parser import amounts_of
    >>> relation(amounts_of("6 feet")[0], amounts_of("6 metres")[0], False).name
    'OTHER'
    >>> relation(amounts_of("26.2 miles")[0], amounts_of("42.2 km")[0], False).name
    'SAME'
    """
    found = min(
        _by_measure(reference, amount, mine, theirs, is_unit_asked)
        for mine in reference.measures or (None,)
        for theirs in amount.measures or (None,)
    )
    if found is Relation.SAME and {reference.bound, amount.bound} == {"<", ">"}:
        return Relation.OTHER
    if found is Relation.SAME and reference.bound in {"<", ">"} and amount.bound != reference.bound:
        return Relation.CLOSE
    if found is Relation.OTHER and _is_open(reference, amount):
        return Relation.CLOSE
    return found


def _is_open(reference: Amount, amount: Amount) -> bool:
    """Returns whether a bound leaves room for the other: more than 2,500 may be 2,630, but over seven are not six."""
    if reference.measures != amount.measures:
        return not {"<", ">"}.isdisjoint((reference.bound, amount.bound))
    return any(
        (one.bound == ">" and other.low >= one.low) or (one.bound == "<" and other.low <= one.low)
        for one, other in ((reference, amount), (amount, reference))
    )


def _by_measure(
    reference: Amount, amount: Amount, mine: Measure | None, theirs: Measure | None, is_unit_asked: bool
) -> Relation:
    face = _at_face_value(reference, amount)
    if mine == theirs:
        return face
    if mine is None or theirs is None:
        return _one_without_unit(reference, amount, mine, theirs, is_unit_asked)
    if mine.is_money or theirs.is_money:
        if mine.unit == theirs.unit:
            return _with_factor(reference, amount, theirs.share / mine.share)
        return Relation.OTHER if (mine.is_money and theirs.is_money) or face is Relation.SAME else Relation.APART
    if converted(1.0, theirs.unit, mine.unit) is None:
        is_rate = ("/" in mine.unit) != ("/" in theirs.unit)  # Many write "54 Mbit" for 54 Mbit/s.
        return Relation.APART if face is not Relation.SAME else Relation.CLOSE if is_rate else Relation.OTHER
    return _in_unit(reference, amount, mine.unit, theirs.unit)


def _one_without_unit(
    reference: Amount, amount: Amount, mine: Measure | None, theirs: Measure | None, is_unit_asked: bool
) -> Relation:
    known = mine or theirs
    if known and known.unit == "percent":
        share, hundredths = (amount, reference) if mine else (reference, amount)
        if not share.is_pair and 0 < abs(share.low) <= 1 and share.step < 1:
            return _with_factor(hundredths, share, 100)
    face = _at_face_value(reference, amount)
    if mine is None:
        return face if face is Relation.SAME else Relation.APART
    if is_unit_asked:
        return face
    if face is Relation.SAME:
        return Relation.CLOSE
    return Relation.OTHER if amount.digits < DIGITS_OF_FRACTION else Relation.APART


def _compared(
    reference: Amount, amount: Amount, compare: Callable[[float, float], Relation], to_mine: Callable[[float], float]
) -> Relation:
    """Compares both ends of two ranges, of which the one further apart counts, or a number with what is accepted."""
    low, high = to_mine(amount.low), to_mine(amount.high)
    if reference.accepted and not amount.is_pair:
        least, most = reference.accepted
        beyond = max(least - low, low - most)
        if beyond <= _EXACT * max(abs(least), abs(most)):
            return Relation.SAME
        is_near = reference.bound == "~" and (reference.is_pair or beyond <= (most - least) / 4)
        return Relation.CLOSE if is_near else Relation.OTHER
    if reference.is_pair == amount.is_pair:
        return max(compare(reference.low, low), compare(reference.high, high))
    ends, one = ((reference.low, reference.high), low) if reference.is_pair else ((low, high), reference.low)
    if reference.is_pair and ends[0] == -ends[1]:
        return Relation.OTHER  # 15 is not ±15.
    return Relation.CLOSE if amount.is_pair or min(ends) <= one <= max(ends) else Relation.OTHER


def _at_face_value(reference: Amount, amount: Amount) -> Relation:
    return _compared(reference, amount, partial(_numbers, reference, amount), float)


def _numbers(reference: Amount, amount: Amount, mine: float, theirs: float) -> Relation:
    apart, most = abs(mine - theirs), max(abs(mine), abs(theirs))
    if apart <= _EXACT * most:
        return Relation.SAME
    coarser = max(reference, amount, key=lambda one: one.step)
    if reference.step != amount.step and apart <= coarser.step / 2 * (1 + 1e-6):
        is_fraction = max(reference.digits, amount.digits) >= DIGITS_OF_FRACTION and coarser.step < 1
        least = 2 if is_fraction or coarser.bound == "~" else _DIGITS_OF_ROUNDED
        if coarser.digits >= least:
            return Relation.SAME
        if coarser.digits >= 2 or coarser.step < 1:
            return Relation.CLOSE
    is_measured = max(reference.step, amount.step) < 1 and apart <= _MEASURED * most
    is_about = "~" in (reference.bound, amount.bound) and apart <= _ABOUT * most
    return Relation.CLOSE if is_measured or is_about else Relation.OTHER


def _with_factor(reference: Amount, amount: Amount, factor: float) -> Relation:
    half = max(reference.step, amount.step * factor) / 2

    def compare(mine: float, theirs: float) -> Relation:
        apart, most = abs(mine - theirs), max(abs(mine), abs(theirs))
        same = max(_EXACT * most, min(half, _ROUNDED * most) if most > _EXACT else 0)
        return Relation.SAME if apart <= same else Relation.CLOSE if apart <= _COARSE * most else Relation.OTHER

    return _compared(reference, amount, compare, lambda number: number * factor)


def _in_unit(reference: Amount, amount: Amount, mine: str, theirs: str) -> Relation:
    def to_mine(number: float) -> float:
        return converted(number, theirs, mine) or 0

    half = max(reference.step, abs(to_mine(amount.step))) / 2

    def compare(number: float, there: float) -> Relation:
        apart, most = abs(number - there), max(abs(number), abs(there))
        same, close = max(_CONVERTED * most, min(half, _COARSE * most)), max(_CLOSE * most, min(2 * half, _FAR * most))
        if mine in _TEMPERATURES:
            same, close = max(0.6, min(reference.step / 2, 1)), 3.0
        return Relation.SAME if apart <= same else Relation.CLOSE if apart <= close else Relation.OTHER

    return _compared(reference, amount, compare, to_mine)
