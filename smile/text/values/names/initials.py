"""Initials: MIT for the Massachusetts Institute of Technology, also where no table has them."""

from collections.abc import Sequence
from typing import NamedTuple

import simplemma

from ...view import Match, View
from ...written_words import strip_lead_in, written_words
from .name_table import WORD_LISTS, find_form, has_two_capitals, is_also_a_word, is_known_name, repeats_question

# Words that initials leave out, and words of running text, in which initials are no short form.
_SMALL_WORDS, _COMMON_WORDS = WORD_LISTS["small"], WORD_LISTS["common"]
_FEWEST, _FEWEST_IN_TEXT, _MOST = 2, 3, 7


class _Initials(NamedTuple):
    """A reference; its words' initials with and without small words, or the short form that it is, in capitals."""

    reference: str
    initials: tuple[str, ...]
    is_short: bool


def read(reference: str) -> _Initials | None:
    """Returns the initials that a reference has or is, or None.

    >>> read("Massachusetts Institute of Technology").initials, read("DNA").is_short, read("because")
    (('MIOT', 'MIT'), True, None)
    """
    text = strip_lead_in(reference)
    words = written_words(text)
    if len(words) == 1:
        return _Initials(text, (words[0].upper(),), True) if has_two_capitals(words[0]) else None
    initials = _of_words(words)
    return _Initials(text, initials, False) if initials else None


def compare(its: _Initials, answer: View, question: str | None) -> Match | None:
    """Says whether an answer has the reference's initials or their words, or as a whole is another short form.

    >>> compare(read("Open Source Software"), View("It is OSS."), None).is_same
    True
    >>> compare(read("Federal Bureau of Investigation"), View("The CIA"), None).is_same
    False
    """
    text, initials, is_short_form = its
    same = _spelled_out(initials[0], answer) if is_short_form else _initials_in(initials, answer)
    if same is not None:
        return None if repeats_question(same, question) else answer.match("short form", True, "=", same, text)
    said = answer.proper.replace(".", "")
    if _is_short_form(said) and all(_are_apart(one, said.upper()) for one in initials):
        return answer.match("short form", False, "not", answer.proper, text)
    return None


def _of_words(words: Sequence[str]) -> tuple[str, ...]:
    """The initials of words; Roman numerals and digits stay, as in WWII."""
    if len(words) < _FEWEST or 1 in map(len, words):
        return ()
    heads = [word.upper() if word.isdecimal() or not word.strip("IVXivx") else word[0].upper() for word in words]
    large = [head for word, head in zip(words, heads, strict=True) if word.lower() not in _SMALL_WORDS]
    forms = dict.fromkeys(("".join(heads), "".join(large)))
    return tuple(form for form in forms if len(form) <= _MOST) if len(large) >= _FEWEST else ()


def _initials_in(its: tuple[str, ...], answer: View) -> str | None:
    is_whole = " " not in answer.proper
    for initials in its:
        if (written := find_form(initials, answer)) is None:
            continue
        is_no_word = is_known_name(initials) or not simplemma.is_known(initials.lower(), "en")
        may_be_word = not is_no_word and answer.has_case and not has_two_capitals(written)
        if not may_be_word and (is_whole or (is_no_word and len(initials) >= _FEWEST_IN_TEXT)):
            return written
    return None


def _spelled_out(short: str, answer: View) -> str | None:
    """Returns the words of an answer that a short form has the initials of; no large one may be a common word.

    >>> _spelled_out("WHO", View("was his own")), _spelled_out("WHO", View("the World Health Organization"))
    (None, 'World Health Organization')
    """
    runs = [written_words(answer.proper)]
    if len(short) >= _FEWEST_IN_TEXT:
        words = written_words(answer.text)
        sizes = range(len(short), min(2 * len(short), len(words)) + 1)
        runs += [
            words[at : at + n] for n in sizes for at in range(len(words) - n + 1) if words[at][0].upper() == short[0]
        ]
    named = (run for run in runs if short in _of_words(run) and run[-1].lower() not in _SMALL_WORDS)
    return next((" ".join(run) for run in named if _COMMON_WORDS.isdisjoint(map(str.lower, run))), None)


def _are_apart(one: str, other: str) -> bool:
    """Whether two short forms differ in more than letters left out or exchanged: US and USA, NATO and OTAN."""
    return min(len(one), len(other)) >= _FEWEST_IN_TEXT and not (set(one) <= set(other) or set(other) <= set(one))


def _is_short_form(word: str) -> bool:
    """Whether a word is a short form: one of the table, or one without vowels that is no other word."""
    if not word.isalpha() or len(word) > _MOST or is_also_a_word(word):
        return False
    is_no_word = set(word.lower()).isdisjoint("aeiouy") and (word != word.lower() or not simplemma.is_known(word, "en"))
    return is_known_name(word.upper()) or is_no_word
