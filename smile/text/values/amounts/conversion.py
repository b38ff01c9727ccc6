"""Converts amounts between units, by the factors that pint gives (`unit_factors.tsv`).

The table takes a millisecond. pint takes half a second to start, and few texts need it.
"""

from collections import Counter
from functools import cache, lru_cache
from pathlib import Path
from typing import NamedTuple

UNIT_FACTORS = Path(__file__).parent / "unit_factors.tsv"


class _Unit(NamedTuple):
    """A unit in base units.

    Attributes:
        factor: How many base units it is.
        zero: How many base units its zero is: 273.15 for degrees Celsius.
        dimensions: The exponents of the base units' dimensions, none of them 0.
    """

    factor: float
    zero: float
    dimensions: dict[str, int]


@lru_cache(maxsize=2**14)
def converted(amount: float, unit: str, other: str) -> float | None:
    """Returns the amount of a unit in another unit; none if they measure different things.

    >>> converted(36, "inch", "yard"), converted(0, "degC", "degF"), converted(5, "inch", "kilogram")
    (1.0, 32.0, None)
    >>> converted(36, "(kilometer) / (hour)", "(meter) / (second)")
    10.0
    """
    if unit == other:
        return amount
    if "percent" in (unit, other):
        return None
    mine, theirs = _unit(unit), _unit(other)
    if mine.dimensions != theirs.dimensions:
        return None
    return float(f"{(amount * mine.factor + mine.zero - theirs.zero) / theirs.factor:.12g}")


@lru_cache(maxsize=2**10)
def _unit(name: str) -> _Unit:
    """Returns a unit by its name, or a rate or power as `measures_named` writes it: "((mile) / (hour)) ** 2"."""
    known = _factors().get(name)
    if known is not None:
        return known
    end = _end_of_brackets(name)
    first, sign, rest = _unit(name[1:end]), name[end + 2 : end + 4].strip(), name[end + 4 :].strip()
    if sign == "**":
        exponent = int(rest)
        return _Unit(first.factor**exponent, 0.0, {name: exponent * n for name, n in first.dimensions.items()})
    second = _unit(rest[1:-1])
    dimensions = Counter(first.dimensions)
    dimensions.subtract(second.dimensions)
    return _Unit(first.factor / second.factor, 0.0, {name: n for name, n in dimensions.items() if n})


def _end_of_brackets(text: str) -> int:
    """Returns where the bracket closes that opens a text."""
    depth = 0
    for place, letter in enumerate(text):
        depth += (letter == "(") - (letter == ")")
        if depth == 0:
            return place
    raise AssertionError(text)


@cache
def _factors() -> dict[str, _Unit]:
    lines = (line for line in UNIT_FACTORS.read_text("utf-8").splitlines() if not line.startswith("#"))
    units = {}
    for name, factor, zero, dimensions in (line.split("\t") for line in lines):
        exponents = (each.split(":") for each in dimensions.split())
        units[name] = _Unit(float(factor), float(zero), {dimension: int(n) for dimension, n in exponents})
    return units
