"""N-grams and word matches: the string side of the lexical score (paper, Equation 2)."""

from collections.abc import Callable, Sequence, Set

import numpy as np

from ..text.languages import english_function_words
from ..text.normalization import is_cjk
from ..text.view import ARTICLES, Words

# Only so many different n-grams of a prediction, and so many words in them, are compared with the references; a row
# with more counts as truncated.
MOST_NGRAMS, _MOST_WORDS = 128, 256
_MOST_NGRAMS_IN_PAPER, _MOST_WORDS_IN_PAPER = 4096, 2_000_000

# In the easy match of `default` and `fast`, function words and words of the question weigh this share of others, and
# shared function words alone count at most so much: only an n-gram that is nearly the reference then takes an answer
# over the threshold. In a longer reference every word counts alike. See docs/settings.md.
LIGHT_WEIGHT = 0.25
_FUNCTION_WORDS_ALONE = 0.1
_LONG_REFERENCE = 20


def ngrams(prediction: Words, n: int, most: int | None = None) -> list[str]:
    """Returns the distinct n-grams of a prediction in order of appearance, their words joined by single spaces.

    A prediction shorter than n words is its own only n-gram. Only the first `most` are returned, if it is given.

    >>> ngrams(("a", "b", "a", "b"), 2)
    ['a b', 'b a']
    >>> ngrams(("a",), 2)
    ['a']
    """
    distinct: dict[str, None] = {}
    for start in range(max(1, len(prediction) - n + 1)):
        distinct[" ".join(prediction[start : start + n])] = None
        if len(distinct) == most:
            break
    return list(distinct)


def most_ngrams(n: int, *, is_paper: bool = False) -> int:
    """Returns the largest number of n-grams of n words that are compared with a reference.

    >>> most_ngrams(1), most_ngrams(4), most_ngrams(1000)
    (128, 64, 1)
    """
    most, words = (_MOST_NGRAMS_IN_PAPER, _MOST_WORDS_IN_PAPER) if is_paper else (MOST_NGRAMS, _MOST_WORDS)
    return max(1, min(most, words // n))


def nearest_ngrams(prediction: Words, n: int, wanted: Set[str], most: int) -> list[str]:
    """Returns the distinct n-grams of a long prediction that have most of the wanted words, up to a limit.

    >>> nearest_ngrams(tuple("abcdef"), 2, {"e", "c"}, 3)
    ['b c', 'c d', 'd e']
    """
    starts = list(range(min(most, len(prediction) - n + 1)))
    if wanted:
        sums = np.zeros(len(prediction) + 1, dtype=np.int64)
        np.cumsum(np.frombuffer(bytes(map(wanted.__contains__, prediction)), dtype=np.uint8), out=sums[1:])
        starts = np.sort(np.argsort(sums[:-n] - sums[n:], kind="stable")[:most]).tolist()
    return list(dict.fromkeys([" ".join(prediction[start : start + n]) for start in starts]))


def easy_match(prediction: Set[str], reference: Words) -> float:
    """Returns the share of the reference's distinct words found in the prediction, 0 to 1 (paper, Section 4).

    >>> easy_match({"paris", "in", "france"}, ("paris", "texas"))
    0.5
    """
    return sum(map(prediction.__contains__, reference)) / len(reference)


def keyword_content_match(
    prediction: Set[str], reference: Words, question: Callable[[], Set[str]], functions: frozenset[str] | None = None
) -> float:
    """Returns the easy match, 0 to 1, in which function words and words of the question weigh a quarter of others.

    Args:
        prediction: The words of the prediction.
        reference: The different words of the reference.
        question: Returns the words of the question; it is not called where they make no difference.
        functions: The function words; None for those of English.

    >>> garden = ("in", "the", "garden")
    >>> keyword_content_match({"in", "the", "kitchen"}, garden, set), keyword_content_match({"garden"}, garden, set)
    (0.1, 0.6666666666666666)
    """
    found = list(filter(prediction.__contains__, reference))
    n, n_found = len(reference), len(found)
    if n_found in (0, n) or n > _LONG_REFERENCE:
        return n_found / n
    functions, asked = english_function_words() if functions is None else functions, question()
    light = [word for word in reference if word in functions or word in asked]
    saved = 1 - LIGHT_WEIGHT
    match = (n_found - saved * sum(map(prediction.__contains__, light))) / (n - saved * len(light))
    without_content = next((words for words in (functions, ARTICLES) if not words.issuperset(reference)), frozenset())
    return min(match, _FUNCTION_WORDS_ALONE) if without_content.issuperset(found) else match


def compared_units(words: Words) -> Words:
    """Returns the words to compare. In Chinese and Japanese these are pairs of characters: 京都 and 東京 share none.

    >>> compared_units(("in", "東", "京", "都")), compared_units(("京",))
    (('in', '東京', '京都'), ('京',))
    """
    is_character = [is_cjk(word) for word in words]
    if not any(is_character):
        return words
    found = []
    for i, word in enumerate(words):
        if not is_character[i]:
            found.append(word)
        elif i + 1 < len(words) and is_character[i + 1]:
            found.append(word + words[i + 1])
        elif i == 0 or not is_character[i - 1]:
            found.append(word)
    return tuple(found)


def lacks_numbers(candidates: Sequence[str], wanted: Words) -> list[bool]:
    """Returns for each n-gram whether it lacks one of the wanted numbers.

    >>> lacks_numbers(["4 july", "2 july"], ("2",))
    [True, False]
    """
    return [not set(candidate.split(" ")).issuperset(wanted) for candidate in candidates]
