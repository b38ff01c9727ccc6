"""Numbers, quantities and money: 36 inches are a yard, $5 are five dollars and not €5, and 3-1 is not 1-3."""

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import lru_cache

from ..lazy_patterns import lazy_re
from ..view import Match, Span, View
from .amounts.amount_parser import Amount, amounts_of, asked_change, signed, without_change
from .amounts.amount_relations import Relation, relation
from .amounts.units import measures_named, names_of
from .numbers import has_number, in_figures

_MOST_WORDS = 12
_FEW_WORDS, _SEVERAL_WORDS = 3, 5
# "About 60" may be 57 or 63; a number of more digits is more exact.
_ABOUT, _ABOUT_EXACT = 0.05, 0.02
# What may stand around the amount of a reference that is an amount as a whole: "it is at least", "tall".
_BEFORE = lazy_re(
    r"""\W*(?:(?:it|that|they|there|he|she)(?:\ is|'s|\ was|\ are|\ were)\ )?
    (?:(?:in|at|for|by|the|an?|only|exactly|just|total|of|about|around|approximately|approx\.?|roughly|some|circa|ca\.?
    |c\.|estimated|nearly|almost|close|to|between|from|all|more|less|fewer|greater|higher|lower|than|over|above|under
    |below|least|most|up|no|not|maximum|minimum|exceeding|upwards?)\s*)*[~≈<>≤≥=(]*\s*""",
    re.IGNORECASE | re.VERBOSE,
)
_AFTER = lazy_re(
    r"(?: (?:tall|long|wide|high|deep|thick|old|away|apart|in total|total|each|altogether|ago|exactly|earth"
    r"|in (?:length|height|width|depth|weight|size|diameter|area|volume|duration|mass)))?\W*",
    re.IGNORECASE,
)
# "291 episodes", "12 black cats"
_COUNTED = lazy_re(r" (?P<noun>[a-z][a-z'-]+(?: [a-z][a-z'-]+)?)\W*")
# What a reference accepts: "(118 to 122)", "[118, 122]", "; tolerance 2", "(within 5%)"
_NOTE = lazy_re(
    r"(?<=\S)\s*(?:\(([^()]*)\)|(\[[^\[\]]*\]))\s*$|[,;]\s*((?:accept|toleran|allow|within|margin)[^;]*)$",
    re.IGNORECASE,
)
_ERROR = lazy_re(r"\b(?:toleran|within|margin|error)", re.IGNORECASE)
_UNIT = lazy_re(r"\ban? \w", re.IGNORECASE)
# 50 Cent sings.
_TITLE = lazy_re(r" [A-Z][a-z]*[a-rt-z]$")
_WORDS_AFTER = lazy_re(r"[ -]([^\W\d_]+)(?: ([^\W\d_]+))?")
_WORD_BEFORE = lazy_re(r"([^\W\d_][\w.'-]*)[ ]+$")
# "There are 18.", "= 18 in total"; but "1 of them"
_STATED = lazy_re(
    r"(?:\b(?:is|are|was|were|has|have|had|be|equals|of|only|exactly|about|approximately|there)|[:=~])\s?$",
    re.IGNORECASE,
)
_ENDS = lazy_re(r"\s*(?:[.!?;]|$)|,? (?:of them|in total|altogether)", re.IGNORECASE)
_HOW_MANY = lazy_re(r"\bhow many (\w+)", re.IGNORECASE)
# Between two forms of one amount.
_OR = lazy_re(
    r"\W*(?:(?:or|i\.e\.|that is|about|around|approximately|roughly|almost|nearly|equals?)\W*)*", re.IGNORECASE
)
# Signs that the words of a text lack, and words that make another amount of the same figures: "under 5", "5%".
_SIGN = lazy_re(r"[$€£¥₹₩₽₪₱₫₺฿₿¢°'\"%±<>]")
_DIGIT = lazy_re(r"\d")
_OF_CHANGE = lazy_re(r"[%±<>]|per ?cent|plus|\b(?:less|fewer|more|greater|higher|lower|under|below|above)\b")
# "What percentage ...?", "(in %)"; but not "What is 15% of 240?".
_ASKS_SHARE = lazy_re(r"\b(?:what|which|how many)\b[a-z ]{0,20}\bper ?cent\b|\bpercentage\b|[(n] ?%", re.IGNORECASE)
# Their numbers are per cent, whether or not the sign is there.
_ASKS_RATE = lazy_re(r"\b(?:rates?|yield|inflation|growth|interest)\b", re.IGNORECASE)
_ASKS_LIMIT = lazy_re(r"\b(?:minimum|maximum|limit|least|most|threshold|up to|required?)\b", re.IGNORECASE)
_AGE = frozenset(("age", "aged", "old", "older", "young"))
_FUNCTION_WORDS = frozenset(["", *"in of the to and i wa are a on at for by that it".split()])


@dataclass(frozen=True, slots=True)
class Quantity:
    """A reference that is one amount, and the things that it counts ("episodes", or none)."""

    amount: Amount
    noun: str

    @property
    def rule(self) -> str:
        """The kind of its value."""
        if not self.amount.measures:
            return "number"
        return "money" if any(measure.is_money for measure in self.amount.measures) else "quantity"


def read(reference: str) -> Quantity | None:
    """Returns the number, quantity or sum of money that a reference is as a whole; a bare year is none.

    >>> read("about 36 inches").amount.text, read("291 episodes").noun, read("Apollo 11"), read("1776")
    ('36 inches', 'episodes', None, None)
    """
    may_be = has_number(reference) or _UNIT.search(reference)
    if not may_be or "√" in reference or len(reference.split()) > _MOST_WORDS:
        return None
    brackets = _NOTE.search(reference)
    bare = reference[: brackets.start()] if brackets else reference
    found = amounts_of(bare)
    # "5 km, 3.1 miles": the same twice.
    if not found or any(relation(found[0], other, True) != Relation.SAME for other in found[1:]):
        return None
    amount, text = found[0], in_figures(bare).text
    if any(measure.is_money for measure in amount.measures) and _TITLE.search(amount.text):
        return None
    if _is_year(amount) or not _BEFORE.fullmatch(without_change(text[: amount.start])):
        return None
    amount = _accepting(amount, next(filter(None, brackets.groups()), "") if brackets else "")
    rest = without_change(text[found[-1].end :]) if amount.change else text[found[-1].end :]
    if _AFTER.fullmatch(rest):
        return Quantity(amount, "")
    counted = _COUNTED.fullmatch(rest)
    noun = counted["noun"].split()[-1] if counted else ""
    is_counted = not amount.measures and not amount.is_pair and noun.endswith(("s", "e", "n"))
    return Quantity(amount, noun) if is_counted else None


def _accepting(amount: Amount, note: str) -> Amount:
    """Returns an amount with what its reference accepts: "about 60", "120 (118 to 122)", "12.3 (± 0.1)"."""
    if amount.accepted or amount.is_pair:
        return amount
    error, noted = 0.0, amounts_of(note)
    ends = [end for one in noted for end in ((one.low, one.high) if one.is_pair else (one.low,))]
    if len(ends) == 2 and 0 < ends[0] <= amount.low <= ends[1] and (len(noted) == 1 or note.startswith("[")):
        return replace(amount, accepted=(ends[0], ends[1]), text=note.strip("[]"))
    if len(noted) == 1 and (ends[0] == -ends[-1] or _ERROR.search(note)):
        is_share = any(measure.unit == "percent" for measure in noted[0].measures)
        error = ends[-1] * abs(amount.low) / 100 if is_share else ends[-1]
        amount = replace(amount, text=f"{amount.text} ± {noted[0].text.lstrip('± ')}")
    elif amount.bound == "~":
        n_digits = len(f"{abs(amount.low):.12g}".replace(".", "").strip("0"))
        error = (_ABOUT if n_digits <= 2 else _ABOUT_EXACT) * abs(amount.low)
    return replace(amount, accepted=(amount.low - error, amount.low + error)) if error else amount


def _is_year(amount: Amount) -> bool:
    """The rules for dates read 1776, 1939-1945 and 1979-80."""
    if amount.measures or "," in amount.text or amount.step != 1 or not 1000 <= amount.low <= 2100:
        return False
    return 1000 <= amount.high <= 2100 or 0 < amount.high < 100


def compare(value: Quantity, answer: View, question: str | None) -> Match | None:
    """Returns whether the answer holds the amount in any form, or only another one; none if that is unclear.

    >>> compare(read("36 inches"), View("It is one yard long."), None).read_as
    '1 yard'
    >>> compare(read("$5"), View("five euros"), None).rule, compare(read("3-1"), View("It was 1-3."), None).is_same
    ('money', False)
    >>> compare(read("12"), View("a dozen"), None).is_same, compare(read("5"), View("Apollo 11"), None)
    (True, None)
    """
    question = question or ""
    found = amounts_of(answer.text)
    if not found:
        return None
    value = _with_asked_unit(value, question)
    change = asked_change(question)
    has_sign = value.amount.change or change or value.amount.low < 0
    if has_sign and any(one.change or one.low < 0 for one in (value.amount, *found)):
        value = replace(value, amount=signed(value.amount, change))
        found = tuple(signed(amount, change) for amount in found)
    reference = value.amount
    is_asked = asks_for(reference, question)
    by_kind: dict[Relation, list[Amount]] = {kind: [] for kind in Relation}
    for amount in found:
        by_kind[relation(reference, amount, is_asked)].append(amount)
    same, others = by_kind[Relation.SAME], by_kind[Relation.OTHER]
    # One in another unit is not meant where the answer has another amount in the reference's unit.
    has_own_unit = any(_shares_unit(reference, other) for other in others)
    if same:
        if _is_beyond(reference, same, answer, question):
            return _match(value, False, answer, same[:1])
        held = [one for one in same if not one.is_denied and _counts_the_same(value, one, answer, question)]
        is_said = held and (_shares_unit(reference, held[0]) or not has_own_unit)
        return _match(value, True, answer, held) if is_said else None
    # "5 numbers and 2 stars" are 7 balls.
    is_sum = not reference.measures and len(found) > 1 and sum(amount.low for amount in found) == reference.low
    if is_sum or (by_kind[Relation.CLOSE] and not has_own_unit):
        return None
    others = [amount for amount in others if _is_committed(value, amount, answer, question)]
    # Another length may stand in two units; a bare number may not be one of several.
    if not others or len({(amount.low, amount.high) for amount in others}) > 1 + bool(reference.measures):
        return None
    return _match(value, False, answer, others[:1])


def may_differ(reference: str, answer: View) -> bool:
    """Returns whether signs or words may make another amount of the same figures: "$5", "under 5", "5%"."""
    return bool(_SIGN.search(reference) or (_DIGIT.search(reference) and _OF_CHANGE.search(answer.small)))


def _is_beyond(reference: Amount, same: Sequence[Amount], answer: View, question: str) -> bool:
    """Whether a short answer says that it is more or less than the reference: ">63" is not 63."""
    return (
        not reference.bound
        and not reference.accepted
        and all(one.is_strict for one in same)
        and len(answer.text.split()) <= _SEVERAL_WORDS
        and not _ASKS_LIMIT.search(question)
    )


def _match(value: Quantity, is_same: bool, answer: View, amounts: Sequence[Amount]) -> Match:
    """Two forms of one amount stand in one place: "42 km, or about 26 miles"."""
    reference = value.amount
    # "more than 50" is not "fewer than 50", and not 50.
    shows_bounds = {reference.bound, amounts[0].bound} == {"<", ">"} or (amounts[0].is_strict and not is_same)
    meant, *texts = (one.bounded if shows_bounds or one.bound == "~" else one.text for one in (reference, *amounts))
    figures = in_figures(answer.text)
    values: list[tuple[Span, str]] = []
    for amount, text in zip(amounts, texts, strict=True):
        written = figures.text[amount.start : amount.end].rstrip(" .")
        start, stop = figures.source((amount.start, amount.start + len(written)))
        if values and _OR.fullmatch(answer.text, values[-1][0][1], start):
            (start, _), before = values.pop()
            text = f"{before}; {text}"
        values.append(((start, stop), text))
    is_in = reference.accepted and reference.bound != "~" and amounts[0].low != reference.low
    return answer.match_at(value.rule, is_same, "not" if not is_same else "is in" if is_in else "=", meant, values)


def _with_asked_unit(value: Quantity, question: str) -> Quantity:
    """Gives a bare number the unit that the question asks for: "How many minutes ...?" "90"; "What percentage ...?"."""
    if value.amount.measures or value.noun:
        return value
    asked = "%" if _ASKS_SHARE.search(question) else (found := _HOW_MANY.search(question)) and found[1]
    return replace(value, amount=replace(value.amount, measures=measures_named(asked))) if asked else value


def _shares_unit(reference: Amount, amount: Amount) -> bool:
    return not set(reference.measures).isdisjoint(amount.measures)


@lru_cache(maxsize=2**10)
def _asked_words(question: str) -> frozenset[str]:
    return frozenset(re.findall(r"[^\W\d_]+", question.lower()))


def asks_for(reference: Amount, question: str) -> bool:
    """Whether the question names the reference's unit, so that an answer need not repeat it."""
    asked = _asked_words(question)
    units = {measure.unit for measure in reference.measures}
    return (
        any(asked & names_of(unit) for unit in units)
        or ("year" in units and bool(asked & _AGE))
        or ("percent" in units and _ASKS_SHARE.search(question) is not None)
    )


def _counts_the_same(value: Quantity, amount: Amount, answer: View, question: str) -> bool:
    """Whether 5 episodes are meant, where an answer has 5 of something."""
    text = in_figures(answer.text).text
    if not value.noun or amount.measures or not _WORDS_AFTER.match(text, amount.end):
        return True
    return value.noun in _asked_words(question) or value.noun in text.lower()


def _is_committed(value: Quantity, amount: Amount, answer: View, question: str) -> bool:
    """Whether an answer's amount is its answer, not a year, a name or a number beside it."""
    n_words = len(answer.text.split())
    is_short = n_words <= _FEW_WORDS
    is_asked = any((amount.low, amount.high) == (one.low, one.high) for one in amounts_of(question))
    if amount.is_denied or (not is_short and (amount.is_implicit or is_asked)):
        return False
    if value.amount.measures or value.amount.is_pair:
        return is_short or bool(amount.measures if value.amount.measures else amount.is_pair)
    if is_short and amount.low == value.amount.low <= 1 and amount.measures == measures_named("%"):
        return not _ASKS_RATE.search(question)  # 0.87% is not 0.87, which is 87%.
    if amount.measures or (_is_year(amount) and n_words > 1):
        return False
    text = in_figures(answer.text).text
    before = _WORD_BEFORE.search(text, max(0, amount.start - 40), amount.start) if answer.has_case else None
    is_name = before and before[1][0].isupper() and not _BEFORE.fullmatch(f"{before[1]} ")  # Apollo 11
    return not is_name and (is_short or _is_counted(value, amount, text, question))


def _is_counted(value: Quantity, amount: Amount, text: str, question: str) -> bool:
    """Whether a bare number of a longer answer stands alone or with what is asked for."""
    start, end = amount.start, amount.end
    is_stated = _STATED.search(text, max(0, start - 20), start) and _ENDS.match(text, end)
    if is_stated or {value.amount.bound, amount.bound} == {"<", ">"}:
        return True
    after = _WORDS_AFTER.match(text, end)
    following = {_stem(after[1]), _stem(after[2] or "")} - _FUNCTION_WORDS if after else set()
    return any(_stem(word) in following for word in (*_asked_words(question), value.noun))


def _stem(word: str) -> str:
    return word.lower().rstrip("s")
