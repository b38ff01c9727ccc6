"""Reads a yes or a no from a statement that repeats the words of the question ("Is it blue?": "It is not blue")."""

from dataclasses import dataclass
from typing import Literal

from ...lazy_patterns import Patterns
from .opposites import is_opposite, is_same_word
from .questions import (
    NEGATIONS,
    WITHOUT_MEANING,
    ClosedQuestion,
    all_words,
    begins_with_pronoun,
    plain,
    read_question,
)

_Verdict = Literal["yes", "no"] | None

_PATTERNS = Patterns(__file__)
# A longer answer says more than the question asks.
_LONGEST_ANSWER = 1000


@dataclass(frozen=True, slots=True)
class _Clause:
    """A clause of an answer, compared with the question.

    Attributes:
        text: The clause.
        words: All its words.
        content: Those that carry meaning.
        covered: The question's words that it holds, or whose opposites it holds.
        missing: The question's other words, without those for which its pronouns may stand.
        is_flipped: Whether it holds an opposite.
        denies: Whether it denies what the question asks, if it speaks of the same.
    """

    text: str
    words: tuple[str, ...]
    content: tuple[str, ...]
    covered: frozenset[str]
    missing: tuple[str, ...]
    is_flipped: bool
    denies: bool


def restated(question: str, answer: str) -> _Verdict:
    """Returns whether an answer affirms or denies what the question asks, by repeating its words; none if unclear.

    >>> restated("Is there a bowl on the table?", "There is no bowl on the table.")
    'no'
    >>> restated("Is the door locked?", "It is unlocked."), restated("Is the door locked?", "The door is blue.")
    ('no', None)
    >>> restated("Is Mars bigger than Earth?", "Earth is bigger than Mars."), restated("Can it fly?", "It can fly far")
    ('no', 'yes')
    """
    asked = read_question(question)
    if asked is None or len(answer) > _LONGEST_ANSWER:
        return None
    found = set()
    covered: frozenset[str] = frozenset()
    for part in _PATTERNS["clause end"].split(plain(answer)):
        if not (text := part.strip(" ,'\"()")):
            continue
        if switched := _switched(question, text):
            found.add(switched)
            continue
        clause = _compared(asked, text)
        if _PATTERNS["denied part"].match(text):
            # "..., not Paris" denies Paris where the rest of the answer lacks it.
            verdict: _Verdict = "no" if clause.covered - covered else None
        else:
            covered |= clause.covered
            verdict = _verdict(asked, clause)
        if verdict:
            found.add(verdict)
    return found.pop() if len(found) == 1 else None


def _switched(question: str, clause: str) -> _Verdict:
    """Returns what a clause says of something that is on or off: "It's off"."""
    if not (says := _PATTERNS["says switch"].fullmatch(clause)) or not (
        asks := _PATTERNS["asks for switch"].fullmatch(plain(question))
    ):
        return None
    if says["thing"] and not set(all_words(says["thing"])) <= set(all_words(asks["about"])):
        return None
    is_same = says["state"].lower() == asks["state"].lower()
    return "yes" if is_same != bool(says["not"]) else "no"


def _compared(asked: ClosedQuestion, text: str) -> _Clause:
    words = all_words(text)
    content = tuple(word for word in words if word not in WITHOUT_MEANING or word in asked.words)
    same = {word for word in asked.words if any(is_same_word(word, other) for other in content)}
    flipped = {word for word in asked.words if word not in same and any(is_opposite(word, other) for other in content)}
    covered = frozenset(same | flipped)
    missing = [word for word in asked.words if word not in covered]
    if begins_with_pronoun(text):
        missing = _without_subject(asked, content, missing)
    if missing and missing[0] != asked.words[0] and _PATTERNS["object pronoun"].search(text):
        # "They won it": the pronoun stands for what the question names last.
        missing = [] if tuple(missing) == asked.words[-len(missing) :] else missing
    reversals = sum(map(NEGATIONS.__contains__, words)) + len(flipped) + asked.denies
    return _Clause(text, words, content, covered, tuple(missing), bool(flipped), reversals % 2 == 1)


def _without_subject(asked: ClosedQuestion, content: tuple[str, ...], missing: list[str]) -> list[str]:
    has_new_number = any(word[0].isdigit() and word not in asked.words for word in content)
    rest = list(missing)
    for word in asked.words[: asked.subject]:
        if not rest or rest[0] != word or (word[0].isdigit() and has_new_number):
            break
        rest.pop(0)
    return rest


def _verdict(asked: ClosedQuestion, clause: _Clause) -> _Verdict:
    if asked.than is not None:
        return _of_comparison(asked, asked.than, clause)
    if _is_other_thing(asked, clause):
        return "no"
    if not clause.covered:
        return None
    if not clause.missing:
        return None if _is_turned(asked, clause) else "no" if clause.denies else "yes"
    return "no" if _is_denied_in_part(asked, clause) or _is_of_another(asked, clause) else None


def _is_denied_in_part(asked: ClosedQuestion, clause: _Clause) -> bool:
    """Returns whether a clause denies although one word is missing, or says another number."""
    if len(clause.missing) != 1:
        return False
    missing = clause.missing[0]
    if missing[0].isdigit():
        return not clause.denies and any(word[0].isdigit() and word not in asked.words for word in clause.content)
    return clause.denies and missing not in asked.names and 2 * len(clause.covered) >= len(asked.words)


def _is_of_another(asked: ClosedQuestion, clause: _Clause) -> bool:
    """Returns whether another did or was it: "Did Edison invent the telephone?" "Bell invented the telephone"."""
    return (
        not (clause.denies or clause.is_flipped)
        and clause.missing == asked.words[: len(clause.missing)]
        and len(clause.missing) <= asked.subject
        and asked.names.issuperset(clause.missing)
        and _names_another(asked, clause)
    )


def _names_another(asked: ClosedQuestion, clause: _Clause) -> bool:
    """Returns whether a clause has a subject of its own, or says by whom it was done."""
    by = clause.words.index("by") + 1 if "by" in clause.words[:-1] else 0
    agents = [word for word in clause.words[by:] if word not in WITHOUT_MEANING] if by else clause.content
    named = {*agents[:1], *(agents[-1:] if asked.is_copula else ())} - set(asked.words)
    return any(not word.isdecimal() and not word.endswith("ly") for word in named)


def _is_other_thing(asked: ClosedQuestion, clause: _Clause) -> bool:
    """Returns whether the subject is said to be another thing: "Is a whale a fish?" "A whale is a mammal"."""
    return (
        asked.predicate is not None
        and clause.missing == (asked.predicate,)
        and not clause.denies
        and _PATTERNS.has("is a thing", clause.text)
    )


def _is_turned(asked: ClosedQuestion, clause: _Clause) -> bool:
    """Returns whether who did it and to whom have changed places: "The Sun orbits the Earth"."""
    first, last = asked.words[0], asked.words[-1]
    if asked.is_copula or "by" in clause.words or not {first, last} <= set(clause.content):
        return False
    return clause.content.index(last) < clause.content.index(first)


def _of_comparison(asked: ClosedQuestion, than: int, clause: _Clause) -> _Verdict:
    """Returns what a comparison says: "Earth is bigger than Mars" denies that Mars is bigger than Earth."""
    how, first, second = asked.words[than - 1], set(asked.words[: than - 1]), set(asked.words[than:])
    if how in clause.missing:
        return None
    words = clause.words
    at = words.index("than") if "than" in words else len(words)
    before = set(words[:at]) & (first | second)
    if before & second and not (first and first <= before):
        is_swapped = True
    elif first <= before or (not before and begins_with_pronoun(clause.text)):
        is_swapped = False
    else:
        return None
    if at < len(words) and not (first if is_swapped else second) <= clause.covered:
        return None
    return "no" if clause.denies != is_swapped else "yes"
