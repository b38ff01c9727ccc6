from functools import cache
from itertools import permutations
from typing import Any

import pint
import pytest

from smile.text.values.amounts.units import UNIT_FACTORS, convert_amount, known_units, measures_named
from tools import unit_factors

# What pint takes for other things: steps of a logarithm, and years of 365.25 days in units without years.
NOT_AS_PINT = {"decibel", "decade", "century", "millennium"}


@cache
def registry() -> Any:
    return pint.UnitRegistry()


def by_pint(amount: float, unit: str, other: str) -> float | None:
    quantity = registry().Quantity(amount, unit)
    return float(quantity.to(other).magnitude) if quantity.is_compatible_with(other) else None


def test_every_pair_of_units_is_converted_as_pint_does() -> None:
    units = sorted(set(known_units()) - NOT_AS_PINT)
    pairs = list(permutations(units, 2))
    for unit, other in pairs:
        expected = by_pint(7.25, unit, other)
        found = convert_amount(7.25, unit, other)
        assert found == (None if expected is None else pytest.approx(expected, rel=1e-11)), (unit, other)


@pytest.mark.parametrize(
    ("unit", "other"),
    [
        ("(mile) / (hour)", "(kilometer) / (hour)"),
        ("(mile) / (hour)", "kph"),
        ("(mile) / ((hour) ** 2)", "(meter) / ((second) ** 2)"),
        ("((mile) / (hour)) ** 2", "((meter) / (second)) ** 2"),
        ("(mile) / (gallon)", "(kilometer) / (liter)"),
        ("(mile) ** 2", "acre"),
        ("(centimeter) ** 3", "milliliter"),
        ("centimeter ** 3", "teaspoon"),
        ("(megabyte) / (second)", "megabit / second"),
        ("(watt) / ((meter) ** 2)", "(horsepower) / ((foot) ** 2)"),
        ("(degF) / (hour)", "(degC) / (hour)"),
        ("(mile) / (hour)", "mile"),
        ("(gram) / (gram)", "degree"),
    ],
)
def test_rates_and_powers_are_converted_as_pint_does(unit: str, other: str) -> None:
    for there, here in ((unit, other), (other, unit)):
        expected = by_pint(7.25, there, here)
        assert convert_amount(7.25, there, here) == (None if expected is None else pytest.approx(expected, rel=1e-11))


def test_the_table_is_what_the_tool_writes() -> None:
    assert UNIT_FACTORS.read_text("utf-8") == unit_factors.table()


@pytest.mark.parametrize("word", ["cats", "people", "point", "are", "in the", "At", "am"])
def test_ordinary_words_are_no_units(word: str) -> None:
    assert measures_named(word) == ()
