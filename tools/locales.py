"""Writes smile/text/locales/cldr.tsv, from Unicode CLDR through Babel: `.venv/bin/python -m tools.locales`.

For each language that values are read in: the names of months and weekdays, of scales, units and currencies, each with
the English name that the rules read.
"""

import re
from collections import defaultdict
from collections.abc import Mapping
from pathlib import Path

from babel import Locale

from smile.text.values.amounts.units import units_named

TARGET = Path(__file__).parent.parent / "smile" / "text" / "locales" / "cldr.tsv"

LANGUAGES = ("de", "es", "fr", "it", "pt", "nl", "pl", "ru", "zh", "ja", "ar")
_HEADER = (
    "# Names of months, weekdays, scales, units and currencies with what English calls them, from Unicode CLDR 48\n"
    "# (licence: Unicode-3.0). Written by tools/locales.py.\n# language\tkind\tEnglish\tnames\n"
)
_CURRENCIES = "EUR USD GBP CHF JPY CNY RUB PLN BRL MXN ARS INR TRY SEK NOK DKK CZK HUF KRW AUD CAD SAR AED EGP".split()
_HAN = re.compile("[\u4e00-\u9fff]")
# Shorter ones in ASCII are words, too.
_SHORT = 3
# Their names are common words: a cup, a stone, a drop.
_NOT_READ = frozenset(
    "cups stones furlongs fathoms knots bars carats Calories tablespoons teaspoons acres points".split()
)
_SCALES = {3: "thousand", 6: "million", 9: "billion", 12: "trillion"}
_ENGLISH = Locale("en")


def _forms(patterns: object) -> set[str]:
    """Returns the names in the plural forms of a pattern such as "{0} km"."""
    texts = (text for form, text in patterns.items() if form != "per") if isinstance(patterns, Mapping) else [patterns]
    found = (str(text).replace("{0}", "").replace("\u00a0", " ").replace("\u200f", "").strip() for text in texts)
    return {form for form in found if form and not any(map(str.isdigit, form))}


def _units(locale: Locale) -> dict[str, set[str]]:
    found: dict[str, set[str]] = defaultdict(set)
    english = _ENGLISH._data["unit_patterns"]
    for unit, lengths in locale._data["unit_patterns"].items():
        name = next(iter(_forms(english.get(unit, {}).get("long", {}).get("other", ""))), "")
        if not units_named(name) or name in _NOT_READ:
            continue
        for length in ("long", "short"):
            for form in _forms(lengths.get(length, {})):
                # What English writes in the same way needs no line; "in" and "st" are words of other languages.
                if len(form) == 1 and form.isalpha() and not _HAN.search(form):
                    continue
                if not (form.isascii() and (len(form) <= _SHORT or units_named(form))):
                    found[name].add(form)
    return found


def _money(locale: Locale) -> dict[str, set[str]]:
    plural = locale._data["currency_names_plural"]
    return {
        code: {locale.currencies[code], *plural.get(code, {}).values()}
        for code in _CURRENCIES
        if units_named(code) and code in locale.currencies
    }


def _scales(locale: Locale) -> dict[str, set[str]]:
    found: dict[str, set[str]] = defaultdict(set)
    for length in ("long", "short"):
        for plural in locale._data["compact_decimal_formats"].get(length, {}).values():
            for number, pattern in plural.items():
                zeros = len(str(number)) - 1
                text = str(getattr(pattern, "pattern", pattern)).replace("\u00a0", " ")
                name = text.replace("'", "").replace(";", "").strip("0 \u200f").strip()
                if zeros in _SCALES and text.count("0") == 1 and len(name.strip(".")) > 1:
                    found[_SCALES[zeros]].add(name)
    return found


def _names(locale: Locale, kind: str, english: list[str]) -> dict[str, set[str]]:
    found: dict[str, set[str]] = defaultdict(set)
    for context in ("format", "stand-alone"):
        for width in ("wide", "abbreviated"):
            for number, name in getattr(locale, kind)[context][width].items():
                # Babel mixes names of other locales into those that it inherits.
                if (
                    not any(map(str.isdigit, name))
                    and len(name) > 1
                    and (locale.language == "zh" or not _HAN.search(name))
                ):
                    found[english[number - 1 if kind == "months" else number]].add(name.removesuffix("."))
    return found


def lines() -> list[str]:
    """Returns the lines of the table, without its comments."""
    months = [_ENGLISH.months["format"]["wide"][number] for number in range(1, 13)]
    days = [_ENGLISH.days["format"]["wide"][number] for number in range(7)]
    found = []
    for code in LANGUAGES:
        locale = Locale(code)
        kinds = {
            "month": _names(locale, "months", months),
            "day": _names(locale, "days", days),
            "scale": _scales(locale),
            "unit": _units(locale),
            "money": _money(locale),
        }
        for kind, names in kinds.items():
            for english, forms in names.items():
                found.append("\t".join((code, kind, english, "|".join(sorted(forms)))))
    return found


if __name__ == "__main__":
    TARGET.write_text(_HEADER + "\n".join(lines()) + "\n", "utf-8")
