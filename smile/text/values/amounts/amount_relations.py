"""How an amount of an answer relates to that of a reference: the same, close, another, or of another kind."""

from collections.abc import Callable
from enum import IntEnum

from .amount_parser import Amount
from .units import Measure, converted

_EXACT = 1e-9
_MEASURED = 1e-4
_ABOUT, _ESTIMATED = 0.05, 0.01
# Between units: the shares of a number up to which two are the same, up to which a rounded one is the same as far as
# its last digit goes, up to which they are close, and up to which two rounded ones are.
_Tolerance = tuple[float, float, float, float]
_HUNDREDTHS: _Tolerance = (_EXACT, 0.01, 0.025, 0)
_CONVERTED: _Tolerance = (0.003, 0.025, 0.03, 0.15)

# From so many digits on, a rounded number is the same number: 3.14 is 3.14159, but 3 is not 3.3.
_DIGITS_OF_ROUNDED = 3
DIGITS_OF_FRACTION = 12
_TEMPERATURES = frozenset(("degC", "degF", "kelvin"))


class Relation(IntEnum):
    """How an answer's amount relates to the reference's, the nearest relation first."""

    SAME = 0
    CLOSE = 1
    OTHER = 2
    APART = 3


_Compare = Callable[[float, float], Relation]


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
    return Relation.CLOSE if found is Relation.OTHER and _is_open(reference, amount) else found


def is_exact(reference: Amount, amount: Amount) -> bool:
    """Returns whether an amount that is the same is so without rounding, in one of its units.

    >>> from .amount_parser import amounts_of
    >>> [is_exact(amounts_of("42.195 km")[0], amounts_of(text)[0]) for text in ("42195 m", "26.2 miles")]
    [True, False]
    """
    factors = [_factor(mine, theirs) for mine in reference.measures or (None,) for theirs in amount.measures or (None,)]
    return reference.bound == amount.bound and any(
        all(
            abs(mine - to_mine(theirs)) <= _EXACT * max(abs(mine), 1)
            for mine, theirs in ((reference.low, amount.low), (reference.high, amount.high))
        )
        for to_mine in factors
    )


def _factor(mine: Measure | None, theirs: Measure | None) -> Callable[[float], float]:
    """Returns the conversion of an answer's number to the reference's measure."""
    if mine and theirs and mine != theirs:
        if mine.is_money:
            return lambda number: number * theirs.share / mine.share
        return lambda number: found if (found := converted(number, theirs.unit, mine.unit)) is not None else number
    if mine != theirs and "percent" in (mine and mine.unit, theirs and theirs.unit):
        return lambda number: number * 100 if mine else number / 100
    return lambda number: number


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
    face = _compared(reference, amount, _as_numbers(reference, amount), float)
    is_same = face is Relation.SAME
    if mine == theirs:
        return face
    if mine and theirs:
        if mine.is_money and theirs.is_money and mine.unit == theirs.unit:
            return _in_unit(reference, amount, lambda number: number * theirs.share / mine.share, _HUNDREDTHS)
        if mine.is_money or theirs.is_money:
            return Relation.OTHER if is_same or mine.is_money is theirs.is_money else Relation.APART
        if converted(1.0, theirs.unit, mine.unit) is not None:
            to_mine = lambda number: converted(number, theirs.unit, mine.unit) or 0  # noqa: E731
            return _in_unit(reference, amount, to_mine, _CONVERTED, mine.unit in _TEMPERATURES)
        is_rate = ("/" in mine.unit) != ("/" in theirs.unit)  # Many write "54 Mbit" for 54 Mbit/s.
        return Relation.APART if not is_same else Relation.CLOSE if is_rate else Relation.OTHER
    if "percent" in (mine and mine.unit, theirs and theirs.unit):
        share, hundredths = (amount, reference) if mine else (reference, amount)
        if not share.is_pair and 0 < abs(share.low) <= 1 and share.step < 1:
            return _in_unit(hundredths, share, lambda number: 100 * number, _HUNDREDTHS)
    if mine and is_unit_asked:
        return face
    if is_same:
        return Relation.CLOSE if mine else Relation.SAME
    return Relation.OTHER if mine and amount.digits < DIGITS_OF_FRACTION else Relation.APART


def _compared(reference: Amount, amount: Amount, compare: _Compare, to_mine: Callable[[float], float]) -> Relation:
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


def _as_numbers(reference: Amount, amount: Amount) -> _Compare:
    coarser = max(reference, amount, key=lambda one: one.step)
    is_fraction = max(reference.digits, amount.digits) >= DIGITS_OF_FRACTION and coarser.step < 1
    is_money = any(measure.is_money for measure in reference.measures)
    least_digits = 2 if is_fraction or coarser.bound == "~" else _DIGITS_OF_ROUNDED

    def compare(mine: float, theirs: float) -> Relation:
        apart, most = abs(mine - theirs), max(abs(mine), abs(theirs))
        is_price = is_money and min(reference.step, amount.step) == 0.01  # $1,299.99 is not $1,300.
        is_rounded = reference.step != amount.step and apart <= coarser.step / 2 * (1 + 1e-6) and not is_price
        is_estimate = amount.bound == "~" and apart <= _ESTIMATED * most
        if apart <= _EXACT * most or (is_rounded and coarser.digits >= least_digits) or is_estimate:
            return Relation.SAME
        is_measured = not is_money and max(reference.step, amount.step) < 1 and apart <= _MEASURED * most
        is_about = "~" in (reference.bound, amount.bound) and apart <= _ABOUT * most
        is_near = is_rounded and (coarser.digits >= 2 or coarser.step < 1)
        return Relation.CLOSE if is_near or is_measured or is_about else Relation.OTHER

    return compare


def _in_unit(
    reference: Amount,
    amount: Amount,
    to_mine: Callable[[float], float],
    tolerance: _Tolerance,
    is_temperature: bool = False,
) -> Relation:
    half = max(reference.step, abs(to_mine(amount.step))) / 2
    exact, rounded, near, far = tolerance

    def compare(mine: float, theirs: float) -> Relation:
        apart, most = abs(mine - theirs), max(abs(mine), abs(theirs))
        same, close = max(exact * most, min(half, rounded * most)), max(near * most, min(2 * half, far * most))
        if is_temperature:
            same, close = max(0.6, min(reference.step / 2, 1)), 3.0
        return Relation.SAME if apart <= same else Relation.CLOSE if apart <= close else Relation.OTHER

    return _compared(reference, amount, compare, to_mine)
