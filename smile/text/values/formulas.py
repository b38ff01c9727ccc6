"""Formulas: `5x + 3` is not `5x - 3`, and `x > 3` is not `x < 3`, though their words are the same."""

import re

from ...lazy_patterns import lazy_re
from ..view import Match, View

_LONGEST = 80
# Variables have one letter.
_FORMULA = lazy_re(
    r"(?:(?<![a-z])(?:sin|cos|tan|log|ln|exp|[a-zα-ω])(?![a-z])|[\d\s.,^*/+=<>≤≥√∞()\[\]{}|!·×−–_-])+", re.IGNORECASE
)
# A variable beside a sign, or a relation; "3-1" is a value of other rules.
_TELLS = lazy_re(r"[a-zα-ω][^,]*[-+−–]|[-+−–][^,]*[a-zα-ω]|[<>≤≥]", re.IGNORECASE)
_ONE_FORM = str.maketrans({**dict.fromkeys(" \t\n*·×^_{}"), "−": "-", "–": "-"})
_SIGNS = ("+-", "<>≤≥")


def read(reference: str) -> str | None:
    """Returns the formula that a reference is as a whole, in one form, or None.

    >>> read("5x + 3"), read("x <= 5"), read("x^2 + 1"), read("3-1"), read("X-ray")
    ('5x+3', 'x≤5', 'x2+1', None, None)
    """
    text = reference.strip(" .$")
    if len(text) > _LONGEST or not _TELLS.search(text) or not _FORMULA.fullmatch(text):
        return None
    return _one_form(text)


def compare(formula: str, answer: View, question: str | None) -> Match | None:
    """Says that a formula is wrong which differs in a plus, a minus or a relation alone.

    >>> compare(read("5x + 3"), View("5x - 3"), None).is_same, compare(read("x^2 + 1"), View("x² + 1"), None)
    (False, None)
    """
    said = _one_form(answer.text.strip(" .$"))
    if len(said) != len(formula):
        return None
    differ = [one + other for one, other in zip(said, formula, strict=True) if one != other]
    is_other = differ and all(any(set(pair) <= set(signs) for signs in _SIGNS) for pair in differ)
    return answer.match("formula", False, "not", answer.text, formula) if is_other else None


def _one_form(text: str) -> str:
    return text.lower().replace("<=", "≤").replace(">=", "≥").translate(_ONE_FORM)
