"""Lists of counted or measured things: two cats and one dog are not one cat and two dogs."""

from dataclasses import dataclass

from ..numbers import in_figures
from .list_items import PATTERNS, pieces, spaced_words

_ARTICLES = ("a", "an")
_FUNCTION_WORDS = frozenset(
    "a an the it they he she at to in on of by is are be was were and with for from degree celsius fahrenheit c f"
    " about other".split()
)
# How many words may stand between a number and its noun: "two black cats".
_GAP = 3


@dataclass(frozen=True, slots=True)
class Count:
    """A thing, how many there are or what it measures, and whether the number stands in front of it."""

    noun: str
    number: str
    is_before: bool


def read_counts(reference: str) -> tuple[Count, ...]:
    """Returns the counts of a reference whose every item has one number and one noun of its own; otherwise none.

    >>> [(count.noun, count.number) for count in read_counts("two cats and one dog")]
    [('cat', '2'), ('dog', '1')]
    >>> read_counts("two cats and dogs"), read_counts("2 and 3")
    ((), ())
    """
    counts = tuple(map(_count, pieces(reference)))
    found = tuple(count for count in counts if count)
    nouns = {count.noun for count in found}
    # "A cup and a book" counts nothing, nor does "terminals 1 and 2".
    is_counted = any(not piece.lower().startswith(("a ", "an ")) for piece in pieces(reference))
    is_counted = is_counted and len({count.is_before for count in found}) == 1
    return found if len(nouns) == len(counts) > 1 and is_counted else ()


def _words(text: str) -> list[str]:
    text = PATTERNS["dozen"].sub("12", PATTERNS["two"].sub("2", text)) if " of" in text or "ozen" in text else text
    return spaced_words(in_figures(text).text).split()


def _count(piece: str) -> Count | None:
    words = ["1" if word in _ARTICLES else word for word in _words(piece)]
    numbers = [place for place, word in enumerate(words) if PATTERNS["number"].fullmatch(word)]
    if len(numbers) != 1 or len(words) > _GAP + 2:
        return None
    place = numbers[0]
    after = [word for word in words[place + 1 :] if word not in _FUNCTION_WORDS]
    before = [word for word in words[:place] if word not in _FUNCTION_WORDS]
    if after:
        return Count(after[-1], words[place], True)
    return Count(before[-1], words[place], False) if before else None


def compare_counts(counts: tuple[Count, ...], prediction: str, question: str | None) -> str | bool | None:
    """Returns whether an answer has all things in their numbers; the other count, if it gives one another number.

    >>> counts = read_counts("two cats and one dog")
    >>> compare_counts(counts, "a dog plus a pair of cats", None)
    True
    >>> compare_counts(counts, "one cat and two dogs", None)
    '1 cat'
    >>> compare_counts(counts, "cats and dogs", None)
    >>> compare_counts(counts, "2 and 1", "How many cats and how many dogs are there?")
    True
    """
    words = _words(prediction)
    nouns = {count.noun for count in counts}
    n_same = 0
    for count in counts:
        numbers = [_number_of(count, words, place, nouns) for place, word in enumerate(words) if word == count.noun]
        if count.number in numbers:
            n_same += 1
        elif any(numbers):
            return f"{next(number for number in numbers if number)} {count.noun}"
    is_same = n_same == len(counts) or (bool(question) and _are_bare(counts, words, question or ""))
    return True if is_same else None


def _are_bare(counts: tuple[Count, ...], words: list[str], question: str) -> bool:
    """Whether the answer has only the numbers, in the reference's order: "0 °C and 100 °C, respectively"."""
    numbers = [word for word in words if PATTERNS["number"].fullmatch(word)]
    others = set(words) - set(numbers) - {"and", "respectively"} - _FUNCTION_WORDS
    return numbers == [count.number for count in counts] and others <= set(spaced_words(question).split())


def _number_of(count: Count, words: list[str], place: int, nouns: set[str]) -> str | None:
    """The number that stands with a noun: in front of it, or behind it."""
    near = words[max(0, place - _GAP) : place][::-1] if count.is_before else words[place + 1 : place + 1 + _GAP]
    for distance, word in enumerate(near):
        if PATTERNS["number"].fullmatch(word):
            return word
        if count.is_before and distance == 0 and word in _ARTICLES:
            return "1"
        if word in nouns or word in ("and", "plus"):
            break
    return None
