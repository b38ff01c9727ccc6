"""Units, currencies and the per cent sign: their names and conversions.

pint takes half a second to start, and few texts need it, so `tools/unit_factors.py` writes its factors to a table.
"""

import re
from collections import Counter
from dataclasses import dataclass
from pathlib import Path
from typing import NamedTuple

from ....caches import cached
from ....lazy_patterns import lazy_re
from ....tsv import read_table

UNIT_FACTORS = Path(__file__).parent / "unit_factors.tsv"

# No short forms in a text whose capitals say nothing: an article, and "5 b".
_WORDS_TOO = frozenset("ab")

# "square mile", "sq mi", "metres squared", "m2"; "miles per hour", "km/h", "kilometres an hour".
_POWER = lazy_re(r"(?:(square|sq\.?|cubic|cu\.?)[ -](.+)|(.+?)(?: (squared|cubed)|\^?([23])))", re.IGNORECASE)
_RATE = lazy_re(r"(.+?)(?: per | an? | ?/ ?)(.+)", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Measure:
    """A unit or a currency."""

    unit: str  # a name in `unit_factors.tsv`, a rate or power of such, an ISO code, or `percent`
    is_money: bool = False
    share: float = 1.0  # the part of the currency: 0.01 for cents


class _Unit(NamedTuple):
    """A unit in base units: its factor, its zero (273.15 for degrees Celsius), the exponents of its dimensions."""

    factor: float
    zero: float
    dimensions: dict[str, int]


_Names = dict[str, tuple[Measure, ...]]


@cached(2**14)
def measures_named(text: str) -> tuple[Measure, ...]:
    """Returns the units or currencies that a name may mean; () for other words.

    >>> [measure.unit for measure in measures_named("km/h")], measures_named("cents")[0].share
    (['(kilometer) / (hour)'], 0.01)
    >>> [measure.unit for measure in measures_named("pounds")], measures_named("cats")
    (['pound', 'GBP'], ())
    """
    short, words, small = _read_unit_names()
    bare = text.lower().rstrip(".")
    if found := short.get(text) or words.get(bare) or short.get(text.rstrip(".")) or small.get(bare):
        return found
    if rate := _RATE.fullmatch(text):
        pairs = ((above, below) for above in measures_named(rate[1]) for below in measures_named(rate[2]))
        return tuple(
            Measure(f"({above.unit}) / ({below.unit})")
            for above, below in pairs
            if not above.is_money and not below.is_money
        )
    if power := _POWER.fullmatch(text):
        exponent = 3 if (power[1] or power[4] or power[5]).lower() in {"cubic", "cu", "cu.", "cubed", "3"} else 2
        measures = measures_named(power[2] or power[3])
        # A cube of a cube of light years is too large a number.
        return tuple(
            Measure(f"({measure.unit}) ** {exponent}")
            for measure in measures
            if not measure.is_money and "**" not in measure.unit
        )
    return ()


def known_units() -> list[str]:
    """Returns every unit that has a name here, without the rates and powers that a text makes of them."""
    measures = {measure for names in _read_unit_names() for found in names.values() for measure in found}
    return sorted({measure.unit for measure in measures if not measure.is_money} - {"percent"})


@cached(2**10)
def names_of_units(unit: str) -> frozenset[str]:
    """Returns the single words that name a unit, in lower case.

    >>> sorted(names_of_units("foot"))
    ['feet', 'feets', 'foot', 'foots', 'ft']
    """
    parts = [part.strip(" ()*23") for part in unit.split("/")]
    short, words, _ = _read_unit_names()
    return frozenset(
        name.lower()
        for names in (short, words)
        for name, found in names.items()
        if name.isalpha() and any(measure.unit in parts for measure in found)
    )


@cached()
def _read_unit_names() -> tuple[_Names, _Names, _Names]:
    """The short forms, whose capitals count; the words; and the short forms where capitals say nothing.

    In small letters "mw" is a milliwatt or a megawatt.
    """
    short: _Names = {}
    words: _Names = {}
    small: _Names = {}

    def add(measure: Measure, shorts: list[str], names: list[str]) -> None:
        for name in shorts:
            short[name] = (*short.get(name, ()), measure)
        for form in {form.replace("_", joint) for name in names for form in (name, f"{name}s") for joint in " -"}:
            words[form] = (*words.get(form, ()), measure)

    for unit, shorts, *last in read_table(UNIT_FACTORS.parent, "units.tsv"):
        add(Measure(unit), shorts.split(), " ".join(last).split())
    for code, shorts, names, *last in read_table(UNIT_FACTORS.parent, "currencies.tsv"):
        add(Measure(code, True), [code, *shorts.split()], names.split())
        hundredths = " ".join(last).split()
        signs = [name for name in hundredths if len(name) == 1]
        add(Measure(code, True, 0.01), signs, [name for name in hundredths if name not in signs])
    words["grand"] = (Measure("USD", True, 1000), Measure("GBP", True, 1000))
    for name, measures in short.items():
        if name.lower() not in _WORDS_TOO:
            small[name.lower()] = (*small.get(name.lower(), ()), *measures)
    return short, words, small


@cached(2**14)
def convert_amount(amount: float, unit: str, other: str) -> float | None:
    """Converts an amount from one unit to another; None if they measure different things.

    >>> convert_amount(36, "inch", "yard"), convert_amount(0, "degC", "degF"), convert_amount(5, "inch", "kilogram")
    (1.0, 32.0, None)
    >>> convert_amount(36, "(kilometer) / (hour)", "(meter) / (second)")
    10.0
    """
    if unit == other:
        return amount
    mine, theirs = _unit_named(unit), _unit_named(other)
    if mine.dimensions != theirs.dimensions:
        return None
    return float(f"{(amount * mine.factor + mine.zero - theirs.zero) / theirs.factor:.12g}")


@cached(2**10)
def _unit_named(name: str) -> _Unit:
    """Returns a unit by its name, or a rate or power as `measures_named` writes it: "((mile) / (hour)) ** 2"."""
    if name == "percent":
        return _Unit(0.01, 0.0, {})  # in a rate: "5 % per year"
    known = _factors().get(name)
    if known is not None:
        return known
    depths = [name.count("(", 0, end) - name.count(")", 0, end) for end in range(1, len(name) + 1)]
    end = depths.index(0)
    first, sign, rest = _unit_named(name[1:end]), name[end + 2 : end + 4].strip(), name[end + 4 :].strip()
    if sign == "**":
        exponent = int(rest)
        return _Unit(first.factor**exponent, 0.0, {name: exponent * n for name, n in first.dimensions.items()})
    second = _unit_named(rest[1:-1])
    dimensions = Counter(first.dimensions)
    dimensions.subtract(second.dimensions)
    return _Unit(first.factor / second.factor, 0.0, {name: n for name, n in dimensions.items() if n})


@cached()
def _factors() -> dict[str, _Unit]:
    return {
        name: _Unit(float(factor), float(zero), {each.split(":")[0]: int(each.split(":")[1]) for each in rest.split()})
        for name, factor, zero, rest in read_table(UNIT_FACTORS.parent, UNIT_FACTORS.name)
    } | {"percent": _Unit(0.01, 0.0, {"share": 1}), "percentage_point": _Unit(0.01, 0.0, {"point": 1})}
