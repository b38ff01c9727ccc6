"""References that say that there is no answer: "unanswerable", "not mentioned in the text".

A refusal is then correct, whatever its words, and an answer that names something is incorrect.
"""

from functools import lru_cache

from ...lazy_patterns import lazy_re
from ..refusals import refuses
from ..view import Match, View

_RULE = "no answer"
# Of single words these only: "Na" is sodium, and "Sorry" a song.
_SINGLE_WORD = lazy_re(r"(?i:un\w+|n/a)\W*")
# "When two things change, it is impossible to tell which one did it" explains something.
_EXPLAINS = lazy_re(r"(?i:when|if|because|since)\b")
# Beside "I have no comment", or something that is only unclear, other answers may be right.
_IS_OPEN = lazy_re(r"(?i:i\b|.*\b(?:unknown|unclear|uncertain|consensus)\b)")
_LONGEST_REFERENCE = 200


def compare(reference: str, is_found: bool, answer: View, question: str | None) -> Match | None:
    """Returns whether an answer refuses as the reference does; None where the reference is none, or is a title.

    Args:
        reference: The reference.
        is_found: Whether the answer has it word for word: "I'm Sorry" is a song, too.
        answer: The answer.
        question: The question, if it is known and used.

    >>> compare("unanswerable", False, View("The text does not mention it."), None).is_same
    True
    >>> compare("The passage does not say.", False, View("The passage says Fleming."), None).is_same
    False
    >>> compare("Fleming", False, View("I don't know."), None), compare("Na", False, View("sodium"), None)
    (None, None)
    """
    if not _may_be_refusal(reference) or not _is_refusal(reference, question or ""):
        return None
    is_same = refuses(answer.text, question or "", (), "en")
    if not is_same and (is_found or _IS_OPEN.match(reference)):
        return None
    return Match(_RULE, is_same, "refuses" if is_same else "answers", reference.strip())


@lru_cache(maxsize=2**15)
def _may_be_refusal(reference: str) -> bool:
    reference = reference.strip()
    is_phrase = " " in reference or _SINGLE_WORD.fullmatch(reference) is not None
    return is_phrase and len(reference) <= _LONGEST_REFERENCE


@lru_cache(maxsize=2**14)
def _is_refusal(reference: str, question: str) -> bool:
    return not _EXPLAINS.match(reference) and refuses(reference, question, (), "en")
