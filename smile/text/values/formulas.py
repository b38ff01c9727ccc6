"""Formulas: two are equal if they have equal values at three points: 5(x + 1) is 5x + 5, and not 5x - 5.

Expressions, lists and sets of them, tuples, intervals and inequalities: x > 2 is (2, ∞), and (2, 5) is not (5, 2).
"""

import cmath
import math
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace

from ...caches import cached
from ...lazy_patterns import lazy_re
from ..view import Match, View
from .reference_values import is_reference_value_alone

_LONGEST, _MOST_PARTS = 120, 12
# Exact values differ by less, decimals by less than the other.
_EXACT, _DECIMAL = 1e-7, 2e-3
_FUNCTIONS: dict[str, Callable[[complex], complex]] = {
    "sin": cmath.sin, "cos": cmath.cos, "tan": cmath.tan, "ln": cmath.log, "log": cmath.log, "exp": cmath.exp,
    "sqrt": cmath.sqrt, "csc": lambda x: 1 / cmath.sin(x), "sec": lambda x: 1 / cmath.cos(x),
    "cot": lambda x: 1 / cmath.tan(x),
}  # fmt: skip
# What cleaning leaves of LaTeX and of other ways to write a sign.
_ONE_FORM = [
    (lazy_re(before), after)
    for before, after in (
        (r"[−–]", "-"), (r"[·×]", "*"), ("÷", "/"), ("<=", "≤"), (">=", "≥"), (r"\binfinity\b", "∞"), (r"\bpi\b", "π"),
        (r"\$", " "), (r"\\(?=[a-zθ])", ""), (r"\bsquare root of\b", "√"),
    )
]  # fmt: skip
_TOKEN = lazy_re(
    r"\s*(?:(?P<number>(?:\d+(?:\.\d+)?|\.\d+)(?:e-?\d+)?)|(?P<function>(?:sin|cos|tan|ln|log|exp|sqrt|csc|sec|cot)(?![a-z]))"
    r"|(?P<name>[A-Za-zα-ορ-ω](?:_(?:\w|\(\w+\)))?)|(?P<sign>[-+*/^()√π!|∞°%]))"
)
# More letters side by side are a word.
_WORD = lazy_re(r"(?<![A-Za-z])(?!(?:sin|cos|tan|ln|log|exp|sqrt|csc|sec|cot|or|and)\b)[A-Za-z]{3,}")
# What tells a formula from a number, a score or a code.
_TELLS = lazy_re(
    r"[A-Za-zα-ω)][^,]{0,20}[-+−–^*/=]|[-+−–*/^=][^,]{0,20}[A-Za-zα-ω(]|[<>≤≥√π∞±^∪]|\\[a-z]|[\d)]/[\d(].*,|,.*[\d)]/[\d(]"
    r"|^\W*[(\[{].+,.+[)\]}]\W*$|^(?=.*-)-?\d+(?:\s*,\s*-?\d+)+$"
)
# No value of another kind: a tuple, a list with signs, "a ≤ 2", "5(x + 1)"
_NO_VALUE = lazy_re(
    r"^\W*[(\[{][^()\[\]{}]+,[^()\[\]{}]+[)\]}]\W*$|^(?=.*-)-?\d+(?:\s*,\s*-?\d+)+$"
    r"|\b[a-z]\s*(?:[<>≤≥=]|\\[lg]eq)|[<>≤≥]\s*[a-z]\b|\([^()]*[a-z] ?[-+*/^]"
)
_GROUP = lazy_re(r"([(\[{])((?:[^()\[\]{}]|\([^()]*\))*)([)\]}])")
# "x =", "f(x) =", "(a, b) ="
_LEFT = lazy_re(r"^\s*(?:[A-Za-zα-ω](?:_\w+)?(?:\([a-z]\))?|\([A-Za-z](?:, ?[A-Za-z])+\))\s*=(?!=)")
_RELATION = lazy_re(r"([<>≤≥])")
_TURNED = str.maketrans("<>≤≥", "><≥≤")
# Where the variables are tried.
_POINTS = (0.731, 1.377, 2.193)

_Values = tuple[complex, ...]


@dataclass(frozen=True, slots=True)
class Part:
    """A value or a tuple: its brackets, and for each member its values at the points."""

    opens: str
    closes: str
    members: tuple[_Values, ...]


@dataclass(frozen=True, slots=True)
class Formula:
    """A formula: its parts, in any order."""

    text: str
    parts: tuple[Part, ...]
    has_decimals: bool


def read(reference: str) -> Formula | None:
    r"""Returns the formula if the whole reference is one (a number alone is not), otherwise None.

    >>> read("5x + 3") is None, read("x ≤ 5").parts[0].closes, read("3-1"), read("X-ray"), read("25")
    (False, ']', None, None, None)
    """
    if len(reference) > _LONGEST or not _TELLS.search(reference) or _WORD.search(reference):
        return None
    # "50 ± 2", "120 km/h" and "F-16" are values of another kind.
    return None if is_reference_value_alone(reference) and not _NO_VALUE.search(reference) else _formula(reference)


def compare(formula: Formula, answer: View, question: str | None) -> Match | None:
    """Returns whether an answer is the same formula or another one.

    >>> compare(read("5x + 3"), View("5x - 3"), None).is_same, compare(read("5(x + 1)"), View("5x + 5"), None).is_same
    (False, True)
    >>> compare(read("x > 2"), View("(2, ∞)"), None).is_same, compare(read("(2, 5)"), View("(5, 2)"), None).is_same
    (True, False)
    """
    text = answer.text
    said = None if len(text) > _LONGEST or _WORD.search(text) else _formula(text)
    if said is None:
        return None
    step = _DECIMAL if formula.has_decimals != said.has_decimals else _EXACT
    is_same = _are_same_formulas(list(formula.parts), list(said.parts), step)
    if not is_same and len(formula.parts) == len(said.parts) == 1:
        mine, its = formula.parts[0], said.parts[0]
        bare = replace(its, opens=mine.opens, closes=mine.closes)
        is_half_open = (mine.opens == "(") != (mine.closes == ")")
        if _is_same_formula_part(mine, bare, step) and not (
            is_half_open and mine.opens != its.opens and mine.closes != its.closes
        ):
            return None  # few care whether an interval is open, but (0, 1] is not [0, 1)
    return answer.match("formula", is_same, "=" if is_same else "not", text, formula.text)


def _are_same_formulas(mine: list[Part], theirs: list[Part], step: float) -> bool:
    if len(mine) != len(theirs):
        return False
    for one in mine:
        found = next((other for other in theirs if _is_same_formula_part(one, other, step)), None)
        if found is None:
            return False
        theirs.remove(found)
    return True


def _is_same_formula_part(one: Part, other: Part, step: float) -> bool:
    if len(one.members) != len(other.members):
        return False
    is_interval = "[" in (one.opens, other.opens) or "]" in (one.closes, other.closes)
    if is_interval and (one.opens, one.closes) != (other.opens, other.closes):
        return False
    return all(
        a == b or abs(a - b) <= step * max(abs(a), abs(b), 1e-9)
        for mine, theirs in zip(one.members, other.members, strict=True)
        for a, b in zip(mine, theirs, strict=True)
    )


@cached(2**12)
def _formula(text: str) -> Formula | None:
    plain = text.strip(" .$")
    for pattern, after in _ONE_FORM:
        plain = pattern.sub(after, plain)
    plain = plain.split("≈")[0]
    try:
        parts = tuple(_formula_parts(plain))
    except (ValueError, ZeroDivisionError, OverflowError, RecursionError):
        return None
    return Formula(text, parts, "." in plain) if 0 < len(parts) <= _MOST_PARTS else None


def _formula_parts(text: str) -> Iterator[Part]:
    """Yields the members of a list or a set, and the intervals of a union; raises ValueError for any other text."""
    for piece in re.split(r"∪|\bor\b|\band\b|;", text):
        bare = _LEFT.sub("", piece).strip(" ,")
        whole = _GROUP.fullmatch(bare)
        if whole and (whole[1] == "{" or "," in whole[2]):
            members = _split_formula(whole[2])
            if whole[1] == "{":
                for member in members:
                    yield from _formula_parts(member)
            else:
                yield Part(whole[1], whole[3], tuple(map(_formula_values_at_points, members)))
        elif _RELATION.search(bare):
            yield _interval_of_inequality(_RELATION.split(bare))
        else:
            for member in _split_formula(bare):
                member = _LEFT.sub("", member)
                signs = "+-" if "±" in member else "+"
                for sign in signs:
                    if _GROUP.fullmatch(member.strip()) and "," in member:
                        yield from _formula_parts(member)
                    else:
                        yield Part("", "", (_formula_values_at_points(member.replace("±", sign)),))


def _split_formula(text: str) -> list[str]:
    """Splits at the commas outside of brackets; those of 1,000 are none."""
    pieces, depth, start = [], 0, 0
    for place, sign in enumerate(text):
        depth += (sign in "([{") - (sign in ")]}")
        if sign == "," and depth == 0 and not re.match(r"(?<=\d),\d{3}(?![\d])", text[place - 1 :][1:]):
            pieces.append(text[start:place])
            start = place + 1
    return [*pieces, text[start:]]


def _interval_of_inequality(parts: list[str]) -> Part:
    """Returns the interval of "x > 2" or "1 < x ≤ 5"."""
    sides, signs = [side.strip() for side in parts[::2]], parts[1::2]
    places = [n for n, side in enumerate(sides) if re.fullmatch(r"[A-Za-zα-ω](?:_\w)?", side)]
    if len(places) != 1 or len(sides) > 3:
        raise ValueError
    low, high, opens, closes = "-∞", "∞", "(", ")"
    for n, side in enumerate(sides):
        if n == places[0]:
            continue
        sign = signs[n] if n < places[0] else signs[n - 1].translate(_TURNED)
        # The sign stands between the number and the variable: "2 < x".
        if sign in "<≤":
            low, opens = side, "[" if sign == "≤" else "("
        else:
            high, closes = side, "]" if sign == "≥" else ")"
    return Part(opens, closes, (_formula_values_at_points(low), _formula_values_at_points(high)))


def _formula_values_at_points(text: str) -> _Values:
    """Returns the values of an expression at the points; of one with a single variable whatever its letter is."""
    tokens = _formula_tokens(text.replace(",", ""))
    names = sorted({value for kind, value in tokens if kind == "name" and value != "e"})
    lone = len(names) == 1
    return tuple(
        _Parser(tokens, {name: point + (0.0 if lone else _offset_of_variable(name)) for name in names}).whole()
        for point in _POINTS
    )


def _offset_of_variable(name: str) -> float:
    return sum(ord(sign) * (0.618 + place) for place, sign in enumerate(name)) % 1.9


def _formula_tokens(text: str) -> list[tuple[str, str]]:
    found, end, text = [], 0, text.rstrip()
    while end < len(text):
        match = _TOKEN.match(text, end)
        if not match or match.end() == end:
            raise ValueError
        found.append((match.lastgroup or "", match[match.lastgroup or 0].strip()))
        end = match.end()
    if not found:
        raise ValueError
    return found


class _Parser:
    """Evaluates an expression by descent: sums of products of powers; factors side by side are multiplied."""

    def __init__(self, tokens: list[tuple[str, str]], names: dict[str, float]) -> None:
        self.tokens, self.names, self.place = tokens, names, 0

    def whole(self) -> complex:
        value = self._sum()
        if self.place < len(self.tokens):
            raise ValueError
        return value

    def _next(self) -> str:
        return self.tokens[self.place][1] if self.place < len(self.tokens) else ""

    def _takes(self, *signs: str) -> str:
        sign = self._next()
        if sign in signs and sign:
            self.place += 1
            return sign
        return ""

    def _sum(self) -> complex:
        value = self._product()
        while sign := self._takes("+", "-"):
            other = self._product()
            value = value + other if sign == "+" else value - other
        return value

    def _product(self) -> complex:
        value = self._power()
        while True:
            if self._takes("*"):
                value *= self._power()
            elif self._takes("/"):
                value /= self._power()
            elif self._next() and self._next() not in "+-)|!%":
                value *= self._power()
            else:
                return value

    def _power(self) -> complex:
        if self._takes("-"):
            return -self._power()
        if self._takes("+"):
            return self._power()
        value = self._base()
        if self._takes("^"):
            value = value ** self._power()
        while sign := self._takes("!", "%", "°"):
            if sign == "!":
                value = math.gamma(value.real + 1)
            elif sign == "%":
                value /= 100
        return value

    def _base(self) -> complex:
        if self.place >= len(self.tokens):
            raise ValueError
        kind, text = self.tokens[self.place]
        self.place += 1
        if kind == "number":
            return complex(float(text))
        if kind == "name":
            return complex(math.e if text == "e" else self.names[text])
        if kind == "function":
            if self._takes("^"):
                power = self._base()
                return _FUNCTIONS[text](self._argument()) ** power
            return _FUNCTIONS[text](self._argument())
        if text in ("π", "∞"):
            return complex(math.pi if text == "π" else math.inf)
        if text == "√":
            return cmath.sqrt(self._base())
        if text in ("(", "|"):
            value = self._sum()
            if not self._takes(")" if text == "(" else "|"):
                raise ValueError
            return value if text == "(" else complex(abs(value))
        raise ValueError

    def _argument(self) -> complex:
        """What a function is of: "sin 2x" goes to the next sign or function."""
        if self._next() == "(":
            return self._base()
        value = self._power()
        while self._next() and self._next() not in "+-*)|" and self.tokens[self.place][0] != "function":
            value = value / self._power() if self._takes("/") else value * self._power()
        return value
