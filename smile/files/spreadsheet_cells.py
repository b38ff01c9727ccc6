"""Escapes CSV cells that a spreadsheet would run as a formula, with an apostrophe that reading removes."""

import re
from typing import Any

_FORMULA = re.compile(r"'*[=+\-@\t\r]")
# A number may begin with a sign.
_NUMBER = re.compile(r"[+-]\.?\d[\d.,]*")


def escaped(cell: Any) -> Any:
    """Returns a cell that no spreadsheet runs as a formula; numbers stay unchanged.

    >>> escaped("=1+1"), escaped("a = b"), escaped("-1.5"), escaped(-1.5)
    ("'=1+1", 'a = b', '-1.5', -1.5)
    """
    is_formula = isinstance(cell, str) and _FORMULA.match(cell) and not _NUMBER.fullmatch(cell)
    return f"'{cell}" if is_formula else cell


def unescaped(cell: str) -> str:
    """Returns the text before `escaped`."""
    return cell[1:] if cell.startswith("'") and _FORMULA.match(cell) else cell
