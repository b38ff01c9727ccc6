"""Detects the language of a row by its function words and its script."""

from collections.abc import Iterable
from pathlib import Path

import regex

from ..caches import cached
from ..tsv import read_word_lists

# What is neither English nor a language that is told from others.
UNKNOWN = "unknown"

_WORD = regex.compile(r"\p{L}+")
_OTHER_SCRIPT = regex.compile(r"[^\P{L}\p{Latin}]")
_SCRIPTS = {
    "ja": regex.compile(r"[\p{Hiragana}\p{Katakana}]"),
    "zh": regex.compile(r"\p{Han}"),
    "ru": regex.compile(r"\p{Cyrillic}"),
    "ar": regex.compile(r"\p{Arabic}"),
}
# Letters and signs that English has in names alone; each counts as a function word.
_SIGNS = {"es": "¿¡", "de": "ß", "pl": "ąęłżźś", "pt": "ãõ"}

# Fewer different function words of another language may belong to a name or a title: "Rio de la Plata". In a question
# two are enough if none is English.
_FEWEST_WORDS, _FEWEST_IN_QUESTION = 3, 2


def detect_language(texts: Iterable[str]) -> str:
    """Returns the language of several texts of a row: an ISO code, `UNKNOWN`, or "" without a cue.

    >>> [detect_language(text) for text in (["Wie hoch ist der Berg?", "2.962 m"], ["富士山の高さは？"], ["Paris"])]
    ['de', 'ja', '']
    >>> detect_language(["Where is the mouth of the Rio de la Plata?"])
    'en'
    """
    text = " ".join(texts).lower()
    words = _WORD.findall(text)
    if not text.isascii():
        n_letters = len(_OTHER_SCRIPT.findall(text))
        if 2 * n_letters > sum(map(len, words)):
            has_most = (code for code, script in _SCRIPTS.items() if 5 * len(script.findall(text)) > n_letters)
            return next(has_most, UNKNOWN)
    present = frozenset(words)
    english, others = _function_words()
    n, code, n_english = max(
        (len(own & present) + sum(sign in text for sign in _SIGNS.get(code, "")), code, len(of_english & present))
        for code, own, of_english in others
    )
    is_question = not n_english and "?" in text and 4 * n >= len(words)
    fewest = _FEWEST_IN_QUESTION if is_question else _FEWEST_WORDS
    if n >= max(fewest, n_english + 1):
        return code
    return "" if english.isdisjoint(present) else "en"


@cached()
def function_words_of(language: str) -> frozenset[str]:
    """Returns the function words of a language in Latin script; no words for other languages."""
    return read_word_lists(Path(__file__).parent, "languages.tsv").get(language, frozenset())


@cached()
def _function_words() -> tuple[frozenset[str], list[tuple[str, frozenset[str], frozenset[str]]]]:
    """Returns the function words of English and, for each other language, those of it alone and of English alone."""
    english, *others = read_word_lists(Path(__file__).parent, "languages.tsv").items()
    return english[1], [(code, words - english[1], english[1] - words) for code, words in others]
