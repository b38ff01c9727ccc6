"""Spellings: British and American, hyphens and spaces, Greek letters, common short words, and typing errors."""

import re
import string
import unicodedata
from pathlib import Path
from typing import NamedTuple

import simplemma

from ....caches import CLEAR, cached
from ....lazy_patterns import lazy_re
from ....tsv import read_tsv_table
from ...lemmas import american_spelling
from ...view import Match, View
from ...written_words import written_without_accents
from ..numbers import CARDINAL_NUMBERS

_GREEK = lazy_re(r"[\u0370-\u03ff]")
_APOSTROPHES = "'`\u2018\u2019"
_SPACED = str.maketrans(
    {
        sign: None if sign in _APOSTROPHES else " "
        for sign in string.punctuation + "\u2018\u2019\u201c\u201d\u2013\u2014"
    }
)
_NUMBER_SIGN = lazy_re(r"\bno\.?\s*(?=\d)")
_NUMBER_WORD = lazy_re(r"(?<=\bnumber )(?:one|two|three|four|five|six|seven|eight|nine|ten)\b")
_LIGATURES = str.maketrans({"æ": "ae", "œ": "oe", "ø": "o", "ł": "l", "ß": "ss", "đ": "d", "ð": "d", "þ": "th"})
_WORD = lazy_re(r"[^\W_]+")
_DIGIT_RUN = lazy_re(r"\d+")
_ARTICLE = lazy_re(r"^\s*the\s+(?=\S+\s)", re.IGNORECASE)

# Both forms become the short one.
_TABLE = read_tsv_table(Path(__file__).parent, "short_spellings.tsv")
_SHORT_FORMS = {long: short for short, forms in _TABLE for long in forms.split()}
# The number of different words kept in memory.
_MOST_WORDS = 2**16

# Shorter ones stand in other words by chance, unless a digit is among them ("F-16").
_SHORTEST = 4
_SHORTEST_WITH_DIGIT = 3


# A slip is found in long names and words only: Mathew Perry for Matthew Perry, but not Iraq for Iran.
_SHORTEST_WITH_SLIP = 8
_SHORTEST_WORD_WITH_SLIP = 5
_MOST_WORDS_WITH_SLIP = 6
_ENDING = 3


class _Spelling(NamedTuple):
    """A reference without its article, and its words and numbers in one spelling."""

    text: str
    words: tuple[str, ...]
    numbers: tuple[str, ...]


def read(reference: str) -> _Spelling | None:
    """Returns a reference's words and numbers in one spelling, or None if it has too few letters.

    >>> read("the α particles").words, read("7"), read("US")
    (('alpha', 'particle'), None, None)
    """
    text = _ARTICLE.sub("", reference)
    words = words_in_one_spelling(text)
    letters = "".join(words)
    numbers = () if letters.isalpha() else tuple(_DIGIT_RUN.findall(" ".join(words)))
    shortest = _SHORTEST_WITH_DIGIT if numbers else _SHORTEST
    if letters.isdecimal() or len(letters) < shortest:
        return None
    return _Spelling(text, words, numbers)


def compare(spelling: _Spelling, answer: View, question: str | None) -> Match | None:
    """Returns whether an answer has the reference in another spelling, or with one letter wrong.

    >>> compare(read("Spider-Man"), View("It was Spiderman."), None).said
    ((7, 16),)
    >>> compare(read("the centre of Saint Petersburg"), View("center of St. Petersburg"), None).is_same
    True
    >>> compare(read("Austria"), View("Australia"), None), compare(read("absorption"), View("adsorption"), None)
    (None, None)
    >>> compare(read("Matthew Perry"), View("It was Mathew Perry."), None).rule
    'misspelling'
    """
    reference, wanted, numbers = spelling
    letters, text = "".join(wanted), letters_of(answer.small)
    pieces = words_in_one_spelling(answer.small)
    start = text.find(letters)
    while start >= 0:
        if found := _whole_words(pieces, start, letters, numbers):
            said = answer.find_as(letters_of, "".join(found), len(found))
            is_written_so = [answer.at(span).casefold() for span in said] == [reference.casefold()]
            return Match("spelling", True, "=" if is_written_so else "another spelling", reference, said)
        start = text.find(letters, start + 1)
    if len(letters) >= _SHORTEST_WITH_SLIP and len(wanted) <= _MOST_WORDS_WITH_SLIP and letters.isalpha():
        return _with_slip(spelling, pieces, answer)
    return None


def _with_slip(spelling: _Spelling, pieces: tuple[str, ...], answer: View) -> Match | None:
    """Finds a reference's words with one letter wrong in one of them."""
    wanted = spelling.words
    missing = [at for at, word in enumerate(wanted) if word not in pieces]
    if len(missing) != 1:
        return None
    [at] = missing
    for first in range(len(pieces) - len(wanted) + 1):
        found = pieces[first : first + len(wanted)]
        if found[:at] + found[at + 1 :] == wanted[:at] + wanted[at + 1 :] and _is_slip(wanted[at], found[at]):
            said = answer.find_as(words_in_one_spelling, found, len(found))
            return Match("misspelling", True, "misspelled", spelling.text, said)
    return None


def _is_slip(one: str, other: str) -> bool:
    """Returns whether a non-word differs from a word by one letter that is missing, added, wrong or swapped.

    Another letter in an ending makes another word: sulfate, sulfite.

    >>> _is_slip("matthew", "mathew"), _is_slip("sulfate", "sulfite"), _is_slip("beethoven", "beethovne")
    (True, False, True)
    """
    if min(len(one), len(other)) < _SHORTEST_WORD_WITH_SLIP or one[0] != other[0]:
        return False
    at = next((at for at, (a, b) in enumerate(zip(one, other, strict=False)) if a != b), min(len(one), len(other)))
    rest, others = one[at:], other[at:]
    is_near = (
        rest[1:] == others
        or rest == others[1:]
        or (rest[1:] == others[1:] and len(rest) > _ENDING)
        or (rest[1::-1] == others[:2] and rest[2:] == others[2:])
    )
    return is_near and not (simplemma.is_known(one, "en") and simplemma.is_known(other, "en"))


def _whole_words(pieces: tuple[str, ...], start: int, letters: str, numbers: tuple[str, ...]) -> list[str]:
    """The words with the letters from a place on, if they are whole; the last may have the digits of a footnote."""
    at = 0
    found: list[str] = []
    for piece in pieces:
        if at >= start:
            found.append(piece)
        at += len(piece)
        if at >= start + len(letters):
            break
    if not "".join(found).startswith(letters):
        return []
    rest = "".join(found)[len(letters) :]
    if not rest:
        return found if tuple(_DIGIT_RUN.findall(" ".join(found))) == numbers else []
    return found if rest.isdecimal() and not numbers else []


@cached(1024)
def words_in_one_spelling(text: str) -> tuple[str, ...]:
    """Returns a text's words, each in its American and short spelling.

    >>> words_in_one_spelling("Saint Petersburg Theatre")
    ('st', 'petersburg', 'theater')
    """
    text = text.lower()
    if text.isascii() and text.isalpha():
        return (_known_words[text],)
    if "&" in text:
        text = text.replace("&", " and ")
    if "#" in text:
        text = text.replace("#", " number ")
    if "no" in text and _DIGIT_RUN.search(text):
        text = _NUMBER_SIGN.sub("number ", text)
    if "number " in text:
        text = _NUMBER_WORD.sub(lambda word: str(CARDINAL_NUMBERS[word[0]]), text)
    text = text.translate(_SPACED)
    if text.isascii():
        words = text.split()
    else:
        words = _WORD.findall(
            written_without_accents(_GREEK.sub(_spelling_of_greek_letter, text)).translate(_LIGATURES)
        )
    return tuple(map(_known_words.__getitem__, words))


@cached(1024)
def letters_of(text: str) -> str:
    """Returns a text's words, each in its American and short spelling, without spaces.

    >>> letters_of("Saint Petersburg Theatre")
    'stpetersburgtheater'
    """
    return "".join(words_in_one_spelling(text))


class _Words(dict[str, str]):
    """A cache of the spelling of each word."""

    def __missing__(self, word: str) -> str:
        if len(self) >= _MOST_WORDS:
            self.clear()
        spelling = american_spelling(_SHORT_FORMS.get(word, word))
        if len(spelling) > _SHORTEST and spelling[-1] == "s" and spelling[-2] != "s":
            spelling = spelling[:-1]
        self[word] = spelling
        return spelling


_known_words = _Words()
CLEAR.append(_known_words.clear)


def _spelling_of_greek_letter(sign: re.Match[str]) -> str:
    # "GREEK SMALL LETTER ALPHA WITH TONOS"
    name = unicodedata.name(sign[0], "").split(" WITH ")[0]
    return f" {name.split()[-1].lower()} " if "LETTER" in name else sign[0]
