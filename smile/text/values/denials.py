"""Answers that have the reference's words and do not give it: they deny it, correct it, or leave it open.

"It is not Canberra", "Canberra? No.", "I thought it was Canberra, but it was Sydney", "Canberra. I cannot answer this".
An answer that gives the reference anywhere gives it, unless it takes it back.
"""

from collections.abc import Iterable, Sequence
from functools import lru_cache

from ..lazy_patterns import Patterns, lazy_re
from .answer import Answer, Match, Span
from .closed.questions import WITHOUT_MEANING, all_words
from .closed.yes_no import stated_polarity
from .names import person_names
from .other_candidates import other_candidates

_RULE = "denial"
_PATTERNS = Patterns(__file__)
# Most answers have none of these.
_SIGNS, _DISTANT = map(_PATTERNS.alternatives, ("signs", "distant"))
# So far before a mention, or after it, stands what denies it.
_NEAR = 120
_LONGEST_REFERENCE = 60
# In longer answers other things stand beside the one that is asked for.
_LONGEST_STEP = 220
# What is denied of a mention has so much of the question's words.
_ASKED = 0.5
_SENTENCE_START = lazy_re(r"[.!?;:\n][\"')\]*]*\s|\s[\u2013\u2014-]\s|\u2014")


def compare(references: Sequence[str], are_found: Sequence[bool], answer: Answer, question: str | None) -> Match | None:
    """Says that an answer is wrong which mentions the references only to deny them, or to leave them open.

    Args:
        references: All references of the row.
        are_found: Whether the answer has each word for word, in any form of its words.
        answer: The answer.
        question: The question, if it is known and used.

    >>> compare(["Canberra"], [True], Answer("It is not Canberra."), None).how
    'denies'
    >>> compare(["Canberra"], [True], Answer("Canberra. I'm sorry, but I cannot answer this question."), None).how
    'leaves open'
    >>> texts = ("Canberra, not Sydney", "It is not Sydney: Canberra")
    >>> [compare(["Canberra"], [True], Answer(text), None) for text in texts]
    [None, None]
    """
    if not any(are_found) and not any(text.lower().split()[-1] in answer.small for text in references):
        return None
    if not (
        _may_deny(answer)
        or (question and (_may_replace(answer) or _may_rank(answer, question) or _asks_who_won(question)))
    ):
        return None
    how = _how(references, are_found, answer, question or "")
    return answer.match(_RULE, False, how, "", references[0]) if how else None


def rejects(text: str) -> bool:
    """Whether a text has a word that takes back or rules out what it names; "not sure" only hedges.

    >>> rejects("Forget Bell"), rejects("I am not sure, but Bell")
    (True, False)
    """
    small = text.lower().replace("\u2019", "'")
    return _PATTERNS.has("rejects", _PATTERNS["is unsure"].sub("", small))


def _may_deny(answer: Answer) -> bool:
    return any(map(answer.small.__contains__, _SIGNS))


def _may_replace(answer: Answer) -> bool:
    return len(answer.small) <= _LONGEST_STEP and any(map(answer.small.__contains__, _DISTANT))


def _may_rank(answer: Answer, question: str) -> bool:
    """Whether a short answer says what was first and what came later, as is asked."""
    first = _PATTERNS["first"]
    if len(answer.small) > _LONGEST_STEP or not first.search(question.lower()) or not first.search(answer.small):
        return False
    return _PATTERNS.has("comes later", answer.small)


def _how(references: Sequence[str], are_found: Sequence[bool], answer: Answer, question: str) -> str:
    """Returns how an answer does not give the references, a key of `scoring.evidence.SENTENCES`; "" if it may."""
    # A reference that denies, or tells more than a name, is for its words.
    spans = {
        span
        for text, is_found in zip(references, are_found, strict=True)
        if len(text) <= _LONGEST_REFERENCE
        and (its := answer.mentions(text) if is_found else _other_mentions(text, answer))
        and not _PATTERNS["polar"].search(text.lower())
        for span in its
    }
    if not spans or any(map(stated_polarity, references)):
        return ""
    found = _merged(spans)
    small = answer.small.replace("\u2019", "'")
    last = found[-1]
    if not _PATTERNS["asks for what is not"].search(question.lower()):
        if question and _may_replace(answer) and _is_replaced(references, answer, last, question):
            return "denies"
        if question and _may_rank(answer, question) and all(_comes_later(small, span) for span in found):
            return "denies"
        asks_who_won = _asks_who_won(question)
        if not (asks_who_won or _may_deny(answer)):
            return ""
        asked = _content(question) if _PATTERNS["asks"].search(question.lower()) else frozenset()
        is_denied = [_is_denied(small, span, asked) or (asks_who_won and _lost(small, span)) for span in found]
        if all(is_denied) or (is_denied[-1] and _denies_all(small, last)):
            return "denies"
    elif "what" not in question.lower() and _may_deny(answer) and _denies_all(small, last):
        # Who, when or where somebody did not is still denied by "It is not X"; what something is not may be X.
        return "denies"
    if _PATTERNS["guesses"].search(small):
        return ""
    is_open = _PATTERNS["leaves open"].search(small, last[1]) or all(
        _PATTERNS["leaves the next open"].search(_before(small, span)) for span in found
    )
    return "leaves open" if is_open else ""


def _other_mentions(reference: str, answer: Answer) -> Sequence[Span]:
    """Returns where an answer without a reference's words has it as it is written, or a person's family name alone."""
    if found := answer.written_mentions(reference):
        return found
    person = person_names.read(reference) if answer.has_case else None
    if person is None:
        return ()
    found = answer.written_mentions(" ".join(person.family))
    return [span for span in found if not _is_namesake(answer, span, person.given)]


def _is_namesake(answer: Answer, family_name: Span, given: tuple[str, ...]) -> bool:
    """Whether another given name stands before a family name."""
    before = _PATTERNS["given name before"].search(answer.text, 0, family_name[0])
    return before is not None and before[0].strip(". ").lower() not in given


def _merged(spans: Iterable[Span]) -> list[Span]:
    """Returns mentions in order; one within another is that one."""
    found: list[Span] = []
    for span in sorted(spans, key=lambda span: (span[0], -span[1])):
        if not found or span[0] >= found[-1][1]:
            found.append(span)
        elif span[1] > found[-1][1]:
            found[-1] = (found[-1][0], span[1])
    return found


def _is_denied(small: str, mention: Span, asked: frozenset[str]) -> bool:
    """Whether a mention is denied, corrected, ascribed to others whom the answer sets right, or passed over."""
    stop = mention[1]
    before = _before(small, mention)
    if (found := _PATTERNS["denies the next"].search(before)) and not _is_limited(small, stop):
        is_asked = not before[: found.start()].strip(" \"'*") and "n't" in found[0] and small[stop:].lstrip()[:1] == "?"
        return not (is_asked or _PATTERNS["reverses"].search(before, 0, found.start()))
    if _PATTERNS["denied before"].match(small, stop) or _is_denied_of(small, stop, asked):
        return not _PATTERNS["reverses"].search(before)
    if _PATTERNS["conceded"].search(before) and _PATTERNS["ends a clause"].match(small, stop):
        return True
    end = stop + _NEAR
    is_of_others = _PATTERNS["said by others"].search(before) or _PATTERNS["said of it"].match(small, stop)
    if is_of_others and _PATTERNS["turns"].search(small, stop, end):
        return True
    is_tentative = is_of_others or _PATTERNS["tentative"].search(before)
    return bool(is_tentative and _PATTERNS["commits"].search(small, stop, end))


@lru_cache(maxsize=2**10)
def _asks_who_won(question: str) -> bool:
    asked = question.lower()
    return _PATTERNS.has("asks who won", asked) and not _PATTERNS.has("asks who lost", asked)


def _lost(small: str, mention: Span) -> bool:
    """Whether a mention is that of one who lost: "London lost the vote to Paris", "Nadal beat Federer"."""
    return bool(_PATTERNS["lost"].match(small, mention[1])) or _PATTERNS.has("won", _before(small, mention))


def _is_replaced(references: Sequence[str], answer: Answer, mention: Span, question: str) -> bool:
    """Whether an answer keeps its distance from what it mentions, and then gives one other thing of its kind.

    "You might say iron, yet it is tin." Words that the question has keep no distance.
    """
    small, text = answer.small, answer.text
    start = max((each.end() for each in _SENTENCE_START.finditer(small, 0, mention[0])), default=0)
    asked = question.lower()
    for step in _PATTERNS["ends a step"].finditer(small, mention[1]):
        after = step.end()
        end = _PATTERNS["ends a part"].search(small, after)
        stop = end.start() if end else len(small)
        if not _PATTERNS["is an aside"].match(small, after):
            break
    else:
        return False
    is_distant = step[0].lstrip().startswith("?") or any(
        found[0] not in asked and (not answer.has_case or text[found.start()].islower() or found.start() == start)
        for found in _PATTERNS["keeps a distance"].finditer(small, start, step.start())
    )
    if not is_distant or _PATTERNS["adds"].search(small[after:stop]):
        return False
    others = [span for span in other_candidates(references, answer, [mention], question) if after <= span[0] < stop]
    if len(others) != 1:
        return False
    first, last = others[0]
    if small[last:stop].strip(" \"'*)_"):
        return not small[after:first].strip(" \"'*(_") and bool(_PATTERNS["does"].match(small, last))
    return _PATTERNS.has("gives the next", small[after:first])


def _comes_later(small: str, mention: Span) -> bool:
    """Whether a clause says of a mention that it came later, and not that it was first: "Redding sang it later"."""
    ends = _PATTERNS["ends a short clause"]
    start = max((end.end() for end in ends.finditer(small, 0, mention[0])), default=0)
    end = ends.search(small, mention[1])
    clause = small[start : end.start() if end else len(small)]
    return _PATTERNS.has("comes later", clause) and not _PATTERNS.has("first", clause)


def _is_denied_of(small: str, stop: int, asked: frozenset[str]) -> bool:
    """Whether what is asked for is denied of a mention: "Sydney isn't the capital of Australia"."""
    found = _PATTERNS["negates"].match(small, stop)
    if not found or not asked or _PATTERNS["limits"].search(found["rest"]):
        return False
    return len(asked & _content(found["rest"])) >= _ASKED * len(asked)


@lru_cache(maxsize=2**10)
def _content(text: str) -> frozenset[str]:
    return frozenset(all_words(text.lower())) - WITHOUT_MEANING


def _before(small: str, mention: Span) -> str:
    """What stands before a mention in its sentence."""
    first = max(0, mention[0] - _NEAR)
    starts = (found.end() for found in _SENTENCE_START.finditer(small, first, mention[0]))
    return small[max(starts, default=first) : mention[0]]


def _is_limited(small: str, stop: int) -> bool:
    """Whether only a part of what stands there is denied: "not Bell alone"."""
    return small.startswith((" alone", " only", " himself", " itself", "'s"), stop)


def _denies_all(small: str, mention: Span) -> bool:
    """Whether the sentence of a mention, the last of an answer, takes back what it said: "It is X. It is not X."."""
    return bool(_PATTERNS["denies it all"].fullmatch(_before(small, mention))) and not small[mention[1] :].strip(
        " .!*\"'"
    )
