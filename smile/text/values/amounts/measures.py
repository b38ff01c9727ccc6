"""Units, currencies and the per cent sign: which names they have."""

import re
from dataclasses import dataclass
from functools import cache, lru_cache

from ...lazy_patterns import lazy_re

# The name that pint knows, its short forms (capitals count), and its words; a plural in "s" is added. pint reads far
# more names, and too many of them in ordinary words ("cats" are centitechnical atmospheres). `tools/unit_factors.py`
# writes what they are in base units.
_UNITS = """
inch | in " | inch inches
foot | ft ' | foot feet
yard | yd yds | yard
mile | mi | mile
nautical_mile | nmi | nautical_mile
furlong | | furlong
fathom | | fathom
light_year | ly | light_year lightyear
astronomical_unit | AU au | astronomical_unit
parsec | pc | parsec
angstrom | Å | angstrom ångström
gram | g gr | gram gramme
tonne | t | tonne metric_ton
ton | | ton short_ton
long_ton | | ton long_ton
pound | lb lbs | pound
ounce | oz | ounce
stone | st | stone
carat | ct | carat
liter | l L | liter litre
gallon | gal | gallon us_gallon
imperial_gallon | gal | gallon imperial_gallon
pint | pt | pint
imperial_pint | pt | pint imperial_pint
quart | qt | quart
cup | | cup
fluid_ounce | | fluid_ounce fl_oz
tablespoon | tbsp | tablespoon
teaspoon | tsp | teaspoon
oil_barrel | bbl | barrel
acre | | acre
hectare | ha | hectare
second | s sec secs | second
minute | min mins | minute
hour | h hr hrs | hour
day | | day
week | wk wks | week
fortnight | | fortnight
month | mo mos | month
year | yr yrs | year
decade | | decade
century | | century centuries
millennium | | millennium millennia
knot | kn kt kts | knot
hertz | Hz | hertz
watt | W | watt
horsepower | hp | horsepower
joule | J | joule
calorie | cal | calorie
kilocalorie | Cal |
watt_hour | Wh | watt_hour
electron_volt | eV | electronvolt electron_volt
volt | V | volt
ampere | A | ampere amp
ohm | Ω | ohm
newton | N | newton
pascal | Pa | pascal
bar | bar | bar
atmosphere | atm | atmosphere
psi | psi | psi
mmHg | mmHg | mmhg
byte | B | byte
bit | | bit
degC | °C ℃ C degC | celsius centigrade degree_celsius degrees_celsius degree_c degrees_c °_c
degC | | degree_centigrade degrees_centigrade
degF | °F ℉ F degF | fahrenheit degree_fahrenheit degrees_fahrenheit degree_f degrees_f °_f
kelvin | K °K | kelvin degree_kelvin degrees_kelvin
degree | ° deg | degree
degC | ° | degree
degF | ° | degree
rpm | rpm | revolutions_per_minute
decibel | dB | decibel
mph | mph | mile_an_hour miles_an_hour
kph | kph kmph kmh | kilometers_an_hour kilometres_an_hour
percent | % | percent per_cent percentage_point pct
bit / second | bps |
"""
_PREFIXES = {
    "kilo": (
        "k",
        "meter gram liter watt watt_hour volt joule hertz byte bit pascal newton electron_volt tonne calorie",
    ),
    "mega": ("M", "bps watt watt_hour hertz byte bit joule electron_volt tonne pascal"),
    "giga": ("G", "bps watt watt_hour hertz byte bit joule electron_volt tonne"),
    "tera": ("T", "watt watt_hour byte bit hertz"),
    "peta": ("P", "byte"),
    "hecto": ("h", "pascal"),
    "centi": ("c", "meter liter"),
    "deci": ("d", "meter liter"),
    "milli": ("m", "meter gram liter second watt volt ampere bar"),
    "micro": ("μµu", "meter gram liter second"),
    "nano": ("n", "meter gram second"),
    "pico": ("p", "meter second"),
}
_SHORT = {
    "meter": "m", "gram": "g", "liter": "l L", "watt": "W", "watt_hour": "Wh", "volt": "V", "joule": "J", "hertz": "Hz",
    "byte": "B", "bit": "b bit", "pascal": "Pa", "newton": "N", "electron_volt": "eV", "tonne": "t", "calorie": "cal",
    "second": "s", "ampere": "A", "bar": "bar",
}  # fmt: skip
# An article, and "5 b".
_WORDS_TOO = frozenset("ab")
_SPELLINGS = {"meter": "metre", "liter": "litre", "gram": "gramme"}

# "square mile", "sq mi", "metres squared", "m2"; "miles per hour", "km/h", "kilometres an hour".
_POWER = lazy_re(r"(?:(square|sq\.?|cubic|cu\.?)[ -](.+)|(.+?)(?: (squared|cubed)|\^?([23])))", re.IGNORECASE)
_RATE = lazy_re(r"(.+?)(?: per | an? | ?/ ?)(.+)", re.IGNORECASE)

# ISO code, signs, words, and the words of its hundredth. What several currencies share means any of them.
_CURRENCIES = """
USD | $ US$ U.S.$ | dollar us_dollar american_dollar u.s._dollar buck | cent ¢ penny pennies
CAD | $ C$ CA$ | dollar canadian_dollar | cent ¢
AUD | $ A$ AU$ | dollar australian_dollar | cent ¢
NZD | $ NZ$ | dollar new_zealand_dollar | cent ¢
HKD | $ HK$ | dollar hong_kong_dollar | cent ¢
SGD | $ S$ | dollar singapore_dollar | cent ¢
EUR | € | euro | cent euro_cent eurocent ¢
GBP | £ | pound pound_sterling pounds_sterling british_pound quid sterling | p pence penny pennies
JPY | ¥ JP¥ | yen japanese_yen |
CNY | ¥ RMB CN¥ | yuan renminbi chinese_yuan | fen
INR | ₹ Rs Rs. | rupee indian_rupee | paise paisa
PKR | Rs Rs. | rupee pakistani_rupee | paisa
KRW | ₩ | south_korean_won korean_won |
RUB | ₽ | ruble rouble russian_ruble | kopek kopeck
CHF | Fr. SFr | franc swiss_franc | rappen centime
SEK | | krona kronor swedish_krona swedish_kronor | öre
NOK | | krone kroner norwegian_krone norwegian_kroner | øre
DKK | | krone kroner danish_krone danish_kroner | øre
MXN | MX$ | peso mexican_peso | centavo
PHP | ₱ | peso philippine_peso | centavo sentimo
BRL | R$ | real reais brazilian_real |
ZAR | | rand south_african_rand |
ILS | ₪ | shekel new_shekel |
TRY | ₺ | lira turkish_lira | kuruş
PLN | zł | zloty złoty | grosz
THB | ฿ | baht |
VND | ₫ | dong |
AED | | dirham |
SAR | | riyal |
BTC | ₿ | bitcoin |
"""


@dataclass(frozen=True, slots=True)
class Measure:
    """A unit or a currency.

    Attributes:
        unit: A name that `conversion` knows, an ISO code, or `percent`.
        is_money: Whether the unit is a currency.
        share: The part of the currency: 0.01 for cents.
    """

    unit: str
    is_money: bool = False
    share: float = 1.0


@lru_cache(maxsize=2**14)
def measures_named(text: str) -> tuple[Measure, ...]:
    """Returns what a unit's or currency's name may mean; none if it is no such name.

    >>> [measure.unit for measure in measures_named("km/h")], measures_named("cents")[0].share
    (['(kilometer) / (hour)'], 0.01)
    >>> [measure.unit for measure in measures_named("pounds")], measures_named("cats")
    (['pound', 'GBP'], ())
    """
    short, words = _names()
    found = short.get(text) or words.get(text.lower().rstrip(".")) or short.get(text.rstrip("."))
    found = found or _small_names().get(text.lower().rstrip("."))
    if found:
        return found
    if rate := _RATE.fullmatch(text):
        return tuple(
            Measure(f"({above.unit}) / ({below.unit})")
            for above in measures_named(rate[1])
            for below in measures_named(rate[2])
            if not above.is_money and not below.is_money
        )
    if power := _POWER.fullmatch(text):
        exponent = 3 if (power[1] or power[4] or power[5]).lower() in {"cubic", "cu", "cu.", "cubed", "3"} else 2
        return tuple(
            Measure(f"({measure.unit}) ** {exponent}")
            for measure in measures_named(power[2] or power[3])
            if not measure.is_money
        )
    return ()


def known_units() -> list[str]:
    """Returns every unit that has a name here, without the rates and powers that a text makes of them."""
    measures = [measure for names in _names() for found in names.values() for measure in found if not measure.is_money]
    return sorted({measure.unit for measure in measures} - {"percent"})


@cache
def _names() -> tuple[dict[str, tuple[Measure, ...]], dict[str, tuple[Measure, ...]]]:
    """The short forms, whose capitals count, and the words."""
    short: dict[str, tuple[Measure, ...]] = {}
    words: dict[str, tuple[Measure, ...]] = {}

    def add(measure: Measure, shorts: str, names: str) -> None:
        for name in shorts.split():
            short[name] = (*short.get(name, ()), measure)
        forms = {form.replace("_", joint) for name in names.split() for form in (name, f"{name}s") for joint in " -"}
        for form in forms:
            words[form] = (*words.get(form, ()), measure)

    for line in _UNITS.strip().splitlines():
        unit, shorts, names = line.split("|")
        add(Measure(unit.strip()), shorts, names)
    for unit, shorts, names in _units_with_prefix():
        add(Measure(unit), shorts, names)
    for line in _CURRENCIES.strip().splitlines():
        code, shorts, names, hundredths = line.split("|")
        add(Measure(code.strip(), True), f"{code} {shorts}", names)
        signs = [name for name in hundredths.split() if len(name) == 1]
        add(Measure(code.strip(), True, 0.01), " ".join(signs), " ".join(set(hundredths.split()) - set(signs)))
    words["grand"] = (Measure("USD", True, 1000), Measure("GBP", True, 1000))
    return short, words


@cache
def _small_names() -> dict[str, tuple[Measure, ...]]:
    """What short forms may mean in a text whose capitals say nothing: "mw" is a milliwatt or a megawatt."""
    small: dict[str, tuple[Measure, ...]] = {}
    for name, measures in _names()[0].items():
        if name.lower() not in _WORDS_TOO:
            small[name.lower()] = (*small.get(name.lower(), ()), *measures)
    return small


def _units_with_prefix() -> list[tuple[str, str, str]]:
    """The unit, its short forms and its words: kilometer, "km", "kilometer kilometre"."""
    units = [
        ("meter", "m", "meter metre"),
        ("kilogram", "Kg kgs", "kilo"),
        ("kilobyte", "KB", ""),
        ("centimeter ** 3", "cc", ""),
    ]
    for prefix, (letters, bases) in _PREFIXES.items():
        for base in bases.split():
            if base == "bps":
                units.append((f"{prefix}bit / second", f"{letters}bps {letters}b/s", ""))
                continue
            shorts = " ".join(f"{letter}{short}" for letter in letters for short in _SHORT[base].split())
            units.append((prefix + base, shorts, f"{prefix}{base} {prefix}{_SPELLINGS.get(base, base + 's')}"))
    return units


@lru_cache(maxsize=2**10)
def names_of(unit: str) -> frozenset[str]:
    """Returns the single words that name a unit, in lower case.

    >>> sorted(names_of("foot"))
    ['feet', 'feets', 'foot', 'foots', 'ft']
    """
    parts = [part.strip(" ()*23") for part in unit.split("/")]
    return frozenset(
        name.lower()
        for names in _names()
        for name, found in names.items()
        if name.isalpha() and any(m.unit in parts for m in found)
    )
