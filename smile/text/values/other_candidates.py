"""Answers that name something else beside the reference: people mostly accept them, so this only raises the doubt."""

from ...lazy_patterns import lazy_re
from ..view import View

# "Bell had friends. However, Gray filed first."
_TURN_WORDS = r"\b(?:however|but|although|though|yet|instead|actually|rather)\b"
_TURN = lazy_re(_TURN_WORDS)
# "Gray or Bell", "Bell/Gray"
_MAY_JOIN = lazy_re(r"/|\bor\b|" + _TURN_WORDS)
_OR_BEFORE, _OR_AFTER = lazy_re(r"(?:\bor|/)\s*(?:(?:the|an?)\s)?$"), lazy_re(r"[\s,]*(?:or\b|/)")
_SEPARATOR = lazy_re(r"[,;\n/]|\b(?:and|or)\b")
_SEPARATORS = (",", ";", "\n", "and")
# So many separators, and so few words for each, make a list.
_FEWEST_SEPARATORS, _MOST_WORDS_EACH = 5, 5
_NEAR = 8


def names_others(reference: str, answer: View) -> bool:
    """Whether an answer turns to something else after the reference, joins another by "or", or is a list of many.

    >>> texts = "Bell or Gray", "Bell tried. However, Gray was first.", "Ada, Bob, Cy, Dee, Ed, Bell", "It was Bell."
    >>> [names_others("Bell", View(text)) for text in texts]
    [True, True, True, False]
    """
    small = answer.small
    if not _MAY_JOIN.search(small) and sum(map(small.count, _SEPARATORS)) < _FEWEST_SEPARATORS:
        return False
    mentions = answer.mentions(reference)
    if not mentions:
        return False
    if _TURN.search(small, mentions[-1][1]):
        return True
    if any(
        _OR_BEFORE.search(small[max(0, start - _NEAR) : start]) or _OR_AFTER.match(small, stop)
        for start, stop in mentions
    ):
        return True
    n = len(_SEPARATOR.findall(small)) - len(_SEPARATOR.findall(reference.lower()))
    return n >= _FEWEST_SEPARATORS and small.count(" ") < _MOST_WORDS_EACH * n
