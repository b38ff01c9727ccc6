"""Texts that differ in nothing but one word that decides: an opposite, another place, or a negation."""

from functools import lru_cache

from ....choices import SMILE_NORMALIZATION
from ...normalization import words
from ..answer import Answer, Match
from .closed_words import WORD_LISTS, is_opposite

_RULE = "opposite"

_LEFT_OUT, _REPLIES = WORD_LISTS["articles"], WORD_LISTS["replies"]
_NEGATIONS, _AUXILIARIES = WORD_LISTS["plain negations"], WORD_LISTS["auxiliaries"]
_PLACES = [place for title, place in WORD_LISTS.items() if title.startswith("place")]

# So many words more has "did not reduce" than "reduced", with an article and a reply in front.
_MOST_MORE = 4


def compare(reference: str, answer: Answer) -> Match | None:
    """Says that an answer is wrong which has the reference's words with one changed for its opposite, or negated.

    Args:
        reference: The reference in NFKC.
        answer: The answer.

    >>> compare("They increased sharply", Answer("They decreased sharply.")).how
    'not'
    >>> texts = "It is under the table.", "at the table"
    >>> [compare("on the table", Answer(text)) is None for text in texts]
    [False, True]
    >>> compare("reduced mortality", Answer("did not reduce mortality")).is_same
    False
    """
    meant = _words(reference)
    if len(meant) < 2:
        return None
    text = answer.proper
    if abs(text.count(" ") - reference.count(" ")) > _MOST_MORE or answer.text.endswith("?"):
        return None
    if _is_opposite_text(_words(text), meant):
        return answer.match(_RULE, False, "not", text.rstrip("."), reference)
    return None


def _is_opposite_text(said: tuple[str, ...], meant: tuple[str, ...]) -> bool:
    if len(said) == len(meant):
        different = [pair for pair in zip(said, meant, strict=True) if pair[0] != pair[1]]
        if len(different) == 1 and (is_opposite(*different[0]) or _is_other_place(*different[0])):
            return True
    said_plain, meant_plain = ([word for word in text if word not in _AUXILIARIES] for text in (said, meant))
    n_negations = [len(text) - len(_without(text, _NEGATIONS)) for text in (said_plain, meant_plain)]
    is_negated = sum(n_negations) % 2 == 1
    return is_negated and _without(said_plain, _NEGATIONS) == _without(meant_plain, _NEGATIONS) != []


def _without(text: list[str], left_out: frozenset[str]) -> list[str]:
    return [word for word in text if word not in left_out]


def _is_other_place(one: str, other: str) -> bool:
    """Whether two words say where things are, and not the same: "on" and "in" often do."""
    return any(one in place and other not in place for place in _PLACES) and any(other in place for place in _PLACES)


@lru_cache(maxsize=2**14)
def _words(text: str) -> tuple[str, ...]:
    """The words of a text, without its articles, the "no" of "No. 1", and a yes or no in front of others."""
    found = [word for word in words(text, SMILE_NORMALIZATION, "en") if word not in _LEFT_OUT]
    found = [
        word for i, word in enumerate(found) if not (word == "no" and i + 1 < len(found) and found[i + 1][:1].isdigit())
    ]
    return tuple(found[1:] if len(found) > 1 and found[0] in _REPLIES else found)
