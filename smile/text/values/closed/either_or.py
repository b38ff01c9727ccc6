"""Alternatives that a question offers without letters ("Is it tea or coffee?"), and which an answer commits to."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from itertools import chain, dropwhile
from typing import Literal

from ...lazy_patterns import lazy_re
from ..numbers import CARDINAL_NUMBERS, ORDINAL_NUMBERS
from .closed_words import NEGATIONS, WITHOUT_MEANING, WORD_LISTS, all_words, is_opposite

Commitment = int | Literal["both", "neither"]

_LONGEST_QUESTION = 600
_MOST_WORDS = 6
_MARKS = " \t\n.,;:?!\"'()*“”"
_PLACES = {word: number - 1 for word, number in (CARDINAL_NUMBERS | ORDINAL_NUMBERS).items()}

# "true or false", "one or two", "he or she", "or not" offer nothing.
_NO_OFFER = lazy_re(
    r"(?i)\b(?:yes|true|right|correct|fact|more|one|two|and|he|him|his|agree|whether|who) or (?:no|false|wrong"
    r"|incorrect|fiction|myth|less|so|more|two|three|or|she|her|hers|disagree|not|what)\b| or not\b"
)
# "butter, oil or [both]"
_LAST_RESORT = lazy_re(r"(?i)(?:both|neither|either|none|something|other|another|else)\b")
_ITEMS_BEGIN = lazy_re(r"[:(]")  # "Which is it: red or blue?", "Which is it (red or blue)?"
_ITEM_END = lazy_re(r",? or |[,;] ")
_ASKS = lazy_re(r"(?i)\W*(?:[a-z]+ )?(?:which|what|whom?|whose|where|when|how|why)\b")
_ASKED = lazy_re(r"[^.?!\n]*\?")
_CLAUSE_END = lazy_re(r"[.](?!\d)|[;:!\n,]+|\b(?:but|although|though|whereas|while|however|because|since|so)\b")
# "I'd say the latter", "the second one", "option two", "the last of these"
_BY_PLACE = lazy_re(
    r"(?:it's |it is |i'd say |i (?:think|choose|pick) )?(?:the )?(?:option |choice |number )?"
    r"(?P<place>former|latter|last|first|second|third|fourth|fifth|one|two|three|four|five)"
    r"(?: (?:one|option|choice|alternative|answer|mentioned|is))?(?: of (?:the|those|these|them)(?: \w+)?)?"
)
_BOTH = lazy_re(r"(?<!not )(?<!n't )\b(?:both|either|all of (?:them|these))\b")
_NEITHER = lazy_re(r"\b(?:neither|none of (?:them|these|the))\b|\b(?:not|n't) either\b")


@dataclass(frozen=True)
class Alternatives:
    """What a question offers, in its order.

    Attributes:
        texts: Each alternative as the question has it.
        words: The words of each as lemmas, without articles and prepositions before it.
        question: All words of the question.
    """

    texts: tuple[str, ...]
    words: tuple[tuple[str, ...], ...]
    question: tuple[str, ...]

    @cached_property
    def keys(self) -> tuple[tuple[str, ...], ...]:
        """The words that tell each from the others; "ferrous" has none that "non-ferrous" lacks."""
        n_with = Counter(chain.from_iterable(map(set, self.words)))
        return tuple(tuple(word for word in its if n_with[word] == 1) for its in self.words)

    def places(self, reference: str) -> list[int]:
        """Returns the numbers of the alternatives with all words of a reference, or all of whose words it has."""
        wanted = set(trimmed(all_words(reference)))
        return [number for number, its in enumerate(self.words) if wanted <= set(its) or wanted >= set(its)]


def may_offer(question: str) -> bool:
    """Returns whether a question has a sign of alternatives.

    >>> may_offer("Tea or coffee?"), may_offer("What is it?")
    (True, False)
    """
    return " or " in question.lower() and len(question) <= _LONGEST_QUESTION


@lru_cache(maxsize=4096)
def alternatives(question: str, reference: str | None = None) -> Alternatives | None:
    """Returns the alternatives that a question offers; none if it offers none, or the reference is not one of them.

    Where an alternative begins or ends in running words, the reference shows its length.

    Args:
        question: The question.
        reference: One of the alternatives; none where the answer is "both" or the like.

    >>> alternatives("Is it tea or coffee in the cup?", "coffee").texts
    ('tea', 'coffee')
    >>> alternatives("Which is heavier, a proton or an electron?", "the proton").texts
    ('proton', 'electron')
    >>> alternatives("Does the recipe use butter, oil or both?").texts, alternatives("Is it big or not?", "big")
    (('butter', 'oil'), None)
    """
    size = len(trimmed(reference.split())) if reference else 1
    if not may_offer(question) or _NO_OFFER.search(question) or size > _MOST_WORDS:
        return None
    items = (item.strip(_MARKS) for item in _around_or(question, size))
    texts = tuple(item for item in items if item and not _LAST_RESORT.match(item))
    words = tuple(trimmed(all_words(text)) for text in texts)
    offered = Alternatives(texts, words, all_words(question))
    is_offered = reference is None or offered.places(reference)
    return offered if is_offered and len(set(words)) == len(words) > 1 else None


def trimmed(words: Sequence[str]) -> tuple[str, ...]:
    """Returns words without the articles and prepositions at their beginning.

    >>> trimmed(["The", "Nile"]), trimmed(("on",))
    (('Nile',), ('on',))
    """
    rest = tuple(dropwhile(lambda word: word.lower() in WORD_LISTS["before an alternative"], words))
    return rest or tuple(words[-1:])


def _around_or(question: str, size: int) -> list[str]:
    """Returns the alternatives around the last "or": the first and the last of so many words."""
    left, _, right = question.rpartition(" or ")
    pieces = _ITEM_END.split(_ITEMS_BEGIN.split(left)[-1].rstrip(","))
    if len(pieces) > 1 and _ASKS.match(pieces[0]):
        # "Which is heavier, a proton or an electron?"
        del pieces[0]
    if any(len(piece.split()) > _MOST_WORDS for piece in pieces[1:]):
        pieces = pieces[-1:]
    return [" ".join(pieces[0].split()[-size:]), *pieces[1:], " ".join(trimmed(right.split())[:size])]


def chosen_place(answer: str, n: int) -> int | None:
    """Returns the place of the one of n options that an answer names by its place.

    >>> chosen_place("The former.", 2), chosen_place("the last one", 3), chosen_place("The second is", 2)
    (0, 2, 1)
    >>> chosen_place("the third", 2), chosen_place("the latter", 3)
    (None, None)
    """
    found = _BY_PLACE.fullmatch(answer.lower().replace("\u2019", "'").strip(" .!,\"'"))
    named = _PLACES | {"last": n - 1} | ({"former": 0, "latter": 1} if n == 2 else {})
    place = named.get(found["place"], n) if found else n
    return place if place < n else None


def committed(offered: Alternatives, answer: str) -> Commitment | None:
    """Returns the number of the alternative that an answer commits to, both or neither; none if that is unclear.

    >>> drinks = alternatives("Is it tea or coffee?", "tea")
    >>> committed(drinks, "tea rather than coffee"), committed(drinks, "The latter."), committed(drinks, "Not tea.")
    (0, 1, None)
    >>> committed(drinks, "tea or coffee"), committed(drinks, "neither"), committed(drinks, "Tea is old, coffee new.")
    ('both', 'neither', None)
    """
    place = chosen_place(answer, len(offered.words))
    if place is not None:
        return place
    if not all(offered.keys):
        return None
    text = _ASKED.sub(" ", answer).lower().replace("\u2019", "'")
    said = {_of_clause(offered, all_words(clause)) for clause in _CLAUSE_END.split(text)} - {None}
    if said:
        only = said.pop()
        return None if said or only == "unclear" else only
    if _NEITHER.search(text):
        return "neither"
    return "both" if _BOTH.search(text) else None


def _of_clause(offered: Alternatives, words: tuple[str, ...]) -> Commitment | Literal["unclear"] | None:
    places = {}
    for number, key in enumerate(offered.keys):
        telling = set(key) - WITHOUT_MEANING or key
        # "a lefty" is left-handed.
        if found := [at for at, word in enumerate(words) if word in telling or word.removesuffix("y") in telling]:
            places[number] = found[0]
    affirmed = [number for number, at in places.items() if not _is_denied(words[:at])]
    if not affirmed:
        return None
    named = set(chain.from_iterable(offered.words))
    if len(affirmed) > 1:
        ends = [places[number] for number in affirmed]
        return "both" if set(words[min(ends) : max(ends)]) <= WORD_LISTS["joins"] | named else "unclear"
    if sum(word in NEGATIONS for word in words) > len(places) - 1:
        return "unclear"
    # "The electron is lighter", where the heavier is asked for.
    asked = set(offered.question) - named
    if any(is_opposite(word, other) for word in set(words) - named - asked for other in asked):
        return 1 - affirmed[0] if len(offered.keys) == 2 else "unclear"
    return affirmed[0]


def _is_denied(before: tuple[str, ...]) -> bool:
    last = next((word for word in reversed(before) if word not in WORD_LISTS["skipped"]), "")
    return last in WORD_LISTS["denies the next"] | NEGATIONS
