"""Words of comparison: "best" is not "good", though dictionaries give the one as a form of the other.

Both the irregular forms (`comparatives.tsv`) and the endings were written for this project and tried on simplemma's own
dictionaries. Languages without them have no forms of comparison, or simplemma keeps them apart from the base.
"""

import unicodedata
from functools import cache
from pathlib import Path

import regex

from .languages import CAPITAL_NOUN_LANGUAGES
from .tables import read_table

# Endings of Slavic adjectives in Latin letters.
_ENDINGS = "(?:[aeiyuo]|i[aeu]|i?e[hg]o|i?emu|o[mu]|e[jm]|ega|[iy][hm]|[iy]ch|[iy]mi|ima|iho|imu)?"
# Endings and prefixes of regular forms, in small letters without marks but the caron: "größten", "nejnovější".
_REGULAR = {
    "bg": "^наи",
    "cs": rf"^nej|[^aiouys]š{_ENDINGS}$|[eě]ji$",
    "cy": "ach$",
    "da": "ere$|este?$",
    "de": "ere?[mnrs]?$|st(?:e[mnrs]?)?$",
    "el": "(?:τερ|τατ)(?:ος|ου|οι?|ων|ους|α|ε|ες|ης?)$",
    "en": "(?:er|est)$",
    "enm": "(?:ere?|este?)$",
    "fa": "تر(?:ین)?(?:ها|ی)?$",
    "fi": "m(?:pi|[mp]a|pia|pie)",
    "grc": "(?:τερ|τατ)(?:ος|ον|ου|ω|αν|ην|οι|αι|ων|οις|αις|ους|ας?|ης?)$",
    "hbs": "^naj|[^aeiou]ij(?:[aeiu]|eg|ega|emu?|ima?|ih|oj|om)$",
    "hu": "^leg.*bb|[aeou]bb.{0,5}$",
    "hy": "^ամենա",
    "is": r"ari$|ast\w{0,2}$",
    "ka": r"^(?:სა)?უ.+ეს\w{1,3}$",
    "la": r"ior(?:[aei]|em|es|is|ibus)?$|ius$|(?:issi|erri|illi)m\w{1,4}$",
    "lb": "st(?:e[nr]?)?$",
    "lt": r"esn(?:is?|io|iam|iu|iame|iai|iems|ius|iais|es?|ei|eje|ems|emis)$|iausi\w{1,3}$",
    "lv": "^vis.*ak|ak(?:s|ais?|i|as|ie|u|o|am|iem|us|os|a)$",
    "mk": "^нај|^наи",
    "nb": "ere$|este?$",
    "nl": "ere?$|ste?$",
    "nn": "are$|aste?$",
    "pl": rf"^naj|[^aeiouy]sz{_ENDINGS}$",
    "pt": "issim[oa]s?$",
    "ru": r"[еа]иш\w{2,3}$|ее$",
    "se": "[aei]mus$",
    "sk": rf"^naj|[^aiouy]š{_ENDINGS}$|eišie$",
    "sl": rf"^naj|[^aiouy]š{_ENDINGS}$",
    "sv": "are$|aste?$",
    "uk": r"^наи|[^аоуеияю]ш(?:[аеуюії]|ии|ого|ому|им|их|ими|ои|іи|ою)?$",
}
# The ends that no lemma of a regular form has.
_NO_LEMMA = {"da": ("er",), "enm": ("n",), "nb": ("er",), "nl": ("en",), "nn": ("a", "e"), "pl": ("c",), "ru": ("ии",),
             "sk": ("t",), "sl": ("ti",), "uk": ("ти",)}  # fmt: skip
_CARON = "\u030c"


def is_comparative(word: str, lemma: str, language: str) -> bool:
    """Returns whether a word is a comparative or superlative and the lemma its base.

    Args:
        word: A word.
        lemma: What a dictionary gives for it, in the dictionary's own case.
        language: ISO code.

    >>> is_comparative("best", "good", "en"), is_comparative("größten", "groß", "de")
    (True, True)
    >>> is_comparative("houses", "house", "en"), is_comparative("Häuser", "Haus", "de")
    (False, False)
    """
    word, base = _bare(word), _bare(lemma)
    if _is_irregular(word, language):
        return not _is_irregular(base, language)
    regular = _regular(language)
    if not regular or not regular.search(word):
        return False
    # "clever" ends like a comparative, and "cleverer" is one.
    grows = word.startswith(base) and bool(regular.search(word[len(base) :]))
    if language in CAPITAL_NOUN_LANGUAGES and not (lemma.islower() and (grows or word[:-3].startswith(base[:-2]))):
        return False
    return (grows or not regular.search(base)) and not base.endswith(_NO_LEMMA.get(language, ()))


@cache
def _regular(language: str) -> regex.Pattern[str] | None:
    return regex.compile(_REGULAR[language]) if language in _REGULAR else None


def _is_irregular(word: str, language: str) -> bool:
    whole, begins = _irregular().get(language, (frozenset(), ()))
    return word in whole or word.startswith(begins)


@cache
def _irregular() -> dict[str, tuple[frozenset[str], tuple[str, ...]]]:
    """The irregular forms of each language: whole words, and the beginnings of others."""
    forms = {language: words.split() for language, words in read_table(Path(__file__).parent, "comparatives.tsv")}
    return {
        language: (frozenset(words), tuple(word[:-1] for word in words if word.endswith("*")))
        for language, words in forms.items()
    }


def _bare(word: str) -> str:
    """Returns a word in lower case without marks, except the caron, which makes another consonant."""
    if word.isascii():
        return word.lower()
    letters = unicodedata.normalize("NFD", word.lower())
    return unicodedata.normalize("NFC", "".join(c for c in letters if c == _CARON or not unicodedata.combining(c)))
