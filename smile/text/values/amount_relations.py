"""How an amount of an answer relates to one of the reference: the same, close, another, or of another dimension."""

import itertools
import math
import re
from collections.abc import Callable

from ...lazy_patterns import lazy_re
from .amounts.amount_parser import Amount, Rate
from .amounts.units import PERCENT, PERCENTAGE_POINT, Unit, units_named
from .asked_values import AskedValue, question_names_unit
from .found_values import CLOSE, OTHER, SAME, UNLIKE, Found, Relation

# Seconds of what a rate may be per.
SECONDS = {
    "second": 1, "minute": 60, "hour": 3600, "day": 86400, "night": 86400, "week": 604800, "fortnight": 1209600,
    "month": 2629800, "quarter": 7889400, "year": 31557600,
}  # fmt: skip
_TIME_RATES = frozenset(map(Rate, SECONDS))
# Computed results with decimals are the same up to the first share, and another from the second on.
_COMPUTED, _APART = 0.01, 0.02
_CONVERTED = 0.003
# So many digits have fractions in words.
_EXACT = 12
_AT_LEAST = lazy_re(r"\b(?:least|most|minimum|max(?:imum)?|up to|or|and|no|not)\b|[+≤≥=]", re.IGNORECASE)


def is_exact(meant: Found, said: Found) -> bool:
    """Returns whether a value that is the same is so without rounding, in one of its units; only amounts are rounded.

    >>> from .kinds import values_in
    >>> [is_exact(values_in("42.195 km")[0], values_in(text)[0]) for text in ("42195 m", "26.2 miles")]
    [True, False]
    """
    mine, theirs = meant.amount, said.amount
    if mine is None or theirs is None:
        return True
    factors = [_factor(one, other) for one in mine.units or (None,) for other in theirs.units or (None,)]
    return mine.bound == theirs.bound and any(
        all(
            abs(one - to_mine(other)) <= 1e-9 * max(abs(one), 1)
            for one, other in ((mine.low, theirs.low), (mine.high, theirs.high))
        )
        for to_mine in factors
    )


def _factor(mine: Unit | None, theirs: Unit | None) -> Callable[[float], float]:
    """Returns the conversion of an answer's number to the reference's unit."""
    if mine and theirs:
        # Pounds are money, or a weight.
        return lambda number: math.nan if (found := theirs.to(mine, number)) is None else found
    if PERCENT in (mine, theirs):
        return lambda number: number * 100 if mine else number / 100
    return lambda number: number


def relation_of_amounts(meant: Amount, said: Amount, wanted: AskedValue) -> Relation:
    """Returns how they relate in the meanings of their units in which they are closest."""
    pair = _Amounts(meant, said, wanted)
    found = min(pair.of_units(one, other) for one in meant.units or (None,) for other in said.units or (None,))
    return OTHER if found is SAME and meant.change * said.change == -1 else found


class _Amounts:
    """An amount of a reference and one of an answer, where a question wants something."""

    def __init__(self, mine: Amount, theirs: Amount, wanted: AskedValue) -> None:
        self.mine, self.theirs, self.wanted = mine, theirs, wanted

    def of_units(self, one: Unit | None, other: Unit | None) -> Relation:
        """Compares two amounts in one meaning of their units."""
        mine, theirs, wanted = self.mine, self.theirs, self.wanted
        # A bare number has the unit and scale that the question asks for.
        scales = [(1.0, 1.0)]
        if wanted.scale:
            large = 10.0**wanted.scale
            bare = (one is None or one.is_money) and mine.step <= large / 1000 and "e" not in mine.text
            said_bare = (other is None or other.is_money) and theirs.step <= large / 1000
            scales = [(large if bare else 1.0, 1.0)] + ([(1.0, 1.0)] if bare and said_bare else [])
        return min(self._scaled(one, other, *each) for each in scales)

    def _scaled(self, one: Unit | None, other: Unit | None, scale: float, its_scale: float) -> Relation:
        mine, theirs, wanted = self.mine, self.theirs, self.wanted
        factor = 1.0
        is_exact_unit = True
        has_percent = PERCENT in (one, other)
        if one is None and other is not None:
            # "12 m" is not 12 where km are asked.
            one = other if other in wanted.units else next((unit for unit in wanted.units if other.to(unit)), None)
        if one and other:
            if one.is_money != other.is_money:
                return UNLIKE
            if {one, other} == {PERCENT, PERCENTAGE_POINT}:
                return OTHER if self._numbers() is SAME else UNLIKE
            found = other.to(one)
            if found is None:
                return OTHER if one.is_money or (not has_percent and self._numbers() is SAME) else UNLIKE
            if one.zero != other.zero:
                apart = abs((other.to(one, theirs.low) or 0) - mine.low)
                return SAME if apart <= 0.6 else CLOSE if apart <= 3 else OTHER
            factor, is_exact_unit = found, one == other or one.is_money
        elif other:
            if has_percent:
                return self._in_percent()
            if wanted.units and not (other.is_money and any(unit.is_money for unit in wanted.units)):
                return UNLIKE
            if not (wanted.scale and other.is_money):
                face, is_named = self._numbers(), question_names_unit(theirs, wanted.question)
                is_count = wanted.is_count or (mine.low != theirs.low and theirs.digits < _EXACT)
                return face if is_named or (face is SAME and not is_count) else UNLIKE
        elif one:
            if has_percent and 0 < abs(theirs.low) <= 1 and theirs.step < 1:
                return self._in_percent()
            if one not in wanted.units and not question_names_unit(mine, wanted.question):
                return CLOSE if self._numbers() is SAME else UNLIKE
        if one is other is None and wanted.is_share and 0 < abs(mine.low) < 1 and theirs.step == 1 and scale == 1:
            return UNLIKE  # a share and a count
        # A rate belongs to the amount.
        times, its_times = mine.rates & _TIME_RATES, theirs.rates & _TIME_RATES
        if wanted.rate and bool(times) != bool(its_times):
            rate = frozenset((Rate(wanted.rate),))
            times, its_times = times or rate, its_times or rate
        if times and its_times and times != its_times and len(times) == len(its_times) == 1:
            (per,), (its_per,) = times, its_times
            ratio = SECONDS[per.noun] / SECONDS[its_per.noun]
            converted_rate = self._numbers(scale, factor * ratio * its_scale, is_same_unit=False)
            return SAME if converted_rate is SAME else OTHER
        things, its_things = mine.rates - _TIME_RATES, theirs.rates - _TIME_RATES
        many = _per_thing(things, its_things) if things and its_things else 1.0
        exact = is_exact_unit and many == 1
        found = self._numbers(scale, factor * its_scale * (many or 1.0), exact)
        if found is SAME and many is None:
            units_per = [units_named(rate.noun) for rate in (*things, *its_things)]
            return OTHER if all(units_per) and units_per[0] != units_per[-1] else CLOSE
        return found

    def _in_percent(self) -> Relation:
        """A percentage is also a fraction: 1.42 % is 0.0142."""
        mine, theirs, wanted = self.mine, self.theirs, self.wanted
        if wanted.is_ratio and (mine.change or theirs.change):
            # A hazard that is 30 % lower has a ratio of 0.7; 250 % more is 3.5 times as much.
            percent, other = (mine, theirs) if PERCENT in mine.units else (theirs, mine)
            ratio = 1 + percent.change * percent.low / 100
            return SAME if abs(ratio - other.low) <= _COMPUTED * ratio else OTHER
        mine_is_percent = PERCENT in mine.units
        bare = theirs if mine_is_percent else mine
        is_asked = PERCENT in wanted.units
        if is_asked and not (bare.digits >= _EXACT and abs(bare.low) <= 2):
            return self._numbers()
        if 0 < abs(bare.low) <= 2 and (bare.step < 1 or wanted.is_share):
            factors = (1.0, 100.0) if mine_is_percent else (100.0, 1.0)
            return self._numbers(*factors)
        face = self._numbers()
        return SAME if wanted.is_share and face is SAME else CLOSE if face is SAME else UNLIKE

    def _numbers(self, scale: float = 1.0, factor: float = 1.0, is_same_unit: bool = True) -> Relation:
        """Compares the numbers, ranges and bounds of two amounts."""
        mine, theirs, wanted = self.mine, self.theirs, self.wanted
        a, b = (mine.low * scale, mine.high * scale), (theirs.low * factor, theirs.high * factor)
        step, its_step = mine.step * scale, theirs.step * abs(factor)
        signs = [_sign(amount, wanted) for amount in (mine, theirs)]
        if mine.change or theirs.change or wanted.change:
            a, b = (abs(a[0]), abs(a[1])), (abs(b[0]), abs(b[1]))
            is_opposite = signs[0] * signs[1] < 0 or ((mine.low < 0) != (theirs.low < 0) and 0 in signs)
            if is_opposite and abs(a[0] - b[0]) <= _APART * max(a[0], b[0]):
                return OTHER
        if mine.accepted and not theirs.is_pair and not mine.is_pair:
            least, most = (end * scale for end in mine.accepted)
            beyond = max(least - b[0], b[0] - most)
            if beyond <= 1e-9 * max(abs(least), abs(most)):
                return SAME
            return CLOSE if mine.bound == "~" and beyond <= (most - least) / 4 else OTHER
        is_ratio = mine.is_pair and theirs.is_pair and not (mine.units or theirs.units)
        if is_ratio and (":" in mine.text or ":" in theirs.text) and a[1] and b[1]:
            return SAME if abs(a[0] / a[1] - b[0] / b[1]) <= 1e-6 else OTHER
        if mine.is_pair != theirs.is_pair:
            ratio = mine if ":" in mine.text else theirs if ":" in theirs.text else None
            if ratio is not None:
                one = theirs if ratio is mine else mine
                share = ratio.low / ratio.high if ratio.high else 0.0
                half = one.step / 2 if one.step < 1 else 0.0
                return SAME if abs(share - one.low) <= max(_COMPUTED * share, half) else CLOSE
            if mine.is_pair and mine.low == -mine.high:
                return OTHER  # 15 is not ±15.
            if mine.is_pair and theirs.bound in "~" and not mine.accepted:
                return CLOSE if a[0] <= b[0] <= a[1] else OTHER
            if mine.is_pair and theirs.bound in "~":
                return SAME if a[0] <= b[0] <= a[1] else CLOSE if mine.bound == "~" else OTHER
            if theirs.is_pair:
                return CLOSE if b[0] <= a[0] <= b[1] or b[1] <= a[0] <= b[0] else OTHER
            # "over 65" is not within 18 to 65; one end of two may be: "at least 18 and at most 65".
            is_end = any(abs(end - b[0]) <= 1e-9 * max(abs(end), 1) for end in a)
            if (theirs.bound == ">" and b[0] >= a[1]) or (theirs.bound == "<" and b[0] <= a[0]):
                return OTHER
            return CLOSE if is_end or theirs.bound else OTHER
        numbers = max(self._number(x, y, step, its_step, scale, is_same_unit) for x, y in ((a[0], b[0]), (a[1], b[1])))
        mine_bound, its_bound = mine.bound.strip("~"), theirs.bound.strip("~")
        if mine_bound and its_bound:
            if mine_bound != its_bound:
                return OTHER if numbers is not UNLIKE else UNLIKE
            is_weak = [
                not amount.is_strict and _AT_LEAST.search(amount.bounded) is not None for amount in (mine, theirs)
            ]
            is_weak = [
                weak or amount.bounded == amount.text for weak, amount in zip(is_weak, (mine, theirs), strict=True)
            ]
            if mine.is_strict != theirs.is_strict and True in is_weak and step == its_step == 1 and not mine.units:
                # More than 5 is 6 or more.
                strict, weak = (a[0], b[0]) if mine.is_strict else (b[0], a[0])
                is_next = weak == strict + (1 if mine_bound == ">" else -1)
                return SAME if is_next else OTHER
        if numbers is SAME and (
            (its_bound and not mine_bound and theirs.is_strict) or (mine_bound and not its_bound and mine.is_strict)
        ):
            return CLOSE
        if numbers is OTHER and mine_bound != its_bound:
            bound, limit, value = (mine_bound, a[0], b[0]) if mine_bound else (its_bound, b[0], a[0])
            if (value >= limit) != (bound == ">"):
                return OTHER
            # "3.2 %" is less than 5 %, and all that "less than 5 %" says.
            is_share = PERCENT in mine.units
            return SAME if is_share and mine_bound and not its_bound and abs(value - limit) <= limit / 2 else CLOSE
        return numbers

    def _number(self, x: float, y: float, step: float, its_step: float, scale: float, is_same_unit: bool) -> Relation:
        mine, theirs, wanted = self.mine, self.theirs, self.wanted
        apart, most = abs(x - y), max(abs(x), abs(y))
        if apart <= 1e-9 * most:
            return SAME
        if x * y < 0:
            return OTHER
        if not is_same_unit:
            half = max(step, its_step) / 2
            same, close = max(_CONVERTED * most, min(half, 0.025 * most)), max(0.03 * most, min(2 * half, 0.15 * most))
            return SAME if apart <= same else CLOSE if apart <= close else OTHER
        coarse, fine = max(step, its_step), min(step, its_step)
        digits = mine.digits if step >= its_step else theirs.digits
        # 21.5 is rounded up.
        half = coarse / 2 * (1 + 1e-6) if (step >= its_step) == (abs(x) > abs(y)) else coarse / 2 * (1 - 1e-6)
        is_rounded = fine < coarse and apart <= half
        is_exact = not mine.units and not theirs.units and scale == 1 and mine.step >= 1 and theirs.step >= 1
        has_decimals = mine.step < 1 or theirs.step < 1
        if min(mine.step, theirs.step) == 0.01 and any(unit.is_money for unit in mine.units):
            return OTHER  # a price
        if (
            wanted.is_count
            and " per " not in wanted.question
            and not mine.units
            and mine.step >= 1 > theirs.step
            and theirs.digits < _EXACT
        ):
            return CLOSE if is_rounded else OTHER  # things are whole
        if is_rounded and not is_exact:
            return SAME if digits >= 2 or coarse < 1 or scale > 1 else CLOSE
        if is_rounded and digits >= 2:
            return SAME if theirs.bound == "~" or mine.bound == "~" else CLOSE
        if has_decimals and apart <= _COMPUTED * most and max(mine.digits, theirs.digits) < 12:
            is_last_digit = step == its_step and apart <= 1.5 * step
            return CLOSE if is_last_digit or min(mine.digits, theirs.digits) < 2 else SAME
        if "~" in (mine.bound, theirs.bound) and apart <= 0.05 * most:
            return SAME if apart <= _COMPUTED * most else CLOSE
        return CLOSE if has_decimals and apart <= _APART * most and step != its_step else OTHER


def _sign(amount: Amount, wanted: AskedValue) -> int:
    """-1 for a fall or a number below zero, 1 for a rise, else 0."""
    return -1 if amount.low < 0 else amount.change or wanted.change


def _per_thing(things: frozenset[Rate], others: frozenset[Rate]) -> float | None:
    """Returns how many times more things an answer's rate has: 0.1 for "per 100 calls" and "per 1,000 calls".

    >>> _per_thing(frozenset([Rate("call", 1000)]), frozenset([Rate("call", 100)]))
    10.0
    """
    for mine, its in itertools.product(things, others):
        if mine.noun == its.noun:
            return mine.n / its.n
        units = units_named(mine.noun), units_named(its.noun)
        if all(units) and not any(unit.is_money for each in units for unit in each):
            size = units[1][0].to(units[0][0], its.n)
            if size:
                return mine.n / size
    return None
