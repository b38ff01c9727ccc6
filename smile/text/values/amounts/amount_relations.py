"""How an amount of an answer relates to that of a reference: the same, close, another, or of another kind."""

from enum import Enum

from .amount_parser import Amount
from .units import Measure, converted

# A rounded conversion may be off by 1 %, or by half a unit of the last digit if that is less than 2.5 %.
_EXACT = 1e-9
_ROUNDED = 0.01
_COARSE = 0.025
_CLOSE = 0.03
_FAR = 0.15
_ABOUT = 0.05
_MEASURED = 1e-4

# From so many digits on, a rounded number is the same number: 3.14 is 3.14159, but 3 is not 3.3.
_DIGITS_OF_ROUNDED = 3
_DIGITS_OF_FRACTION = 12
_TEMPERATURES = frozenset(("degC", "degF", "kelvin"))


class Relation(Enum):
    """What an answer's amount says about the reference's."""

    SAME = "same"
    CLOSE = "close"
    OTHER = "other"
    APART = "apart"


_ORDER = (Relation.SAME, Relation.CLOSE, Relation.OTHER, Relation.APART)


def relation(reference: Amount, amount: Amount, is_unit_asked: bool) -> Relation:
    """Returns how an answer's amount relates to the reference's.

    Args:
        reference: The reference's amount.
        amount: The answer's amount.
        is_unit_asked: Whether the question names the reference's unit: a bare number then has it.

    >>> from .amount_parser import amounts_of
    >>> relation(amounts_of("6 feet")[0], amounts_of("6 metres")[0], False).value
    'other'
    >>> relation(amounts_of("26.2 miles")[0], amounts_of("42.2 km")[0], False).value
    'same'
    """
    found = min(
        (
            _by_measure(reference, amount, mine, theirs, is_unit_asked)
            for mine in reference.measures or (None,)
            for theirs in amount.measures or (None,)
        ),
        key=_ORDER.index,
    )
    if found is Relation.SAME and {reference.bound, amount.bound} == {"<", ">"}:
        return Relation.OTHER
    if found is Relation.SAME and reference.bound in {"<", ">"} and amount.bound != reference.bound:
        return Relation.CLOSE
    if found is Relation.OTHER and (reference.bound or amount.bound):
        return _beside_a_bound(reference, amount, found)
    return found


def _beside_a_bound(reference: Amount, amount: Amount, found: Relation) -> Relation:
    """More than 2,500 may be 2,630, but over seven are not six."""
    if reference.measures != amount.measures:
        return Relation.CLOSE if {"<", ">"} & {reference.bound, amount.bound} else found
    for one, other in ((reference, amount), (amount, reference)):
        if (one.bound == ">" and other.low >= one.low) or (one.bound == "<" and other.low <= one.low):
            return Relation.CLOSE
    return found


def _by_measure(
    reference: Amount, amount: Amount, mine: Measure | None, theirs: Measure | None, is_unit_asked: bool
) -> Relation:
    if mine == theirs:
        return _same_unit(reference, amount)
    if mine is None or theirs is None:
        return _one_without_unit(reference, amount, mine, theirs, is_unit_asked)
    face = _same_unit(reference, amount)
    if mine.is_money or theirs.is_money:
        if mine.unit == theirs.unit:
            return _converted(reference, amount, theirs.share / mine.share, _EXACT)
        return Relation.OTHER if (mine.is_money and theirs.is_money) or face is Relation.SAME else Relation.APART
    if converted(1.0, theirs.unit, mine.unit) is None:
        is_rate = ("/" in mine.unit) != ("/" in theirs.unit)  # Many write "54 Mbit" for 54 Mbit/s.
        return Relation.APART if face is not Relation.SAME else Relation.CLOSE if is_rate else Relation.OTHER
    return _in_unit(reference, amount, mine.unit, theirs.unit)


def _one_without_unit(
    reference: Amount, amount: Amount, mine: Measure | None, theirs: Measure | None, is_unit_asked: bool
) -> Relation:
    percent = mine or theirs
    if percent and percent.unit == "percent":
        share, hundredths = (amount, reference) if mine else (reference, amount)
        if not share.is_pair and 0 < share.low <= 1 and share.step < 1:
            return _converted(hundredths, share, 100, _EXACT)
    face = _same_unit(reference, amount)
    if mine is None:
        return face if face is Relation.SAME else Relation.APART
    if is_unit_asked:
        return face
    if face is Relation.SAME:
        return Relation.CLOSE
    return Relation.OTHER if amount.digits < _DIGITS_OF_FRACTION else Relation.APART


def _same_unit(reference: Amount, amount: Amount) -> Relation:
    if reference.is_pair != amount.is_pair:
        pair, single = (reference, amount) if reference.is_pair else (amount, reference)
        within = min(pair.low, pair.high) <= single.low <= max(pair.low, pair.high)
        return Relation.CLOSE if within or single is not amount else Relation.OTHER
    return max(
        (
            _numbers(reference, amount, reference.low, amount.low),
            _numbers(reference, amount, reference.high, amount.high),
        ),
        key=_ORDER.index,
    )


def _numbers(reference: Amount, amount: Amount, mine: float, theirs: float) -> Relation:
    apart = abs(mine - theirs)
    if apart <= _EXACT * max(abs(mine), abs(theirs)):
        return Relation.SAME
    coarser = max(reference, amount, key=lambda one: one.step)
    is_rounded = coarser.step != min(reference.step, amount.step) and apart <= coarser.step / 2 * (1 + 1e-6)
    is_fraction = max(reference.digits, amount.digits) >= _DIGITS_OF_FRACTION and coarser.step < 1
    if is_rounded and (
        coarser.digits >= _DIGITS_OF_ROUNDED or (coarser.digits == 2 and (is_fraction or _is_about(coarser)))
    ):
        return Relation.SAME
    if is_rounded and (coarser.digits >= 2 or coarser.step < 1):
        return Relation.CLOSE
    if max(reference.step, amount.step) < 1 and apart <= _MEASURED * max(abs(mine), abs(theirs)):
        return Relation.CLOSE
    if "~" in (reference.bound, amount.bound) and apart <= _ABOUT * max(abs(mine), abs(theirs)):
        return Relation.CLOSE
    return Relation.OTHER


def _is_about(amount: Amount) -> bool:
    return amount.bound == "~"


def _converted(reference: Amount, amount: Amount, factor: float, tolerance: float) -> Relation:
    relations = []
    for mine, theirs in ((reference.low, amount.low * factor), (reference.high, amount.high * factor)):
        apart = abs(mine - theirs)
        most = max(abs(mine), abs(theirs))
        half = max(reference.step, amount.step * factor) / 2
        is_same = apart <= max(tolerance * most, min(half, _ROUNDED * most) if most > _EXACT else 0)
        relations.append(Relation.SAME if is_same else Relation.CLOSE if apart <= _COARSE * most else Relation.OTHER)
    return max(relations, key=_ORDER.index)


def _in_unit(reference: Amount, amount: Amount, mine: str, theirs: str) -> Relation:
    relations = []
    for number, other in ((reference.low, amount.low), (reference.high, amount.high)):
        there = converted(other, theirs, mine)
        step = converted(amount.step, theirs, mine)
        if there is None or step is None:
            return Relation.APART
        apart = abs(number - there)
        if mine in _TEMPERATURES:
            same, close = max(0.6, min(reference.step / 2, 1)), 3.0
        else:
            most = max(abs(number), abs(there))
            half = max(reference.step, abs(step)) / 2
            same, close = (
                max(_ROUNDED * most, min(half, _COARSE * most)),
                max(_CLOSE * most, min(2 * half, _FAR * most)),
            )
        relations.append(Relation.SAME if apart <= same else Relation.CLOSE if apart <= close else Relation.OTHER)
    return max(relations, key=_ORDER.index)
