"""Units, currencies and the per cent sign: their names and conversions.

pint takes half a second to start, and few texts need it, so `tools/unit_factors.py` writes its factors to a table.
"""

import re
from collections import Counter
from dataclasses import dataclass, field, replace
from functools import reduce
from operator import truediv
from pathlib import Path

from ....caches import cached
from ....lazy_patterns import lazy_re
from ....tsv import read_tsv_table

UNIT_FACTORS = Path(__file__).parent / "unit_factors.tsv"

# No short forms in a text whose capitals say nothing: an article, and "5 b".
_WORDS_TOO = frozenset("ab")

# "square mile", "sq mi", "metres squared", "m2"; "miles per hour", "km/h", "kilometres an hour", "mg/kg per day".
_POWER = lazy_re(r"(?:(square|sq\.?|cubic|cu\.?)[ -](.+)|(.+?)(?: (squared|cubed)|\^?([23])))", re.IGNORECASE)
_RATE = lazy_re(r"(.+)(?: per | an? | ?/ ?)(.+)", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Unit:
    """A unit, a currency or its hundredth, or the per cent sign. Equal ones measure the same: km/h and kph.

    Attributes:
        factor: How many base units it is; of a currency 1, and 0.01 of its hundredth.
        dimensions: What it measures, each with its exponent; a currency measures only itself.
        zero: Where it begins in base units: 273.15 for degrees Celsius.
        is_money: Whether it is a currency.
        name: Its name in `unit_factors.tsv`, or its ISO code; "" for a rate or a power.
        of: The two units of a rate, or the one of a power.
    """

    factor: float
    dimensions: frozenset[tuple[str, int]] = frozenset()
    zero: float = 0.0
    is_money: bool = False
    name: str = field(default="", compare=False)
    of: tuple["Unit", ...] = field(default=(), compare=False)

    def __truediv__(self, other: "Unit") -> "Unit":
        """Returns the rate of this unit per another one."""
        dimensions = Counter(dict(self.dimensions))
        dimensions.subtract(dict(other.dimensions))
        return Unit(
            _rounded(self.factor / other.factor), frozenset((each, n) for each, n in dimensions.items() if n),
            of=(self, other),
        )  # fmt: skip

    def __pow__(self, exponent: int) -> "Unit":
        """Returns the unit's square or cube."""
        dimensions = frozenset((each, n * exponent) for each, n in self.dimensions)
        return Unit(_rounded(self.factor**exponent), dimensions, of=(self,))

    @property
    def parts(self) -> tuple["Unit", ...]:
        """The units with a name that this one is made of; itself if it has one."""
        return tuple(part for unit in self.of for part in unit.parts) or (self,)

    def to(self, other: "Unit", amount: float = 1.0) -> float | None:
        """Returns an amount of this unit in another one; None if they measure different things.

        >>> inch, yard, celsius, fahrenheit = (units_named(name)[0] for name in ("inch", "yard", "°C", "°F"))
        >>> inch.to(yard, 36), celsius.to(fahrenheit, 0), inch.to(celsius)
        (1.0, 32.0, None)
        """
        if self == other:
            return amount
        if self.dimensions != other.dimensions:
            return None
        return float(f"{(amount * self.factor + self.zero - other.zero) / other.factor:.12g}")


def _rounded(factor: float) -> float:
    """Returns a factor as `unit_factors.tsv` has it, so that a cubic centimetre is a millilitre."""
    return float(f"{factor:.15g}")


PERCENT = Unit(0.01, name="percent")
PERCENTAGE_POINT = Unit(0.01, frozenset([("point", 1)]), name="percentage_point")

_Names = dict[str, tuple[Unit, ...]]


@cached(2**14)
def units_named(text: str) -> tuple[Unit, ...]:
    """Returns the units or currencies that a name may mean; () for other words.

    >>> units_named("km/h") == units_named("kph"), units_named("cents")[0].factor
    (True, 0.01)
    >>> [unit.name for unit in units_named("pounds")], units_named("cats")
    (['pound', 'GBP'], ())
    """
    short, words, small = _read_unit_names()
    bare = text.lower().rstrip(".")
    if found := short.get(text) or words.get(bare) or short.get(text.rstrip(".")) or small.get(bare):
        return found
    if rate := _RATE.fullmatch(text):
        above, below = ([unit for unit in units_named(name) if not unit.is_money] for name in rate.groups())
        return tuple(one / per for one in above for per in below)
    if power := _POWER.fullmatch(text):
        exponent = 3 if (power[1] or power[4] or power[5]).lower() in {"cubic", "cu", "cu.", "cubed", "3"} else 2
        # A cube of a cube of light years is too large a number.
        bases = (unit for unit in units_named(power[2] or power[3]) if not unit.is_money and len(unit.of) != 1)
        return tuple(unit**exponent for unit in bases)
    return ()


@cached()
def units_by_name() -> dict[str, Unit]:
    """Returns the units of `unit_factors.tsv`, and per cent, by their names."""
    units = [PERCENT, PERCENTAGE_POINT]
    for name, factor, zero, dimensions in read_tsv_table(UNIT_FACTORS.parent, UNIT_FACTORS.name):
        pairs = (each.split(":") for each in dimensions.split())
        units.append(Unit(float(factor), frozenset((each, int(n)) for each, n in pairs), float(zero), name=name))
    return {unit.name: unit for unit in units}


@cached(2**10)
def words_for_unit(name: str) -> frozenset[str]:
    """Returns the single words for the unit or currency of a name, in lower case.

    >>> sorted(words_for_unit("foot"))
    ['feet', 'feets', 'foot', 'foots', 'ft']
    """
    short, words, _ = _read_unit_names()
    return frozenset(
        form.lower()
        for forms in (short, words)
        for form, found in forms.items()
        if form.isalpha() and any(unit.name == name for unit in found)
    )


@cached()
def _read_unit_names() -> tuple[_Names, _Names, _Names]:
    """The short forms, whose capitals count; the words; and the short forms where capitals say nothing.

    In small letters "mw" is a milliwatt or a megawatt.
    """
    short: _Names = {}
    words: _Names = {}
    small: _Names = {}

    def add(unit: Unit, shorts: list[str], names: list[str]) -> None:
        for name in shorts:
            short[name] = (*short.get(name, ()), unit)
        for form in {form.replace("_", joint) for name in names for form in (name, f"{name}s") for joint in " -"}:
            words[form] = (*words.get(form, ()), unit)

    for name, shorts, *last in read_tsv_table(UNIT_FACTORS.parent, "units.tsv"):
        # "megabit / second"
        unit = reduce(truediv, map(units_by_name().__getitem__, name.split(" / ")))
        add(unit, shorts.split(), " ".join(last).split())
    for code, shorts, names, *last in read_tsv_table(UNIT_FACTORS.parent, "currencies.tsv"):
        currency = frozenset([(code, 1)])
        add(Unit(1.0, currency, is_money=True, name=code), [code, *shorts.split()], names.split())
        hundredths = " ".join(last).split()
        signs = [name for name in hundredths if len(name) == 1]
        add(Unit(0.01, currency, is_money=True, name=code), signs, [name for name in hundredths if name not in signs])
    words["grand"] = tuple(replace(short[code][0], factor=1000.0) for code in ("USD", "GBP"))
    for name, units in short.items():
        if name.lower() not in _WORDS_TOO:
            small[name.lower()] = (*small.get(name.lower(), ()), *units)
    return short, words, small
