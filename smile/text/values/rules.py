"""Asks the rules for values in order: the first that can tell decides."""

from functools import cached_property
from types import ModuleType

from . import dates, numbered_names, quantities, times_of_day
from .closed import closed_answers
from .closed.lettered_choices import options
from .closed.offered_alternatives import may_offer
from .names import misspellings, person_names, places, short_forms, spellings
from .value_match import ValueMatch

# Each has `read`, which takes a reference, and `compare`, which takes what was read, an answer and its question.
_RULES: tuple[ModuleType, ...] = (
    dates,
    times_of_day,
    quantities,
    numbered_names,
    places,
    short_forms,
    person_names,
    spellings,
    misspellings,
)

# Longer texts are no short answers: their words decide.
_LONGEST = 5_000


class ReferenceValue:
    """The value that a reference is, by each rule that can read it; read when it is first asked for.

    Args:
        reference: The reference in NFKC.
    """

    def __init__(self, reference: str) -> None:
        """Stores the reference."""
        self._reference = reference

    def compare(self, prediction: str, question: str | None, is_found: bool) -> ValueMatch | None:
        """Returns what the first rule that can tell says of an answer; None where the words decide.

        Args:
            prediction: The answer in NFKC.
            question: The question, if it is known and used.
            is_found: Whether the answer has the reference word for word. Then it is right, whatever its form, unless
                the question can be answered by yes or no, or by a letter: the answer's own commitment decides.

        >>> ReferenceValue("36 inches").compare("one yard", None, False).evidence
        '36 inches = 1 yard'
        >>> ReferenceValue("no").compare("I have no idea.", None, True).is_same
        False
        """
        if len(prediction) > _LONGEST or len(self._reference) > _LONGEST:
            return None
        closed = self._compare_closed(prediction, question)
        if closed is not None or is_found:
            return closed
        for rule, value in self._values:
            match: ValueMatch | None = rule.compare(value, prediction, question)
            if match is not None:
                return match
        return None

    def _compare_closed(self, prediction: str, question: str | None) -> ValueMatch | None:
        closed = self._closed
        if closed is None or (closed.needs_options and not (question and (may_offer(question) or options(question)))):
            return None
        return closed_answers.compare(closed, prediction, question)

    @cached_property
    def _closed(self) -> closed_answers.ClosedReference | None:
        return closed_answers.read(self._reference)

    @cached_property
    def _values(self) -> list[tuple[ModuleType, object]]:
        found = ((rule, rule.read(self._reference)) for rule in _RULES)
        return [(rule, value) for rule, value in found if value is not None]
