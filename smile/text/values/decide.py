"""Decides whether an answer gives the values of a reference, wherever both stand in sentences."""

import itertools
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache

from ...lazy_patterns import lazy_re
from ..clauses import clause_at, clauses, denies, function_words
from ..view import Match, View, view_of
from . import quantities
from .amounts.amount_parser import amounts_of
from .asked import Asked, asked
from .found import DIRECTION, Found, may_hold_value, values_in
from .numbers import in_figures
from .relations import CLOSE, OTHER, SAME, UNLIKE, Relation, is_exact, relation

# So much better another value has to fit the question to make the reference's doubtful.
_CLEAR = 2.5
# How many of the other words have to be there with so many values.
_SHARE_OF_WORDS = {1: 0.6, 2: 0.4}
_MOST_VALUES, _MOST_SAID, _MOST_WORDS, _FEW_WORDS = 8, 60, 40, 10


@dataclass(frozen=True, slots=True)
class _Meant:
    """A value of the reference in all its readings, with the words that label it."""

    readings: tuple[Found, ...]
    labels: frozenset[str]
    piece: tuple[int, int]


@dataclass(frozen=True, slots=True)
class _Reading:
    """A text by its values."""

    values: tuple[_Meant, ...]
    rest: frozenset[str]
    is_whole: bool  # whether each figure is in a value
    noun: str = ""  # what it counts, where it is a number of things and nothing else


def compare(reference: str, is_found: bool, answer: View, question: str | None) -> Match | None:
    """Returns whether the answer gives the values of a reference; None if that is unclear.

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
    meant = _read(reference)
    # What is there word for word may have another rate or bound; a date has none.
    if is_found and all(one.readings[0].kind == "date" for one in meant.values):
        return None
    if not meant.values or not meant.is_whole or len(meant.values) > _MOST_VALUES:
        return None
    if len(amounts_of(answer.text)) > _MOST_SAID:
        return None
    said = (*values_in(answer.text), *_nothing(meant.values, answer.text))
    if not said or len(said) > _MOST_SAID:
        return None
    wanted = asked(question or "")
    given = values_in(view_of(question).text) if question else ()
    said = _readings(said, wanted)
    left = [one for one in meant.values if not _is_given(one, given)]
    left = [replace(one, readings=_readings(one.readings, wanted)) for one in left]
    if not left:
        return None
    context = _Context(answer, question or "", reference, left, said, given, wanted)
    return context.decide(meant, is_found)


# "none", "no siblings", "free of charge"
_NOTHING = lazy_re(
    r"\b(?:none|nothing|nobody|no one|no [a-z]+|never|free(?: of charge)?|without any)\b(?! (?:longer|doubt|more"
    r"|less))",
    re.IGNORECASE,
)


def _nothing(meant: Sequence[_Meant], text: str) -> tuple[Found, ...]:
    """The words for zero in a text, where the reference is zero."""
    zero = next(
        (one for each in meant for one in each.readings if one.amount and one.amount.low == one.amount.high == 0), None
    )
    if zero is None or zero.amount is None:
        return ()
    found = (match.span() for match in _NOTHING.finditer(text))
    return tuple(replace(zero, span=span, clause=clause_at(text, span[0]), stance="says") for span in found)


def _is_given(one: _Meant, given: Sequence[Found]) -> bool:
    return any(relation(reading, other, Asked()) is SAME for reading in one.readings for other in given)


def has_labels(reference: str) -> bool:
    """Returns whether a reference has several values, each with words of its own: "Plan A $10, Plan B $25".

    >>> has_labels("hydro 52 %, gas 19 %"), has_labels("3, 5, 8")
    (True, False)
    """
    values = _read(reference).values if reference.count(" ") <= _MOST_WORDS and may_hold_value(reference) else ()
    return len(values) > 1 and all(one.labels for one in values)


def _readings(values: Sequence[Found], wanted: Asked) -> tuple[Found, ...]:
    """A bare year is no amount, unless the question asks for a number: then it is no date."""
    wants_number = bool(wanted.measures or wanted.scale or wanted.is_count) and not wanted.is_date
    years = {one.span for one in values if one.date and one.date.text.isdigit()}
    dropped = "date" if wants_number else "amount"
    return tuple(one for one in values if one.span not in years or one.kind != dropped)


@lru_cache(maxsize=2**12)
def _read(reference: str) -> _Reading:
    """The values of a reference, their labels, and its other words."""
    groups: list[list[Found]] = []
    found = values_in(reference)
    if quantity := quantities.read(reference):
        # "60 (58 to 62)" is 60 with what is accepted.
        first = next((one for one in found if one.amount), None)
        if first and quantity.amount.accepted and not quantity.amount.is_pair:
            first = replace(first, amount=quantity.amount)
        found = (first,) if first else ()
    # Beside amounts with units, names with numbers and dates are labels: "Plan A $10".
    has_units = any(one.amount and one.amount.measures for one in found)
    labels_alone = [one for one in found if has_units and one.kind in ("code", "date")]
    spans_alone = {one.span for one in labels_alone}
    for one in found:
        if one.span in spans_alone or _is_noise(one, reference):
            continue
        if groups and one.span[0] < groups[-1][0].span[1]:
            groups[-1].append(one)
        else:
            groups.append([one])
    view = view_of(reference)
    its_words, spans = view.normalized
    light = function_words()
    pieces = _pieces(reference)
    values = []
    places = [(min(one.span[0] for one in group), max(one.span[1] for one in group)) for group in groups]
    taken = {n for n, span in enumerate(spans) if any(span[0] < stop and start < span[1] for start, stop in places)}
    for group, (start, _) in zip(groups, places, strict=True):
        piece = next((piece for piece in pieces if piece[0] <= start < piece[1]), (0, len(reference)))
        labels = frozenset(
            word for n, (word, span) in enumerate(zip(its_words, spans, strict=True))
            if piece[0] <= span[0] < piece[1] and n not in taken and word not in light
        ) | _tokens([one for one in labels_alone if piece[0] <= one.span[0] < piece[1]])  # fmt: skip
        values.append(_Meant(tuple(group), labels, piece))
    rest = frozenset(word for n, word in enumerate(its_words) if n not in taken and word not in light)
    spans_of_all = [one.span for one in found]
    is_whole = bool(quantity) or all(
        any(a <= at < b for a, b in spans_of_all) for at, sign in enumerate(reference) if sign.isdigit()
    )
    if quantity:
        return _Reading(tuple(values), frozenset(), True, quantity.noun)
    return _Reading(tuple(values), rest, is_whole and not _FORMULA.search(reference))


_LATEX = lazy_re(r"[\\{}]")
_FORMULA = lazy_re(r"[\\{}^=√π]")
# Beside other words they count nothing that matters.
_SMALL_WORDS = frozenset(("one", "two", "half", "once", "twice", "single", "a"))


def _is_noise(one: Found, text: str) -> bool:
    if one.amount is None or one.amount.measures:
        return False
    its = text[slice(*one.span)].lower()
    return its in _SMALL_WORDS and len(text.split()) > 4


def _tokens(codes: Sequence[Found]) -> frozenset[str]:
    """Labels as single words: "plan:a"."""
    return frozenset(":".join(one.code) for one in codes if one.kind == "code")


_PIECE_END = lazy_re(r"[;\n|]|,(?!\d)|\band\b|\bwhereas\b|\bwhile\b|\bbut\b|[.!?](?=\s|$)", re.IGNORECASE)


@lru_cache(maxsize=2**8)
def _pieces(text: str) -> tuple[tuple[int, int], ...]:
    """The parts of a text that may each hold a value and its label."""
    ends = [0, *(match.end() for match in _PIECE_END.finditer(text)), len(text)]
    return tuple((start, stop) for start, stop in itertools.pairwise(ends) if stop > start)


@lru_cache(maxsize=2**8)
def _digits_of(text: str) -> tuple[int, ...]:
    """Where the figures stand that belong to no longer word."""
    return tuple(match.start() for match in _FIGURES.finditer(text))


class _Context:
    """The values of one reference and of one answer, with all that decides on them."""

    def __init__(
        self, answer: View, question: str, reference: str, meant: Sequence[_Meant], said: Sequence[Found],
        given: Sequence[Found], wanted: Asked,
    ) -> None:  # fmt: skip
        self.answer, self.question, self.reference = answer, question, reference
        self.meant, self.said, self.given, self.wanted = meant, said, given, wanted
        self.asked_words = frozenset(view_of(question).content) if question else frozenset()
        labels = [one.labels for one in meant]
        shared = frozenset(
            word
            for n, one in enumerate(labels)
            for word in one
            if any(word in other for m, other in enumerate(labels) if m != n)
        )
        self.own = [one - shared for one in labels]
        self._words_of: dict[int, tuple[frozenset[str], frozenset[str], frozenset[str]]] = {}

    def _words(self, s: int) -> tuple[frozenset[str], frozenset[str], frozenset[str]]:
        if s not in self._words_of:
            self._words_of[s] = self._words_around(self.said[s])
        return self._words_of[s]

    def _words_around(self, one: Found) -> tuple[frozenset[str], frozenset[str], frozenset[str]]:
        """The words of a value's piece, clause and sentence."""
        text = self.answer.text
        clause = clauses(text)[one.clause]
        sentence = [other for other in clauses(text) if other.sentence == clause.sentence]
        piece = self._piece_of(self.said.index(one))
        its_words, spans = self.answer.normalized
        within = [(piece[0], piece[1]), (clause.start, clause.stop), (sentence[0].start, sentence[-1].stop)]
        return tuple(  # type: ignore[return-value]
            frozenset(word for word, span in zip(its_words, spans, strict=True) if start <= span[0] < stop)
            | _tokens([other for other in self.said if start <= other.span[0] < stop])
            for start, stop in within
        )

    def affinity(self, n: int, s: int) -> float:
        """How well what stands around a value of the answer fits one of the reference's."""
        piece, clause, sentence = self._words(s)
        own = self.own[n]
        others = self._others(n)
        asked_words = self.asked_words
        return (
            3 * len(own & piece)
            + len(own & clause)
            - 3 * len(others & piece)
            + len(asked_words & clause)
            + 0.5 * len(asked_words & sentence)
            + 3 * self._is_result(s)
        )

    def _is_result(self, s: int) -> bool:
        """Whether its clause draws a conclusion: "so she is 23"."""
        clause = clauses(self.answer.text)[self.said[s].clause]
        return _RESULT.match(self.answer.text, clause.start, clause.stop) is not None

    def _others(self, n: int) -> frozenset[str]:
        return frozenset().union(*(other for m, other in enumerate(self.own) if m != n))

    def decide(self, reading: _Reading, is_found: bool) -> Match | None:
        """Returns the finding on all values together."""
        related = [
            [
                min((relation(reading, one, self.wanted) for reading in meant.readings), default=UNLIKE)
                for one in self.said
            ]
            for meant in self.meant
        ]
        if all(found is UNLIKE for row in related for found in row):
            return None
        claimed = {
            s for row in related for s, found in enumerate(row) if found is SAME and self.said[s].stance == "says"
        }
        states = [self._state(n, related, claimed) for n in range(len(self.meant))]
        others = [(n, s) for n, (state, s) in enumerate(states) if state is OTHER and s is not None]
        if others and (_LATEX.search(self.answer.text) or (len(self.meant) > 1 and _OR.search(self.reference))):
            return None
        if others:
            n, s = others[0]
            return self._match(False, [n], [s])
        is_there = [
            state is SAME or (state is UNLIKE and any(one.is_old for one in meant.readings))
            for (state, _), meant in zip(states, self.meant, strict=True)
        ]
        if is_found or not all(is_there) or not any(state is SAME for state, _ in states):
            return None
        rest = reading.rest
        if reading.noun and not self._counts(reading.noun, [s for _, s in states if s is not None]):
            return None
        if not self._has_words(rest) or (len(rest) > 2 and self._denies_otherwise()):
            return None
        held = [s for _, s in states if s is not None]
        return self._match(True, list(range(len(self.meant))), held)

    def _state(self, n: int, related: Sequence[Sequence[Relation]], claimed: set[int]) -> tuple[Relation, int | None]:
        meant = self.meant[n]
        is_old = any(one.is_old for one in meant.readings)
        row = related[n]
        fits = [self.affinity(n, s) if found in (SAME, OTHER) else 0.0 for s, found in enumerate(row)]
        same = [s for s, found in enumerate(row) if found is SAME]
        said_same = [s for s in same if self._is_said(s, is_old)]
        others = [
            s for s, found in enumerate(row)
            if found is OTHER and self._is_said(s, is_old) and s not in claimed and not self._is_in_question(s)
            and self._is_answer(n, s)
        ]  # fmt: skip
        if is_old:
            others = [s for s in others if self.said[s].is_old]
        close = [
            s
            for s, found in enumerate(row)
            if found is CLOSE and s not in claimed and self._is_said(s, is_old) and not self._is_small(s)
        ]
        if not said_same and (ends := self._ends(n)):
            return SAME, ends
        best_same = max(said_same, key=fits.__getitem__, default=None)
        best_other = max(others, key=fits.__getitem__, default=None)
        if best_same is not None:
            if (instead := self._instead(n, best_same, related)) is not None:
                return OTHER, instead
            if best_other is not None and len(said_same) == 1:
                gap = fits[best_other] - fits[best_same]
                if gap > 1 and self._is_result(best_other) and not self._is_result(best_same):
                    return OTHER, best_other
                if gap > _CLEAR:
                    return CLOSE, None
            return SAME, best_same
        if not is_old and any(self.said[s].is_old for s in same):
            # "from 5 to 3" for "from 3 to 5"
            now = [
                s for m, each in enumerate(self.meant) if any(one.is_old for one in each.readings)
                for s, found in enumerate(related[m]) if found is SAME and self._is_said(s, False) and row[s] is OTHER
            ]  # fmt: skip
            if now:
                return OTHER, now[0]
        if best_other is None and close and self._is_beyond(meant, close):
            return OTHER, close[0]
        if best_other is not None and self._may_hold(meant):
            return CLOSE, None
        if close or best_other is None:
            return (UNLIKE, None) if not close else (CLOSE, None)
        return OTHER, best_other

    def _is_said(self, s: int, is_old: bool) -> bool:
        one = self.said[s]
        return one.stance == "says" and (is_old or not one.is_old) and not self._is_elsewhere(s)

    def _is_elsewhere(self, s: int) -> bool:
        """Whether the value is about another year or version than the question."""
        if not self.given:
            return False
        one, text = self.said[s], self.answer.text
        clause = clauses(text)[one.clause]
        for start, stop in (self._piece_of(s), (clause.start, clause.stop)):
            found = [
                relation(given, other, Asked())
                for given in self.given
                for other in self.said
                if other.kind in ("code", "date") and start <= other.span[0] < stop and other.span != one.span
            ]
            if SAME in found or CLOSE in found:
                return False
            if OTHER in found:
                return True
        return False

    def _is_small(self, s: int) -> bool:
        """Whether it is a word such as "one" in a text, which often counts nothing."""
        return self.answer.at(self.said[s].span).lower() in _SMALL_WORDS and self.answer.text.count(" ") > 2

    def _is_answer(self, n: int, s: int) -> bool:
        """Whether a bare number may take the place of the reference's: it is stated, or counts the same."""
        one, text = self.said[s], self.answer.text
        mine = self.meant[n].readings[0].amount
        if one.amount and one.amount.is_implicit:
            return len(text.split()) <= 5
        if one.amount is None or one.amount.measures or mine is None or mine.measures or self.wanted.scale:
            return True
        if {mine.bound, one.amount.bound} == {"<", ">"}:
            return True
        if 1000 <= one.amount.low <= 2100 and _IN.search(text, max(0, one.span[0] - 8), one.span[0]):
            return False
        if self._is_small(s):
            return False
        if len(text.split()) <= 3 or (
            _STATED.search(text, max(0, one.span[0] - 20), one.span[0]) and _ENDS.match(text, one.span[1])
        ):
            return True
        if one.direction and _TO.search(text, max(0, one.span[0] - 20), one.span[0]):
            return True
        its_words, spans = self.answer.normalized
        following = [word for word, span in zip(its_words, spans, strict=True) if span[0] >= one.span[1]][:2]
        return not (self.asked_words | frozenset(view_of(self.reference).words)).isdisjoint(following)

    def _denies_otherwise(self) -> bool:
        """Whether just one of reference and answer denies something."""
        return denies(self.reference) != denies(self.answer.text)

    def _counts(self, noun: str, places: Sequence[int]) -> bool:
        """Whether 5 episodes are meant, where an answer has 5 of something."""
        if noun.lower() in f"{self.answer.small} {self.question.lower()}":
            return True
        ends = [self.said[s].span[1] for s in places]
        return not any(_WORD_AFTER.match(self.answer.text, end) for end in ends)

    def _is_beyond(self, meant: _Meant, close: Sequence[int]) -> bool:
        """Whether a short answer says that it is more or less than the reference: ">63" is not 63."""
        mine = meant.readings[0].amount
        if mine is None or mine.bound or mine.accepted or self.answer.text.count(" ") > 4:
            return False
        said = [self.said[s].amount for s in close]
        is_strict = all(one and one.is_strict and one.low == mine.low for one in said)
        return is_strict and not _ASKS_LIMIT.search(self.question)

    def _may_hold(self, meant: _Meant) -> bool:
        """Whether a bare number may be there in a form that is not read: "5th", "18, 426", "5 and 2" for 7."""
        amount = meant.readings[0].amount
        if amount is None or amount.measures or amount.is_pair:
            return False
        digits = re.sub(r"\D", "", amount.text)
        text = in_figures(self.answer.text).text
        if re.search(rf"(?<![\d.,]){digits}(?:st|nd|rd|th)\b", text):
            return True
        spread = re.search("[,.]? ?".join(digits), text) if len(digits) > 3 else None
        if spread and " " in spread[0]:
            return True
        spans = [one.span for one in self.said]
        if not all(any(start <= at < stop for start, stop in spans) for at in _digits_of(self.answer.text)):
            return True
        bare = [one.amount.low for one in self.said if one.amount and not one.amount.measures]
        return any(sum(bare[:n]) == amount.low for n in range(2, min(len(bare), 6) + 1))

    def _is_in_question(self, s: int) -> bool:
        """Whether the question gives the value, so that a longer answer only repeats it."""
        is_longer = self.answer.text.count(" ") > 2
        return is_longer and any(relation(given, self.said[s], Asked()) is SAME for given in self.given)

    def _ends(self, n: int) -> int | None:
        """Returns where the last of the two ends of a range stands: "at least 18 and at most 65"."""
        for one in self.meant[n].readings:
            if one.amount is None or not one.amount.is_pair or one.amount.low >= one.amount.high:
                continue
            places = []
            for end, other in ((one.amount.low, "<"), (one.amount.high, ">")):
                amount = replace(one.amount, low=end, high=end, is_pair=False, accepted=None, bound="")
                meant = replace(one, amount=amount)
                places += [
                    s
                    for s, said in enumerate(self.said)
                    if said.amount
                    and (said.amount.bound != other or said.stance == "denies")
                    and relation(meant, replace(said, amount=replace(said.amount, bound="")), self.wanted) is SAME
                ][:1]
            sentences = {clauses(self.answer.text)[self.said[s].clause].sentence for s in places}
            if len(places) == 2 and len(sentences) == 1:
                return places[1]
        return None

    def _instead(self, n: int, s: int, related: Sequence[Sequence[Relation]]) -> int | None:
        """Returns another value's place where two values of the reference have exchanged their labels in the answer."""
        own, piece = self._own(n), self._piece(s, related)
        for m in range(len(self.meant)):
            its = self._own(m) - own
            mine = own - self._own(m)
            if m == n or not its or not mine or related[m][s] is not OTHER or not its & piece or mine & piece:
                continue
            for t, found in enumerate(related[m]):
                there = self._piece(t, related) if found is SAME else frozenset()
                if mine & there and not its & there and related[n][t] is OTHER:
                    return t
        return None

    def _own(self, n: int) -> frozenset[str]:
        """The labels of a value, among them the other values that stand with it."""
        piece = self.meant[n].piece
        return self.own[n] | {f"value {m}" for m, other in enumerate(self.meant) if m != n and other.piece == piece}

    def _piece(self, s: int, related: Sequence[Sequence[Relation]]) -> frozenset[str]:
        """The words beside a value of the answer, and the reference's values there."""
        words = self._words(s)[0]
        labels = frozenset().union(*self.own)
        if not labels & words:
            # "Plan A, with 15 GB of storage, costs $25": the label stands in an earlier part of the sentence.
            words |= next((before for before in self._before(s) if labels & before), frozenset())
        return words | {
            f"value {m}" for m, row in enumerate(related) for t, found in enumerate(row)
            if t != s and found is SAME and self._piece_of(t) == self._piece_of(s)
        }  # fmt: skip

    def _before(self, s: int) -> Iterator[frozenset[str]]:
        """Yields the words of the parts of a sentence before a value's part, the nearest first."""
        text, (its_words, spans) = self.answer.text, self.answer.normalized
        found = clauses(text)
        start = next(one.start for one in found if one.sentence == found[self.said[s].clause].sentence)
        here = self._piece_of(s)[0]
        for first, last in reversed([piece for piece in _pieces(text) if start < piece[1] <= here]):
            words = (word for word, span in zip(its_words, spans, strict=True) if first <= span[0] < last)
            yield frozenset(words) | _tokens([one for one in self.said if first <= one.span[0] < last])

    def _piece_of(self, s: int) -> tuple[int, int]:
        text, start = self.answer.text, self.said[s].span[0]
        return next((piece for piece in _pieces(text) if piece[0] <= start < piece[1]), (0, len(text)))

    def _has_words(self, rest: frozenset[str]) -> bool:
        """Whether the answer or the question has the words around the reference's values."""
        words = frozenset(word for word in rest - _LIGHT if len(word) > 1 and not DIRECTION.fullmatch(word))
        there, new = words & self.answer.distinct, words - self.asked_words
        if len(words) > 2 and len(there) < len(words) / 3:
            return False
        # Labels and bare numbers in a sentence are seldom all that it says.
        is_measured = any(one.amount is None or one.amount.measures for each in self.meant for one in each.readings)
        is_label = all(one.kind == "code" for each in self.meant for one in each.readings)
        if not is_measured or is_label:
            return new <= there and len(there) >= 0.6 * len(words)
        share = _SHARE_OF_WORDS.get(len(self.meant), 0.0)
        return len(new & there) >= share * len(new)

    def _match(self, is_same: bool, meant: Sequence[int], said: Sequence[int]) -> Match:
        spans = [
            (min(one.span[0] for one in self.meant[n].readings), max(one.span[1] for one in self.meant[n].readings))
            for n in meant
        ]
        text = "; ".join(self.reference[slice(*span)] for span in spans)
        are_exact = all(any(is_exact(one, self.said[s]) for one in self.meant[n].readings for s in said) for n in meant)
        return Match(
            self._rule(self.meant[meant[0]]),
            is_same,
            "not" if not is_same else "=" if are_exact else "≈",
            text,
            tuple(dict.fromkeys(self.said[s].span for s in said)),
        )

    def _rule(self, meant: _Meant) -> str:
        one = meant.readings[0]
        if one.amount is None:
            return "name with a number" if one.kind == "code" else one.kind
        measures = one.amount.measures or self.wanted.measures
        return "number" if not measures else "money" if any(one.is_money for one in measures) else "quantity"


_TO = lazy_re(r"\bto (?:about |around )?$")
_IN = lazy_re(r"\b(?:in|since|by|of|until|from)\s$", re.IGNORECASE)
_ASKS_LIMIT = lazy_re(r"\b(?:minimum|maximum|limit|least|most|threshold|up to|required?)\b", re.IGNORECASE)
_RESULT = lazy_re(
    r"\W*(?:and )?(?:so|therefore|thus|hence|consequently|in total|altogether|which makes|making)\b", re.IGNORECASE
)
_FIGURES = lazy_re(r"(?<![A-Za-z\d])\d")
_WORD_AFTER = lazy_re(r"[ -][^\W\d_]")
_OR = lazy_re(r"\bor\b", re.IGNORECASE)
_STATED = lazy_re(
    r"(?:\b(?:is|are|was|were|has|have|had|be|equals|of|only|exactly|about|approximately|there)|[:=~])\s?$", re.I
)
_ENDS = lazy_re(r"\W*(?:[.!?;]|$)|,? (?:of them|in total|altogether)", re.IGNORECASE)
_LIGHT = frozenset(
    "yes no year by to from in at of per cent percent amount approximately about total average least most max maximum"
    " minimum more less than over under up fee price cost".split()
)
