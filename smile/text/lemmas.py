"""Dictionary forms of words: by simplemma, or by WordNet in the paper's setting; American spelling."""

import unicodedata
from typing import Any

from simplemma.strategies import DefaultStrategy, DictionaryLookupStrategy

from ..caches import cached
from ..errors import ModelError
from ..optional_packages import check_installed
from .languages import LEMMA_LANGUAGES

# No dictionary has longer words, and simplemma's search for prefixes and endings slows down with length.
_LONGEST_WORD = 40

# Two letters are a unit, a short form or a function word: "us" is "we" only if it is not "US".
_LONGEST_SHORT_FORM = 2

# English short forms of three letters or more that are also forms of words ("SAT", "sat"), beside those that simplemma
# knows in capitals (AIDS, LED). Both keep their form however they are written, so that case changes no score. So do
# comparatives without their base: "best" is not "good".
_ENGLISH_WITH_OWN_FORM = frozenset(
    "abs als aws bios cms dds ems fed hhs ins las mls mms rms sat sos ups wan "
    "better best worse worst less least more most".split()
)
_LONGEST_CAPITALS = 6
_dictionaries = DictionaryLookupStrategy()
_strategy = DefaultStrategy()

_WORDNET_TAGS = {"J": "a", "V": "v", "N": "n", "R": "r"}

# What breame lacks.
_MORE_AMERICAN = {
    "doughnut": "donut", "doughnuts": "donuts", "cheque": "check", "cheques": "checks", "mum": "mom", "kerb": "curb",
    "whisky": "whiskey", "gaol": "jail", "caesium": "cesium", "axe": "ax", "catsup": "ketchup", "maths": "math",
    "storeys": "stories", "burnt": "burned", "learnt": "learned", "spelt": "spelled",
}  # fmt: skip
# What it has wrongly: a tonne is no ton, and one bus makes no busses.
_NOT_BRITISH = frozenset(["tonne", "tonnes", "buses", "gases"])


@cached(2**17)
def simple_lemma(word: str, language: str) -> str:
    """Returns simplemma's lemma of a word in lower case, or the word itself if its lemma means something else.

    A word keeps its form if the language has no dictionary, if it has one or two letters, if it is also a short form
    in capitals, and if it is an English comparative without its base ("best" is not "good").

    >>> simple_lemma("kittens", "en"), simple_lemma("ging", "de"), simple_lemma("kittens", "any")
    ('kitten', 'gehen', 'kittens')
    >>> simple_lemma("us", "en"), simple_lemma("sat", "en"), simple_lemma("best", "en")
    ('us', 'sat', 'best')
    """
    if language not in LEMMA_LANGUAGES or len(word) <= _LONGEST_SHORT_FORM:
        return word.lower()
    lemma = _simplemma(word, language)
    if lemma == word or _has_own_form(word, language):
        return word.lower()
    return lemma.lower()


@cached(2**17)
def dictionary_form(word: str, language: str) -> str:
    """Returns simplemma's lemma of a word in lower case; also reads contractions.

    >>> dictionary_form("larger", "en"), dictionary_form("us", "en"), dictionary_form("larger", "any")
    ('large', 'we', 'larger')
    """
    return _simplemma(word, language).lower()


def _simplemma(word: str, language: str) -> str:
    """Returns simplemma's lemma; the word itself where the language has no dictionary, or no word is so long."""
    if language not in LEMMA_LANGUAGES or len(word) > _LONGEST_WORD:
        return word
    # `simplemma.lemmatize` checks the language anew, and keeps each word once more.
    lemma = _strategy.get_lemma(word if word.isascii() else unicodedata.normalize("NFC", word), language)
    return word if lemma is None else lemma


def _has_own_form(word: str, language: str) -> bool:
    """Returns whether a word written in capitals must not be lower-cased, such as "US"."""
    if len(word) > _LONGEST_CAPITALS:
        return False
    capitals = word.upper()
    if capitals.lower() != word.lower():  # ß and the dotless i have no capital of their own
        return False
    if language == "en" and word.lower() in _ENGLISH_WITH_OWN_FORM:
        return True
    return _dictionaries.get_lemma(capitals, language) == capitals


@cached(2**17)
def wordnet_lemma(word: str) -> str:
    """Returns the WordNet lemma of a word by the part of speech that NLTK gives it alone (paper, Appendix A.2).

    Raises:
        ModelError: NLTK's data is not installed.
    """
    tagger, lemmatizer = _wordnet()
    ((_, tag),) = tagger([word])
    lemma: str = lemmatizer.lemmatize(word, _WORDNET_TAGS.get(tag[:1], "n"))
    return lemma


@cached()
def _wordnet() -> tuple[Any, Any]:
    check_installed("nltk", "the paper's normalisation", "paper")
    import nltk
    from nltk.stem import WordNetLemmatizer

    lemmatizer = WordNetLemmatizer()
    try:
        nltk.pos_tag(["test"])
        lemmatizer.lemmatize("tests")
    except LookupError as error:
        raise ModelError(
            "the paper's normalisation needs WordNet and NLTK's tagger, which are not installed: run "
            "`python -m nltk.downloader wordnet averaged_perceptron_tagger_eng`, or use another setting"
        ) from error
    return nltk.pos_tag, lemmatizer


def american_spelling(word: str) -> str:
    """Returns the American spelling of a lower-case word, or the word itself.

    >>> [american_spelling(text) for text in ("colour", "organised", "aluminium", "color", "tonne")]
    ['color', 'organized', 'aluminum', 'color', 'tonne']
    """
    return _american_words().get(word, word)


@cached()
def _american_words() -> dict[str, str]:
    from breame.data.spelling_constants import BRITISH_ENGLISH_SPELLINGS

    words = {**BRITISH_ENGLISH_SPELLINGS, **_MORE_AMERICAN}
    return {british: american for british, american in words.items() if british not in _NOT_BRITISH}
