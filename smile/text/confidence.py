"""The confidence that an output states beside its answer, as HLE and BrowseComp ask for it."""

import math
import re

from ..lazy_patterns import lazy_re

_WORD = r"confidence(?:[ _](?:level|score))?"
_QUOTES = r"[\"'*_]{0,3}"
_TEXT = rf"(?<!\w){_WORD}{_QUOTES}\s?[:：=]{_QUOTES}\s?{_QUOTES}(\d{{1,3}}(?:\.\d{{1,9}})?)(?!\d)\s?(%|/\s?100?\b)?"
_STATED = lazy_re(_TEXT, re.IGNORECASE)
# The statement at the end of a line, with the signs around it.
_END_OF_LINE = lazy_re(rf"[ \t>#*_(\[,;-]{{0,6}}{_TEXT}[*_)\].]{{0,3}}[ \t]*$", re.IGNORECASE | re.MULTILINE)
_SCALES = {"%": 100, "/100": 100, "/10": 10}


def stated_confidence(output: str) -> float:
    r"""Returns the last confidence that an output states, 0 to 1; NaN for none.

    A number over 1 without a scale counts as per cent.

    >>> [stated_confidence(text) for text in ("Paris\nConfidence: 85 %", "**Confidence:** 0.9", '{"confidence": 70}')]
    [0.85, 0.9, 0.7]
    >>> [stated_confidence(text) for text in ("Confidence score: 7/10", "Confidence: high", "Confidence: 850")]
    [0.7, nan, nan]
    """
    found = [*_STATED.finditer(output)] if "onfidence" in output.lower() else []
    if not found:
        return math.nan
    number, scale = float(found[-1][1]), (found[-1][2] or "").replace(" ", "")
    share = number / (_SCALES[scale] if scale else 100 if number > 1 else 1)
    return share if share <= 1 else math.nan


def without_confidence(output: str) -> str:
    r"""Returns an output without statements of confidence at the end of a line.

    >>> [without_confidence(text) for text in ("42. Confidence: 8 %", "42\n**Confidence:** 90", "Confidence: 95%")]
    ['42.', '42', 'Confidence: 95%']
    """
    if "onfidence" not in output.lower():
        return output
    return _END_OF_LINE.sub("", output).strip() or output
