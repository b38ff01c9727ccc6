"""N-grams and word matches: the string side of the lexical score (paper, Equation 2)."""

from collections.abc import Sequence, Set
from dataclasses import dataclass

import numpy as np

from .numerals import is_number

Words = tuple[str, ...]

# Only so many different n-grams of a prediction, and so many words in them, are compared with the references; a row
# with more counts as truncated.
MOST_NGRAMS, _MOST_WORDS = 128, 256
_MOST_NGRAMS_IN_PAPER, _MOST_WORDS_IN_PAPER = 4096, 2_000_000


def ngrams(prediction: Words, n: int, most: int | None = None) -> list[str]:
    """Returns the distinct n-grams of a prediction in order of appearance, their words joined by single spaces.

    A prediction shorter than n words is its own only n-gram.

    Args:
        prediction: The words; none contains a space.
        n: Words per n-gram, at least 1.
        most: The largest number of n-grams to return; None returns all.

    >>> ngrams(("a", "b", "a", "b"), 2)
    ['a b', 'b a']
    >>> ngrams(("a",), 2)
    ['a']
    """
    starts = range(max(1, len(prediction) - n + 1))
    distinct = dict.fromkeys([" ".join(prediction[start : start + n]) for start in starts[:most]])
    for start in starts[len(starts[:most]) :]:
        if len(distinct) == most:
            break
        distinct[" ".join(prediction[start : start + n])] = None
    return list(distinct)


def most_ngrams(n: int, n_parts: int = 1, *, is_paper: bool = False) -> int:
    """Returns the largest number of n-grams of n words that are compared where n-grams of other lengths are, too.

    >>> most_ngrams(1), most_ngrams(4), most_ngrams(4, 2), most_ngrams(1000)
    (128, 64, 32, 1)
    """
    most, words = (_MOST_NGRAMS_IN_PAPER, _MOST_WORDS_IN_PAPER) if is_paper else (MOST_NGRAMS, _MOST_WORDS)
    return max(1, min(most, words // n) // n_parts)


def nearest_ngrams(prediction: Words, n: int, wanted: Set[str], most: int) -> list[str]:
    """Returns distinct n-grams of a long prediction: of the first so many that have most of the wanted words.

    >>> nearest_ngrams(tuple("abcdef"), 2, {"e", "c"}, 3)
    ['b c', 'c d', 'd e']
    """
    starts = list(range(min(most, len(prediction) - n + 1)))
    if wanted:
        sums = np.zeros(len(prediction) + 1, dtype=np.int64)
        np.cumsum(np.frombuffer(bytes(map(wanted.__contains__, prediction)), dtype=np.uint8), out=sums[1:])
        starts = np.sort(np.argsort(sums[:-n] - sums[n:], kind="stable")[:most]).tolist()
    return list(dict.fromkeys([" ".join(prediction[start : start + n]) for start in starts]))


def between_spaces(words: Words) -> str:
    """Returns words as a string between spaces, so that `in` finds whole words only, one after the other.

    >>> between_spaces(("in", "paris")) in between_spaces(("it", "be", "in", "paris"))
    True
    >>> between_spaces(("pari",)) in between_spaces(("in", "paris"))
    False
    """
    return f" {' '.join(words)} "


@dataclass(frozen=True, slots=True)
class ReferenceWords:
    """The words of a reference.

    Attributes:
        spaced: All words, joined by spaces and between spaces.
        n_words: Number of words.
        distinct: The distinct words.
        numbers: The distinct words that are, or contain, numbers.
    """

    spaced: str
    n_words: int
    distinct: Words
    numbers: Words

    @staticmethod
    def of(words: Words) -> "ReferenceWords":
        """Returns those of normalised words."""
        distinct = tuple(dict.fromkeys(words))
        return ReferenceWords(between_spaces(words), len(words), distinct, numbers(distinct))

    @property
    def joined(self) -> str:
        """All words, joined by spaces."""
        return self.spaced[1:-1]


def easy_match(prediction: Set[str], reference: Words) -> float:
    """Returns the share of the reference's distinct words found in the prediction, 0 to 1 (paper, Section 4).

    >>> easy_match({"paris", "in", "france"}, ("paris", "texas"))
    0.5
    """
    return sum(map(prediction.__contains__, reference)) / len(reference)


def numbers(words: Words) -> Words:
    """Returns the words that are, or contain, numbers.

    >>> numbers(("july", "2"))
    ('2',)
    """
    return tuple(filter(is_number, words))


def lacks_numbers(candidates: Sequence[str], wanted: Words) -> list[bool]:
    """Returns for each n-gram whether it lacks one of the wanted numbers.

    >>> lacks_numbers(["4 july", "2 july"], ("2",))
    [True, False]
    """
    return [not set(candidate.split(" ")).issuperset(wanted) for candidate in candidates]
