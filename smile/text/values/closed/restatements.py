"""Reads a yes or a no from a statement that repeats the words of the question ("Is it blue?": "It is not blue")."""

import re
from itertools import takewhile
from typing import Literal, NamedTuple

from ....caches import cached
from ....lazy_patterns import lazy_re
from ...clauses import INSTEAD_OF, split_clauses
from ...lemmas import dictionary_form
from .closed_words import (
    NEGATIONS,
    TOKEN,
    WITHOUT_MEANING,
    are_opposites,
    is_same_word,
    lemmas_and_negations,
    without_quotes,
)

_Verdict = Literal["yes", "no"] | None

# A longer answer says more than the question asks.
_LONGEST_ANSWER = 1000

# "Is it blue", "In 1990, was it blue"; "cannot", "isn't"
_ASKS = lazy_re(
    r"(?s:(?:.*[,:;.] )?(?:and |so |but |or |now |then )?(?P<auxiliary>(?:is|are|was|were|am|do|does|did|have|has|had"
    r"|ca|can|could|wo|will|would|shall|should|must|may|might|ai)(?:n't|not)?) (?P<body>.+))"
)
_TRUE_OR_FALSE = r"(?:true|correct|right)(?: or (?:false|not|incorrect|wrong))?"
# "True or false: fish swim", "Is it true that fish swim"
_STATED = lazy_re(
    rf"(?:(?:(?:is|was) (?:it|this|the following)(?: statement| claim)? )?{_TRUE_OR_FALSE}(?: that)?|yes or no"
    r"|true/false|t/f|fact or (?:fiction|myth)|do you agree)\W+(?P<body>.+)"
)
# "Fish swim. True or false", "Fish swim, don't they"
_STATED_BEFORE = lazy_re(
    rf"(?P<body>.+?)\W+(?:(?:is (?:that|this|it) )?{_TRUE_OR_FALSE}|\w+n't (?:it|they)|yes or no|(?:do you )?agree"
    r"|agree or disagree)\W*"
)
_ASKS_FOR_MORE = lazy_re(
    r"(?i)\W*(?:(?:in|on|at|to|for|by|of|with|from) )?(?:what|which|whom?|whose|when|where|why|how)\b"
)
_PRONOUN = lazy_re(r"(?i)(?:it|he|she|they|these|this|that|those|we|i|you)\b")
_OBJECT = lazy_re(r"\w (?:it|them|him|her|that|this|one|so)\b")  # "they won [it]"
_DENIED_PART = lazy_re(rf"(?:and )?(?:not|{INSTEAD_OF})\b")


class _YesNoQuestion(NamedTuple):
    """The content of a yes/no question.

    Attributes:
        words: Its content words in order, as lemmas, each once.
        names: Those with a capital.
        n_subject: How many of the words surely name the subject, so that a pronoun may stand for them.
        denies: Whether it asks for something denied: "Is it true that penguins cannot fly?"
        is_copula: Whether it asks what something is or was, not what it does.
    """

    words: tuple[str, ...]
    names: frozenset[str]
    n_subject: int
    denies: bool
    is_copula: bool


def restated_polarity(question: str, answer: str) -> _Verdict:
    """Returns yes or no if an answer affirms or denies a yes/no question by repeating its words, otherwise None.

    >>> restated_polarity("Is there a bowl on the table?", "There is no bowl on the table.")
    'no'
    >>> restated_polarity("Is the door locked?", "It is unlocked.")
    'no'
    >>> restated_polarity("Is the door locked?", "The door is blue.")
    >>> restated_polarity("Can it fly?", "It can fly far")
    'yes'
    >>> restated_polarity("Is Mars bigger than Earth?", "Mars is bigger.")
    """
    asked = _restated_question(question)
    if asked is None or len(answer) > _LONGEST_ANSWER:
        return None
    found: set[_Verdict] = set()
    covered: frozenset[str] = frozenset()
    for text in (part.strip(" ,'\"()") for part, _ in split_clauses(without_quotes(answer))):
        verdict, its = _restated_polarity(asked, text)
        if _DENIED_PART.match(text):
            # "..., not Paris" denies Paris where the rest of the answer lacks it.
            found.add("no" if its - covered else None)
        else:
            covered |= its
            found.add(verdict)
    found.discard(None)
    return found.pop() if len(found) == 1 else None


@cached(4096)
def _restated_question(question: str) -> _YesNoQuestion | None:
    """Returns the content of a yes/no question, or None for any other question."""
    text = " ".join(without_quotes(question).strip(" ?!.\"'").split())
    lower = text.lower()
    found = _STATED.fullmatch(lower) or _STATED_BEFORE.fullmatch(lower)
    auxiliary = "is"
    if found is None or _ASKS.fullmatch(found["body"]):
        found = _ASKS.fullmatch(found["body"] if found else lower)
        if found is None or _ASKS_FOR_MORE.match(lower) or re.search(r" or (?!not\b)", found["body"]):
            return None
        auxiliary = found["auxiliary"]
    body = found["body"].removesuffix(" or not")
    original = text[lower.find(body) :][: len(body)]
    words = lemmas_and_negations(original)
    content = list(dict.fromkeys(word for word in words if word not in WITHOUT_MEANING | NEGATIONS))
    if body.endswith((" on", " off")):
        # "Is the lamp switched on?"
        content = [word for word in content if word not in ("switch", "turn", "power")] + body.split()[-1:]
    # Which of two is bigger, the order of words tells.
    if not content or "than" in words:
        return None
    is_copula = auxiliary.startswith(("is", "are", "was", "were", "am", "ain"))
    capitals = {token.lower().removesuffix("'s") for token in TOKEN.findall(original) if token[0].isupper()}
    names = frozenset(dictionary_form(name, "en") for name in capitals - WITHOUT_MEANING - NEGATIONS)
    subject = () if _PRONOUN.match(body) else tuple(takewhile(names.__contains__, content)) or content[:1]
    return _YesNoQuestion(
        words=tuple(content),
        names=names,
        n_subject=min(len(subject), len(content) - 1),
        denies=sum(word in NEGATIONS for word in words) % 2 == 1,
        is_copula=is_copula,
    )


def _restated_polarity(asked: _YesNoQuestion, text: str) -> tuple[_Verdict, frozenset[str]]:
    """Returns the yes or no that a clause implies, and the question's words that it repeats or contradicts."""
    words = lemmas_and_negations(text)
    content = [word for word in words if word not in WITHOUT_MEANING or word in asked.words or word in ("on", "off")]
    same = {word for word in asked.words if any(is_same_word(word, other) for other in content)}
    flipped = {
        word for word in asked.words if word not in same and any(are_opposites(word, other) for other in content)
    }
    covered = frozenset(same | flipped)
    missing = _words_not_restated(asked, text, [word for word in asked.words if word not in covered])
    # "Failed" is the opposite of "passed", and denies nothing besides.
    negations = [
        word for word in words if word in NEGATIONS and not any(are_opposites(word, other) for other in flipped)
    ]
    denies = (len(negations) + len(flipped) + asked.denies) % 2 == 1
    if missing or not covered:
        # "They are not both in Finland" has all but the lakes.
        is_no = denies and len(missing) == 1 < len(asked.words) and missing[0] not in asked.names
        return "no" if is_no and not missing[0].isdigit() else None, covered
    # "The Sun orbits the Earth": who did it and to whom have changed places.
    first, last = asked.words[0], asked.words[-1]
    may_be_turned = not asked.is_copula and "by" not in words and {first, last} <= set(content)
    if may_be_turned and content.index(last) < content.index(first):
        return None, covered
    return "no" if denies else "yes", covered


def _words_not_restated(asked: _YesNoQuestion, text: str, missing: list[str]) -> list[str]:
    """Returns the question's words that a clause lacks, except those that its pronouns may stand for."""
    if _PRONOUN.match(text):
        for word in asked.words[: asked.n_subject]:
            if missing[:1] != [word]:
                break
            missing = missing[1:]
    # "They won it": the pronoun stands for what the question names last.
    is_end = 0 < len(missing) < len(asked.words) and missing == [*asked.words[-len(missing) :]]
    return [] if is_end and _OBJECT.search(text) else missing
