"""Writes the synonyms in smile/text/values/names/aliases.tsv: `python -m tools.aliases`.

They come from WordNet 3.0 (Debian's package wordnet-base), whose licence is beside the file. Countries and their codes
come from Unicode CLDR, through Babel (Unicode licence v3). more_aliases.tsv adds what both lack.
"""

import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import NamedTuple

from babel import Locale
from babel.core import get_global

from smile.text.values.names.name_table import name_key
from smile.tsv import read_tsv_table

WORDNET = Path("/usr/share/wordnet")
_FOLDER = Path(__file__).parent
TARGET = _FOLDER.parent / "smile/text/values/names/aliases.tsv"

_HEADER = """\
# Written by tools/aliases.py from WordNet 3.0 (licence: wordnet_license.txt), Unicode CLDR (Unicode licence v3) and
# tools/more_aliases.tsv.
# A kind and forms that mean the same, as `name_key` spells them; of places also their codes and adjectives.
"""

_ABBREVIATION = re.compile(r"(?:[A-Za-z]\.){2,}|(?=.*[A-Z].*[A-Z])[A-Za-z][A-Za-z0-9]{1,6}")

# WordNet's files of acts, events, groups, places, natural objects and people.
_NAME_FILES = {"04", "11", "14", "15", "17"}
_PERSON_FILE = "18"

_COUNTRY = re.compile(r"country|kingdom|sultanate|republic|principality|city state")

# What WordNet has together and an answer must keep apart.
_APART = {
    ("European Union", "Europe"),
    ("Soviet Union", "Russia"),
    ("Soviet Russia", "Russia"),
    ("Taiwan", "China"),
    ("chief executive officer", "chief operating officer"),
    ("Great Britain", "GB"),
    ("Mauritius", "Mauritanian"),
    ("Micronesia", "TT"),
    ("Palau", "TT"),
    ("West Germany", "Federal Republic of Germany"),
}
_NOT_ADJECTIVES = {"Anglo-Indian", "anti-American", "pro-American", "Afrikaans", "Afrikaner", "romaic", "Chinese"}


# Names that two countries of today share.
_SHARED_NAMES = {"congo": {"CG", "CD"}, "korea": {"KR", "KP"}}
# What CLDR has a code for and is no country: islands of others, unions, names for tests.
_NO_COUNTRIES = {"AC", "CP", "DG", "EU", "TA", "XA", "XB", "ZZ"}
_FORMER_CODES = {"BUR", "DDR", "FXX", "TMP", "YMD", "ZAR"}
# "Myanmar (Burma)"
_IN_BRACKETS = re.compile(r"(.+) \((.+)\)")

# A kind, and forms that mean the same.
_Group = tuple[str, list[str]]


class _Synset(NamedTuple):
    file: str
    forms: list[str]
    pointers: list[list[str]]


def _synsets(path: Path) -> dict[str, _Synset]:
    found = {}
    for line in path.read_text("utf-8").splitlines():
        if line.startswith("  "):
            continue
        fields = line.split("|")[0].split()
        end = 4 + 2 * int(fields[3], 16)
        pointers = [fields[i : i + 4] for i in range(end + 1, end + 1 + 4 * int(fields[end]), 4)]
        found[fields[0]] = _Synset(fields[1], [form.replace("_", " ") for form in fields[4:end:2]], pointers)
    return found


def _groups(nouns: dict[str, _Synset], adjectives: dict[str, _Synset]) -> Iterator[tuple[str, list[str]]]:
    instances = [synset for synset in nouns.values() if any(pointer[0] == "@i" for pointer in synset.pointers)]
    homonyms = {
        form for form, n in Counter(form for synset in instances for form in set(synset.forms)).items() if n > 1
    }
    for synset in nouns.values():
        kinds = [nouns[pointer[1]].forms[0] for pointer in synset.pointers if pointer[0] in ("@", "@i")]
        forms = [form for form in synset.forms if (synset.forms[0], form) not in _APART]
        is_instance = any(pointer[0] == "@i" for pointer in synset.pointers)
        if "American state" in kinds:
            yield "state", forms
        elif is_instance and synset.file == "15" and any(map(_COUNTRY.search, kinds)):
            yield "country", forms
        elif any("atomic number" in form for form in forms):
            yield "element", [form for form in forms if form[0].islower() or len(form) < 3]
        elif any(map(_ABBREVIATION.fullmatch, forms)) and not any(form.isdecimal() for form in forms):
            is_person = synset.file == _PERSON_FILE
            yield "short", [form for form in forms if _is_short_or_long(form) or (form == forms[0] and not is_person)]
        elif is_instance and synset.file in _NAME_FILES:
            yield "name", [form for form in forms if form not in homonyms and _is_name(form)]
        elif is_instance and synset.file == _PERSON_FILE:
            yield "person", [form for form in forms if form not in homonyms and _is_whole_name(form, forms)]
    for synset in adjectives.values():
        for sign, offset, part, ends in synset.pointers:
            noun = nouns.get(offset)
            if sign != "\\" or part != "n" or noun is None or noun.file != "15":
                continue
            kinds = [nouns[pointer[1]].forms[0] for pointer in noun.pointers if pointer[0] == "@i"]
            adjective = synset.forms[int(ends[:2], 16) - 1].split("(")[0]
            country = noun.forms[0]
            if any(map(_COUNTRY.search, kinds)) and (country, adjective) not in _APART | {(country, country)}:
                yield "adjective", [country, adjective] if adjective not in _NOT_ADJECTIVES else []


def _is_short_or_long(form: str) -> bool:
    return bool(_ABBREVIATION.fullmatch(form)) or " " in form


def _is_name(form: str) -> bool:
    return form.removeprefix("the ")[0].isupper() and not form.endswith(" capital")


def _is_whole_name(form: str, forms: list[str]) -> bool:
    """A family name alone is no whole name."""
    return _is_name(form) and not any(f" {form} " in f" {other} " for other in forms if other != form)


def _from_wordnet(folder: Path) -> list[_Group]:
    """Returns its groups; an element's symbol keeps its one capital."""
    groups = _groups(_synsets(folder / "data.noun"), _synsets(folder / "data.adj"))
    lines = {
        (kind, *dict.fromkeys(forms)) for kind, forms in groups if len(set(forms)) > 1 or (kind == "country" and forms)
    }
    return [
        (kind, forms if kind == "element" else [*dict.fromkeys(map(name_key, forms))]) for kind, *forms in sorted(lines)
    ]


def _countries() -> dict[str, tuple[str, list[str]]]:
    """Returns the code of three letters and the names of each country, by its code of two letters."""
    names = Locale("en").territories
    found = {}
    for long, codes in get_global("territory_aliases").items():
        code = codes[0]
        is_code = len(long) == 3 and long.isalpha() and len(codes) == 1 and long not in _FORMER_CODES
        if not is_code or code in _NO_COUNTRIES or code not in names:
            continue
        bracketed = _IN_BRACKETS.fullmatch(names[code])
        its = [name.replace("&", "and") for name in (bracketed.groups() if bracketed else [names[code]])]
        found[code] = (long, [*its, *(name.replace("St.", "Saint") for name in its if "St." in name)])
    return found


def _places(groups: list[_Group]) -> Iterator[tuple[str, Iterable[str], Iterable[str], Iterable[str]]]:
    """Yields the kind, the names, the codes and the adjectives of each place.

    A region is what has no code: a country of the past, or a part of one.
    """
    countries = _countries()
    codes: dict[str, set[str]] = defaultdict(set)
    for code, (_, its) in countries.items():
        for name in its:
            codes[name_key(name)] = {code}
    for kind, forms in groups:
        if kind in ("country", "state"):
            # A state's code is one of its names.
            known = [f"state {form}" for form in forms if kind == "state" and len(form) == 2 and form.isupper()]
            known += [code for form in forms for code in sorted(codes.get(form, ())) if _kind(code) == kind]
            for form in forms:
                # The first group with a name is the one that it stands for today.
                if kind == "state" or not any(_kind(code) != "state" for code in codes.get(form, ())):
                    codes[form].add(known[-1] if known else f"({forms[0]})")
    codes |= _SHARED_NAMES
    adjectives: dict[str, set[str]] = defaultdict(set)
    for kind, forms in groups:
        for code in codes.get(forms[0], ()) if kind == "adjective" else ():
            if _kind(code) != "state":
                adjectives[code].update(forms[1:])
    names: dict[str, list[str]] = defaultdict(list)
    for form, of_form in codes.items():
        for code in of_form:
            names[code].append(form)
    for code in sorted(names):
        short = [code, countries[code][0]] if code in countries else [code.removeprefix("state ")]
        yield _kind(code), names[code], short if _kind(code) != "region" else (), sorted(adjectives[code])


def _kind(code: str) -> str:
    return "country" if len(code) == 2 else "state" if code.startswith("state ") else "region"


def lines() -> list[str]:
    """Returns the lines of the table, without its comments."""
    groups: list[_Group] = [(kind, forms) for kind, *forms in read_tsv_table(_FOLDER, "more_aliases.tsv")]
    groups += _from_wordnet(WORDNET)
    others = [(kind, forms, (), ()) for kind, forms in groups if kind not in ("country", "state", "adjective")]
    return ["\t".join([kind, *map("|".join, cells)]).rstrip() for kind, *cells in (*_places(groups), *others)]


if __name__ == "__main__":
    TARGET.write_text(_HEADER + "\n".join(lines()) + "\n", "utf-8")
