"""The values of a reference: each with its readings, its labels and its tolerance."""

import itertools
import re
from collections.abc import Sequence
from dataclasses import dataclass, replace

from ...caches import cached
from ...lazy_patterns import lazy_re
from ..clauses import Span
from ..languages import english_function_words
from ..view import view_of
from .amounts.amount_parser import DIRECTION, Amount, amounts_of
from .amounts.units import PERCENT
from .asked_values import AskedValue
from .codes import Code
from .found_values import SAME, Found
from .kinds import may_hold_value, relation, values_in

# In so short a reference a capital in front is a name.
_FEW_WORDS, _SHORT = 10, 5
# "About 60" may be 57 or 63; a number of more digits is more exact.
_ABOUT, _ABOUT_EXACT = 0.05, 0.02
# What a reference accepts: "(118 to 122)", "[118, 122]", "; tolerance 2", "(within 5%)"
_NOTE = lazy_re(
    r"(?<=\S)\s*(?:\(([^()]*)\)|(\[[^\[\]]*\]))\s*$|[,;]\s*((?:accept|toleran|allow|within|margin)[^;]*)$",
    re.IGNORECASE,
)
_ERROR = lazy_re(r"\b(?:toleran|within|margin|error)", re.IGNORECASE)
# They are in no value.
_SIGNS = "\\{}^=√π"
# "291 episodes", "12 black cats"
_COUNTED = lazy_re(r" (?:[a-z][a-z'-]+ )?[a-z][a-z'-]*[sen]\W*")
# 50 Cent sings.
_TITLE = lazy_re(r"\d [A-Z][a-z]*[a-rt-z]$")
# Beside other words they count nothing that matters.
SMALL_WORDS = frozenset(("one", "two", "half", "once", "twice", "single", "a"))
# What may stand around a value without saying more.
_LIGHT = frozenset(
    "yes no year by to from in at of per cent percent amount approximately about total average least most max maximum"
    " minimum more less than over under up fee price cost early mid middle late during season decade century sometime"
    " usually king queen pope emperor tsar exactly just roughly circa ca between around nearly almost close estimated"
    " apart altogether times time tall long wide high deep old away each every".split()
)
_PIECE_END = lazy_re(r"[;\n|]|,(?!\d)|\band\b|\bwhereas\b|\bwhile\b|\bbut\b|[.!?](?=\s|$)", re.IGNORECASE)
_NOT = frozenset(("not", "without", "except", "dont", "doesnt", "cannot", "no"))
# Nouns and the adjectives of the same measure.
_DIMENSIONS = {"heigh": "high", "width": "wide", "depth": "deep", "lengt": "long", "weigh": "heavy"}


@dataclass(frozen=True, slots=True)
class ReferenceValue:
    """A value of a reference: its possible readings, its span, and the words that label it."""

    readings: tuple[Found, ...]
    span: Span
    labels: frozenset[str] = frozenset()
    piece: Span = (0, 0)

    @property
    def is_old(self) -> bool:
        """Whether it is a former value."""
        return any(one.is_old for one in self.readings)


@dataclass(frozen=True, slots=True)
class ReferenceReading:
    """A reference by its values.

    Attributes:
        text: The reference without a note on what it accepts.
        values: The values.
        rest: The stems of its other words that carry meaning; none where it is a number of things and nothing else.
        names: Those of them with a capital.
        is_whole: Whether each figure is in a value.
    """

    text: str
    values: tuple[ReferenceValue, ...]
    rest: frozenset[str]
    names: frozenset[str]
    is_whole: bool


def word_stem(word: str) -> str:
    """Returns the first letters of a word, so that its forms are one: "charge" and "charging".

    >>> word_stem("charging"), word_stem("width"), word_stem("without"), word_stem("2024-05")
    ('charg', 'wide', 'not', '2024-05')
    """
    if word in _NOT:
        return "not"
    return _DIMENSIONS.get(word[:5], word[:5]) if word.isalpha() else word


def label_tokens(found: Sequence[Found]) -> frozenset[str]:
    """Returns labels as single words: "plan:a"."""
    return frozenset(":".join(one.value) for one in found if isinstance(one.value, Code))


@cached(2**8)
def value_pieces(text: str) -> tuple[Span, ...]:
    """Returns the parts of a text, each of which may contain a value and its label."""
    ends = [0, *(match.end() for match in _PIECE_END.finditer(text)), len(text)]
    return tuple((start, stop) for start, stop in itertools.pairwise(ends) if stop > start)


def value_piece_at(text: str, place: int) -> Span:
    """Returns the part of the text at a position."""
    return next((piece for piece in value_pieces(text) if piece[0] <= place < piece[1]), (0, len(text)))


def is_reference_value_alone(reference: str) -> bool:
    """Returns whether a reference is nothing but one value, or the two ends of a period.

    >>> [is_reference_value_alone(text) for text in ("July 4, 1776", "5 to 6 km", "salt and 5 g pepper")]
    [True, True, False]
    """
    if reference.count(" ") > _FEW_WORDS or not may_hold_value(reference):
        return False
    reading = read_reference_values(reference)
    return 1 <= len(reading.values) <= 2 and reading.is_whole and not reading.rest


@cached(2**12)
def read_reference_values(reference: str) -> ReferenceReading:
    """Returns the values of a reference, their labels, and its other words.

    >>> [sorted(one.labels) for one in read_reference_values("Plan A $10, Plan B $25").values]
    [['plan', 'plan:a'], ['b', 'plan', 'plan:b']]
    >>> read_reference_values("120 (118 to 122)").values[0].readings[0].amount.accepted
    (118.0, 122.0)
    >>> read_reference_values("291 episodes").rest
    frozenset()
    """
    bare = reference
    note = _NOTE.search(bare)
    accepted = next(filter(None, note.groups()), "") if note else ""
    if note and is_reference_value_alone(bare[: note.start()]):
        bare = bare[: note.start()]
    found = values_in(bare)
    # Beside amounts with units, names with numbers and dates are labels: "Plan A $10".
    has_units = any(one.amount and one.amount.units for one in found)
    labels = [one for one in found if has_units and one.kind.is_label]
    kept = [one for one in found if one not in labels and not _is_noise(one, bare)]
    groups = _group_readings(bare, kept)
    if len(groups) == 1 and (first := groups[0][0]).amount:
        groups[0][0] = replace(first, value=_accepting(first.amount, accepted))
    light = english_function_words() | _LIGHT
    view = view_of(bare)
    its_words = [word_stem(word) for word in view.normalized[0]]
    spans = view.normalized[1]
    taken = {span for span in spans for one in kept if one.span[0] < span[1] and span[0] < one.span[1]}
    content = [
        (word, span) for word, given, span in zip(its_words, view.normalized[0], spans, strict=True)
        if span not in taken
        and (word == "not" or not (given in light or word in light or DIRECTION.fullmatch(given)))
    ]  # fmt: skip
    values = []
    for group in groups:
        span = min(one.span[0] for one in group), max(one.span[1] for one in group)
        start, stop = piece = value_piece_at(bare, span[0])
        its = frozenset(word for word, place in content if start <= place[0] < stop)
        its |= label_tokens([one for one in labels if start <= one.span[0] < stop])
        values.append(ReferenceValue(tuple(group), span, its, piece))
    amount = values[0].readings[0].amount if len(values) == 1 and _COUNTED.fullmatch(bare, values[0].span[1]) else None
    is_count = amount and not amount.units and not amount.is_pair
    places = [one.span for one in found]
    is_title = _TITLE.search(bare) and any(m.is_money for one in kept if one.amount for m in one.amount.units)
    return ReferenceReading(
        bare,
        tuple(values),
        frozenset(word for word, _ in content if word != "not" and not is_count),
        frozenset(word for word, span in content if (span[0] or bare.count(" ") < _SHORT) and bare[span[0]].isupper()),
        not is_title
        and all(
            any(a <= at < b for a, b in places) for at, sign in enumerate(bare) if sign.isdigit() or sign in _SIGNS
        ),
    )


def _group_readings(text: str, found: Sequence[Found]) -> list[list[Found]]:
    """Groups the readings of one span, and values that are given twice: "5 km, 3.1 miles"."""
    groups: list[list[Found]] = []
    for one in found:
        if groups and one.span[0] < groups[-1][0].span[1]:
            groups[-1].append(one)
        elif groups and one.amount and one.amount.units and relation(groups[-1][0], one, AskedValue()) is SAME:
            if len(text[groups[-1][0].span[1] : one.span[0]].strip(" ,;(=/or")) > 0:
                groups.append([one])
        else:
            groups.append([one])
    return groups


def _is_noise(one: Found, text: str) -> bool:
    if one.amount is None or one.amount.units:
        return False
    return text[slice(*one.span)].lower() in SMALL_WORDS and len(text.split()) > 4


def _accepting(amount: Amount, note: str) -> Amount:
    """Returns an amount with the tolerance of its reference: "about 60", "120 (118 to 122)", "12.3 (± 0.1)"."""
    if amount.accepted or amount.is_pair:
        return amount
    error, noted = 0.0, amounts_of(note)
    ends = [end for one in noted for end in ((one.low, one.high) if one.is_pair else (one.low,))]
    if len(ends) == 2 and 0 < ends[0] <= amount.low <= ends[1] and (len(noted) == 1 or note.startswith("[")):
        return replace(amount, accepted=(ends[0], ends[1]), text=note.strip("[]"))
    if len(noted) == 1 and (ends[0] == -ends[-1] or _ERROR.search(note)):
        is_share = PERCENT in noted[0].units
        error = ends[-1] * abs(amount.low) / 100 if is_share else ends[-1]
        amount = replace(amount, text=f"{amount.text} ± {noted[0].text.lstrip('± ')}")
    elif amount.bound == "~":
        n_digits = len(f"{abs(amount.low):.12g}".replace(".", "").strip("0"))
        error = (_ABOUT if n_digits <= 2 else _ABOUT_EXACT) * abs(amount.low)
    return replace(amount, accepted=(amount.low - error, amount.low + error)) if error else amount
