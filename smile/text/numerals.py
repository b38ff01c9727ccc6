"""Numbers keep their meaning: 3.14 is not 314, 1,000 equals 1000, -5 is not 5, twenty-five is 25."""

import re
from decimal import Decimal
from functools import cache, lru_cache

import regex
from text_to_num import alpha2digit

from .languages import DECIMAL_COMMA_LANGUAGES, NUMBER_WORD_LANGUAGES

# text2num's time grows with the square of its input, so long texts are given to it in pieces of so many words.
_WORDS_AT_A_TIME = 200
_PIECE = regex.compile(rf"(?:\S+\s*){{1,{_WORDS_AT_A_TIME}}}")

# "2.5 million" is one number; text2num would read "million" as another one.
_SCALES = {"thousand": 3, "million": 6, "billion": 9, "trillion": 12}
_SCALED = regex.compile(rf"(\d[\d,]{{0,14}}(?:\.\d{{1,9}})?)[ -]({'|'.join(_SCALES)})\b")

# Hyphen, minus and en dash.
MINUS_SIGNS = r"-\u2212\u2013"

# A minus is a sign only where nothing it could join or subtract from stands before it: "-5", but not "1939-45".
_MINUS = rf"(?:(?<!\d\s)(?<![\p{{L}}\p{{N}}.,%)])[{MINUS_SIGNS}]\p{{Sc}}?(?=[.,]?\d))?"

# Every English number in words begins with one of these: most texts have none, and text2num need not look for it.
NUMBER_WORD = re.compile(
    r"(?<![a-z0-9])(?:os*(?![a-z0-9])|zero|nought|one|two|three|four|five|six|seven|eight|nin[et]|ten|eleven|twel|"
    rf"thir|fort|fift|twent|first|second|hundred|{'|'.join(_SCALES)})"
)

# What follows the digits of an ordinal, as people and text2num write it.
_ORDINALS = {
    "en": "st|nd|rd|th",
    "es": "[oaºª]",
    "fr": "i?ème|ère|er|re|e",
    "it": "[oaºª]",
    "nl": "de|ste|e",
    "pt": "[oaºª]",
}
_NO_ORDINALS = "(?!)"


def spelled_to_digits(text: str, language: str) -> str:
    """Writes spelled-out numbers with digits, in the languages text2num reads.

    Args:
        text: Text in NFKC.
        language: ISO code; in a language without rules the text comes back as it is.

    >>> spelled_to_digits("the fifth of twenty-five people", "en"), spelled_to_digits("$2.5 million", "en")
    ('the 5th of 25 people', '$2500000')
    """
    if language not in NUMBER_WORD_LANGUAGES:
        return text
    if language == "en":
        if not NUMBER_WORD.search(text):
            return text
        text = _SCALED.sub(lambda match: f"{Decimal(match[1].replace(',', '')).scaleb(_SCALES[match[2]]):f}", text)
    # Elsewhere "one" is the indefinite article too; text2num turns what reaches the threshold.
    threshold = 0.0 if language == "en" else 1.5
    text = text.lstrip()
    pieces = _PIECE.findall(text) if len(text) >= 2 * _WORDS_AT_A_TIME else [text]
    return "".join(alpha2digit(piece, language, threshold) for piece in pieces)


@cache
def number_pattern(language: str) -> str:
    """Returns the regular expression (source, for the `regex` package) of one number as the language writes it."""
    if language in DECIMAL_COMMA_LANGUAGES:
        grouped, decimal = r"\d{1,3}(?:[. ]\d{3})+(?:,\d+)?", r"\d+,\d+"
    else:
        grouped, decimal = r"\d{1,3}(?:,\d{3})+(?:\.\d+)?", r"(?:\d+|(?<![\p{L}\p{N}]))\.\d+"
    dotted = r"\d+(?:\.\d+)+"
    suffix = rf"(?:(?:{_ORDINALS.get(language, _NO_ORDINALS)}|'?s)(?![\p{{L}}\p{{N}}]))?"
    return rf"{_MINUS}(?:{grouped}(?!\d)|{decimal}(?![.,]?\d)|{dotted}|\d+{suffix})"


@lru_cache(maxsize=2**16)
def canonical_number(token: str, language: str) -> str:
    """Returns one spelling for every way of writing the number that `number_pattern` found.

    >>> canonical_number("1,000", "en"), canonical_number("1.000,50", "de"), canonical_number("36.0", "en")
    ('1000', '1000.50', '36')
    >>> canonical_number("-$5", "en"), canonical_number("3rd", "en"), canonical_number("1990s", "en")
    ('-5', '3', '1990s')
    """
    sign = "-" if regex.match(f"[{MINUS_SIGNS}]", token) else ""
    digits = regex.sub(rf"^[{MINUS_SIGNS}]?\p{{Sc}}?", "", token)
    if language in DECIMAL_COMMA_LANGUAGES:
        if "," in digits or regex.fullmatch(r"\d{1,3}(?:[. ]\d{3})+", digits):
            digits = regex.sub(r"[. ]", "", digits).replace(",", ".")
    else:
        digits = digits.replace(",", "")
    digits = regex.sub(rf"(?:{_ORDINALS.get(language, _NO_ORDINALS)})$", "", digits.replace("'", ""))
    if digits.startswith("."):
        digits = "0" + digits
    return sign + regex.sub(r"^(\d+)\.0+$", r"\1", digits)


@lru_cache(maxsize=2**17)
def is_number(word: str) -> bool:
    """Says whether a normalised word is, or holds, a number."""
    return any(character.isdigit() for character in word)
