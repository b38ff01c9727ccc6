"""Numbers in words, where they stand in an answer, and where none is looked for."""

from functools import cache
from itertools import permutations
from typing import Any

import pint
import pytest

from smile.text.values import date_grammar, decide, numbers
from smile.text.values.amounts.units import UNIT_FACTORS, units_by_name, units_named
from smile.text.values.found_values import Rate, may_hold_value, values_in
from smile.text.values.rule_order import find_match
from smile.text.view import View
from tests.support.cases import cases
from tools import unit_factors


@cases
def test_in_figures(text: str, expected: str) -> None:
    assert numbers.numbers_in_figures(text).text == expected


@cases
def test_a_match_names_the_place_of_values(reference: str, answer: str, said: list[str]) -> None:
    view = View(answer)
    match = find_match(reference, False, view, None)
    assert match
    assert match.is_same
    assert view.quoted(match) == said


@pytest.mark.parametrize(
    "text",
    [
        *date_grammar.MONTHS,
        *date_grammar.WEEKDAYS,
        *sorted(numbers.NUMBER_WORDS),
        *(f"king {numeral}" for numeral in numbers.roman_numerals()),
        *"summer autumn fall winter spring Christmas Halloween noon midday midnight WWII WWTWO".split(),
        *("New Year's Day", "St. Patrick's Day", "Boxing Day", "last Friday", "inMay", "an hour", "the '60s", "٣ km"),
    ],
)
def test_no_number_is_overlooked(text: str) -> None:
    assert may_hold_value(f"the ({text})")


def test_a_rate_beside_another_unit_is_read() -> None:
    [dose, rate] = values_in("1200 mg, 5 % per year")
    assert not dose.rates
    assert rate.rates == {Rate("year")}


def test_no_value_is_compared_with_a_long_reference() -> None:
    assert decide.compare("It costs $5. " * 20, False, View("It costs $6."), None) is None


# What pint takes for other things: steps of a logarithm, and years of 365.25 days in units without years.
NOT_AS_PINT = {"decibel", "decade", "century", "millennium"}


@cache
def registry() -> Any:
    return pint.UnitRegistry()


def by_pint(amount: float, unit: str, other: str) -> float | None:
    quantity = registry().Quantity(amount, unit)
    return float(quantity.to(other).magnitude) if quantity.is_compatible_with(other) else None


def test_units_are_converted_as_pint_does() -> None:
    units = [unit for name, unit in units_by_name().items() if name not in NOT_AS_PINT and name != "percentage_point"]
    for unit, other in permutations(units, 2):
        expected = by_pint(7.25, unit.name, other.name)
        assert unit.to(other, 7.25) == (None if expected is None else pytest.approx(expected, rel=1e-11)), (unit, other)


@cases
def test_rates_and_powers_are_converted_as_pint_does(unit: str, other: str) -> None:
    for there, here in ((unit, other), (other, unit)):
        expected = by_pint(7.25, there, here)
        found = units_named(there)[0].to(units_named(here)[0], 7.25)
        assert found == (None if expected is None else pytest.approx(expected, rel=1e-11))


def test_the_table_is_what_the_tool_writes() -> None:
    assert UNIT_FACTORS.read_text("utf-8") == unit_factors.table()


@pytest.mark.parametrize("word", ["cats", "people", "point", "are", "in the", "At", "am"])
def test_ordinary_words_are_no_units(word: str) -> None:
    assert units_named(word) == ()
