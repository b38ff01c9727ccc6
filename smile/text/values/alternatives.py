"""References that name alternatives: "Prince Philip or Duke of Edinburgh" is met by either."""

import re

from ...lazy_patterns import lazy_re
from ..view import Match, View, view_of

_LONGEST = 60
_MOST_WORDS = 4
_JOINT = lazy_re(r"\bor ", re.IGNORECASE)
# "two or more", "his or her", "more or less", and what one "or" does not divide.
_NO_ALTERNATIVES = lazy_re(
    r"[\d,;()]|\b(?:more|less|fewer|later|earlier|so|not|his|hers?|he|she|two|three|yes|no|over|older|above|others?"
    r"|another|whether|if|both|any|all)\b",
    re.IGNORECASE,
)


def read(reference: str) -> tuple[str, ...] | None:
    """Returns the alternatives that a reference names, or None.

    >>> read("either Anna or Ben"), read("two or more"), read("Oregon")
    (('Anna', 'Ben'), None, None)
    """
    if len(reference) > _LONGEST or not _JOINT.search(reference) or _NO_ALTERNATIVES.search(reference):
        return None
    parts = tuple(part.strip(" .") for part in _JOINT.split(re.sub(r"(?i)^either ", "", reference)))
    is_short = all(0 < len(part.split()) <= _MOST_WORDS for part in parts)
    return parts if is_short and len(parts) > 1 else None


def compare(alternatives: tuple[str, ...], answer: View, question: str | None) -> Match | None:
    """Says that an answer is correct which has one of the alternatives word for word.

    >>> compare(read("Anna or Ben"), View("It was Ben."), None).is_same, compare(read("Anna or Ben"), View("Tom"), None)
    (True, None)
    """
    found = next((part for part in alternatives if view_of(part).norm in answer.norm), None)
    return None if found is None else answer.match("alternative", True, "is one of", found, " or ".join(alternatives))
