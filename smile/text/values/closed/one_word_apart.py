"""Texts that differ in one word that decides (an opposite, another place, a negation), or in who did it to whom."""

from itertools import filterfalse

from ....caches import cached
from ....constants import SMILE_NORMALIZATION
from ....lazy_patterns import lazy_re
from ...clauses import is_negation
from ...normalization import normalized_words
from ...view import Match, View
from .closed_words import WORD_LISTS, are_opposites

_LEFT_OUT, _REPLIES = WORD_LISTS["articles"], WORD_LISTS["replies"]
_AUXILIARIES = WORD_LISTS["auxiliaries"]
_SYMMETRIC, _WITHOUT_CONTENT = WORD_LISTS["symmetric"], WORD_LISTS["joins"] | WORD_LISTS["auxiliaries"]
_PLACES = [place for title, place in WORD_LISTS.items() if title.startswith("place")]

_NO_REPLIES = lazy_re(r"(?i)\W*no\s*[^\w\s]")
_IN_ONE_WORD = {"in front of": "before", "next to": "beside", "on top of": "on"}
# So many words more has "did not reduce" than "reduced", with an article and a reply in front.
_MOST_MORE = 4


def compare_one_word_apart(reference: str, answer: View) -> Match | None:
    """Rejects an answer that repeats the reference but swaps one word for its opposite or negates it.

    Args:
        reference: The reference in NFKC.
        answer: The answer.

    >>> compare_one_word_apart("They increased sharply", View("They decreased sharply.")).how
    'not'
    >>> texts = "It is under the table.", "at the table"
    >>> [compare_one_word_apart("on the table", View(text)) is None for text in texts]
    [False, True]
    >>> compare_one_word_apart("reduced mortality", View("did not reduce mortality")).is_same
    False
    >>> compare_one_word_apart("Anna beat Ben", View("Ben beat Anna")).is_same
    False
    >>> compare_one_word_apart("Anna met Ben", View("Ben met Anna")) is None
    True
    """
    if " " not in reference or answer.text.endswith("?"):
        return None
    meant = _compared_words(reference)
    # "on the table" without what leads to it is only "table".
    for text in dict.fromkeys((answer.text, answer.proper)):
        if abs(text.count(" ") - reference.count(" ")) > _MOST_MORE:
            continue
        said = _compared_words(text)
        if _is_opposite_text(said, meant) or _are_swapped(said, meant):
            return answer.match("opposite", False, "not", text.rstrip("."), reference)
    return None


def _is_opposite_text(said: tuple[str, ...], meant: tuple[str, ...]) -> bool:
    if len(said) == len(meant):
        different = [pair for pair in zip(said, meant, strict=True) if pair[0] != pair[1]]
        if len(different) == 1 and (are_opposites(*different[0]) or _is_other_place(*different[0])):
            return True
    said_plain, meant_plain = ([word for word in text if word not in _AUXILIARIES] for text in (said, meant))
    is_negated = sum(map(is_negation, said_plain + meant_plain)) % 2 == 1
    said_rest, meant_rest = (list(filterfalse(is_negation, text)) for text in (said_plain, meant_plain))
    return is_negated and said_rest == meant_rest != []


def _are_swapped(said: tuple[str, ...], meant: tuple[str, ...]) -> bool:
    """Whether two texts have the same words, but two parts of them around a verb or the like have changed places.

    What is between the parts decides: "Don Shula" is "Shula, Don", and "A met B" is "B met A".
    """
    if said == meant or sorted(said) != sorted(meant):
        return False
    # Words at the beginning and the end that both have.
    start = next(at for at, pair in enumerate(zip(said, meant, strict=True)) if pair[0] != pair[1])
    stop = next(at for at, pair in enumerate(zip(said[::-1], meant[::-1], strict=True)) if pair[0] != pair[1])
    one, other = (text[start : len(text) - stop] for text in (said, meant))
    for first in range(1, len(one) - 1):
        for last in range(1, len(one) - first):
            middle = one[first:-last]
            if one[-last:] + middle + one[:first] == other:
                tells = any(word.isalpha() and word not in _WITHOUT_CONTENT for word in middle)
                return tells and _SYMMETRIC.isdisjoint(middle)
    return False


def _is_other_place(one: str, other: str) -> bool:
    """Whether two words say where things are, and not the same: "on" and "in" often do."""
    return any(one in place and other not in place for place in _PLACES) and any(other in place for place in _PLACES)


@cached(2**14)
def _compared_words(text: str) -> tuple[str, ...]:
    """The words of a text, without its articles, the "no" of "No. 1", and a yes or no in front of others."""
    for phrase, word in _IN_ONE_WORD.items():
        text = text.replace(phrase, word)
    found = [word for word in normalized_words(text, SMILE_NORMALIZATION, "en") if word not in _LEFT_OUT]
    found = [
        word for i, word in enumerate(found) if not (word == "no" and i + 1 < len(found) and found[i + 1][:1].isdigit())
    ]
    # "No fracture" replies to nothing.
    is_reply = len(found) > 1 and found[0] in _REPLIES and (found[0] != "no" or _NO_REPLIES.match(text) is not None)
    return tuple(found[1:] if is_reply else found)
