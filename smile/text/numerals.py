"""One spelling for each number: 1,000 is 1000, twenty-five is 25, but 3.14 is not 314 and -5 is not 5."""

from decimal import Decimal

import regex
from text_to_num import alpha2digit

from ..caches import cached
from ..lazy_patterns import lazy_re, lazy_regex
from .languages import DECIMAL_COMMA_LANGUAGES, NUMBER_WORD_LANGUAGES

# text2num takes quadratic time, so it gets long texts in pieces of this many words.
_WORDS_AT_A_TIME = 200
_PIECE = lazy_regex(rf"(?:\S+\s*){{1,{_WORDS_AT_A_TIME}}}")

# "2.5 million" is one number; text2num would read "million" as another one.
SCALES = {"thousand": 3, "million": 6, "billion": 9, "trillion": 12}
_SCALED = lazy_regex(rf"(\d[\d,]{{0,14}}(?:\.\d{{1,9}})?)[ -]({'|'.join(SCALES)})\b")

# Hyphen, minus and en dash.
MINUS_SIGNS = r"-\u2212\u2013"

# A minus is a sign only if nothing before it could be joined or subtracted from: "-5", but not "1939-45".
_MINUS = rf"(?:(?<!\d\s)(?<![\p{{L}}\p{{N}}.,%)])[{MINUS_SIGNS}]\p{{Sc}}?(?=[.,]?\d))?"

# Every English number in words begins with one of these. Most texts have none, which saves the call of text2num.
NUMBER_WORD = lazy_re(
    r"(?<![a-z0-9])(?:os*(?![a-z0-9])|zero|nought|one|two|three|four|five|six|seven|eight|nin[et]|ten|eleven|twel|"
    rf"thir|fort|fift|twent|first|second|hundred|{'|'.join(SCALES)})"
)

# The endings of ordinals in digits, as people and text2num write them.
_ORDINAL_ENDINGS = {
    "en": "st|nd|rd|th",
    "es": "[oaºª]",
    "fr": "i?ème|ère|er|re|e",
    "it": "[oaºª]",
    "nl": "de|ste|e",
    "pt": "[oaºª]",
}
_NO_ORDINAL_ENDINGS = "(?!)"


def spelled_to_digits(text: str, language: str) -> str:
    """Writes spelled-out numbers with digits, in the languages text2num reads.

    >>> spelled_to_digits("the fifth of twenty-five people", "en"), spelled_to_digits("$2.5 million", "en")
    ('the 5th of 25 people', '$2500000')
    """
    if language not in NUMBER_WORD_LANGUAGES:
        return text
    if language == "en":
        if not NUMBER_WORD.search(text):
            return text
        text = _SCALED.sub(lambda match: f"{Decimal(match[1].replace(',', '')).scaleb(SCALES[match[2]]):f}", text)
    # In the other languages "one" is also the indefinite article; text2num converts numbers from the threshold up.
    threshold = 0.0 if language == "en" else 1.5
    text = text.lstrip()
    pieces = _PIECE.findall(text) if len(text) >= 2 * _WORDS_AT_A_TIME else [text]
    return "".join(alpha2digit(piece, language, threshold) for piece in pieces)


@cached()
def normalized_number_pattern(language: str) -> str:
    """Returns the regular expression (source, for the `regex` package) of one number as the language writes it."""
    if language in DECIMAL_COMMA_LANGUAGES:
        grouped, decimal = r"\d{1,3}(?:[. ]\d{3})+(?:,\d+)?", r"\d+,\d+"
    else:
        grouped, decimal = r"\d{1,3}(?:,\d{3})+(?:\.\d+)?", r"(?:\d+|(?<![\p{L}\p{N}]))\.\d+"
    dotted = r"\d+(?:\.\d+)+"
    suffix = rf"(?:(?:{_ORDINAL_ENDINGS.get(language, _NO_ORDINAL_ENDINGS)}|'?s)(?![\p{{L}}\p{{N}}]))?"
    return rf"{_MINUS}(?:{grouped}(?!\d)|{decimal}(?![.,]?\d)|{dotted}|\d+{suffix})"


@cached(2**16)
def normalized_number(token: str, language: str) -> str:
    """Returns one spelling for every way of writing the number that `normalized_number_pattern` found.

    >>> normalized_number("1,000", "en"), normalized_number("1.000,50", "de"), normalized_number("36.0", "en")
    ('1000', '1000.50', '36')
    >>> normalized_number("-$5", "en"), normalized_number("3rd", "en"), normalized_number("1990s", "en")
    ('-5', '3', '1990s')
    """
    if token.isascii() and token.isdigit():
        return token
    sign = "-" if regex.match(f"[{MINUS_SIGNS}]", token) else ""
    digits = regex.sub(rf"^[{MINUS_SIGNS}]?\p{{Sc}}?", "", token)
    if language in DECIMAL_COMMA_LANGUAGES:
        if "," in digits or regex.fullmatch(r"\d{1,3}(?:[. ]\d{3})+", digits):
            digits = regex.sub(r"[. ]", "", digits).replace(",", ".")
    else:
        digits = digits.replace(",", "")
    digits = regex.sub(rf"(?:{_ORDINAL_ENDINGS.get(language, _NO_ORDINAL_ENDINGS)})$", "", digits.replace("'", ""))
    if digits.startswith("."):
        digits = "0" + digits
    return sign + regex.sub(r"^(\d+)\.0+$", r"\1", digits)


@cached(2**17)
def is_number(word: str) -> bool:
    """Returns whether a normalised word is, or contains, a number."""
    return not word.isalpha() and any(map(str.isdigit, word))
