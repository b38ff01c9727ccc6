"""References that say that there is no answer ("unanswerable", "the text does not say"): then a refusal is correct."""

from ...lazy_patterns import lazy_re
from ..refusals import refuses
from ..view import Match, View

# Of single words these only: "Na" is sodium, and "Sorry" a song. Most references have no such word.
_MAY_REFUSE = lazy_re(
    r"(?i)\s*(?:un\w+|n/a)\W*|(?=.* )(?!(?:when|if|because|since)\b)(?=.*(?:\b(?:un|no|cannot|lack)|n't)).{1,200}"
)


def compare(reference: str, answer: View, question: str | None) -> Match | None:
    """Returns whether an answer refuses as the reference does; None where it does not, or the reference is none.

    >>> compare("unanswerable", View("The text does not mention it."), None).is_same
    True
    >>> compare("Fleming", View("I don't know."), None), compare("Na", View("sodium"), None)
    (None, None)
    """
    # Few answers refuse.
    texts = (answer.text, reference) if _MAY_REFUSE.fullmatch(reference) else ()
    is_same = bool(texts) and all(refuses(text, question or "", (), "en") for text in texts)
    return Match("no answer", True, "refuses", reference.strip()) if is_same else None
