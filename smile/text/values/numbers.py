"""English numbers: their words, Roman numerals, and texts with every number in figures."""

import re
from array import array
from collections.abc import Callable, Iterable
from functools import cache, lru_cache

from text_to_num import text2num

from ..lazy_patterns import Patterns, lazy_re
from ..numerals import SCALES
from .answer import Span

_ONES = "one two three four five six seven eight nine".split()
_TEENS = "ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen".split()
_TENS = "twenty thirty forty fifty sixty seventy eighty ninety".split()
_ORDINALS = (
    "first second third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth thirteenth fourteenth fifteenth "
    "sixteenth seventeenth eighteenth nineteenth"
).split()
CARDINAL_NUMBERS = {word: number for number, word in enumerate([*_ONES, *_TEENS], 1)} | {
    word: 10 * number for number, word in enumerate(_TENS, 2)
}
ORDINAL_NUMBERS = {word: number for number, word in enumerate(_ORDINALS, 1)} | {"twentieth": 20, "thirtieth": 30}
_DECADES = {tens.removesuffix("y") + "ies": 10 * number for number, tens in enumerate(_TENS, 2)}
_SCALES = SCALES | {
    "hundred": 2, "k": 3, "lakh": 5, "mn": 6, "mio": 6, "crore": 7, "bn": 9, "tn": 12, "quadrillion": 15,
    "quintillion": 18,
}  # fmt: skip
_NAMED_PARTS = {
    "half": 2, "halves": 2, "third": 3, "quarter": 4, "fourth": 4, "fifth": 5, "sixth": 6, "seventh": 7, "eighth": 8,
    "ninth": 9, "tenth": 10, "hundredth": 100, "thousandth": 1000,
}  # fmt: skip
_OTHERS = "zero nought nil none twice thrice dozen".split()

_WORDS = {*CARDINAL_NUMBERS, *ORDINAL_NUMBERS, *_DECADES, *_SCALES, *_NAMED_PARTS, *_OTHERS}
NUMBER_WORDS = frozenset(word + ending for word in _WORDS for ending in ("", "s"))
_WORD = lazy_re("[a-z]+")
_DIGIT = lazy_re(r"\d")

_Replace = Callable[[re.Match[str]], str]
_Step = tuple[re.Pattern[str], str | _Replace, str]  # What a text needs for it: most texts lack it.


class Figures:
    """A text with numbers in figures, and where its parts stood before.

    Attributes:
        text: The rewritten text.
    """

    def __init__(self, text: str, steps: Iterable[_Step]) -> None:
        """Rewrites the text step by step."""
        self.text = text
        # Where the characters came from: their starts and ends; few texts change.
        self._starts, self._stops = array("l"), array("l")
        for pattern, replace, needed in steps:
            if needed in self.text and pattern.search(self.text):
                self._rewrite(pattern, replace)

    def _rewrite(self, pattern: re.Pattern[str], replace: str | _Replace) -> None:
        parts, starts, stops, end = [], array("l"), array("l"), 0
        for match in pattern.finditer(self.text):
            new = match.expand(replace) if isinstance(replace, str) else replace(match)
            if new != match[0]:
                if not self._starts:
                    self._starts, self._stops = (
                        array("l", range(len(self.text))),
                        array("l", range(1, len(self.text) + 1)),
                    )
                parts += [self.text[end : match.start()], new]
                starts += self._starts[end : match.start()] + array("l", [self._starts[match.start()]]) * len(new)
                stops += self._stops[end : match.start()] + array("l", [self._stops[match.end() - 1]]) * len(new)
                end = match.end()
        if parts:
            self.text = "".join(parts) + self.text[end:]
            self._starts, self._stops = starts + self._starts[end:], stops + self._stops[end:]

    def source(self, span: Span) -> Span:
        """Returns where the text before had what now stands at a place.

        >>> text = "It is half a mile."
        >>> slice(*in_figures(text).source((6, 25))), in_figures(text).text
        (slice(6, 17, None), 'It is 0.500000000000 mile.')
        """
        if not self._starts or span[0] == span[1]:
            return span
        return self._starts[span[0]], self._stops[span[1] - 1]


def has_number_word(text: str) -> bool:
    """Returns whether a text has one of the words of numbers; most texts have none."""
    return not NUMBER_WORDS.isdisjoint(_WORD.findall(text.lower()))


def has_number(text: str) -> bool:
    """Returns whether a text has a number in figures or words."""
    return _DIGIT.search(text) is not None or has_number_word(text)


def number_in_words(words: str) -> int:
    """Returns the number below a hundred that the words name.

    >>> number_in_words("twenty-five"), number_in_words("Twelve")
    (25, 12)
    """
    return sum(CARDINAL_NUMBERS.get(word, 0) for word in re.split(r"[-\s]", words.lower()))


@cache
def roman_numerals() -> dict[str, int]:
    """Returns the numerals up to 89."""
    tens = ("", "X", "XX", "XXX", "XL", "L", "LX", "LXX", "LXXX")
    ones = ("", "I", "II", "III", "IV", "V", "VI", "VII", "VIII", "IX")
    return {ten + one: 10 * i + j for i, ten in enumerate(tens) for j, one in enumerate(ones) if ten + one}


_PATTERNS = Patterns(
    __file__,
    re.IGNORECASE,
    one="|".join(_ONES),
    teen="|".join(_TEENS),
    ten="|".join(_TENS),
    ordinals="|".join(ORDINAL_NUMBERS),
    decades="|".join(_DECADES),
    parts="|".join(list(_NAMED_PARTS)[2:]),
    scales="|".join(word for word in _SCALES if len(word) > 1),
)


@lru_cache(maxsize=2**12)
def dates_in_figures(text: str) -> Figures:
    """Returns an English text with its ordinals, years and decades in figures, and straight apostrophes.

    >>> dates_in_figures("the fourth of July, seventeen seventy-six").text
    'the 4th of July, 1776'
    >>> dates_in_figures("the nineteen sixties, the twenty-first century, two thousand and one").text
    'the 1960s, the 21st century, 2001'
    """
    return Figures(text.replace("’", "'"), _DATE_STEPS if has_number_word(text) else ())


def _ordinal(match: re.Match[str]) -> str:
    number = CARDINAL_NUMBERS.get((match[1] or "").lower(), 0) + ORDINAL_NUMBERS[match[2].lower()]
    ending = "th" if 11 <= number <= 13 else {1: "st", 2: "nd", 3: "rd"}.get(number % 10, "th")
    return f"{number}{ending}"


def _decade(match: re.Match[str]) -> str:
    century = CARDINAL_NUMBERS[match[1].lower()] if match[1] else "'"
    return f"{century}{_DECADES[match[2].lower()]}s"


def _hundreds(match: re.Match[str]) -> str:
    years = 100 * CARDINAL_NUMBERS[match[1].lower()] + (number_in_words(match[3]) if match[3] else 0)
    return f"{years}{match[2]}"


def _year(match: re.Match[str]) -> str:
    century, year = CARDINAL_NUMBERS[match[1].lower()], number_in_words(match[2])
    is_time = century <= 12 and year < 60  # "ten thirty"
    return match[0] if is_time else str(100 * century + year)


def _two_thousand(match: re.Match[str]) -> str:
    return str(2000 + (number_in_words(match[1]) if match[1] else 0))


_DATE_STEPS: list[_Step] = [
    (_PATTERNS["ordinal"], _ordinal, ""),
    (_PATTERNS["decade"], _decade, ""),
    (_PATTERNS["hundreds"], _hundreds, ""),
    (_PATTERNS["year"], _year, ""),
    (_PATTERNS["two thousand"], _two_thousand, ""),
]

# A fraction in figures. 9/11 and 24/7 are none.
_DENOMINATORS = frozenset((*range(2, 11), 12, 15, 16, 20, 24, 25, 30, 32, 40, 50, 60, 64, 100, 128, 365, 1000))
_SMALL_WHOLES = frozenset((*range(2, 21), 25, 30, 40, 50, 60, 100, 200, 250, 500, 1000))
_ASCII_SIGNS = str.maketrans({"\u2019": "'", "\u2032": "'", "\u201d": '"', "\u2033": '"', "\u2212": "-", "\u2044": "/"})


@lru_cache(maxsize=2**10)
def in_figures(text: str) -> Figures:
    """Returns the text with each number as a figure: "e" stands before a power of ten, fractions have twelve decimals.

    Args:
        text: English text in NFKC.

    >>> [in_figures(text).text for text in ("Twenty-five of a hundred and twenty", "two and a half million", "2k")]
    ['25 of 120', '2.500000000000e6', '2e3']
    >>> [in_figures(text).text for text in ("half a mile", "three-quarters", "1.5 x 10^6", "minus 5")]
    ['0.500000000000 mile', '0.750000000000', '1.5e6', '-5']
    >>> in_figures("the second half of the third day").text
    'the second half of the third day'
    """
    steps = _AMOUNT_STEPS if has_number_word(text) else _FIGURE_STEPS if _DIGIT.search(text) else []
    return Figures(text.translate(_ASCII_SIGNS), steps)


def _spoken_score(match: re.Match[str]) -> str:
    """Reads "three one" as 3-1; three such words are a code or a list."""
    digits = re.split("[ -]", match[0])
    return "-".join(digits) if len(digits) == 2 else match[0]


def _cardinal(match: re.Match[str]) -> str:
    text = re.sub("nought|nil", "zero", match[0].lower()).replace(" and ", " ").replace(",", "")
    try:
        return str(text2num(re.sub(r"\ban? (?=hundred|thousand|million|billion)", "one ", text), "en"))
    except ValueError:
        return match[0]


def _fraction(whole: str | int, numerator: str | int, part: str) -> str:
    name = part.lower()
    return f"{float(whole) + int(numerator) / (_NAMED_PARTS.get(name) or _NAMED_PARTS[name[:-1]]):.12f}"


def _part(match: re.Match[str]) -> str:
    """An ordinal alone is no fraction, and "the second half" is none."""
    before = match.string[: match.start()].rstrip().lower()
    is_ordinal = match[1].lower() not in {"half", "quarter"} and match[0][0] not in "aA"
    no_part = ("first", "second", "other", "latter", "last", "the", "better", "1st", "2nd", "this", "that")
    return match[0] if is_ordinal or before.endswith(no_part) else _fraction(0, 1, match[1])


def _slash(match: re.Match[str]) -> str:
    whole, numerator, denominator = match[1] or "0", int(match[2]), int(match[3])
    if denominator not in _DENOMINATORS or numerator >= denominator:
        return match[0]
    return f"{int(whole) + numerator / denominator:.12f}"


def _share(match: re.Match[str]) -> str:
    part, whole = int(match[1]), int(match[2])
    return f"{part / whole:.12f}" if 0 < part < whole and whole in _SMALL_WHOLES else match[0]


def _continental(match: re.Match[str]) -> str:
    """Reads 1.284,50 as 1284.50."""
    return re.sub(r"[.' ]", "", match[0]).replace(",", ".")


def _in_accounts(match: re.Match[str]) -> str:
    """Reads "(12.4)%" and "$(4.2) million" as negative, and "(12.4%)" where that is all."""
    before, currency, number, percent = (group or "" for group in match.groups())
    is_all = match[0].strip() == match.string.strip() and (currency or percent)
    is_sum = before or match.string[match.end() :].startswith(("%", " %", " million", " billion"))
    return f"{before}-{currency}{number}{percent}" if is_sum or is_all else match[0]


def _lone_fraction(match: re.Match[str]) -> str:
    """Reads 9/4 where nothing else stands; 24/7 and 9/11 are no fractions."""
    numerator, denominator = int(match[1]), int(match[2])
    return f"{numerator / denominator:.12f}" if denominator and match[0] not in ("24/7", "9/11") else match[0]


def _scaled(match: re.Match[str]) -> str:
    return f"{match[1].replace(',', '')}e{_SCALES[(match[2] or match[3]).lower()]}"


# In this order, by the expressions' titles.
_REPLACEMENTS: dict[str, str | _Replace] = {
    "space": " ",
    "power": "e",
    "accounts": _in_accounts,
    "continental": _continental,
    "plus or minus": "±",
    "spoken score": _spoken_score,
    "cardinal": _cardinal,
    "none": "0",
    "point": lambda match: f"{match[1]}.{match[2].replace(' ', '')}" + " " * match[2].endswith(" "),
    "minus": "-",
    "twice": "2 times",
    "thrice": "3 times",
    "slash": _slash,
    "lone fraction": _lone_fraction,
    "power of ten": lambda match: f"{match[1] or match[3] or 1}e{match[2] or match[4] or match[5]}",
    "thing and a part": lambda match: f"{_fraction(match[1] if match[1][0].isdigit() else 1, 1, match[3])} {match[2]}",
    "number and a part": lambda match: _fraction(match[1], match[2] or 1, match[3]),
    "parts of one": lambda match: _fraction(0, match[1], match[2]),
    "half a thing": lambda match: f"{_fraction(0, 1, match[1])} ",
    "one part": _part,
    "part of a thing": r"\1 ",
    "dozen": lambda match: f"{float(match[1] or 1) * 12:g}",
    "share": _share,
    "spaced groups": lambda match: match[0].replace(" ", ""),
    "scaled": _scaled,
    "scaled again": _scaled,
    "below zero": r"-\1\2",
    "hours": r"\1 h \2 min",
}
_NEEDED = {"accounts": "(", "slash": "/", "lone fraction": "/", "power of ten": "10"}
_AMOUNT_STEPS = [(_PATTERNS[title], replace, _NEEDED.get(title, "")) for title, replace in _REPLACEMENTS.items()]
# A text without a word for a number needs no step whose expression has one.
_FIGURE_STEPS = [
    step
    for title, step in zip(_REPLACEMENTS, _AMOUNT_STEPS, strict=True)
    if not re.search("zero|half|none|twice|thrice|dozen", _PATTERNS.texts[title])
]
