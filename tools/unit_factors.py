"""Writes the units of pint in base units: `python -m tools.unit_factors`.

The result is smile/text/values/amounts/unit_factors.tsv: a unit, its factor, its zero, and its dimensions.
"""

from typing import Any

import pint

from smile.text.values.amounts.units import UNIT_FACTORS
from smile.tsv import read_tsv_table

_HEADER = "# Written by tools/unit_factors.py with pint: a unit, how many base units it is, its zero, its dimensions"

# A decade is a step of a logarithm to pint, and its centuries have 365.25 days but no years.
_YEARS = {"decade": 10, "century": 100, "millennium": 1000}

# The unit of a logarithm has no factor.
_DIMENSIONS = {"decibel": "decibel:1"}


def main() -> None:
    """Writes the table."""
    UNIT_FACTORS.write_text(table(), encoding="utf-8")


def table() -> str:
    """Returns the table as text."""
    registry: Any = pint.UnitRegistry()
    names = {part for name, *_ in read_tsv_table(UNIT_FACTORS.parent, "units.tsv") for part in name.split(" / ")}
    return "\n".join([_HEADER, *("\t".join(_line(registry, unit)) for unit in sorted(names - {"percent"}))]) + "\n"


def _line(registry: Any, unit: str) -> tuple[str, str, str, str]:
    if unit in _DIMENSIONS:
        return unit, "1", "0", _DIMENSIONS[unit]
    known = "year" if unit in _YEARS else unit
    zero = registry.Quantity(0.0, known).to_base_units()
    # A difference of one degree has a factor; one degree has a zero too.
    step = registry.Quantity(1.0, f"delta_{known}" if zero.magnitude else known).to_base_units()
    factor = float(step.magnitude) * _YEARS.get(unit, 1)
    exponents = sorted(step.dimensionality.items())
    dimensions = " ".join(f"{name.strip('[]')}:{int(exponent)}" for name, exponent in exponents)
    return unit, f"{factor:.15g}", f"{zero.magnitude:.15g}", dimensions


if __name__ == "__main__":
    main()
