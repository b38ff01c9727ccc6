"""Ratios: "1 to 2 to 3" is 1:2:3, and 2:4:6, too."""

import re
from math import isclose

from ....lazy_patterns import lazy_re
from ...view import Match, View
from ..numbers import in_figures

_NUMBER = r"\d+(?:\.\d+)?"
_PARTS = r"(?: parts?(?: \w+)?)?"
# "1:2:3", "1 : 2 : 3", "1 to 2 to 3", "3 parts flour to 2 parts sugar"
_RATIO = lazy_re(rf"(?<![\w.:]){_NUMBER}(?:{_PARTS}(?: ?: ?| to ){_NUMBER})+(?![\w:]|\.\d)")
_ASKS_RATIO = lazy_re(r"\b(?:ratio|proportions?|scale|odds)\b", re.IGNORECASE)

_Ratio = tuple[str, tuple[float, ...]]


def read(reference: str) -> _Ratio | None:
    """Returns the parts of a ratio that a reference is as a whole.

    >>> read("1:2:3"), read("about 5")
    (('1:2:3', (1.0, 2.0, 3.0)), None)
    """
    text = in_figures(reference).text.strip(" .") if ":" in reference or " to " in reference else ""
    numbers = _numbers(text) if _RATIO.fullmatch(text) else ()
    return (text, numbers) if numbers else None


def compare(ratio: _Ratio, answer: View, question: str | None) -> Match | None:
    """Says whether an answer has the ratio, or only another one; two parts may be a score or a range.

    >>> [compare(read("1:2:3"), View(answer), None).is_same for answer in ("2 to 4 to 6", "3:2:1")]
    [True, False]
    >>> compare(read("3:2"), View("6:4"), None), compare(read("3:2"), View("6:4"), "In what ratio?").is_same
    (None, True)
    """
    text, wanted = ratio
    if len(wanted) == 2 and not (question and _ASKS_RATIO.search(question)):
        return None
    figures = in_figures(answer.text)
    places = [one.span() for one in _RATIO.finditer(figures.text)]
    found = [
        (place, numbers) for place in places if len(numbers := _numbers(figures.text[slice(*place)])) == len(wanted)
    ]
    same = [
        place
        for place, numbers in found
        if all(isclose(mine * numbers[0], its * wanted[0]) for mine, its in zip(wanted, numbers, strict=True))
    ]
    if not found:
        return None
    place = figures.source((same or [found[0][0]])[0])
    return Match("ratio", bool(same), "=" if same else "not", text, (place,))


def _numbers(text: str) -> tuple[float, ...]:
    numbers = tuple(map(float, re.findall(_NUMBER, text)))
    return numbers if all(numbers) else ()
