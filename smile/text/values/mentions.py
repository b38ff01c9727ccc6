"""Where an answer mentions a reference."""

from ...choices import SMILE_NORMALIZATION
from ..lazy_patterns import lazy_re
from ..normalization import words
from .answer import Answer
from .match import Span

_ARTICLE = lazy_re(r"^(?:the|an?)\s+(?=\w)")


def find_mentions(reference: str, answer: Answer) -> list[Span]:
    """Returns where an answer has a reference, its article apart.

    >>> find_mentions("the Nile", Answer("Not Nile, the Nile")), find_mentions("4", Answer("It is four."))
    ([(4, 8), (14, 18)], [(6, 10)])
    """
    return find_written(reference, answer) or _normalized(reference, answer)


def find_written(reference: str, answer: Answer) -> list[Span]:
    """Returns where an answer has a reference as it is written, its article and capitals apart."""
    wanted = _ARTICLE.sub("", reference.lower())
    found = []
    start = answer.small.find(wanted)
    while start >= 0:
        stop = start + len(wanted)
        if not (answer.small[start - 1 : start].isalnum() or answer.small[stop : stop + 1].isalnum()):
            found.append((start, stop))
        start = answer.small.find(wanted, stop)
    return found


def _normalized(reference: str, answer: Answer) -> list[Span]:
    """Returns where an answer has the reference in other forms of its words: "four" for 4, "diamonds" for diamond."""
    wanted = words(reference, SMILE_NORMALIZATION, "en")
    while len(wanted) > 1 and wanted[0] in ("a", "an", "the"):
        wanted = wanted[1:]
    said, spans = answer.normalized
    # Most answers have none of the words.
    if wanted[0] not in said:
        return []
    size = len(wanted)
    return [
        (spans[first][0], spans[first + size - 1][1])
        for first in range(len(said) - size + 1)
        if tuple(said[first : first + size]) == wanted
    ]
