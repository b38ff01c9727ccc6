"""Alternatives that a question offers without letters: "Is it tea or coffee?", "Which is it: red, blue or green?"."""

import re
from dataclasses import dataclass
from functools import lru_cache

from ...lazy_patterns import lazy_re
from .closed_questions import all_words

_OFFERS = lazy_re(r"(?i) or |(?<=[a-z]{2})/(?=[a-z]{2})|:[^:]+,|\bbetween\b")
_LONGEST_QUESTION = 600
# What ends a list of alternatives, and offers none.
_LAST_RESORT = lazy_re(
    r"(?i),? (?:or|/) (?:both(?: of them)?|neither(?: of them)?|either|none(?: of (?:them|these))?|something else|not"
    r"|other|another(?: one)?|else|is it (?:both|neither))\b(?=\W*$)"
)
_NO_OFFER = lazy_re(
    r"(?i)\b(?:yes|true|right|correct|fact|more|one|two|and|he|him|his|agree|whether)(?: or |/)"
    r"(?:no|false|wrong|incorrect|fiction|myth|less|so|more|two|three|or|she|her|hers|disagree|not)\b|\bwho or what\b"
    r"| or not\b"
)
_SENTENCE_END = lazy_re(r"(?<=[a-z\d)]{3})[.!?]+(?=\s|$)|\n+")
_COMMA_OR_OR = lazy_re(r",? or (?:else )?(?:is it |was it |are they )?|[,;] ")
_RIGHT_END = lazy_re(r"[,;:?()!]")
_BETWEEN = lazy_re(r"(?i)^\W*(?:which|who|what|choose|pick|decide)\b.*?\b(?:between|of) (.+?) and ([^,?.;:]+)")
_BRACKETED = lazy_re(r"\(([^()]+)\)\W*$")
_ASKS_WHICH = lazy_re(
    r"(?i)\W*(?:(?:in|at|on|of|for|by|with|to|from|and|so) )?(?:which|what|who|whose|whom|where|when|how|why)\b"
)
_AUXILIARY = lazy_re(
    r"(?i)(?:.*[,:;] )?(?:and |so |but )?(?:is|are|was|were|am|do|does|did|have|has|had|can|could|will|would|should"
    r"|must|may|might|shall)(?:n't)?\b"
)
_ARTICLES = ("a", "an", "the")
_LEAD = frozenset("a an the in on at by to from with of for as its his her their my your our is it was".split())
_PARTICLES = frozenset("de da di du van von der of the la le el bin al".split())
_STOPS = frozenset(
    "in on at by to from with of for as is are was were be do does did has have had when if while during than that "
    "which who because since after before under over into about per".split()
)
_MOST_WORDS = 6
_MARKS = " \t\n.,;:?!\"'()*“”"


@dataclass(frozen=True, slots=True)
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
    if not may_offer(question) or _NO_OFFER.search(_LAST_RESORT.sub("", question)):
        return None
    wanted = trimmed(all_words(reference)) if reference else ()
    lengths = (len(trimmed_tokens(reference.split())), len(wanted)) if reference else (0,)
    if reference and (not wanted or max(lengths) > _MOST_WORDS):
        return None
    offering, n_last = _LAST_RESORT.subn("", question.strip())
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


def trimmed(words: tuple[str, ...]) -> tuple[str, ...]:
    """Returns words without the articles and prepositions at their beginning.

    >>> trimmed(("in", "the", "cup")), trimmed(("on",))
    (('cup',), ('on',))
    """
    at = 0
    while at < len(words) - 1 and words[at] in _LEAD:
        at += 1
    return words[at:]


def trimmed_tokens(tokens: list[str]) -> list[str]:
    """Returns tokens of a text without the articles and prepositions at their beginning.

    >>> trimmed_tokens(["The", "Nile"])
    ['Nile']
    """
    at = 0
    while at < len(tokens) - 1 and tokens[at].lower() in _LEAD:
        at += 1
    return tokens[at:]


def _lists(question: str, length: int) -> list[tuple[str, ...]]:
    """Returns the ways in which a question may list alternatives."""
    found = []
    if bracketed := _BRACKETED.search(question):
        found.append(_split(bracketed[1]))
    if ":" in question:
        found.append(_split(question.rpartition(":")[2]))
    parts = [part for part in _SENTENCE_END.split(question) if part.strip(_MARKS)]
    offering = next((part for part in reversed(parts) if " or " in part), None)
    if offering is not None:
        found.append(_in_sentence(offering.strip(), length))
    elif between := _BETWEEN.search(question):
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
    ending = _RIGHT_END.split(right, maxsplit=1)[0]
    ending = re.sub(r"(?i)^(?:is|was|are|were) (?:it|he|she|they) ", "", ending)
    pieces = _COMMA_OR_OR.split(left.rstrip(","))
    items: list[str] = []
    is_which = _ASKS_WHICH.match(sentence) is not None
    while pieces:
        piece = pieces.pop()
        is_first = not pieces
        if is_first and is_which and items:
            break
        is_tail = is_first or _AUXILIARY.match(piece) is not None or len(piece.split()) > _MOST_WORDS
        if not is_tail and pieces and is_which and _ASKS_WHICH.match(piece):
            break
        if is_tail and _is_whole(piece):
            is_tail = False
            pieces = []
        items.append(_tail(piece, ending, length) if is_tail else piece)
        if is_tail:
            break
    items.reverse()
    size = length or max((len(trimmed_tokens(item.split())) for item in items[1:]), default=0)
    return (*(item.strip(_MARKS) for item in items), _head(ending, items[-1], size).strip(_MARKS))


def _is_whole(piece: str) -> bool:
    """Whether nothing but an alternative stands there: "Tea or coffee?"."""
    return len(piece.split()) <= 3 and not _AUXILIARY.match(piece) and not _ASKS_WHICH.match(piece)


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
    while len(whole) > 1 and (whole[0].lower() in _STOPS or _AUXILIARY.fullmatch(whole[0])):
        whole = whole[1:]
    return " ".join(whole)


def _head(ending: str, before: str, size: int) -> str:
    """Returns the alternative at the beginning of what follows "or"."""
    tokens = ending.split()
    lead = len(tokens) - len(trimmed_tokens(tokens))
    rest = tokens[lead:]
    if not rest:
        return ending
    size = size or len(trimmed_tokens(before.split()))
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
