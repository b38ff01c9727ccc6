"""Decides whether an answer gives the values of a reference. Both may be sentences."""

import re
from collections.abc import Sequence
from dataclasses import replace

from ...lazy_patterns import lazy_re
from ..clauses import Span, clauses
from ..view import How, Match, View, view_of
from .amount_relations import is_exact
from .amounts.amount_parser import amounts_of
from .asked_values import AskedValue, asked_value
from .closed.yes_no import polarity_of_answer
from .date_relations import DateRelation, date_relation, dates_add_up_to
from .found_values import CLOSE, OTHER, SAME, UNLIKE, Found, Relation
from .kinds import may_hold_value, relation, values_in
from .reference_values import (
    SMALL_WORDS,
    ReferenceReading,
    ReferenceValue,
    label_tokens,
    read_reference_values,
    value_piece_at,
    value_pieces,
    word_stem,
)

# So much better another value has to fit the question to make the reference's doubtful.
_CLEAR = 2.5
# And so much to take its place.
_CLEARER = 3
_MOST_VALUES, _MOST_SAID, _MOST_WORDS, _FEW_WORDS = 8, 60, 40, 10


def compare(reference: str, is_found: bool, answer: View, question: str | None) -> Match | None:
    """Returns a match if the answer gives or contradicts the values of the reference; None if that is unclear.

    >>> compare("$20 per month", False, View("It costs 20 dollars a month."), None).is_same
    True
    >>> compare("$20 per month", False, View("It costs $20 per year."), None).is_same
    False
    """
    n_spaces = reference.count(" ")
    if n_spaces > _MOST_WORDS or not may_hold_value(reference):
        return None
    if n_spaces > _FEW_WORDS and not _FIGURES.search(reference):
        return None  # "one" and "two" in a long sentence seldom matter
    meant = read_reference_values(reference)
    # What is there word for word may have another rate or bound; a date has none.
    if is_found and all(one.readings[0].date for one in meant.values):
        return None
    if not meant.values or not meant.is_whole or len(meant.values) > _MOST_VALUES:
        return None
    if len(amounts_of(answer.text)) > _MOST_SAID:
        return None
    said = _values_of_answer(meant.values, answer.text)
    if not said or len(said) > _MOST_SAID:
        return None
    wanted = asked_value(question or "")
    given = values_in(view_of(question).text) if question else ()
    said = _readings_asked_for(said, wanted)
    left = [one for one in meant.values if not _is_given(one, given)]
    left = [replace(one, readings=_readings_asked_for(one.readings, wanted)) for one in left]
    if not left:
        return None
    return _Context(answer, question or "", meant.text, left, said, given, wanted).decide(meant, is_found)


def _values_of_answer(meant: Sequence[ReferenceValue], text: str) -> tuple[Found, ...]:
    """The values of an answer, also those that only the reference reveals: "none" for 0, "henry viii" for Henry 8."""
    said = values_in(text)
    readings = [one for each in meant for one in each.readings]
    known = {(one.kind, one.value, one.span[1]) for one in said}
    more = [each for one in readings for each in one.kind.reveal(one, text)]
    more = [one for one in more if (one.kind, one.value, one.span[1]) not in known]
    taken = [one.span for one in more]
    kept = [one for one in said if not any(one.span[0] < stop and start < one.span[1] for start, stop in taken)]
    return tuple(sorted((*kept, *more), key=lambda one: one.span)) if more else said


def _is_given(one: ReferenceValue, given: Sequence[Found]) -> bool:
    return any(relation(reading, other, AskedValue()) is SAME for reading in one.readings for other in given)


def has_labels(reference: str) -> bool:
    """Returns whether a reference has several values with a label each: "Plan A $10, Plan B $25".

    >>> has_labels("hydro 52 %, gas 19 %"), has_labels("3, 5, 8")
    (True, False)
    """
    values = (
        read_reference_values(reference).values
        if reference.count(" ") <= _MOST_WORDS and may_hold_value(reference)
        else ()
    )
    return len(values) > 1 and all(one.labels for one in values)


def _readings_asked_for(values: Sequence[Found], wanted: AskedValue) -> tuple[Found, ...]:
    """A bare year is no amount, unless the question asks for a number: then it is no date."""
    wants_number = bool(wanted.units or wanted.scale or wanted.is_count) and not wanted.is_date
    years = {one.span for one in values if one.date and one.is_weak}
    return tuple(one for one in values if one.span not in years or not (one.date if wants_number else one.amount))


def _weight_of_labels(labels: frozenset[str]) -> int:
    """How much some labels count: "with a key" and "without a key" differ in one word."""
    return len(labels) + ("not" in labels)


class _Context:
    """The values of one reference and one answer, and everything that decides whether they agree."""

    def __init__(
        self, answer: View, question: str, reference: str, meant: Sequence[ReferenceValue], said: Sequence[Found],
        given: Sequence[Found], wanted: AskedValue,
    ) -> None:  # fmt: skip
        self.answer, self.question, self.reference = answer, question, reference
        self.meant, self.said, self.given, self.wanted = meant, said, given, wanted
        self.asked_words = frozenset(map(word_stem, view_of(question).content)) if question else frozenset()
        self.answer_words = frozenset(map(word_stem, answer.distinct))
        labels = [one.labels for one in meant]
        self.own = [
            one - frozenset().union(*(other for m, other in enumerate(labels) if m != n))
            for n, one in enumerate(labels)
        ]
        self.row = [
            [min((relation(one, other, wanted) for one in each.readings), default=UNLIKE) for other in said]
            for each in meant
        ]
        # What is the reference's, if perhaps another of its values.
        self.claimed = {
            s for row in self.row for s, found in enumerate(row) if found is SAME and said[s].stance == "says"
        }
        self._words_of: dict[Span, frozenset[str]] = {}

    def decide(self, reading: ReferenceReading, is_found: bool) -> Match | None:
        """Returns the finding on all values together."""
        if all(found is UNLIKE for row in self.row for found in row):
            return None
        states = [self._state(n) for n in range(len(self.meant))]
        others = [(n, places) for n, (state, places) in enumerate(states) if state is OTHER]
        if others:
            n, places = others[0]
            is_choice = (
                len(self.meant) > 1 and _OR.search(self.reference) and not any(map(self._own, range(len(self.meant))))
            )
            return None if is_choice or _LATEX.search(self.answer.text) else self._match(False, [n], places)
        is_there = all(
            state is SAME or (state is UNLIKE and meant.is_old)
            for (state, _), meant in zip(states, self.meant, strict=True)
        )
        held = [s for state, places in states if state is SAME for s in places]
        if is_found or not is_there or not held:
            return None
        if not self._has_words(reading):
            return None
        return self._match(True, list(range(len(self.meant))), held)

    def _state(self, n: int) -> tuple[Relation, Sequence[int]]:
        """Returns how the answer relates to a value of the reference, and the answer's values that decide it."""
        meant, row = self.meant[n], self.row[n]
        is_old = meant.is_old or (self.wanted.is_old and any(one.is_old for one in self.said))
        same = [s for s, found in enumerate(row) if found is SAME]
        said_same = [s for s in same if self._is_said(s, is_old)]
        if self.wanted.is_old and is_old:
            said_same = [s for s in said_same if self.said[s].is_old]
        # What is there and not said any more leaves its place to any other value of its kind.
        is_over = bool(same) and not said_same
        others = [
            s for s, found in enumerate(row)
            if found is OTHER and self._is_said(s, is_old) and s not in self.claimed and not self._is_in_question(s)
            and (is_over or self._is_answer(n, s)) and (not is_old or self.said[s].is_old)
        ]  # fmt: skip
        close = [
            s for s, found in enumerate(row)
            if found is CLOSE and s not in self.claimed and self._is_said(s, is_old) and not self._is_small(s)
        ]  # fmt: skip
        fits = {s: self._fit(n, s) for s in (*said_same, *others)} if others or len(said_same) > 1 else {}
        if said_same:
            best = max(said_same, key=lambda s: fits.get(s, 0.0))
            if (instead := self._instead(n, best)) is not None:
                return OTHER, [instead]
            if others:
                other = max(others, key=fits.__getitem__)
                gap = fits[other] - fits[best]
                is_result = other > max(said_same) and self._is_result(other) and not self._is_result(best)
                if gap > 1 and is_result and len(self.meant) == 1:
                    return OTHER, [other]
                if gap > _CLEAR and len(said_same) == 1:
                    return (OTHER, [other]) if gap >= _CLEARER and len(self.meant) == 1 else (CLOSE, [])
            return SAME, [best]
        if not is_old and (now := self._exchanged(n, same)) is not None:
            return OTHER, [now]
        if not others and close and self._is_beyond(meant, close):
            return OTHER, close[:1]
        if meant.readings[0].date and (dates := self._dates_together(n)):
            return SAME, dates
        if others and not close and not self._may_hold(meant):
            return OTHER, [max(others, key=fits.__getitem__)]
        return (CLOSE if close or others else UNLIKE), []

    def _exchanged(self, n: int, same: Sequence[int]) -> int | None:
        """Returns where a value stands that was before by the reference: "from 5 to 3" for "from 3 to 5"."""
        if not any(self.said[s].is_old for s in same):
            return None
        return next(
            (
                s for m, each in enumerate(self.meant) if each.is_old
                for s, found in enumerate(self.row[m])
                if found is SAME and self._is_said(s, False) and self.row[n][s] is OTHER
            ),
            None,
        )  # fmt: skip

    def _dates_together(self, n: int) -> list[int]:
        """Returns the parts of a date where the answer has all of it in parts: "in 1776, on 4 July"."""
        mine = self.meant[n].readings[0].date
        said = [(s, one.date) for s, one in enumerate(self.said) if one.date and self._is_said(s, False)]
        given = [one.date for one in self.given if one.date]
        parts = [s for s, date in said if mine and date_relation(mine, date) is DateRelation.COARSER]
        return parts if mine and dates_add_up_to(mine, [*(date for _, date in said), *given]) else []

    def _fit(self, n: int, s: int) -> float:
        """How well what stands around a value of the answer fits one of the reference's."""
        own = self.own[n]
        others = frozenset().union(*(other for m, other in enumerate(self.own) if m != n))
        piece, clause, sentence = (self._words_at(span) for span in self._places(s))
        return (
            3 * len(own & piece)
            + len(own & clause)
            - 3 * len(others & piece)
            + len(self.asked_words & clause)
            + 0.5 * len(self.asked_words & sentence)
            + 3 * self._is_result(s)
        )

    def _places(self, s: int) -> tuple[Span, Span, Span]:
        """The piece, the clause and the sentence of a value."""
        found = clauses(self.answer.text)
        clause = found[self.said[s].clause]
        sentence = [other for other in found if other.sentence == clause.sentence]
        return self._piece_of(s), (clause.start, clause.stop), (sentence[0].start, sentence[-1].stop)

    def _piece_of(self, s: int) -> Span:
        return value_piece_at(self.answer.text, self.said[s].span[0])

    def _words_at(self, span: Span) -> frozenset[str]:
        """The words of a part of the answer, and its labels."""
        if span not in self._words_of:
            start, stop = span
            words = zip(*self.answer.normalized, strict=True)
            labels = label_tokens([one for one in self.said if start <= one.span[0] < stop])
            self._words_of[span] = labels | frozenset(
                word_stem(word) for word, place in words if start <= place[0] < stop
            )
        return self._words_of[span]

    def _is_result(self, s: int) -> bool:
        """Whether its clause draws a conclusion: "so she is 23"."""
        clause = clauses(self.answer.text)[self.said[s].clause]
        return _RESULT.match(self.answer.text, clause.start, clause.stop) is not None

    def _is_said(self, s: int, is_old: bool) -> bool:
        one = self.said[s]
        return one.stance == "says" and (is_old or not one.is_old) and not self._is_elsewhere(s)

    def _is_elsewhere(self, s: int) -> bool:
        """Whether the value is about another year or version than the question."""
        given = [one for one in self.given if one.kind.is_label]
        one = self.said[s]
        for start, stop in self._places(s)[:2] if given else ():
            labels = [
                other for other in self.said
                if other.kind.is_label and start <= other.span[0] < stop and other.span != one.span
            ]  # fmt: skip
            found = {relation(its, other, AskedValue()) for its in given for other in labels}
            if found & {SAME, CLOSE}:
                return False
            if OTHER in found:
                return True
        return False

    def _is_small(self, s: int) -> bool:
        """Whether it is a word such as "one" in a text, which often counts nothing."""
        return self.answer.at(self.said[s].span).lower() in SMALL_WORDS and self.answer.text.count(" ") > 2

    def _is_answer(self, n: int, s: int) -> bool:
        """Whether a bare number may take the place of the reference's: it is stated, or counts the same."""
        one, text = self.said[s], self.answer.text
        mine = self.meant[n].readings[0].amount
        if one.amount is None or one.amount.units or mine is None or mine.units or self.wanted.scale:
            return True
        if (one.amount.rates and mine.rates) or (one.amount.change and mine.change):
            return True
        if {mine.bound, one.amount.bound} == {"<", ">"} or (":" in mine.text and ":" in one.amount.text):
            return True
        if self._is_small(s):
            return False
        before = max(0, one.span[0] - 20), one.span[0]
        if len(text.split()) <= 3 or (_STATED.search(text, *before) and _ENDS.match(text, one.span[1])):
            return True
        words = zip(*self.answer.normalized, strict=True)
        following = [word_stem(word) for word, span in words if span[0] >= one.span[1]][:2]
        named = self.asked_words | frozenset(map(word_stem, view_of(self.reference).words))
        return not named.isdisjoint(following)

    def _is_beyond(self, meant: ReferenceValue, close: Sequence[int]) -> bool:
        """Whether a short answer says that it is more or less than the reference: ">63" is not 63."""
        mine = meant.readings[0].amount
        if mine is None or mine.bound or mine.accepted or self.answer.text.count(" ") > 4:
            return False
        said = [self.said[s].amount for s in close]
        is_strict = all(one and one.is_strict and one.low == mine.low for one in said)
        return is_strict and not _ASKS_LIMIT.search(self.question)

    def _may_hold(self, meant: ReferenceValue) -> bool:
        """Whether a bare number may be there in a form that is not read: "1,2,and 3", or "5 and 2" for 7."""
        amount = meant.readings[0].amount
        if amount is None or amount.units or amount.is_pair:
            return False
        spans = [one.span for one in self.said]
        places = [match.start() for match in _FIGURES.finditer(self.answer.text)]
        if not all(any(start <= at < stop for start, stop in spans) for at in places):
            return True
        bare = [one.amount.low for one in self.said if one.amount and not one.amount.units]
        return any(sum(bare[:n]) == amount.low for n in range(2, min(len(bare), 6) + 1))

    def _is_in_question(self, s: int) -> bool:
        """Whether the question gives the value, so that a longer answer only repeats it."""
        is_longer = self.answer.text.count(" ") > 2
        return is_longer and any(relation(given, self.said[s], AskedValue()) is SAME for given in self.given)

    def _instead(self, n: int, s: int) -> int | None:
        """Returns another value's place where two values of the reference have exchanged their labels in the answer."""
        mine, here = self._own(n), self._around(s)
        for m in range(len(self.meant)):
            its = self._own(m)
            if m == n or self.row[m][s] is not OTHER:
                continue
            for t, found in enumerate(self.row[m]):
                if found is SAME and self.row[n][t] is OTHER:
                    there = self._around(t)
                    now = _weight_of_labels((mine - its) & here) + _weight_of_labels((its - mine) & there)
                    instead = _weight_of_labels((mine - its) & there) + _weight_of_labels((its - mine) & here)
                    if instead > now and 2 * instead >= len(mine ^ its):
                        return t
        return None

    def _own(self, n: int) -> frozenset[str]:
        """The labels of a value, among them the other values that stand with it."""
        piece = self.meant[n].piece
        return self.own[n] | {f"value {m}" for m, other in enumerate(self.meant) if m != n and other.piece == piece}

    def _around(self, s: int) -> frozenset[str]:
        """The words beside a value of the answer, and the reference's values there."""
        here = self._piece_of(s)
        words = self._words_at(here)
        labels = frozenset().union(*self.own)
        if not labels & words:
            # "Plan A, with 15 GB of storage, costs $25": the label stands in an earlier part of the sentence.
            start = self._places(s)[2][0]
            before = [piece for piece in value_pieces(self.answer.text) if start < piece[1] <= here[0]]
            words |= next((its for piece in reversed(before) if labels & (its := self._words_at(piece))), frozenset())
        return words | {
            f"value {m}" for m, row in enumerate(self.row) for t, found in enumerate(row)
            if t != s and found is SAME and self._piece_of(t) == here
        }  # fmt: skip

    def _has_words(self, reading: ReferenceReading) -> bool:
        """Whether the answer or the question has enough of the words around the reference's values."""
        if polarity := _YES_OR_NO.match(self.reference):
            # The values are the reason for the yes or no.
            return polarity_of_answer(self.answer.text) in (None, polarity["word"].lower())
        words = frozenset(word for word in reading.rest if len(word) > 1)
        new = words - self.asked_words
        missing = new - self.answer_words
        there = len(words - missing)
        kinds = [one.readings[0] for one in self.meant]
        if not any(one.kind.is_telling or (one.amount and one.amount.units) for one in kinds):
            # Labels and bare numbers in a sentence are seldom all that it says.
            return not missing and len(words & self.answer_words) >= 0.6 * len(words)
        is_date = all(one.date for one in kinds) and self.wanted.is_date
        if missing & reading.names and not (is_date and not _WHERE.search(self.question)):
            return False
        return there >= len(words) / 4 if len(kinds) > 1 else len(new) <= 2 or len(missing) <= len(new) / 2

    def _match(self, is_same: bool, meant: Sequence[int], said: Sequence[int]) -> Match:
        text = "; ".join(self.reference[slice(*self.meant[n].span)] for n in meant)
        are_exact = all(any(is_exact(one, self.said[s]) for one in self.meant[n].readings for s in said) for n in meant)
        first, its = self.meant[meant[0]].readings[0], self.said[said[0]]
        how: How = "not" if not is_same else "=" if are_exact else "≈"
        if first.date and its.date and len(meant) == len(said) == 1:
            found = date_relation(first.date, its.date)
            is_other = found in (DateRelation.OTHER, DateRelation.COARSER)
            how = (found.value if is_same != is_other else None) or how
        spans = tuple(dict.fromkeys(self.said[s].span for s in said))
        rule = first.kind.rule(first.value, self.wanted) if first.kind.rule else first.kind.name
        return Match(rule, is_same, how, text, spans)


_LATEX = lazy_re(r"[\\{}]")
_YES_OR_NO = lazy_re(r"^\W*(?P<word>yes|no)\b\W*", re.IGNORECASE)
_WHERE = lazy_re(r"\b(?:where|who)\b", re.IGNORECASE)
_ASKS_LIMIT = lazy_re(r"\b(?:minimum|maximum|limit|least|most|threshold|up to|required?)\b", re.IGNORECASE)
_RESULT = lazy_re(
    r"\W*(?:and )?(?:so|therefore|thus|hence|consequently|in total|altogether|which makes|making)\b", re.IGNORECASE
)
_FIGURES = lazy_re(r"(?<![A-Za-z\d])\d")
_OR = lazy_re(r"\bor\b", re.IGNORECASE)
_STATED = lazy_re(
    r"(?:\b(?:is|are|was|were|has|have|had|be|equals|of|only|exactly|about|approximately|there)|[:=~])\s?$", re.I
)
_ENDS = lazy_re(r"\W*(?:[.!?;]|$)|,? (?:of them|in total|altogether)", re.IGNORECASE)
