"""Detects outputs that give no answer: empty outputs, refusals, bare lead-ins, and repetitions of the question."""

import re
from collections.abc import Sequence
from typing import Literal

from ..checks import is_blank
from ..lazy_patterns import lazy_re, lazy_regex
from .languages import ANY_LANGUAGE, CHARACTER_LANGUAGES
from .refusals import refuses, says_unknown, word_lists
from .values.closed.yes_no import polarity_of_answer, stated_polarity

NoAnswer = Literal["empty", "no words", "empty claim", "question repeated", "refusal", "unfinished"]
# The reasons why an answer has nothing that could be compared; the others are texts.
SAYS_NOTHING: frozenset[NoAnswer] = frozenset({"empty", "no words", "empty claim"})

# Longer texts say more than that.
_LONGEST_CLAIM = 200
_LONGEST_REFUSAL = 2_000
# The weights were learned from English replies: elsewhere they know the short phrases that some of them quote.
_LONGEST_IN_OTHER_LANGUAGES = 40

_WORD = lazy_re(r"[^\W_]+")
# A letter, a figure, a picture, or a sign such as ∞ and €.
_SAYS_SOMETHING = lazy_regex(r"(?V1)[\p{L}\p{N}[\p{S}--[\x00-\x7f]]]")
_QUESTION_WORD = lazy_re(r"\b(?:who|whom|whose|what|which|when|where|why|how)\b", re.IGNORECASE)


def not_attempted(
    answer: str, question: str | None, references: Sequence[str], language: str = "en"
) -> NoAnswer | Literal[""]:
    """Returns why an output gives no answer; "" if it gives one.

    An answer that is a reference is an attempt, and so is a refusal where a reference says that nobody knows.

    >>> not_attempted("I can't tell you whether it was Alexander Fleming.", None, ["Alexander Fleming"])
    'refusal'
    >>> not_attempted("I am not sure, maybe Alexander Fleming?", None, ["Alexander Fleming"])
    ''
    >>> not_attempted("Thought process:", None, ["4"]), not_attempted("...", None, ["4"])
    ('empty claim', 'no words')
    >>> not_attempted("unknown", None, ["unknown"]), not_attempted("Who knows?", None, ["Nobody knows"])
    ('', '')
    """
    reason = _why_no_attempt(answer, question or "", references, language)
    if not reason or reason == "empty":
        return reason
    plain = _plain_reply(answer)
    for reference in references:
        if _plain_reply(reference) == plain:
            return ""
        if reason == "refusal" and says_unknown(reference, question, language):
            return ""
        if reason == "empty claim" and (
            f" {_plain_reply(reference)} " in f" {plain} " or plain in _plain_reply(reference)
        ):
            return ""
    # "Correct." is a yes.
    if reason == "empty claim" and polarity_of_answer(answer) and any(map(stated_polarity, references)):
        return ""
    return reason


def _why_no_attempt(answer: str, question: str, references: Sequence[str], language: str) -> NoAnswer | Literal[""]:
    if is_blank(answer):
        return "empty"
    if not _SAYS_SOMETHING.search(answer):
        return "no words"
    if len(answer) <= _LONGEST_CLAIM and _is_claim(answer):
        return "empty claim"
    if _attempt_repeats_question(answer.lower(), question):
        return "question repeated"
    is_english = language in ("en", ANY_LANGUAGE)
    longest = _LONGEST_REFUSAL if is_english else _LONGEST_IN_OTHER_LANGUAGES
    if language in CHARACTER_LANGUAGES:
        longest //= 3
    if len(answer) <= longest and refuses(answer, question, references, language):
        return "refusal"
    return ""


def _plain_reply(text: str) -> str:
    return " ".join(_WORD.findall(text.lower())) or text.strip()


def _is_claim(answer: str) -> bool:
    """Whether an answer is only a lead-in, such as "Solution", "The answer is:" or "Let's think step by step."."""
    lists = word_lists()
    claims, around = lists["claims"], lists["around claims"]
    claims_one, word = False, ""
    for found in _WORD.finditer(answer):
        word = found[0].lower()
        if word in claims:
            claims_one = True
        elif word not in around:
            return False
    # "Answer: a" chooses.
    return claims_one and word not in ("a", "i")


def _attempt_repeats_question(answer: str, question: str) -> bool:
    """Whether an answer (in lower case) only repeats the question, apart from lead-ins.

    Where yes or no is asked, only a question repeats it: "The sky is blue" affirms "The sky is blue?".
    """
    first = question.split(None, 1)[:1]
    if not first or first[0].lower().strip("\"'“‘(¿") not in answer:
        return False
    asked, said = map(_claim_without_articles, (question, answer))
    lists = word_lists()
    around = lists["around claims"] | lists["claims"]
    is_repeated = asked != "" and asked in said and around.issuperset(said.replace(asked, " ").split())
    return is_repeated and (answer.rstrip().endswith("?") or _QUESTION_WORD.search(question) is not None)


def _claim_without_articles(text: str) -> str:
    # Two spaces between words, so that two runs of them can follow each other.
    return "".join(f" {word} " for word in _WORD.findall(text.lower()) if word not in ("a", "an", "the"))
