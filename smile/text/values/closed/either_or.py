"""Alternatives that a question offers without letters ("Is it tea or coffee?"), and which an answer commits to."""

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from itertools import chain, dropwhile
from typing import Literal

from ...lazy_patterns import lazy_re
from ..numbers import CARDINAL_NUMBERS, ORDINAL_NUMBERS
from .closed_words import NEGATIONS, WORD_LISTS, all_words, is_opposite, is_same_word

Commitment = int | Literal["both", "neither"]

_LONGEST_QUESTION = 600
_MOST_WORDS = 6
_MARKS = " \t\n.,;:?!\"'()*“”"
_ARTICLES = ("a", "an", "the")
_PLACES = {word: number - 1 for word, number in (CARDINAL_NUMBERS | ORDINAL_NUMBERS).items()}
# What may stand between an alternative and its denial: "tea [is it] not".
_BEFORE_NOT = ("is", "be", "was", "it", "are", "were", "one", "of", "do", "does", "did", "have")

_SLASH = lazy_re(r"(?<=[a-z]{2})/(?=[a-z]{2})", re.IGNORECASE)  # "hot/cold"
_OFFERS = lazy_re(rf" or |{_SLASH.pattern}|:[^:]+,", re.IGNORECASE)
# "Is it butter, oil [or both]?"
_LAST_RESORT = lazy_re(
    r"(?i),? or (?:both(?: of them)?|neither(?: of them)?|either|none(?: of (?:them|these))?|something else|not|other"
    r"|another(?: one)?|else|is it (?:both|neither))\b(?=\W*$)"
)
# "true or false", "one or two", "he or she", "or not" offer nothing.
_NO_OFFER = lazy_re(
    r"(?i)\b(?:yes|true|right|correct|fact|more|one|two|and|he|him|his|agree|whether|who) or (?:no|false|wrong"
    r"|incorrect|fiction|myth|less|so|more|two|three|or|she|her|hers|disagree|not|what)\b| or not\b"
)
_LISTED = lazy_re(r"(?:: |\()([^():]+)\)?\W*$")  # "Choose one: red, blue", "Which is it (red or blue)?"
_ITEM_END = lazy_re(r",? or |, |; ")
_SENTENCE_END = lazy_re(r"(?<=[a-z\d)]{3})[.!?]+(?=\s|$)|\n+")
_PIECE_END = lazy_re(r",? or (?:else )?|[,;] ")
_AGAIN = lazy_re(r"(?i)^(?:else )?(?:(?:is|was|are|were) (?:it|he|she|they) )?")  # "is it tea or [is it] coffee"
_ASKS_WHICH = lazy_re(
    r"(?i)\W*(?:(?:in|at|on|of|for|by|with|to|from|and|so) )?(?:which|what|whom?|whose|where|when|how|why)\b"
)
_AUXILIARY = lazy_re(
    r"(?i)(?:and |so |but )?(?:is|are|was|were|am|do|does|did|have|has|had|can|could|will|would|should|must|may|might"
    r"|shall)(?:n't)?\b"
)
_ASKED = lazy_re(r"[^.?!\n]*\?")
_CLAUSE_END = lazy_re(
    r"(?<!\bno)[.](?!\d)|[;:!\n,]+|\b(?:but|although|though|whereas|while|however|because|since|so)\b"
    r"|\s[\u2013\u2014-]+\s|\((?=not)"
)
# "I'd say the latter", "the second one", "option two", "the last of these"
_BY_PLACE = lazy_re(
    r"(?:(?:(?:it|that|this)(?:'s| is| was| would be)|(?:i )?(?:think|say|choose|pick|guess)|i'd say) )*(?:the )?"
    r"(?:(?P<place>former|latter|last|first|second|third|fourth|fifth|sixth)"
    r"|(?:option |choice |number )(?P<number>one|two|three|four|five|six))"
    r"(?: (?:one|option|choice|alternative|answer|item|mentioned|listed|named|is)| of (?:the|those|these|them)"
    r"(?: (?:two|three|four|options|choices))?)*"
)
_BOTH = lazy_re(r"(?<!not )(?<!n't )\b(?:both|either|the two of them|all of (?:them|these)|each of them)\b")
_NEITHER = lazy_re(r"\b(?:neither|none of (?:them|these|the)|not either)\b|n't either\b")


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
    def named(self) -> frozenset[str]:
        """The words of all alternatives."""
        return frozenset(chain.from_iterable(self.words))

    @cached_property
    def keys(self) -> tuple[tuple[str, ...], ...]:
        """The words that tell each from the others, if they do; "ferrous" has only what "non-ferrous" has too."""
        n_with = Counter(chain.from_iterable(map(set, self.words)))
        keys = [tuple(word for word in its if n_with[word] == 1) for its in self.words]
        return tuple(key or its for key, its in zip(keys, self.words, strict=True)) if keys.count(()) < 2 else ()


def may_offer(question: str) -> bool:
    """Returns whether a question has a sign of alternatives.

    >>> may_offer("Tea or coffee?"), may_offer("What is it?")
    (True, False)
    """
    return _OFFERS.search(question) is not None and len(question) <= _LONGEST_QUESTION


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
    ('a proton', 'an electron')
    >>> alternatives("Does the recipe use butter, oil or both?").texts, alternatives("Is it big or not?", "big")
    (('butter', 'oil'), None)
    """
    offering, n_last = _LAST_RESORT.subn("", _SLASH.sub(" or ", question.strip()))
    if not may_offer(question) or _NO_OFFER.search(offering):
        return None
    wanted = trimmed(all_words(reference)) if reference else ()
    sizes = {len(trimmed(reference.split())): None, len(wanted): None} if reference else {0: None}
    if reference and (not wanted or max(sizes) > _MOST_WORDS):
        return None
    if n_last and " or " not in offering:
        # "butter, oil or both"
        offering = " or ".join(offering.rsplit(", ", 1))
    best = None
    for texts in (texts for size in sizes for texts in _lists(offering, size)):
        words = tuple(trimmed(all_words(text)) for text in texts)
        if len(texts) < 2 or not all(words) or len(set(words)) < len(words):
            continue
        if not wanted or wanted in words:
            return Alternatives(texts, words, all_words(question))
        if best is None and any(set(wanted) <= set(its) for its in words):
            best = Alternatives(texts, words, all_words(question))
    return best


def trimmed(words: Sequence[str]) -> tuple[str, ...]:
    """Returns words without the articles and prepositions at their beginning.

    >>> trimmed(["The", "Nile"]), trimmed(("on",))
    (('Nile',), ('on',))
    """
    rest = tuple(dropwhile(lambda word: word.lower() in WORD_LISTS["before an alternative"], words))
    return rest or tuple(words[-1:])


def _lists(question: str, size: int) -> list[tuple[str, ...]]:
    """Returns the ways in which a question may list alternatives of so many words."""
    found = []
    if listed := _LISTED.search(question):
        found.append(tuple(item.strip(_MARKS) for item in _ITEM_END.split(listed[1])))
    sentences = [sentence for sentence in _SENTENCE_END.split(question) if " or " in sentence]
    return found + [_in_sentence(sentence.strip(), size) for sentence in sentences[-1:]]


def _in_sentence(sentence: str, size: int) -> tuple[str, ...]:
    left, _, right = sentence.rpartition(" or ")
    right = re.split(r"[,;:?()!]", _AGAIN.sub("", right))[0]
    pieces = _PIECE_END.split(left.rstrip(","))
    items: list[str] = []
    for place in reversed(range(len(pieces))):
        piece = _AGAIN.sub("", pieces[place]) if place else pieces[place]
        asks = _ASKS_WHICH.match(piece) is not None
        if asks and items:
            # "Which is heavier, a proton or an electron?"
            break
        is_tail = asks or _AUXILIARY.match(piece) is not None or len(piece.split()) > (_MOST_WORDS if place else 3)
        items.insert(0, _tail(piece, right, size) if is_tail else piece)
        if is_tail:
            break
    size = size or max(len(trimmed(item.split())) for item in items[-1:])
    return (*(item.strip(_MARKS) for item in items), _head(right, size).strip(_MARKS))


def _tail(piece: str, right: str, size: int) -> str:
    """Returns the alternative at the end of a piece of the question: a name, or as long as the reference."""
    tokens = piece.split()
    if right.split()[:1] and right.split()[0].lower() in _ARTICLES:
        articles = [at for at, token in enumerate(tokens) if at and token.lower() in _ARTICLES]
        if articles and len(tokens) - articles[-1] <= _MOST_WORDS:
            return " ".join(tokens[articles[-1] :])
    first = max(len(tokens) - max(size, 1), 0)
    while first > 1 and tokens[first][0].isupper() and tokens[first - 1][0].isupper():
        first -= 1
    rest = dropwhile(lambda token: token.lower() in WORD_LISTS["no alternatives"], tokens[first:])
    return " ".join(rest) or tokens[-1]


def _head(right: str, size: int) -> str:
    """Returns the alternative at the beginning of what follows "or"."""
    tokens = right.split()
    end = len(tokens) - len(trimmed(tokens)) + size
    while end < len(tokens) and tokens[end - 1][0].isupper() and tokens[end][0].isupper():
        end += 1
    return " ".join(tokens[:end])


def chosen_place(answer: str, n: int) -> int | None:
    """Returns the place of the one of n options that an answer names by its place.

    >>> chosen_place("The former.", 2), chosen_place("the last one", 3), chosen_place("The second is", 2)
    (0, 2, 1)
    >>> chosen_place("the third", 2), chosen_place("the latter", 3)
    (None, None)
    """
    found = _BY_PLACE.fullmatch(answer.lower().replace("\u2019", "'").strip(" .!,\"'"))
    named = _PLACES | {"last": n - 1} | ({"former": 0, "latter": 1} if n == 2 else {})
    place = named.get(found["number"] or found["place"], n) if found else n
    return place if place < n else None


def committed(offered: Alternatives, answer: str) -> Commitment | None:
    """Returns the number of the alternative that an answer commits to, both or neither; none if that is unclear.

    >>> drinks = alternatives("Is it tea or coffee?", "tea")
    >>> committed(drinks, "tea rather than coffee"), committed(drinks, "The latter."), committed(drinks, "Not tea.")
    (0, 1, None)
    >>> committed(drinks, "tea or coffee"), committed(drinks, "neither"), committed(drinks, "Tea is old, coffee new.")
    ('both', 'neither', None)
    """
    n = len(offered.words)
    if (place := chosen_place(answer, n)) is not None:
        return place
    if not offered.keys:
        return None
    text = _ASKED.sub(" ", answer).lower().replace("\u2019", "'")
    clauses = [all_words(clause) for clause in _CLAUSE_END.split(text)]
    said = [_of_clause(offered, clause) for clause in clauses]
    single = {found for found in said if isinstance(found, int)}
    if len(single) == 1:
        return single.pop()
    if single:
        known = offered.named | WORD_LISTS["joins"] | WORD_LISTS["skipped"]
        return "both" if len(single) == n and all(map(known.issuperset, clauses)) else None
    if "unclear" in said:
        return None
    if _NEITHER.search(text):
        return "neither"
    if "both" in said or _BOTH.search(text):
        return "both"
    return None


def _of_clause(offered: Alternatives, words: tuple[str, ...]) -> Commitment | Literal["unclear"] | None:
    keys = offered.keys
    places = {number: at for number, key in enumerate(keys) if (at := _place_of(key, words)) is not None}
    for number in tuple(places):
        if any(other != number and set(keys[number]) < set(offered.words[other]) for other in places):
            del places[number]
    affirmed = [number for number, at in places.items() if not _is_denied(offered, number, words, at)]
    if len(affirmed) > 1:
        ends = [places[number] for number in affirmed]
        between = set(words[min(ends) : max(ends)]) - offered.named
        return "both" if between <= WORD_LISTS["joins"] else "unclear"
    if not affirmed:
        return None
    if sum(word in NEGATIONS for word in words) > len(places) - len(affirmed):
        return "unclear"
    # "The electron is lighter", where the heavier is asked for.
    asked = set(offered.question) - offered.named
    own = set(words) - offered.named - asked
    if own & {"less", "fewer"} or any(is_opposite(word, other) for word in own for other in asked):
        return 1 - affirmed[0] if len(keys) == 2 else "unclear"
    return affirmed[0]


def _place_of(key: tuple[str, ...], words: tuple[str, ...]) -> int | None:
    """Returns where the words of an alternative stand in an answer; one of several is enough, if it is no short one."""
    found = [next((at for at, word in enumerate(words) if _is_word(its, word)), None) for its in key]
    if len(key) == 1 and key[0] in WORD_LISTS["everywhere"] and found[0] is not None and found[0] < len(words) - 1:
        return None
    return next((at for word, at in zip(key, found, strict=True) if at is not None and len(word) > 2), found[0])


def _is_word(one: str, other: str) -> bool:
    # "lefty" for "left", "protons" for "proton"; but "off" is not "offer".
    is_form = len(one) > 3 and other in (f"{one}y", f"{one}ie", f"{one}s")
    return one == other or is_form or (min(len(one), len(other)) > 5 and is_same_word(one, other))


def _is_denied(offered: Alternatives, number: int, words: tuple[str, ...], at: int) -> bool:
    before = next((word for word in reversed(words[:at]) if word not in WORD_LISTS["skipped"]), "")
    if before in WORD_LISTS["denies the next"] | NEGATIONS:
        return True
    at += len(offered.keys[number])
    after = tuple(dropwhile(_BEFORE_NOT.__contains__, words[at : at + 5]))
    # "tea not coffee" denies the coffee.
    rest = trimmed(after[1:])
    is_not = after[:1] in (("not",), ("wrong",), ("false",), ("incorrect",))
    return is_not and not any(rest[:1] == key[:1] for key in offered.keys)
