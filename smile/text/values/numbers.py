"""The number grammar: English numbers in words, figures, fractions and Roman numerals, all rewritten as figures."""

import re
from collections.abc import Callable, Iterable, Sequence
from itertools import pairwise

from text_to_num import text2num

from ...caches import cached
from ...lazy_patterns import lazy_re
from ..clauses import Span
from ..numerals import SCALES

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
_MONTHS = "jan feb mar apr may jun jul aug sep oct nov dec".split()
_DECADES = {tens.removesuffix("y") + "ies": 10 * number for number, tens in enumerate(_TENS, 2)}
# Powers of ten.
_SCALES = SCALES | {"hundred": 2, "lakh": 5, "mn": 6, "mio": 6, "crore": 7, "bn": 9, "tn": 12, "quadrillion": 15}
_PARTS = {"half": 2, "halve": 2, "quarter": 4, "hundredth": 100, "thousandth": 1000} | {
    word: ORDINAL_NUMBERS[word] for word in _ORDINALS[2:10]
}

NUMBER_WORDS = frozenset(
    word + ending
    for word in (*CARDINAL_NUMBERS, *ORDINAL_NUMBERS, *_DECADES, *_SCALES, *_PARTS, "zero", "nought", "nil", "none",
                 "once", "twice", "thrice", "dozen", "k")
    for ending in ("", "s")
)  # fmt: skip
_WORD = lazy_re("[a-z]+")
_DIGIT = lazy_re(r"\d")

_Replace = Callable[[re.Match[str]], str]
# What is looked for, what takes its place, and what a text needs for it: most texts lack it.
_Step = tuple[re.Pattern[str], str | _Replace, str]


class Figures:
    """A text with its numbers in figures, which knows where each part was in the original text.

    Attributes:
        text: The rewritten text.
    """

    def __init__(self, text: str, steps: Iterable[_Step]) -> None:
        """Rewrites the text step by step."""
        self.text = text
        # Where each character came from; few texts change.
        self._places: list[Span] = []
        for pattern, replace, needed in steps:
            if needed in self.text and pattern.search(self.text):
                self._rewrite(pattern, replace)

    def _rewrite(self, pattern: re.Pattern[str], replace: str | _Replace) -> None:
        old = self._places or list(pairwise(range(len(self.text) + 1)))
        parts: list[str] = []
        places: list[Span] = []
        end = 0
        for match in pattern.finditer(self.text):
            new = match.expand(replace) if isinstance(replace, str) else replace(match)
            if new != match[0]:
                source = old[match.start()][0], old[match.end() - 1][1]
                parts += [self.text[end : match.start()], new]
                places += [*old[end : match.start()], *[source] * len(new)]
                end = match.end()
        if parts:
            self.text = "".join(parts) + self.text[end:]
            self._places = places + old[end:]

    def source(self, span: Span) -> Span:
        """Returns the span of the original text that a span of the rewritten text comes from.

        >>> text = "It is half a mile."
        >>> slice(*numbers_in_figures(text).source((6, 25))), numbers_in_figures(text).text
        (slice(6, 17, None), 'It is 0.500000000000 mile.')
        """
        if not self._places or span[0] == span[1]:
            return span
        return self._places[span[0]][0], self._places[span[1] - 1][1]


def has_number_word(text: str) -> bool:
    """Returns whether a text contains a number word (a quick test)."""
    return not NUMBER_WORDS.isdisjoint(_WORD.findall(text.lower()))


def has_number(text: str) -> bool:
    """Returns whether a text has a number in figures or words."""
    return _DIGIT.search(text) is not None or has_number_word(text)


@cached()
def roman_numbers() -> dict[str, int]:
    """Returns the numerals up to 89."""
    tens = ("", "X", "XX", "XXX", "XL", "L", "LX", "LXX", "LXXX")
    ones = ("", "I", "II", "III", "IV", "V", "VI", "VII", "VIII", "IX")
    return {ten + one: 10 * i + j for i, ten in enumerate(tens) for j, one in enumerate(ones) if ten + one}


@cached(2**10)
def numbers_in_figures(text: str) -> Figures:
    """Returns the text with each number as a figure: "e" stands before a power of ten, fractions have twelve decimals.

    Args:
        text: English text in NFKC.

    >>> [numbers_in_figures(text).text for text in ("Twenty-five of a hundred and one", "two and a half million", "2k")]
    ['25 of 101', '2.500000000000e6', '2e3']
    >>> [numbers_in_figures(text).text for text in ("half a mile", "three-quarters", "1.5 x 10^6", "minus 5")]
    ['0.500000000000 mile', '0.750000000000', '1.5e6', '-5']
    >>> numbers_in_figures("the second half of the third day").text
    'the second half of the 3rd day'
    >>> numbers_in_figures("the fourth of July, seventeen seventy-six").text
    'the 4th of July, 1776'
    >>> numbers_in_figures("the nineteen sixties, the twenty-first century, two thousand and one").text
    'the 1960s, the 21st century, 2001'
    """
    has_words = has_number_word(text)
    steps: Sequence[_Step] = ()
    if has_words or _DIGIT.search(text):
        steps = _STEPS if has_words else _STEPS_OF_FIGURES
    return Figures(text.translate(_ASCII_SIGNS), steps)


_ASCII_SIGNS = str.maketrans({"\u2019": "'", "\u2032": "'", "\u201d": '"', "\u2033": '"', "\u2212": "-", "\u2044": "/"})
# A fraction in figures. 9/11 and 24/7 are none.
_DENOMINATORS = frozenset((*range(2, 11), 12, 15, 16, 20, 24, 25, 30, 32, 40, 50, 60, 64, 100, 128, 365, 1000))
_SMALL_WHOLES = frozenset((*range(2, 21), 25, 30, 40, 50, 60, 100, 200, 250, 500, 1000))


def _any_word(words: Iterable[str]) -> str:
    return f"(?:{'|'.join(words)})"


_ONE, _TEN, _BELOW_TWENTY = _any_word(_ONES), _any_word(_TENS), _any_word([*_ONES, *_TEENS])
_BELOW_HUNDRED = rf"(?:{_TEN}(?:[- ]{_ONE}\b)?|{_BELOW_TWENTY}\b)"
_SCALE = rf"(?:hundred|{'|'.join(SCALES)})\b"
_PART = rf"(half|{'|'.join(rf'{word}s?' for word in _PARTS if word != 'half')})"
# A number that fractions are added to, or dozens counted by; longer runs of digits are no numbers.
_WHOLE = r"\d{1,15}"
# "9/4.", "84/13 days"
_ENDS = lazy_re(r"\W*(?:[a-z]+\W*)?$", re.IGNORECASE)
_YEAR = lazy_re(rf"({_any_word(_TEENS)}|twenty)[- ]({_BELOW_HUNDRED})", re.IGNORECASE)


def _number_at(words: str) -> str:
    return str(text2num(words.lower().replace("nought", "zero").replace("nil", "zero"), "en"))


def _cardinal_number(match: re.Match[str]) -> str:
    """Reads "a hundred and five", "nineteen sixty-nine", "ten thirty", and "five four" as two numbers."""
    text = re.sub(r"^an? ", "one ", match[0].lower()).replace(" and ", " ").replace(",", "")
    try:
        return _number_at(text)
    except ValueError:
        year = _YEAR.fullmatch(text)
        if not year or (tens := int(_number_at(year[2]))) < 10:
            return re.sub(_BELOW_HUNDRED, lambda one: _number_at(one[0]), match[0], flags=re.IGNORECASE)
        century = int(_number_at(year[1]))
        return f"{century}:{tens}" if century <= 12 and tens < 60 else str(100 * century + tens)


def _ordinal_number(match: re.Match[str]) -> str:
    number = CARDINAL_NUMBERS.get((match[1] or "").lower(), 0) + ORDINAL_NUMBERS[match[2].lower()]
    ending = "th" if 11 <= number <= 13 else {1: "st", 2: "nd", 3: "rd"}.get(number % 10, "th")
    return f"{number}{ending}"


def _decade_number(match: re.Match[str]) -> str:
    return f"{CARDINAL_NUMBERS[match[1].lower()] if match[1] else chr(39)}{_DECADES[match[2].lower()]}s"


def _fraction_number(whole: str | int, numerator: str | int, part: str) -> str:
    return f"{float(whole) + int(numerator) / _PARTS[part.lower().removesuffix('s')]:.12f}"


# "the third", "every other half": no parts of a whole
_BEFORE_NO_PART = tuple("first second other latter last the better this that every each per calendar next".split())


def _one_part_of_whole(match: re.Match[str]) -> str:
    """An ordinal alone is no fraction, and "the second half" is none."""
    is_ordinal = match[1].lower() not in {"half", "quarter"} and match[0][0] not in "aA"
    is_one = is_ordinal or match.string[: match.start()].rstrip().lower().endswith(_BEFORE_NO_PART)
    return match[0] if is_one else _fraction_number(0, 1, match[1])


def _slash_fraction(match: re.Match[str]) -> str:
    """Reads 3/4 and "2 1/4", and 9/4 where nothing else follows; 24/7 and 9/11 are no fractions."""
    whole, numerator, denominator = (int(group or 0) for group in match.groups())
    is_proper = denominator in _DENOMINATORS and numerator < denominator
    before, text = match.string[max(0, match.start() - 3) : match.start()], match.string
    stands_alone = before.endswith(("= ", "=", "is ")) or (match.start() == len(before) and before in ("", "-"))
    is_lone = stands_alone and match[0] not in ("24/7", "9/11") and _ENDS.match(text, match.end())
    return f"{whole + numerator / denominator:.12f}" if denominator and (is_proper or is_lone) else match[0]


def _part_of_whole(match: re.Match[str]) -> str:
    part, whole = int(match[1]), int(match[2])
    return f"{part / whole:.12f}" if 0 < part < whole and whole in _SMALL_WHOLES else match[0]


def _in_accounts(match: re.Match[str]) -> str:
    """Reads "(12.4)%" and "$(4.2) million" as negative, and "(12.4%)" where that is all."""
    before, currency, number, percent = (group or "" for group in match.groups())
    is_all = match[0].strip() == match.string.strip() and (currency or percent)
    is_sum = before or match.string[match.end() :].startswith(("%", " %", " million", " billion"))
    return f"{before}-{currency}{number}{percent}" if is_sum or is_all else match[0]


def _with_scale_word(match: re.Match[str]) -> str:
    return f"{match[1].replace(',', '')}e{_SCALES.get((match[2] or '').lower(), 3)}"


def _number_rewriting_step(pattern: str, replace: str | _Replace, needed: str = "") -> _Step:
    return lazy_re(pattern, re.IGNORECASE), replace, needed


# Chat systems join words and the numbers of footnotes to others.
_JOINED_STEPS = [
    _number_rewriting_step(r"\s{2,}|\n", " "),
    # "in1980", "is$75,000", "onMarch 6"
    _number_rewriting_step(
        r"(?<![\w-])(in|on|of|is|was|to|from|by|at|about|around|over|than|only|until|since|during|between|and|has|takes)"
        rf"(?=[$€£]?\d|{_any_word(_MONTHS)}[a-z]* \d)",
        r"\1 ",
    ),
    # "$75,0001." without the footnote
    _number_rewriting_step(r"(?<![\d,.])(\d{1,3}(?:,\d{3})+)\d(?=\.(?!\d)|$|\s)", r"\1", ","),
    # "in 20181.", "March 6, 201812 The", "from 1985 to 19931"
    _number_rewriting_step(
        rf"((?:\b(?:in|during|since|until|by|\d{{4}} (?:to|and)|{_any_word(_MONTHS)}[a-z]*)|\d(?:st|nd|rd|th)?,)"
        r" (?:19|20)\d\d)[1-9]\d?"
        r"(?=\.(?!\d)|$|\s(?-i:[A-Z]))",
        r"\1",
    ),
]
_WORD_STEPS = [
    # "the nineteen sixties", "the sixties"; but not "his sixties"
    _number_rewriting_step(
        rf"(?<!his )(?<!her )(?<!their )(?<!my )\b(?:({_any_word(_TEENS)}|twenty)[- ])?({_any_word(_DECADES)})\b",
        _decade_number,
    ),
    # "twenty-first"
    _number_rewriting_step(rf"\b({_TEN})[- ]({_any_word(_ORDINALS[:9])})\b", _ordinal_number),
    # "twenty-five", "a million, two hundred and five thousand"; but not "half a million"
    _number_rewriting_step(
        rf"(?<!half )(?<!quarter of )\b(?:(?:{_BELOW_HUNDRED}|an? {_SCALE})"
        rf"(?:,?(?: and)?[ -](?:{_BELOW_HUNDRED}|{_SCALE})(?<!,))*|zero|nought|nil)\b",
        _cardinal_number,
    ),
    _number_rewriting_step(
        r"^(?:there (?:is|are|was|were) )?none\b(?! of the (?:above|these|other|options))", "0", "one"
    ),
    # "twice", "They won once."; but not "once upon a time"
    _number_rewriting_step(
        r"\b(?:once(?=[,.;]|$| in \d{4}\b)|twice|thrice)\b",
        lambda match: f"{('once', 'twice', 'thrice').index(match[0].lower()) + 1} times",
        "ce",
    ),
]
_FIGURE_STEPS = [
    # "(12.4)%", "$(4.2) million"
    _number_rewriting_step(r"([$€£])?\(([$€£])?(\d[\d,]*(?:\.\d+)?)(%?)\)", _in_accounts, "("),
    # "1.284,50", "1 284,50 €", "12,5 km", "€12,50"; "12,50" alone may be two numbers
    _number_rewriting_step(
        r"(?<![\w.,])(?:\d{1,3}(?:[.' ]\d{3})+,\d{1,2}(?![\w.,]*\d)"
        r"|\d+,\d{1,2}(?= ?(?:[€%]|(?:EUR|euros?|CHF|kr|k?m|[cm]m|k?g)\b))|(?:(?<=€)|(?<=€ ))\d+,\d\d(?!\d))",
        lambda match: re.sub(r"[.' ]", "", match[0]).replace(",", "."),
        ",",
    ),
    # "1.284.000 km", "1'284'000"; "12,50,000"
    _number_rewriting_step(
        r"(?<![\w.,'])\d{1,3}(?:(?:\.\d{3}){2,}(?= ?[€%$£a-z])|(?:'\d{3})+(?!\d|')|(?:,\d\d)+,\d{3}(?![\d,]))",
        lambda match: re.sub(r"[.',]", "", match[0]),
    ),
    # "€12.500", "1.500 EUR"; but not "1.459 €/l" or "€1.250 million"
    _number_rewriting_step(
        r"(?<![\w.,])(?!0)(?:(?:(?<=€)|(?<=€ ))\d{1,3}(?:\.\d{3})+(?![\d.,]| ?(?:/|per\b|[mb]))"
        r"|\d{1,3}(?:\.\d{3})+(?= ?(?:€|EUR\b|euros?\b)(?! ?(?:/|per\b|an?\b))))",
        lambda match: match[0].replace(".", ""),
        ".",
    ),
    # "+/- 5", "plus or minus 5"
    _number_rewriting_step(r"\+ ?/ ?[-–]|\bplus(?:[- ]or[- ]|/)minus\b", "±"),
    # "minus 5", "(–5"; but not "3 - 5"
    _number_rewriting_step(r"(?<!\d )\b(?:minus|negative) (?=[.\d])|(?:(?<=^)|(?<=[\s(]))(?<!\d )[-–](?=[.\d])", "-"),
    # "3/4", "2 1/4", "2 and 1/4"; but not 4/7/1776
    _number_rewriting_step(
        rf"(?<![\d/.,])(?:({_WHOLE})(?: and |[ -]))?(\d{{1,4}}) ?/ ?(\d{{1,4}})(?![\d/])(?![.,]\d)",
        _slash_fraction,
        "/",
    ),
    # "1.5 x 10^6", "10 to the power of 6", and "1.5 x 10 6", which NFKC makes of 10⁶
    _number_rewriting_step(
        r"(?:(\d+(?:\.\d+)?) ?[x×*·\u22c5] ?)?\b10(?: ?(?:\^|\*\*) ?| to the (?:power (?:of )?)?)\(?(-?\d{1,3})\)?"
        r"(?:th|st|nd|rd)?(?: power)?|(\d+(?:\.\d+)?) ?[x×*·\u22c5] ?10 ?(-?\d{1,3})\b|^10 (-?\d{1,2})$",
        lambda match: f"{match[1] or match[3] or 1}e{match[2] or match[4] or match[5]}",
        "10",
    ),
]
# Parts in words, by figures.
_PART_STEPS = [
    # "an hour and a half"
    _number_rewriting_step(
        rf"(?<![\d.])\b(an?|{_WHOLE}(?:\.\d+)?) ([a-z]+) and an? (half|quarter|third)\b",
        lambda match: f"{_fraction_number(match[1] if match[1][0].isdigit() else 1, 1, match[3])} {match[2]}",
    ),
    # "3 and a half", "2 and 3 quarters", "2-thirds"
    _number_rewriting_step(
        rf"(?<![\d.,])\b(?:({_WHOLE}),? and (?:an? |({_WHOLE})[- ])|({_WHOLE})[- ]){_PART}\b(?!-)",
        lambda match: _fraction_number(match[1] or 0, match[2] or match[3] or 1, match[4]),
    ),
    # "half a mile", "half hour", "a quarter mile"; but not "the second half" or "half-time"
    _number_rewriting_step(
        r"(?<!first )(?<!second )(?<!other )(?<!latter )(?<!last )(?<!and a )\b(?:an? )?(half|quarter)[ -](?=(?:an? )?"
        r"(?:dozen|[mb]illion|thousand|hour|mile|inch|pint|lit|pound|kilo|met|day|year|century|decade|cup|gallon|acre"
        r"|ounce|tonn?e?|t\w+spoon|minute|second|dollar|percent|per cent|point)|(?:the|an?|its|their|all)\b)",
        lambda match: f"{_fraction_number(0, 1, match[1])} ",
    ),
    # "a third of", "half."; but not "the third"
    _number_rewriting_step(
        r"(?<!-)\b(?:an? )?(half|quarter|third|fourth|fifth|sixth|eighth|tenth)\b(?= of\b| that\b|\s*(?:[.,;:!?)]|$))",
        _one_part_of_whole,
    ),
    _number_rewriting_step(r"(\.\d{12})(?: of)?(?: an?)? (?=[a-z])", r"\1 "),
    # "3 dozen", "a dozen", "2.5 dozen"
    _number_rewriting_step(
        rf"(?<![\d.])\b(?:({_WHOLE}(?:\.\d+)?)[ -]|(an?) )dozens?\b",
        lambda match: f"{float(match[1] or 1) * 12:g}",
        "dozen",
    ),
    # "the third day"; a second is a unit, too
    _number_rewriting_step(
        rf"(?<!\d )(?<!\d-)\b()(?!second\b(?! (?:of|century|\w+day)\b))({_any_word(ORDINAL_NUMBERS)})\b(?!-)",
        _ordinal_number,
    ),
]
_SCALE_STEPS = [
    # "3 in 4", "9 out of 10"
    _number_rewriting_step(
        r"(?<![\d.,-])\b(\d{1,2}) (?:in|out of) (?:every )?(\d{1,4})\b(?![.,:/-]?\d)", _part_of_whole
    ),
    # "2.5 million", "2k"
    _number_rewriting_step(
        rf"(?<!\d)(?<!\d,)(\d(?:[\d,]*\d)?(?:\.\d+)?)(?:[ -]?({_any_word(_SCALES)})s?|k)(?![a-z0-9/])",
        _with_scale_word,
    ),
    # "1h30"
    _number_rewriting_step(r"\b(\d+)\s?h\s?(\d{2})\b(?!\s?[hs])", r"\1 h \2 min", "h"),
    # "2:31:04"
    _number_rewriting_step(r"(?<![\d:])(\d{1,2}):([0-5]\d):([0-5]\d)(?![\d:]|\s?[ap]\.?m)", r"\1 h \2 min \3 s", ":"),
]
_STEPS = [*_JOINED_STEPS, *_WORD_STEPS, *_FIGURE_STEPS, *_PART_STEPS, *_SCALE_STEPS]
_STEPS_OF_FIGURES = [*_JOINED_STEPS, *_FIGURE_STEPS, *_SCALE_STEPS]
