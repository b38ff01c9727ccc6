"""What a rule finds when it compares an answer with the value that a reference is."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class ValueMatch:
    """A rule's finding. A rule that cannot tell gives none, and the words decide.

    Attributes:
        rule: The kind of value, as `items` and the app show it, for example `quantity` or `date`.
        is_same: Whether the answer holds the reference's value. False: the answer commits to another value of the same
            kind, and nowhere holds the right one.
        evidence: The two values as their texts have them, for example "36 inches = 1 yard" or "2 July, not 4 July".
    """

    rule: str
    is_same: bool
    evidence: str
