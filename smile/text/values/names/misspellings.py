"""Long names and words with one letter wrong: Mathew Perry for Matthew Perry, but not Iraq for Iran."""

import simplemma

from ..answer import Answer, Match
from .aliases import is_known
from .spelling import spelled_words

_FEWEST_LETTERS = 8
_FEWEST_IN_WORD = 5
_MOST_WORDS = 6
_ENDING = 3

# A reference, and its words in one spelling.
_Words = tuple[str, tuple[str, ...]]


def read(reference: str) -> _Words | None:
    """Returns a reference and its words, or None if it is short, long or has numbers.

    >>> read("Matthew Perry"), read("Iran"), read("Apollo 11 mission")
    (('Matthew Perry', ('matthew', 'perry')), None, None)
    """
    words = spelled_words(reference)
    letters = "".join(words)
    is_name = len(words) <= _MOST_WORDS and len(letters) >= _FEWEST_LETTERS and letters.isalpha()
    return (reference, words) if is_name else None


def compare(value: _Words, answer: Answer, question: str | None) -> Match | None:
    """Says whether an answer has the reference's words but for one letter, and one of the two words is no known one.

    >>> compare(read("Matthew Perry"), Answer("It was Mathew Perry."), None).said
    ((7, 19),)
    >>> compare(read("absorption"), Answer("adsorption"), None)
    """
    reference, wanted = value
    said = spelled_words(answer.small)
    missing = [word for word in wanted if word not in said]
    if len(missing) != 1:
        return None
    at = wanted.index(missing[0])
    for place in range(at, len(said) - len(wanted) + at + 1):
        found = said[place - at : place - at + len(wanted)]
        is_one_apart = (
            said[place][0] == wanted[at][0] and found[:at] + found[at + 1 :] == wanted[:at] + wanted[at + 1 :]
        )
        if is_one_apart and _is_slip(wanted[at], said[place]):
            return Match("misspelling", True, "=", reference, answer.find_as(spelled_words, found, len(found)))
    return None


def _is_slip(one: str, other: str) -> bool:
    """Says whether a letter is missing, added, another, or changed places with its neighbour, in a word that is none.

    Another letter in an ending makes another word: sulfate, sulfite.

    >>> _is_slip("matthew", "mathew"), _is_slip("sulfate", "sulfite"), _is_slip("beethoven", "beethovne")
    (True, False, True)
    """
    if min(len(one), len(other)) < _FEWEST_IN_WORD or not other.isalpha():
        return False
    at = next((at for at, (a, b) in enumerate(zip(one, other, strict=False)) if a != b), min(len(one), len(other)))
    rest, others = one[at:], other[at:]
    is_near = (
        rest[1:] == others
        or rest == others[1:]
        or (rest[1:] == others[1:] and len(rest) > _ENDING)
        or (rest[1::-1] == others[:2] and rest[2:] == others[2:] and len(rest) > 1)
    )
    return is_near and not all(simplemma.is_known(word, "en") or is_known(word) for word in (one, other))
