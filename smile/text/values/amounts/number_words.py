"""Writes every English number of a text in figures: words, fractions, dozens, powers and scales."""

import re
from collections.abc import Callable
from functools import lru_cache

from text_to_num import text2num

from ...lazy_patterns import lazy_re

_UNITS = "one|two|three|four|five|six|seven|eight|nine"
_BELOW_20 = f"(?:ten|eleven|twelve|thirteen|fourteen|fifteen|sixteen|seventeen|eighteen|nineteen|{_UNITS})"
_BELOW_100 = rf"(?:(?:twenty|thirty|forty|fifty|sixty|seventy|eighty|ninety)(?:[- ](?:{_UNITS})\b)?|{_BELOW_20}\b)"
_BELOW_1000 = rf"(?:(?:an?|{_BELOW_100}) hundred\b(?!s)(?:(?:,? and)? {_BELOW_100})?|{_BELOW_100})"
_GROUP = rf"(?:an?|{_BELOW_1000}) (?:thousand|million|billion)\b"
_CARDINAL = lazy_re(
    rf"(?<!half )(?<!quarter of )\b(?=[efnostz]|tw|t[eh]|an? [htmb])"
    rf"(?:{_GROUP}(?:,?(?: and)? {_GROUP})*(?:,?(?: and)? {_BELOW_1000})?"
    rf"|{_BELOW_1000}|zero|nought|nil)\b(?! hundredths?)",
    re.IGNORECASE,
)
# What each of them begins with; most texts have none.
_CARDINAL_HEAD = lazy_re(
    r"\b(?:one|tw[oe]|thr|thi|fou|for|fi[vf]|six|sev|eig|nin|ten|ele|zer|nou|nil|an? (?:hun|tho|mil|bil))",
    re.IGNORECASE,
)
_POINT = lazy_re(r"\b(\d+) point ((?:\d ?)+)(?!\d)", re.IGNORECASE)
# "They won three one." Three such words are a code or a list.
_ONE_DIGIT = rf"(?:{_UNITS}|zero|nil)"
_SPOKEN_SCORE = lazy_re(
    rf"(?<!ty[ -])(?<!hundred )(?<!point )\b{_ONE_DIGIT}(?:[ -]{_ONE_DIGIT})+\b(?! (?:hundred|thousand|million|point))",
    re.IGNORECASE,
)
_NONE = lazy_re(r"^(?:there (?:is|are|was|were) )?none\b(?! of the (?:above|these|other|options))", re.IGNORECASE)
_ARTICLE = lazy_re(r"\ban? (?=hundred|thousand|million|billion)")

_NAMED_PARTS = {
    "half": 2, "halves": 2, "third": 3, "quarter": 4, "fourth": 4, "fifth": 5, "sixth": 6, "seventh": 7, "eighth": 8,
    "ninth": 9, "tenth": 10, "hundredth": 100, "thousandth": 1000,
}  # fmt: skip
_PART = rf"(half|halves|(?:{'|'.join(list(_NAMED_PARTS)[2:])})s?)"
# "3 and a half", "3 quarters", "a third of", "2-thirds"; "a third person" has no fraction.
_MIXED = lazy_re(rf"\b(\d+),? and (?:an? |(\d+)[- ]){_PART}\b", re.IGNORECASE)
_SPELLED_FRACTION = lazy_re(rf"(?<![\d.,])\b(\d+)[- ]{_PART}\b(?!-)", re.IGNORECASE)
_UNIT_AND_A_HALF = lazy_re(r"\b(an?|\d+(?:\.\d+)?) ([a-z]+) and an? (half|quarter|third)\b", re.IGNORECASE)
_PART_OF = lazy_re(
    r"(?<!-)\b(?:an? )?(half|quarter|third|fourth|fifth|sixth|eighth|tenth)\b"
    r"(?=(?: of\b| that\b|\s*[.,;:!?)]|\s*$))",
    re.IGNORECASE,
)
# "half a mile", "half hour", "a quarter mile"; but not "the second half" or "half-time".
_HALF = lazy_re(
    r"(?<!first )(?<!second )(?<!other )(?<!latter )(?<!last )(?<!and a )\b(?:an? )?(half|quarter)[ -]"
    r"(?=(?:an? )?(?:dozen|million|billion|thousand|hour|mile|inch|pint|litre|liter|pound|kilo|metre|meter|day|year"
    r"|century|decade|cup|gallon|acre|ounce|tonne?|teaspoon|tablespoon|minute|second|dollar|the\b|an?\b|its\b|their\b|all\b))",
    re.IGNORECASE,
)
_OF_A_UNIT = lazy_re(r"(\.\d{12})(?: of)?(?: an?)? (?=[a-z])", re.IGNORECASE)
_DOZEN = lazy_re(r"\b(?:(\d+(?:\.\d+)?)[ -]|(an?) )dozens?\b", re.IGNORECASE)

# A fraction in figures. 9/11 and 24/7 are none.
_DENOMINATORS = frozenset((*range(2, 11), 12, 15, 16, 20, 24, 25, 30, 32, 40, 50, 60, 64, 100, 128, 365, 1000))
_SLASH = lazy_re(r"(?<![\d/.,])(?:(\d+)(?: and |[ -]))?(\d{1,3}) ?/ ?(\d{1,4})(?![\d/])(?![.,]\d)")
# NFKC turns 10⁶ into "10 6".
_POWER = lazy_re(
    r"(?:(\d+(?:\.\d+)?) ?[x×*·\u22c5] ?)?\b10(?: ?(?:\^|\*\*) ?| to the (?:power (?:of )?)?)\(?"
    r"(-?\d{1,3})\)?(?:th|st|nd|rd)?(?: power)?"
    r"|(\d+(?:\.\d+)?) ?[x×*·\u22c5] ?10 ?(-?\d{1,3})\b|^10 (-?\d{1,2})$"
)
_SCALES = {
    "hundred": 2, "thousand": 3, "k": 3, "lakh": 5, "million": 6, "mn": 6, "mio": 6, "crore": 7, "billion": 9, "bn": 9,
    "trillion": 12, "tn": 12, "quadrillion": 15, "quintillion": 18,
}  # fmt: skip
_SCALED = lazy_re(
    rf"(\d(?:[\d,]*\d)?(?:\.\d+)?)(?:[ -]?({'|'.join(word for word in _SCALES if len(word) > 1)})s?|([kK]))"
    rf"(?![A-Za-z0-9/])",
    re.IGNORECASE,
)
_IN = lazy_re(r"(?<![\d.,-])\b(\d{1,2}) (?:in|out of) (?:every )?(\d{1,4})\b(?![.,:/-]?\d)")
_SMALL_WHOLES = frozenset((*range(2, 21), 25, 30, 40, 50, 60, 100, 200, 250, 500, 1000))
_GROUPED_BY_SPACE = lazy_re(r"(?<![\d.,-])(?<!\d )\d{1,3}(?: \d{3})+(?! ?\d)")
_MINUS = lazy_re(r"\b(?:minus|negative) (?=[.\d])|(?:(?<=^)|(?<=[\s(]))(?<!\d )[-\u2013](?=[.\d])", re.IGNORECASE)
_BELOW_ZERO = lazy_re(
    r"\b(\d+(?:\.\d+)?)((?: degrees?| ?°)?(?: ?[CF]\b| celsius| fahrenheit)?) below 0\b", re.IGNORECASE
)
_HOURS_AND_MINUTES = lazy_re(r"\b(\d+)\s?h\s?(\d{2})\b(?!\s?[hs])")
_ASCII_SIGNS = str.maketrans({"\u2019": "'", "\u2032": "'", "\u201d": '"', "\u2033": '"', "\u2212": "-", "\u2044": "/"})
_TIMES = {"once": "1 time", "twice": "2 times", "thrice": "3 times"}
_TWICE = lazy_re(r"\b(?:twice|thrice)\b", re.IGNORECASE)


@lru_cache(maxsize=2**10)
def with_figures(text: str) -> str:
    """Returns the text with each number as a figure: "e" stands before a power of ten, fractions have twelve decimals.

    Args:
        text: English text in NFKC.

    >>> with_figures("Twenty-five of a hundred and twenty"), with_figures("two and a half million"), with_figures("2k")
    ('25 of 120', '2.500000000000e6', '2e3')
    >>> with_figures("half a mile"), with_figures("three-quarters"), with_figures("1.5 x 10^6"), with_figures("minus 5")
    ('0.500000000000 mile', '0.750000000000', '1.5e6', '-5')
    >>> with_figures("the second half of the third day")
    'the second half of the third day'
    """
    if not text.isascii():
        text = text.translate(_ASCII_SIGNS)
    if "  " in text or "\n" in text:
        text = " ".join(text.split())
    if _CARDINAL_HEAD.search(text):
        text = _CARDINAL.sub(_cardinal, _SPOKEN_SCORE.sub(_spoken_score, text))
    lower = text.lower()
    for has_hint, rewrite in _STEPS:
        if has_hint(lower):
            text = rewrite(text)
    return text


def _with_parts(text: str) -> str:
    text = _UNIT_AND_A_HALF.sub(
        lambda match: f"{_fraction(match[1] if match[1][0].isdigit() else 1, 1, match[3])} {match[2]}", text
    )
    text = _MIXED.sub(lambda match: _fraction(match[1], match[2] or 1, match[3]), text)
    text = _SPELLED_FRACTION.sub(lambda match: _fraction(0, match[1], match[2]), text)
    text = _HALF.sub(lambda match: _fraction(0, 1, match[1]) + " ", text)
    text = _PART_OF.sub(_part, text)
    return _OF_A_UNIT.sub(r"\1 ", text)


def _spoken_score(match: re.Match[str]) -> str:
    digits = re.split("[ -]", match[0])
    return "-".join(digits) if len(digits) == 2 else match[0]


def _cardinal(match: re.Match[str]) -> str:
    text = match[0].lower().replace("nought", "zero").replace("nil", "zero")
    text = _ARTICLE.sub("one ", text).replace(" and ", " ").replace(",", "")
    try:
        return str(text2num(text, "en"))
    except ValueError:
        return match[0]


def _pointed(match: re.Match[str]) -> str:
    return f"{match[1]}.{match[2].replace(' ', '')}" + " " * match[2].endswith(" ")


def _fraction(whole: str | int, numerator: str | int, part: str) -> str:
    name = part.lower()
    return f"{float(whole) + int(numerator) / (_NAMED_PARTS.get(name) or _NAMED_PARTS[name[:-1]]):.12f}"


def _part(match: re.Match[str]) -> str:
    """An ordinal alone is no fraction, and "the second half" is none."""
    before = match.string[: match.start()].rstrip().lower()
    if before.endswith(("first", "second", "other", "latter", "last", "the", "better", "1st", "2nd", "this", "that")):
        return match[0]
    if match[1].lower() not in {"half", "quarter"} and not match[0].lower().startswith("a"):
        return match[0]
    return _fraction(0, 1, match[1])


def _slash(match: re.Match[str]) -> str:
    whole, numerator, denominator = match[1] or "0", int(match[2]), int(match[3])
    if denominator not in _DENOMINATORS or numerator >= denominator:
        return match[0]
    return f"{int(whole) + numerator / denominator:.12f}"


def _share(match: re.Match[str]) -> str:
    part, whole = int(match[1]), int(match[2])
    return f"{part / whole:.12f}" if 0 < part < whole and whole in _SMALL_WHOLES else match[0]


def _scaled(match: re.Match[str]) -> str:
    return f"{match[1].replace(',', '')}e{_SCALES[(match[2] or match[3]).lower()]}"


def _power(match: re.Match[str]) -> str:
    return f"{match[1] or match[3] or 1}e{match[2] or match[4] or match[5]}"


def _with_scales(text: str) -> str:
    """Twice, for "5 hundred thousand"."""
    return _SCALED.sub(_scaled, _SCALED.sub(_scaled, text))


def _hint(*words: str) -> Callable[[str], object]:
    return re.compile("|".join(map(re.escape, words))).search


# What may be in a text only if one of the hints is.
_STEPS: tuple[tuple[Callable[[str], object], Callable[[str], str]], ...] = (
    (_hint("none"), lambda text: _NONE.sub("0", text)),
    (_hint(" point "), lambda text: _POINT.sub(_pointed, text)),
    (_hint("minus", "negative", "-", "\u2013"), lambda text: _MINUS.sub("-", text)),
    (_hint("twice", "thrice"), lambda text: _TWICE.sub(lambda match: _TIMES[match[0].lower()], text)),
    (_hint("/"), lambda text: _SLASH.sub(_slash, text)),
    (_hint("10"), lambda text: _POWER.sub(_power, text)),
    (_hint("half", "halv", "third", "quarter", "fourth", "fift", "sixth", "ths", "enth"), _with_parts),
    (_hint("dozen"), lambda text: _DOZEN.sub(lambda match: f"{float(match[1] or 1) * 12:g}", text)),
    (_hint(" in ", " out of "), lambda text: _IN.sub(_share, text)),
    (_hint(" "), lambda text: _GROUPED_BY_SPACE.sub(lambda match: match[0].replace(" ", ""), text)),
    (_hint(*_SCALES), _with_scales),
    (_hint("below 0"), lambda text: _BELOW_ZERO.sub(r"-\1\2", text)),
    (_hint("h"), lambda text: _HOURS_AND_MINUTES.sub(r"\1 h \2 min", text)),
)
