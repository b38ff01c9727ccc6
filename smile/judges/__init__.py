"""Language models as judges: L3Score and the rubric judge.

Rows in, verdicts out; no answer is paid for twice.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from .l3_scorer import L3Scorer
    from .rubric_scorer import RubricScorer

__all__ = ["L3Scorer", "RubricScorer"]

_HOMES = {"L3Scorer": "l3_scorer", "RubricScorer": "rubric_scorer"}


def __getattr__(name: str) -> Any:
    # Documented as `smile.judges.L3Scorer`; loaded on use.
    if name not in _HOMES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(f".{_HOMES[name]}", __name__), name)
