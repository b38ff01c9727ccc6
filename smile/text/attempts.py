"""Tells why an answer attempts nothing."""

from collections.abc import Sequence

from ..checks import is_blank


def not_attempted(answer: str, question: str | None, references: Sequence[str], language: str = "en") -> str:
    """Returns why an answer attempts nothing, or "" for an attempt.

    Args:
        answer: The answer.
        question: The question, or None.
        references: The right answers.
        language: ISO code of the answer's language, or `any`.
    """
    return "empty" if is_blank(answer) else ""
