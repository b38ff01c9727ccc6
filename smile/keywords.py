"""N-grams are cut and words are matched: the string side of the lexical score (paper, Equation 2)."""

from collections.abc import Sequence

from .numerals import is_number

Words = tuple[str, ...]

# Of a longer prediction only the first so many different n-grams are compared, and the row counts as truncated.
MOST_NGRAMS = 4096


def ngrams(prediction: Words, n: int) -> list[Words]:
    """Returns the distinct n-grams of a prediction in order of appearance.

    A prediction shorter than n words is its own only n-gram.

    >>> ngrams(("a", "b", "a", "b"), 2)
    [('a', 'b'), ('b', 'a')]
    >>> ngrams(("a",), 2)
    [('a',)]
    """
    if len(prediction) <= n:
        return [prediction]
    return list(dict.fromkeys(zip(*(prediction[i : len(prediction) - n + 1 + i] for i in range(n)), strict=True)))


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
    return [not numbers.issubset(candidate) for candidate in candidates]
