"""Long names and words with one letter wrong: Mathew Perry for Matthew Perry, but not Iraq for Iran."""

from functools import lru_cache

import simplemma

from ..answer import Answer, Match
from .aliases import is_known
from .spelling import spelled_words

_FEWEST_LETTERS = 8
_FEWEST_IN_WORD = 5
_MOST_WORDS = 6
_ENDING = 3


# A reference, and its words in one spelling: nearly every reference has them, and an object takes longer.
_Words = tuple[str, tuple[str, ...]]


def read(reference: str) -> _Words | None:
    """Returns a reference and its words, or None if it is short, long or has numbers.

    >>> read("Matthew Perry"), read("Iran"), read("Apollo 11 mission")
    (('Matthew Perry', ('matthew', 'perry')), None, None)
    """
    words = spelled_words(reference)
    letters = "".join(words)
    if len(words) > _MOST_WORDS or len(letters) < _FEWEST_LETTERS or not letters.isalpha():
        return None
    return reference, words


def compare(value: _Words, answer: Answer, question: str | None) -> Match | None:
    """Says whether an answer has the reference's words but for one letter, and one of the two words is no known one.

    >>> compare(read("Matthew Perry"), Answer("It was Mathew Perry."), None).said
    ((7, 19),)
    >>> compare(read("absorption"), Answer("adsorption"), None)
    """
    reference, words = value
    known = _words_by_letter(answer.small)
    missing = [word for word in words if word not in known.get(word[0], ())]
    if len(missing) != 1:
        return None
    wrong = missing[0]
    for word in known.get(wrong[0], ()):
        if -2 < len(word) - len(wrong) < 2 and _is_slip(wrong, word):
            written = tuple(word if its == wrong else its for its in words)
            if f" {' '.join(written)} " in f" {' '.join(spelled_words(answer.small))} ":
                return Match("misspelling", True, "=", reference, answer.find_as(spelled_words, written, len(written)))
    return None


@lru_cache(maxsize=64)
def _words_by_letter(text: str) -> dict[str, set[str]]:
    """A text's words by their first letter."""
    found: dict[str, set[str]] = {}
    for word in spelled_words(text):
        found.setdefault(word[0], set()).add(word)
    return found


def _is_slip(one: str, other: str) -> bool:
    if min(len(one), len(other)) < _FEWEST_IN_WORD or not other.isalpha() or not _are_one_letter_apart(one, other):
        return False
    return not (_is_known(one) and _is_known(other))


def _is_known(word: str) -> bool:
    return simplemma.is_known(word, "en") or is_known(word)


def _are_one_letter_apart(one: str, other: str) -> bool:
    """Says whether a letter is missing, added, another, or changed places with its neighbour.

    Another letter in an ending makes another word: sulfate, sulfite.

    >>> _are_one_letter_apart("matthew", "mathew"), _are_one_letter_apart("sulfate", "sulfite")
    (True, False)
    """
    at = 0
    while at < min(len(one), len(other)) and one[at] == other[at]:
        at += 1
    rest, others = one[at:], other[at:]
    if rest[1:] == others or rest == others[1:]:
        return True
    if rest[1:] == others[1:]:
        return len(rest) > _ENDING
    return len(rest) > 1 and rest[1::-1] == others[:2] and rest[2:] == others[2:]
