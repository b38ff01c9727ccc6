"""One view of an answer, made once, that all rules for values look at."""

from collections.abc import Sequence
from functools import lru_cache

from .match import Match, Span


class Answer:
    """An answer as the rules read it.

    Attributes:
        text: The answer in NFKC, without space around it.
        small: The same in lower case, equally long.
    """

    __slots__ = ("small", "text")

    def __init__(self, text: str) -> None:
        """Takes the answer in NFKC."""
        self.text = text.strip()
        self.small = self.text.lower()
        if len(self.small) != len(self.text):
            # Few letters, such as "İ", are two in the other case.
            self.small = "".join(small if len(small := sign.lower()) == 1 else sign for sign in self.text)

    @property
    def has_case(self) -> bool:
        """Whether capitals tell names from words here: whole data sets are in small letters or in capitals.

        >>> Answer("Who knows?").has_case, Answer("in the us").has_case, Answer("OK").has_case
        (True, False, False)
        """
        return self.text != self.small and not self.text.isupper()

    def find(self, words: str) -> tuple[Span, ...]:
        """Returns where the answer first has some words, in any case; nothing if it has them nowhere."""
        start = self.small.find(words.lower())
        return ((start, start + len(words)),) if words and start >= 0 else ()

    def match(self, rule: str, is_same: bool, how: str, said: str | Sequence[str], meant: str) -> Match:
        """Returns a finding about values that the answer has.

        Args:
            rule: The kind of value.
            is_same: Whether the answer holds the reference's value.
            how: A key of `scoring.evidence.SENTENCES`.
            said: The answer's value or values, in its own words where possible.
            meant: The reference's value.
        """
        values = [said] if isinstance(said, str) else said
        found = [self.find(value) for value in values]
        if all(found):
            return Match(rule, is_same, how, meant, tuple(span for spans in found for span in spans))
        read_as = [self.text[slice(*spans[0])] if spans else value for value, spans in zip(values, found, strict=True)]
        return Match(rule, is_same, how, meant, read_as="; ".join(read_as))

    def quoted(self, match: Match) -> list[str]:
        """Returns the answer's own words for the values that a match compares."""
        return [self.text[start:stop] for start, stop in match.said]


# A row's references follow each other, so that few answers are enough to keep.
@lru_cache(maxsize=64)
def answer_of(text: str) -> Answer:
    """Returns the view of an answer in NFKC."""
    return Answer(text)
