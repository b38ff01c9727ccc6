"""Languages by ISO code, and their properties."""

from pathlib import Path

from ..caches import cached
from ..constants import SMILE_NORMALIZATION
from ..tsv import read_word_lists

# The languages that simplemma 2.0.0 has dictionaries for; a test compares this list with simplemma.
LEMMA_LANGUAGES = frozenset(
    "ar ast bg ca cs cy da de el en enm eo es et fa fi fr ga gd gl grc gv hbs he hi hu hy id is it ka la lb lt lv mk "
    "ml ms nb nl nn pl pt ro ru se sk sl sq sv sw tl tr uk".split()
)

# Written without spaces between words, or with particles joined to them: compared character by character.
CHARACTER_LANGUAGES = frozenset({"ja", "ko", "zh"})

# Several languages in one file, or one that is not listed: words are compared without lemmas.
ANY_LANGUAGE = "any"

# Languages whose spelled-out numbers text2num reads ("twenty-five" is 25).
NUMBER_WORD_LANGUAGES = frozenset({"da", "de", "en", "es", "fr", "it", "nl", "pt"})

# Languages that write every noun with a capital, by which its lemma is found ("Haus", but "hausen").
CAPITAL_NOUN_LANGUAGES = frozenset({"de", "lb"})

# Languages that write 1.234,5 where English writes 1,234.5 (Unicode CLDR, decimal symbol of the default locale).
DECIMAL_COMMA_LANGUAGES = frozenset(
    "ast bg ca cs da de el es et fi fr gl hbs hu hy id is it ka lb lt lv mk nb nl nn pl pt ro ru se sk sl sq sv tr "
    "uk".split()
)

LANGUAGES = LEMMA_LANGUAGES | CHARACTER_LANGUAGES | {ANY_LANGUAGE}


def has_value_rules(normalization: str, language: str) -> bool:
    """Returns whether the rules for values apply: they read English, and the paper's setting does without them."""
    return normalization == SMILE_NORMALIZATION and language == "en"


@cached()
def english_function_words() -> frozenset[str]:
    """Returns the function words of English."""
    return read_word_lists(Path(__file__).parent, "words_without_content.tsv")["function"]
