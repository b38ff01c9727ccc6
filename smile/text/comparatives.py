"""Words of comparison: "best" is not "good", though dictionaries give the one as a form of the other.

`comparatives.tsv` was written for this project and tried on simplemma's own dictionaries. Languages that it lacks have
no forms of comparison, or simplemma keeps them apart from the base.
"""

import unicodedata
from functools import cache
from pathlib import Path

import regex

from .languages import CAPITAL_NOUN_LANGUAGES
from .tables import read_table

# Endings of Slavic adjectives in Latin letters.
_ENDINGS = "(?:[aeiyuo]|i[aeu]|i?e[hg]o|i?emu|o[mu]|e[jm]|ega|[iy][hm]|[iy]ch|[iy]mi|ima|iho|imu)?"

# No word has it.
_NEVER = "(?!)"

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
    irregular, regular, no_lemma = _forms_of(language)
    word, base = _bare(word), _bare(lemma)
    if irregular.fullmatch(word):
        return not irregular.fullmatch(base)
    if not regular.search(word):
        return False
    # "clever" ends like a comparative, and "cleverer" is one.
    grows = word.startswith(base) and bool(regular.search(word[len(base) :]))
    if language in CAPITAL_NOUN_LANGUAGES and not (lemma.islower() and (grows or word[:-3].startswith(base[:-2]))):
        return False
    return (grows or not regular.search(base)) and not base.endswith(no_lemma)


@cache
def _forms_of(language: str) -> tuple[regex.Pattern[str], regex.Pattern[str], tuple[str, ...]]:
    """The irregular forms of a language, its regular endings, and the ends that no lemma of a regular form has."""
    irregular, regular, no_lemma = _table().get(language, ("", "", ""))
    irregular, regular = (form.replace("{endings}", _ENDINGS) or _NEVER for form in (irregular, regular))
    return regex.compile(irregular), regex.compile(regular), tuple(no_lemma.split())


@cache
def _table() -> dict[str, list[str]]:
    rows = read_table(Path(__file__).parent, "comparatives.tsv")
    return {language: [*cells, "", ""][:3] for language, *cells in rows}


def _bare(word: str) -> str:
    """Returns a word in lower case without marks, except the caron, which makes another consonant."""
    if word.isascii():
        return word.lower()
    letters = unicodedata.normalize("NFD", word.lower())
    return unicodedata.normalize("NFC", "".join(c for c in letters if c == _CARON or not unicodedata.combining(c)))
