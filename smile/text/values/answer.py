"""The view of an answer, by its former place and name."""

from ..view import Match, Span
from ..view import View as Answer
from ..view import view_of as answer_of

__all__ = ["Answer", "Match", "Span", "answer_of"]
