"""A rule's finding about an answer and a reference, as data."""

from dataclasses import dataclass

# Start and end in the text of an `Answer`.
Span = tuple[int, int]


@dataclass(frozen=True, slots=True)
class Match:
    """A rule's finding. A rule that cannot tell gives none, and the words decide.

    Attributes:
        rule: The kind of value, as `items` and the app show it, for example `quantity` or `date`.
        is_same: Whether the answer holds the reference's value. False: the answer commits to another value of the same
            kind, and nowhere holds the right one.
        how: How the answer's value relates to the reference's, a key of `scoring.evidence.SENTENCES`.
        meant: The reference's value, as its text has it.
        said: Where `Answer.text` has the values that were compared.
        read_as: The answer's value where those are not the answer's own words: "no", or an option of the question.
    """

    rule: str
    is_same: bool
    how: str
    meant: str
    said: tuple[Span, ...] = ()
    read_as: str = ""
