"""Which of the alternatives that a question offers an answer commits to: one of them, both, or none."""

from typing import Literal

from ...lazy_patterns import lazy_re
from .closed_questions import all_words, is_negation
from .offered_alternatives import Alternatives, trimmed
from .opposites import is_opposite, is_same_word

Commitment = int | Literal["both", "neither"]

_CLAUSE_END = lazy_re(
    r"(?<!\bno)[.](?!\d)|[;:!\n,]+|\b(?:but|although|though|whereas|while|however|because|since|so)\b|\s[\u2013\u2014-]+\s"
    r"|\((?=not)"
)
_ASKED = lazy_re(r"[^.?!\n]*\?")
_ANSWER = (
    r"(?:(?:it|that|this|he|she|they)(?:'s| is| was| would be|'d be| are| were)?"
    r"|(?:i )?(?:think|say|choose|pick|guess)|i'd say)"
)
_ORDINALS = "first second third fourth fifth sixth".split()
_BY_PLACE = lazy_re(
    rf"(?:{_ANSWER} )*(?:the )?(?:(?P<place>former|latter|last|{'|'.join(_ORDINALS)})|(?:option |choice |number )"
    r"(?P<number>one|two|three|four|five|six))"
    r"(?: (?:one|option|choice|alternative|answer|item|mentioned|listed|named|thing|is"
    r"|(?:one )?of (?:the|those|these|them)(?: (?:two|three|four|options|choices))?))*"
)
_FORMER_OR_LATTER = lazy_re(r"\bthe (former|latter)\b(?! not)")
_NUMBERS = "one two three four five six".split()
_BOTH = lazy_re(r"\b(?:both|either|the two of them|all of (?:them|these)|each of them)\b")
_NOT_BOTH = lazy_re(r"\bnot (?:both|either)\b|n't (?:both|either)\b")
_NEITHER = lazy_re(r"\b(?:neither|none of (?:them|these|the)|not either)\b|n't either\b")
_SKIPPED = frozenset(
    "a an the be is was are it think believe say that in on at by from for to of with really actually he she they i "
    "this does do did made use exactly any".split()
)
_DENIES_BEFORE = frozenset("than instead unlike compare nor neither without except exclude".split())
_JOINS = frozenset("and or as well plus also a an the in on at of by both with some".split())
# Words that are everywhere: they count at the end of a clause.
_SMALL = frozenset("on off in out up down over under".split())


def chosen_place(answer: str, n: int) -> int | None:
    """Returns the place of the one of n options that an answer names by its place.

    >>> chosen_place("The former.", 2), chosen_place("the last one", 3), chosen_place("The second is", 2)
    (0, 2, 1)
    >>> chosen_place("the third", 2), chosen_place("the latter", 3)
    (None, None)
    """
    found = _BY_PLACE.fullmatch(answer.lower().replace("\u2019", "'").strip(" .!,\"'"))
    if not found:
        return None
    if found["number"]:
        place = _NUMBERS.index(found["number"])
    elif found["place"] in ("former", "latter"):
        place = n if n != 2 else int(found["place"] == "latter")
    else:
        place = n - 1 if found["place"] == "last" else _ORDINALS.index(found["place"])
    return place if place < n else None


def committed(offered: Alternatives, answer: str) -> Commitment | None:
    """Returns the number of the alternative that an answer commits to, both or neither; none if that is unclear.

    >>> from smile.text.values.closed.offered_alternatives import alternatives
    >>> drinks = alternatives("Is it tea or coffee?", "tea")
    >>> committed(drinks, "tea rather than coffee"), committed(drinks, "The latter."), committed(drinks, "Not tea.")
    (0, 1, None)
    >>> committed(drinks, "tea or coffee"), committed(drinks, "neither"), committed(drinks, "Tea is old, coffee new.")
    ('both', 'neither', None)
    """
    n = len(offered.words)
    place = chosen_place(answer, n)
    if place is not None:
        return place
    text = _ASKED.sub(" ", answer).lower().replace("\u2019", "'")
    clauses = [all_words(clause) for clause in _CLAUSE_END.split(text) if clause.strip()]
    keys = _keys(offered)
    if keys is None:
        return None
    said = [found for clause in clauses if (found := _of_clause(offered, keys, clause)) is not None]
    single = {found for found in said if isinstance(found, int)}
    if len(single) == 1:
        return single.pop()
    if single:
        named = {word for its in offered.words for word in its} | _JOINS | _SKIPPED
        return "both" if len(single) == n and named.issuperset(word for clause in clauses for word in clause) else None
    if "unclear" in said:
        return None
    if _NEITHER.search(text):
        return "neither"
    if "both" in said or (_BOTH.search(text) and not _NOT_BOTH.search(text)):
        return "both"
    pointed = _FORMER_OR_LATTER.search(text)
    return int(pointed[1] == "latter") if pointed and n == 2 else None


def denies(offered: Alternatives, answer: str, place: int) -> bool:
    """Returns whether an answer denies one of the alternatives and says no more: "It is not tea".

    >>> from smile.text.values.closed.offered_alternatives import alternatives
    >>> denies(alternatives("Is it tea or coffee?", "tea"), "It isn't tea.", 0)
    True
    """
    keys = _keys(offered)
    words = all_words(answer.lower())
    if keys is None or len(words) > _LONGEST_DENIAL:
        return False
    at = _place_of(keys[place], words)
    return at is not None and _is_denied(words, at, len(keys[place]), keys)


_LONGEST_DENIAL = 8


def _keys(offered: Alternatives) -> tuple[tuple[str, ...], ...] | None:
    """Returns the words that tell each alternative from the others; "ferrous" has only what "non-ferrous" has too."""
    keys = []
    for number, words in enumerate(offered.words):
        others = {word for other, its in enumerate(offered.words) if other != number for word in its}
        keys.append(tuple(word for word in words if word not in others))
    if sum(not key for key in keys) > 1:
        return None
    return tuple(key or words for key, words in zip(keys, offered.words, strict=True))


def _of_clause(
    offered: Alternatives, keys: tuple[tuple[str, ...], ...], words: tuple[str, ...]
) -> Commitment | Literal["unclear"] | None:
    places = {number: at for number, key in enumerate(keys) if (at := _place_of(key, words)) is not None}
    for number in tuple(places):
        if any(other != number and set(keys[number]) < set(offered.words[other]) for other in places):
            del places[number]
    if not places:
        return None
    affirmed = [number for number, at in places.items() if not _is_denied(words, at, len(keys[number]), keys)]
    denials = sum(map(is_negation, words)) - (len(places) - len(affirmed))
    if len(affirmed) > 1:
        first, last = (pick(places[number] for number in affirmed) for pick in (min, max))
        named = {word for key in keys for word in key}
        between = set(words[first:last]) - named - {word for its in offered.words for word in its}
        return "both" if between <= _JOINS else "unclear"
    if not affirmed or denials > 0:
        return None if not affirmed else "unclear"
    if _is_turned(offered, words):
        return 1 - affirmed[0] if len(keys) == 2 else "unclear"
    return affirmed[0]


def _is_turned(offered: Alternatives, words: tuple[str, ...]) -> bool:
    """Whether a clause says the opposite of what is asked: lighter, where the heavier is asked for."""
    named = {word for its in offered.words for word in its}
    asked = set(offered.question) - named
    own = set(words) - named - asked
    if ("less" in own or "fewer" in own) and "less" not in asked:
        return True
    return any(is_opposite(word, other) for word in own for other in asked)


def _place_of(key: tuple[str, ...], words: tuple[str, ...]) -> int | None:
    """Returns where the words of an alternative stand in an answer; one of several is enough, if it is no short one."""
    found = [next((at for at, word in enumerate(words) if _is_word(its, word)), None) for its in key]
    if len(key) == 1 and key[0] in _SMALL and found[0] is not None and found[0] < len(words) - 1:
        return None
    return next((at for word, at in zip(key, found, strict=True) if at is not None and len(word) > 2), found[0])


def _is_word(one: str, other: str) -> bool:
    # "lefty" for "left", "protons" for "proton"; but "off" is not "offer".
    return one == other or (len(one) > 3 and other in (f"{one}y", f"{one}ie", f"{one}s")) or (
        min(len(one), len(other)) > 5 and is_same_word(one, other)
    )  # fmt: skip


def _is_denied(words: tuple[str, ...], at: int, size: int, keys: tuple[tuple[str, ...], ...]) -> bool:
    before = at - 1
    while before >= 0 and words[before] in _SKIPPED:
        before -= 1
    if before >= 0 and (words[before] in _DENIES_BEFORE or is_negation(words[before])):
        return True
    after = list(words[at + size : at + size + 5])
    while after and after[0] in ("is", "be", "was", "it", "are", "were", "one", "of", "do", "does", "did", "have"):
        after.pop(0)
    if not after or after[0] not in ("not", "wrong", "false", "incorrect"):
        return False
    # "tea not coffee" denies the coffee.
    rest = trimmed(tuple(after[1:]))
    return not any(rest[:1] == key[:1] for key in keys)
