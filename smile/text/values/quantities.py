"""Numbers, quantities and money: 36 inches are a yard, $5 are five dollars and not €5, and 3-1 is not 1-3."""

import re
from dataclasses import dataclass, replace
from functools import lru_cache

from ..lazy_patterns import lazy_re
from .amounts.amount_relations import Relation, relation
from .amounts.amount_scanner import Amount, amounts_of
from .amounts.measures import measures_named, names_of
from .amounts.number_words import with_figures
from .value_match import ValueMatch

# What may stand around the amount of a reference that is an amount as a whole.
_BEFORE = lazy_re(
    r"\W*(?:(?:it|that|they|there|he|she)(?: is|'s| was| are| were) )?(?:(?:in|at|for|by|the|a|an|only|exactly|just"
    r"|total|of|about|around|approximately|approx\.?|roughly|some|circa|ca\.?|c\.|estimated|nearly|almost|close|to|between|from"
    r"|more|less|fewer|greater|higher|lower|than|over|above|under|below|least|most|up|no|not|maximum|minimum"
    r"|exceeding|upwards?)\s*)*[~≈<>≤≥=(]*\s*",
    re.IGNORECASE,
)
_AFTER = lazy_re(
    r"(?: (?:tall|long|wide|high|deep|thick|old|away|apart|in total|total|each|altogether|ago|exactly|earth"
    r"|in (?:length|height|width|depth|weight|size|diameter|area|volume|duration|mass)))?\W*",
    re.IGNORECASE,
)
_COUNTED = lazy_re(r" (?P<noun>[a-z][a-z'-]+(?: [a-z][a-z'-]+)?)\W*")
_BRACKETS = lazy_re(r"\s*\([^()]*\)\s*$")
_HAS_NUMBER = lazy_re(
    r"\d|\b(?:zero|nought|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|twice|thrice|dozen|half|quarter"
    r"|\w+teen|(?:twen|thir|for|fif|six|seven|eigh|nine)ty\b|hundred|thousand|million|[bt]rillion|thirds?|fifths?"
    r"|an? (?=\w))",
    re.IGNORECASE,
)
_WORD_AFTER = lazy_re(r"[ -]([^\W\d_]+)(?: ([^\W\d_]+))?")
_WORD_BEFORE = lazy_re(r"([^\W\d_][\w.'-]*)[ ]+$")
_TITLE = lazy_re(r" [A-Z][a-z]*[a-rt-z]$")
_MOST_WORDS = 12
_FEW_WORDS = 3
_ONE_OF = lazy_re(r"1 (?:of|in|is|was|to|and|that|who|which)\b")
_STATED = lazy_re(
    r"(?:\b(?:is|are|was|were|has|have|had|be|equals|of|only|exactly|about|approximately|there)|[:=~])\s?$"
)
_ENDS = lazy_re(r"\s*(?:[.!?;]|$)|,? (?:of them|in total|altogether)")
_HOW_MANY = lazy_re(r"\bhow many (\w+)", re.IGNORECASE)
_AGE = frozenset(("age", "aged", "old", "older", "young"))
_FUNCTION_WORDS = frozenset(
    ("", "in", "of", "the", "to", "and", "i", "wa", "are", "a", "on", "at", "for", "by", "that", "it")
)


@dataclass(frozen=True, slots=True)
class Quantity:
    """What a reference is: one amount, and what it counts ("episodes", or nothing)."""

    amount: Amount
    noun: str


@dataclass(frozen=True, slots=True)
class _Answer:
    """An answer in figures, how many words it has, and its question."""

    text: str
    n_words: int
    question: str


def read(reference: str) -> Quantity | None:
    """Returns the number, quantity or sum of money that a reference is as a whole; a bare year is none.

    >>> read("about 36 inches").amount.text, read("291 episodes").noun, read("Apollo 11"), read("1776")
    ('36 inches', 'episodes', None, None)
    """
    if len(reference.split()) > _MOST_WORDS or not _HAS_NUMBER.search(reference):
        return None
    bare = _BRACKETS.sub("", reference)
    text = with_figures(bare)
    found = amounts_of(bare)
    if not found:
        return None
    amount = found[0]
    if len(found) > 1:
        # "5 km, 3.1 miles": the same twice.
        if any(relation(amount, other, True) != Relation.SAME for other in found[1:]):
            return None
        rest = text[found[-1].end :]
    else:
        rest = text[amount.end :]
    if any(measure.is_money for measure in amount.measures) and _TITLE.search(amount.text):
        return None  # 50 Cent sings.
    if _is_year(amount) or not _BEFORE.fullmatch(text[: amount.start]):
        return None
    if _AFTER.fullmatch(rest):
        return Quantity(amount, "")
    noun = _COUNTED.fullmatch(rest)
    if noun and not amount.measures and not amount.is_pair and noun["noun"].split()[-1].endswith(("s", "e", "n")):
        return Quantity(amount, noun["noun"].split()[-1])
    return None


def _is_year(amount: Amount) -> bool:
    """The rules for dates read 1776, 1939-1945 and 1979-80."""
    if amount.measures or "," in amount.text or amount.step != 1 or not 1000 <= amount.low <= 2100:
        return False
    return 1000 <= amount.high <= 2100 or 0 < amount.high < 100


def compare(value: Quantity, prediction: str, question: str | None) -> ValueMatch | None:
    """Returns whether the answer holds the amount in any form, or only another one; none if that is unclear.

    >>> compare(read("36 inches"), "It is one yard long.", None)
    ValueMatch(rule='quantity', is_same=True, evidence='36 inches = 1 yard')
    >>> compare(read("$5"), "five euros", None)
    ValueMatch(rule='money', is_same=False, evidence='5 euros, not $5')
    >>> compare(read("3-1"), "They lost 1-3.", None).is_same, compare(read("12"), "a dozen", None).is_same
    (False, True)
    >>> compare(read("5"), "Apollo 11", None)
    """
    found = amounts_of(prediction)
    if not found:
        return None
    reference = _with_asked_unit(value.amount, question)
    answer = _Answer(with_figures(prediction), len(prediction.split()), question or "")
    is_asked = _asks_for(reference, question)
    relations = [(amount, relation(reference, amount, is_asked)) for amount in found]
    same = [amount for amount, how in relations if how is Relation.SAME]
    if same:
        stated = next((one for one in same if not one.is_denied and _counts_the_same(value, one, answer)), None)
        if not stated or _is_contradicted(reference, stated, relations):
            return None
        return ValueMatch(_rule_of(reference), True, f"{value.amount.text} = {stated.text}")
    if any(how is Relation.CLOSE for _, how in relations) and not _is_contradicted(reference, None, relations):
        return None
    if not reference.measures and len(found) > 1 and sum(amount.low for amount in found) == reference.low:
        return None  # "5 numbers and 2 stars" are 7 balls.
    others = [
        amount for amount, how in relations if how is Relation.OTHER and _is_committed(value, reference, amount, answer)
    ]
    # Another length may stand in two units; a bare number may not be one of several.
    if not others or len({(amount.low, amount.high) for amount in others}) > 1 + bool(reference.measures):
        return None
    return ValueMatch(_rule_of(reference), False, f"{others[0].text}, not {value.amount.text}")


def _with_asked_unit(reference: Amount, question: str | None) -> Amount:
    """Gives a bare number the unit that the question asks for: "How many minutes ...?" "90"."""
    asked = _HOW_MANY.search(question) if question and not reference.measures else None
    return replace(reference, measures=measures_named(asked[1])) if asked else reference


def _is_contradicted(reference: Amount, same: Amount | None, relations: list[tuple[Amount, Relation]]) -> bool:
    """Whether the answer has the amount in another unit only, and another amount in the reference's own unit."""
    own = set(reference.measures)
    return not (same and own & set(same.measures)) and any(
        how is Relation.OTHER and own & set(amount.measures) for amount, how in relations
    )


def _rule_of(reference: Amount) -> str:
    if not reference.measures:
        return "number"
    return "money" if any(measure.is_money for measure in reference.measures) else "quantity"


@lru_cache(maxsize=2**10)
def _asked_words(question: str) -> frozenset[str]:
    return frozenset(re.findall(r"[^\W\d_]+", question.lower()))


def _asks_for(reference: Amount, question: str | None) -> bool:
    """Whether the question names the reference's unit, so that an answer need not repeat it."""
    if not question or not reference.measures:
        return False
    asked = _asked_words(question)
    return any(
        asked & names_of(measure.unit) or (measure.unit == "year" and asked & _AGE) for measure in reference.measures
    )


def _counts_the_same(value: Quantity, amount: Amount, answer: _Answer) -> bool:
    """Whether 5 episodes are meant, where an answer has 5 of something."""
    if not value.noun or amount.measures:
        return True
    if not _WORD_AFTER.match(answer.text, amount.end):
        return True
    return value.noun in _asked_words(answer.question) or value.noun in answer.text


def _is_committed(value: Quantity, reference: Amount, amount: Amount, answer: _Answer) -> bool:
    """Whether an answer's amount is its answer, not a year, a name or a number beside it."""
    is_short = answer.n_words <= _FEW_WORDS
    if amount.is_denied or (amount.is_implicit and not is_short):
        return False
    if not is_short and any((amount.low, amount.high) == (one.low, one.high) for one in amounts_of(answer.question)):
        return False
    if reference.measures:
        return bool(amount.measures) or is_short
    if reference.is_pair:
        return amount.is_pair or is_short
    if amount.measures or (_is_year(amount) and answer.n_words > 1):
        return False
    text, start, end = answer.text, amount.start, amount.end
    before = _WORD_BEFORE.search(text, max(0, start - 40), start)
    if before and before[1][0].isupper() and not _BEFORE.fullmatch(f"{before[1]} "):
        return False
    is_opposite = {reference.bound, amount.bound} == {"<", ">"}
    if is_short or is_opposite or (_STATED.search(text, max(0, start - 20), start) and _ENDS.match(text, end)):
        return True
    after = _WORD_AFTER.match(text, end)
    if not after or _ONE_OF.match(text, start):
        return False
    following = {_stem(after[1]), _stem(after[2] or "")} - _FUNCTION_WORDS
    return any(_stem(word) in following for word in (*_asked_words(answer.question), value.noun))


def _stem(word: str) -> str:
    return word.lower().rstrip("s")
