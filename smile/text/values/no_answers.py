"""References that say that there is no answer: "unanswerable", "not mentioned in the text". A refusal is then correct."""

from functools import lru_cache

from ...lazy_patterns import lazy_re
from ..refusals import refuses
from ..view import Match, View

# Of single words these only: "Na" is sodium, and "Sorry" a song.
_MAY_REFUSE = lazy_re(r"(?i)\s*(?:un\w+|n/a)\W*|(?=.* )(?!when\b|if\b|because\b|since\b).{1,200}")


def compare(reference: str, answer: View, question: str | None) -> Match | None:
    """Returns whether an answer refuses as the reference does; None where it does not, or the reference is none.

    >>> compare("unanswerable", View("The text does not mention it."), None).is_same
    True
    >>> compare("Fleming", View("I don't know."), None), compare("Na", View("sodium"), None)
    (None, None)
    """
    if _MAY_REFUSE.fullmatch(reference) and _is_refusal(reference, question or ""):
        if refuses(answer.text, question or "", (), "en"):
            return Match("no answer", True, "refuses", reference.strip())
    return None


@lru_cache(maxsize=2**14)
def _is_refusal(reference: str, question: str) -> bool:
    return refuses(reference, question, (), "en")
