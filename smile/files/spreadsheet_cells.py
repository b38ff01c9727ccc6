"""Texts in CSV that a spreadsheet would take for a formula: they get an apostrophe, which is left out when read."""

import re
from typing import Any

_FORMULA = re.compile(r"'*[=+\-@\t\r]")
# A number may begin with a sign.
_NUMBER = re.compile(r"[+-]\.?\d[\d.,]*")


def escaped(cell: Any) -> Any:
    """Returns a cell in a form that no spreadsheet takes for a formula; numbers stay as they are.

    >>> escaped("=1+1"), escaped("a = b"), escaped("-1.5"), escaped(-1.5)
    ("'=1+1", 'a = b', '-1.5', -1.5)
    """
    is_formula = isinstance(cell, str) and _FORMULA.match(cell) and not _NUMBER.fullmatch(cell)
    return f"'{cell}" if is_formula else cell


def unescaped(cell: str) -> str:
    """Returns the text that `escaped` was given."""
    return cell[1:] if cell.startswith("'") and _FORMULA.match(cell) else cell
