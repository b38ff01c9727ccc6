"""References that name alternatives: "Prince Philip or Duke of Edinburgh" accepts either name."""

from ...lazy_patterns import lazy_re
from ..view import Match, View, view_of

# Few short parts; not "two or more", "his or her", "more or less", and what one "or" does not divide.
_ALTERNATIVES = lazy_re(
    r"(?i)(?!.*(?:[\d,;()]|\b(?:more|less|fewer|later|earlier|so|not|his|hers?|he|she|two|three|yes|no|over|older|above"
    r"|others?|another|whether|if|both|any|all)\b))(?=.{1,60}\Z)"
    r"(?:either )?((?:\S+ ){1,4}or (?:\S+ ?){1,4}(?:or \S.*)?)"
)
_JOINT = lazy_re(r"(?i)\bor ")


def read(reference: str) -> tuple[str, ...] | None:
    """Returns the alternatives that a reference names, or None.

    >>> read("either Anna or Ben"), read("two or more"), read("Oregon")
    (('Anna', 'Ben'), None, None)
    """
    found = _ALTERNATIVES.fullmatch(reference)
    return tuple(part.strip(" .") for part in _JOINT.split(found[1])) if found else None


def compare(alternatives: tuple[str, ...], answer: View, question: str | None) -> Match | None:
    """Accepts an answer that has one of the alternatives word for word.

    >>> compare(read("Anna or Ben"), View("It was Ben."), None).is_same, compare(read("Anna or Ben"), View("Tom"), None)
    (True, None)
    """
    found = next((part for part in alternatives if view_of(part).norm in answer.norm), None)
    return None if found is None else answer.match("alternative", True, "is one of", found, " or ".join(alternatives))
