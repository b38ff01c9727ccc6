"""Initials: MIT for the Massachusetts Institute of Technology, also where no table has them."""

from collections.abc import Iterator
from typing import NamedTuple

import simplemma

from ...view import Match, View
from ...written_words import strip_lead_in, written_words
from .aliases import WORD_LISTS, find_form, is_known, is_short, is_word, repeats_question

# Words that initials leave out.
_SMALL_WORDS = WORD_LISTS["small"]
# Words of running text, in which initials are no short form.
_COMMON_WORDS = _SMALL_WORDS | WORD_LISTS["common"]

_FEWEST = 2
_FEWEST_IN_TEXT = 3
_MOST = 7
_MOST_WORDS = 12


class _Initials(NamedTuple):
    """A reference, its words' initials with and without small words, and the reference itself if it is a short form."""

    reference: str
    initials: tuple[str, ...]
    short: str | None


def read(reference: str) -> _Initials | None:
    """Returns the initials that a reference has or is, or None.

    >>> read("Massachusetts Institute of Technology").initials, read("DNA").short, read("because")
    (('MIOT', 'MIT'), 'DNA', None)
    """
    text = strip_lead_in(reference)
    words = written_words(text)
    if not words or len(words) > _MOST_WORDS:
        return None
    short = words[0] if len(words) == 1 and is_short(words[0]) else None
    initials = tuple(sorted(set(_of_words(words))))
    return _Initials(text, initials, short) if short or initials else None


def compare(its: _Initials, answer: View, question: str | None) -> Match | None:
    """Says whether an answer has the reference's initials or their words, or as a whole is another short form.

    >>> compare(read("Open Source Software"), View("It is OSS."), None).is_same
    True
    >>> compare(read("Federal Bureau of Investigation"), View("The CIA"), None).is_same
    False
    """
    text, initials, short = its
    same = _initials_in(initials, answer) if short is None else _spelled_out(short.upper(), answer)
    if same is not None:
        return None if repeats_question(same, question) else answer.match("short form", True, "=", same, text)
    if _is_another(its, answer):
        return answer.match("short form", False, "not", answer.proper, text)
    return None


def _of_words(words: tuple[str, ...]) -> Iterator[str]:
    """The initials of words; Roman numerals and digits stay, as in WWII."""
    if len(words) < _FEWEST or 1 in map(len, words):
        return
    heads = [word.upper() if word.isdecimal() or not word.strip("IVXivx") else word[0].upper() for word in words]
    large = [head for word, head in zip(words, heads, strict=True) if word.lower() not in _SMALL_WORDS]
    if len(large) >= _FEWEST:
        yield from (found for found in ("".join(heads), "".join(large)) if len(found) <= _MOST)


def _initials_in(its: tuple[str, ...], answer: View) -> str | None:
    for initials in its:
        if (written := find_form(initials, answer)) is None:
            continue
        is_no_word = is_known(initials) or not simplemma.is_known(initials.lower(), "en")
        if answer.has_case and not is_no_word and not is_short(written):
            continue
        if " " not in answer.proper or (
            len(initials) >= _FEWEST_IN_TEXT and (is_no_word or f" the {initials.lower()} " in answer.spaced)
        ):
            return written
    return None


def _spelled_out(short: str, answer: View) -> str | None:
    """Returns the words of an answer that a short form has the initials of; no large one may be a common word.

    >>> _spelled_out("WHO", View("was his own")), _spelled_out("WHO", View("the World Health Organization"))
    (None, 'World Health Organization')
    """
    proper = written_words(answer.proper)
    if short in _of_words(proper) and not _has_common_words(proper):
        return " ".join(proper)
    if len(short) < _FEWEST_IN_TEXT:
        return None
    words = answer.written.split()
    for start, word in enumerate(words):
        if word[0].upper() != short[0] or word.lower() in _COMMON_WORDS:
            continue
        rest = short[1:]
        for end in range(start + 1, min(start + _MOST_WORDS, len(words))):
            following = words[end].lower()
            if following[0].upper() == rest[:1] and following not in _COMMON_WORDS:
                rest = rest[1:]
            elif following not in _SMALL_WORDS:
                break
            if not rest:
                return " ".join(words[start : end + 1])
    return None


def _is_another(its: _Initials, answer: View) -> bool:
    """Whether an answer is the short form of another name: CIA, for the FBI.

    NATO and OTAN, US and USA may be the same.
    """
    words = written_words(answer.proper)
    if len(words) != 1 or not _is_short_form(words[0]):
        return False
    return all(_are_apart(one, words[0].upper()) for one in ([its.short.upper()] if its.short else its.initials))


def _has_common_words(words: tuple[str, ...]) -> bool:
    return not _COMMON_WORDS.isdisjoint({word.lower() for word in words} - _SMALL_WORDS)


def _are_apart(one: str, other: str) -> bool:
    return (
        min(len(one), len(other)) >= _FEWEST_IN_TEXT
        and one.isalpha()
        and one not in other
        and other not in one
        and sorted(one) != sorted(other)
    )


def _is_short_form(word: str) -> bool:
    """Whether a word is a short form: one of the table, or one without vowels; in small letters it is no word."""
    small = word.lower()
    if not small.isalpha() or len(small) > _MOST or is_word(small):
        return False
    is_like_one = set(small).isdisjoint("aeiouy") or is_known(word.upper())
    return is_like_one and (word != small or is_known(word.upper()) or not simplemma.is_known(word, "en"))
