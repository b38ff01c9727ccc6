"""Initials that no table has: MIT for the Massachusetts Institute of Technology."""

from collections.abc import Sequence

from ...languages import english_function_words
from ...view import Match, View
from ...written_words import has_two_capitals, strip_lead_in, written_words
from .name_table import WORD_LISTS, question_names_thing

# Words that initials leave out.
_SMALL_WORDS = WORD_LISTS["small"]
_FEWEST, _FEWEST_IN_TEXT, _MOST = 2, 3, 7


def read(reference: str) -> str | None:
    """Returns a reference that is a short form or may have one, without what leads to it; None for any other.

    >>> read("the Massachusetts Institute of Technology"), read("DNA"), read("because")
    ('Massachusetts Institute of Technology', 'DNA', None)
    """
    text = strip_lead_in(reference)
    return text if has_two_capitals(text) or _initials(written_words(text)) else None


def compare(text: str, answer: View, question: str | None) -> Match | None:
    """Says whether an answer is the reference's initials, or has the words that a short form stands for.

    >>> compare("Open Source Software", View("It is OSS."), None).is_same
    True
    >>> compare("WHO", View("was his own"), None), compare("MIT", View("at Mad Ink Tubes"), None).is_same
    (None, True)
    """
    said = answer.proper.replace(".", "")
    same = (
        _spelled_out(text, answer)
        if has_two_capitals(text)
        else said
        if _stands_for(said, written_words(text))
        else None
    )
    is_new = same is not None and not question_names_thing(same, question)
    return answer.match("short form", True, "=", same, text) if same and is_new else None


def _stands_for(short: str, words: Sequence[str]) -> bool:
    return short.upper() in _initials(words)


def _initials(words: Sequence[str]) -> tuple[str, ...]:
    """The initials of words with and without small ones; Roman numerals and digits stay, as in WWII."""
    if len(words) < _FEWEST or 1 in map(len, words):
        return ()
    heads = [word.upper() if word.isdecimal() or not word.strip("IVXivx") else word[0].upper() for word in words]
    large = [head for word, head in zip(words, heads, strict=True) if word.lower() not in _SMALL_WORDS]
    return tuple(form for form in ("".join(heads), "".join(large)) if len(large) >= _FEWEST and len(form) <= _MOST)


def _spelled_out(short: str, answer: View) -> str | None:
    """Returns the words of an answer that a short form has the initials of; no large one may be a function word."""
    words = written_words(answer.text) if len(short) >= _FEWEST_IN_TEXT else ()
    starts = [at for at, word in enumerate(words) if word[0].upper() == short[0]]
    runs = (words[at : at + size] for size in range(len(short), 2 * len(short) + 1) for at in starts)
    named = (run for run in (written_words(answer.proper), *runs) if _stands_for(short, run))
    common = english_function_words() - _SMALL_WORDS
    return next((" ".join(run) for run in named if common.isdisjoint(map(str.lower, run))), None)
