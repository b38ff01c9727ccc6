"""A rule for one kind of value."""

from typing import Any, Protocol

from ..view import Match, View


class Rule(Protocol):
    """A module that reads references of one kind and compares answers with them."""

    def read(self, reference: str) -> Any:
        """Returns the value that a reference in NFKC is as a whole, or None."""

    def compare(self, value: Any, answer: View, question: str | None) -> Match | None:
        """Returns whether an answer holds the value or commits to another one; None where the rule cannot tell.

        Args:
            value: What `read` returned.
            answer: The answer.
            question: The question, if it is known and used.
        """
