"""Dictionary forms of words: by simplemma, or by WordNet in the paper's setting."""

from collections.abc import Sequence
from functools import cache, lru_cache
from typing import Any

import simplemma

from ..checks import check_installed
from ..errors import ModelError
from .languages import LEMMA_LANGUAGES

# No dictionary has longer words, and simplemma's search for prefixes and endings slows down with length.
_LONGEST_WORD = 40

_WORDNET_TAGS = {"J": "a", "V": "v", "N": "n", "R": "r"}


@lru_cache(maxsize=2**17)
def simple_lemma(word: str, language: str) -> str:
    """Returns simplemma's lower-cased lemma of a word, or the word itself if the language has no dictionary.

    >>> simple_lemma("kittens", "en"), simple_lemma("ging", "de"), simple_lemma("kittens", "any")
    ('kitten', 'gehen', 'kittens')
    """
    if language not in LEMMA_LANGUAGES or len(word) > _LONGEST_WORD:
        return word
    return simplemma.lemmatize(word, lang=language).lower()


def wordnet_lemmas(words: Sequence[str]) -> list[str]:
    """Returns the WordNet lemmas of a sentence's words, each by its part of speech (paper, Appendix A.2).

    Raises:
        ModelError: NLTK's data is not installed.
    """
    if not words:
        return []
    tagger, lemmatizer = _wordnet()
    return [
        lemmatizer.lemmatize(word, _WORDNET_TAGS.get(tag[:1], "n"))
        for word, tag in zip(words, (tag for _, tag in tagger(list(words))), strict=True)
    ]


@cache
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
