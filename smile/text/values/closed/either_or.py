"""Alternatives that a question offers without letters ("Is it tea or coffee?"), and which an answer commits to."""

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from itertools import chain, dropwhile
from typing import Literal

from ...lazy_patterns import Patterns
from ..numbers import CARDINAL_NUMBERS, ORDINAL_NUMBERS
from .closed_words import NEGATIONS, WORD_LISTS, all_words, is_opposite, is_same_word

Commitment = int | Literal["both", "neither"]

_PATTERNS = Patterns(__file__)
_LONGEST_QUESTION = 600
_PLACES = {word: number - 1 for word, number in (CARDINAL_NUMBERS | ORDINAL_NUMBERS).items()}
_ARTICLES = ("a", "an", "the")
_PARTICLES = WORD_LISTS["particles"]
_STOPS = WORD_LISTS["no alternatives"]
# What may stand between an alternative and its denial.
_BEFORE_NOT = ("is", "be", "was", "it", "are", "were", "one", "of", "do", "does", "did", "have")
_MOST_WORDS = 6
_LONGEST_DENIAL = 8
_MARKS = " \t\n.,;:?!\"'()*“”"


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
    return _PATTERNS.has("offers", question) and len(question) <= _LONGEST_QUESTION


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
    if not may_offer(question) or _PATTERNS["no offer"].search(_PATTERNS["last resort"].sub("", question)):
        return None
    wanted = trimmed(all_words(reference)) if reference else ()
    lengths = (len(trimmed(reference.split())), len(wanted)) if reference else (0,)
    if reference and (not wanted or max(lengths) > _MOST_WORDS):
        return None
    offering, n_last = _PATTERNS["last resort"].subn("", question.strip())
    if n_last and " or " not in offering:
        # "butter, oil or both"
        offering = " or ".join(offering.rsplit(", ", 1))
    best = None
    for texts in (texts for length in dict.fromkeys(lengths) for texts in _lists(offering, length)):
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
    at = next(
        (at for at, word in enumerate(words[:-1]) if word.lower() not in WORD_LISTS["before an alternative"]),
        len(words) - 1,
    )
    return tuple(words[max(at, 0) :])


def _lists(question: str, length: int) -> list[tuple[str, ...]]:
    """Returns the ways in which a question may list alternatives."""
    found = []
    if bracketed := _PATTERNS["bracketed"].search(question):
        found.append(_split(bracketed[1]))
    if ":" in question:
        found.append(_split(question.rpartition(":")[2]))
    parts = [part for part in _PATTERNS["sentence end"].split(question) if part.strip(_MARKS)]
    offering = next((part for part in reversed(parts) if " or " in part), None)
    if offering is not None:
        found.append(_in_sentence(offering.strip(), length))
    elif between := _PATTERNS["between"].search(question):
        found.append((between[1].strip(_MARKS), between[2].strip(_MARKS)))
    elif slashed := re.search(r"(?i)(?<!\S)[a-z-]{2,}(?:/[a-z-]{2,})+(?=\W*$)", question):
        found.append(tuple(slashed[0].split("/")))
    return found


def _split(text: str) -> tuple[str, ...]:
    items = tuple(item.strip(_MARKS) for item in re.split(r",? or |, |; | ?/ ?", text))
    return items if all(items) and all(len(item.split()) <= _MOST_WORDS for item in items) else ()


def _in_sentence(sentence: str, length: int) -> tuple[str, ...]:
    """Returns the alternatives of a sentence with "or"."""
    left, _, right = sentence.rpartition(" or ")
    right = right.removeprefix("else ")
    ending = _PATTERNS["right end"].split(right, maxsplit=1)[0]
    ending = re.sub(r"(?i)^(?:is|was|are|were) (?:it|he|she|they) ", "", ending)
    pieces = _PATTERNS["comma or or"].split(left.rstrip(","))
    items: list[str] = []
    is_which = _PATTERNS["asks which"].match(sentence) is not None
    for n_before in reversed(range(len(pieces))):
        piece, is_first = pieces[n_before], n_before == 0
        is_tail = is_first or bool(_PATTERNS["auxiliary"].match(piece)) or len(piece.split()) > _MOST_WORDS
        if is_which and (items if is_first else not is_tail and _PATTERNS["asks which"].match(piece)):
            break
        items.append(_tail(piece, ending, length) if is_tail and not _is_whole(piece) else piece)
        if is_tail:
            break
    items.reverse()
    size = length or max((len(trimmed(item.split())) for item in items[1:]), default=0)
    return (*(item.strip(_MARKS) for item in items), _head(ending, items[-1], size).strip(_MARKS))


def _is_whole(piece: str) -> bool:
    """Whether nothing but an alternative stands there: "Tea or coffee?"."""
    return (
        len(piece.split()) <= 3 and not _PATTERNS["auxiliary"].match(piece) and not _PATTERNS["asks which"].match(piece)
    )


def _tail(piece: str, ending: str, length: int) -> str:
    """Returns the alternative at the end of a piece of the question."""
    tokens = piece.split()
    if ending.split()[0].lower() in _ARTICLES:
        at = next((at for at in range(len(tokens) - 1, 0, -1) if tokens[at].lower() in _ARTICLES), 0)
        if at and len(tokens) - at <= _MOST_WORDS:
            return " ".join(tokens[at:])
    at = max(len(tokens) - max(length, 1), 0)
    if tokens[-1][0].isupper():
        capital = len(tokens) - 1
        while capital > 1 and (tokens[capital - 1][0].isupper() or tokens[capital - 1] in _PARTICLES):
            capital -= 1
        at = capital if capital < at or length < 1 else at
    whole = tokens[at:]
    while len(whole) > 1 and (whole[0].lower() in _STOPS or _PATTERNS["auxiliary"].fullmatch(whole[0])):
        whole = whole[1:]
    return " ".join(whole)


def _head(ending: str, before: str, size: int) -> str:
    """Returns the alternative at the beginning of what follows "or"."""
    tokens = ending.split()
    lead = len(tokens) - len(trimmed(tokens))
    rest = tokens[lead:]
    if not rest:
        return ending
    size = size or len(trimmed(before.split()))
    end = 1
    if rest[0][0].isupper() and before.split()[-1][0].isupper():
        while end < len(rest) and (
            rest[end][0].isupper()
            or (rest[end] in _PARTICLES and rest[end + 1 : end + 2] and rest[end + 1][0].isupper())
        ):
            end += 1
        end = max(end, min(size, len(rest)) if len(rest) <= size else end)
    else:
        while end < min(size, len(rest)) and (rest[end].lower() not in _STOPS or size > 2):
            end += 1
    return " ".join(tokens[: lead + end])


def chosen_place(answer: str, n: int) -> int | None:
    """Returns the place of the one of n options that an answer names by its place.

    >>> chosen_place("The former.", 2), chosen_place("the last one", 3), chosen_place("The second is", 2)
    (0, 2, 1)
    >>> chosen_place("the third", 2), chosen_place("the latter", 3)
    (None, None)
    """
    found = _PATTERNS["by place"].fullmatch(answer.lower().replace("\u2019", "'").strip(" .!,\"'"))
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
    text = _PATTERNS["asked"].sub(" ", answer).lower().replace("\u2019", "'")
    clauses = [all_words(clause) for clause in _PATTERNS["clause end"].split(text) if clause.strip()]
    if not offered.keys:
        return None
    said = [_of_clause(offered, clause) for clause in clauses]
    single = {found for found in said if isinstance(found, int)}
    if len(single) == 1:
        return single.pop()
    if single:
        known = offered.named | WORD_LISTS["joins"] | WORD_LISTS["skipped"]
        return "both" if len(single) == n and all(map(known.issuperset, clauses)) else None
    if "unclear" in said:
        return None
    if _PATTERNS["neither"].search(text):
        return "neither"
    if "both" in said or (_PATTERNS["both"].search(text) and not _PATTERNS["not both"].search(text)):
        return "both"
    pointed = _PATTERNS["former or latter"].search(text)
    return int(pointed[1] == "latter") if pointed and n == 2 else None


def denies(offered: Alternatives, answer: str, place: int) -> bool:
    """Returns whether an answer denies one of the alternatives and says no more: "It is not tea".

    >>> denies(alternatives("Is it tea or coffee?", "tea"), "It isn't tea.", 0)
    True
    """
    words = all_words(answer.lower())
    if not offered.keys or len(words) > _LONGEST_DENIAL:
        return False
    at = _place_of(offered.keys[place], words)
    return at is not None and _is_denied(offered, place, words, at)


def _of_clause(offered: Alternatives, words: tuple[str, ...]) -> Commitment | Literal["unclear"] | None:
    keys = offered.keys
    places = {number: at for number, key in enumerate(keys) if (at := _place_of(key, words)) is not None}
    for number in tuple(places):
        if any(other != number and set(keys[number]) < set(offered.words[other]) for other in places):
            del places[number]
    affirmed = [number for number, at in places.items() if not _is_denied(offered, number, words, at)]
    if len(affirmed) > 1:
        first, last = (pick(places[number] for number in affirmed) for pick in (min, max))
        return "both" if set(words[first:last]) - offered.named <= WORD_LISTS["joins"] else "unclear"
    if not affirmed:
        return None
    if sum(map(NEGATIONS.__contains__, words)) > len(places) - len(affirmed):
        return "unclear"
    if _is_turned(offered, words):
        return 1 - affirmed[0] if len(keys) == 2 else "unclear"
    return affirmed[0]


def _is_turned(offered: Alternatives, words: tuple[str, ...]) -> bool:
    """Whether a clause says the opposite of what is asked: lighter, where the heavier is asked for."""
    asked = set(offered.question) - offered.named
    own = set(words) - offered.named - asked
    is_less = not own.isdisjoint(("less", "fewer")) and "less" not in asked
    return is_less or any(is_opposite(word, other) for word in own for other in asked)


def _place_of(key: tuple[str, ...], words: tuple[str, ...]) -> int | None:
    """Returns where the words of an alternative stand in an answer; one of several is enough, if it is no short one."""
    found = [next((at for at, word in enumerate(words) if _is_word(its, word)), None) for its in key]
    if len(key) == 1 and key[0] in WORD_LISTS["everywhere"] and found[0] is not None and found[0] < len(words) - 1:
        return None
    return next((at for word, at in zip(key, found, strict=True) if at is not None and len(word) > 2), found[0])


def _is_word(one: str, other: str) -> bool:
    # "lefty" for "left", "protons" for "proton"; but "off" is not "offer".
    return one == other or (len(one) > 3 and other in (f"{one}y", f"{one}ie", f"{one}s")) or (
        min(len(one), len(other)) > 5 and is_same_word(one, other)
    )  # fmt: skip


def _is_denied(offered: Alternatives, number: int, words: tuple[str, ...], at: int) -> bool:
    before = next((word for word in reversed(words[:at]) if word not in WORD_LISTS["skipped"]), "")
    if before in WORD_LISTS["denies the next"] or before in NEGATIONS:
        return True
    at += len(offered.keys[number])
    after = tuple(dropwhile(_BEFORE_NOT.__contains__, words[at : at + 5]))
    if not after or after[0] not in ("not", "wrong", "false", "incorrect"):
        return False
    # "tea not coffee" denies the coffee.
    rest = trimmed(after[1:])
    return not any(rest[:1] == key[:1] for key in offered.keys)
