"""N-grams are cut and words are matched: the string side of the lexical score (paper, Equation 2)."""

from collections.abc import Sequence

from .numerals import is_number

Words = tuple[str, ...]

# Of a longer prediction only the first so many different n-grams are compared, and the row counts as truncated.
MOST_NGRAMS = 4096
_MOST_WORDS_IN_NGRAMS = 2_000_000


def ngrams(prediction: Words, n: int, most: int | None = None) -> list[Words]:
    """Returns the distinct n-grams of a prediction in order of appearance.

    A prediction shorter than n words is its own only n-gram.

    Args:
        prediction: Its words.
        n: Words per n-gram, at least 1.
        most: Stop after so many.

    >>> ngrams(("a", "b", "a", "b"), 2)
    [('a', 'b'), ('b', 'a')]
    >>> ngrams(("a",), 2)
    [('a',)]
    """
    if len(prediction) <= n:
        return [prediction]
    distinct: dict[Words, None] = {}
    for start in range(len(prediction) - n + 1):
        distinct[prediction[start : start + n]] = None
        if len(distinct) == most:
            break
    return list(distinct)


def most_ngrams(n: int) -> int:
    """Returns how many n-grams of n words are compared at most: fewer of very long ones.

    >>> most_ngrams(3), most_ngrams(20_000)
    (4096, 100)
    """
    return max(1, min(MOST_NGRAMS, _MOST_WORDS_IN_NGRAMS // n))


def contains(prediction: Words, reference: Words) -> bool:
    """Says whether the reference stands in the prediction word for word.

    >>> contains(("it", "be", "in", "paris"), ("in", "paris"))
    True
    """
    return f" {' '.join(reference)} " in f" {' '.join(prediction)} "


def easy_match(prediction: Words, reference: Words) -> float:
    """Returns the share of the reference's distinct words found in the prediction, 0 to 1 (paper, Section 4).

    >>> easy_match(("paris", "in", "france"), ("paris", "texas"))
    0.5
    """
    wanted = set(reference)
    return len(wanted.intersection(prediction)) / len(wanted)


def lacks_numbers(candidates: Sequence[Words], reference: Words) -> list[bool]:
    """Says for each n-gram whether it lacks one of the reference's numbers.

    >>> lacks_numbers([("4", "july"), ("2", "july")], ("july", "2"))
    [True, False]
    """
    numbers = {word for word in reference if is_number(word)}
    if not numbers:
        return [False] * len(candidates)
    return [not numbers.issubset(candidate) for candidate in candidates]
