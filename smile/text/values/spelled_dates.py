"""Writes the numbers of dates and times with figures: "the fourth of July", "nineteen sixty-nine", "the sixties"."""

import re

from ..lazy_patterns import lazy_re

_UNITS = "one two three four five six seven eight nine".split()
_TEENS = "ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen".split()
_TENS = "twenty thirty forty fifty sixty seventy eighty ninety".split()
_NUMBERS = {word: number for number, word in enumerate([*_UNITS, *_TEENS], 1)}
_NUMBERS |= {word: 10 * number for number, word in enumerate(_TENS, 2)}
_ORDINALS = (
    "first second third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth thirteenth fourteenth fifteenth "
    "sixteenth seventeenth eighteenth nineteenth"
).split()
_ORDINAL_NUMBERS = {word: number for number, word in enumerate(_ORDINALS, 1)} | {"twentieth": 20, "thirtieth": 30}
_DECADES = {tens.removesuffix("y") + "ies": 10 * number for number, tens in enumerate(_TENS, 2)}

_UNIT = "|".join(_UNITS)
_TEEN = "|".join(_TEENS)
_TEN = "|".join(_TENS)
_BELOW_HUNDRED = rf"(?:{_TEEN}|(?:{_TEN})(?:[- ](?:{_UNIT})\b)?|{_UNIT})"

# What the numbers begin with; patterns that look at the case are faster, so it reads the text in small letters.
_NUMBER_WORD = lazy_re(
    r"\b(?:first|second|third|four|fifth|six|seven|eigh|nin|ten|eleven|twel|thir|fort|fif|twent|two thous)"
)
_ORDINAL = lazy_re(rf"\b(?:(twenty|thirty)[- ])?({'|'.join(_ORDINALS)}|twentieth|thirtieth)\b", re.I)
_DECADE = lazy_re(rf"(?<!his )(?<!her )(?<!their )(?<!my )\b(?:({_TEEN}|twenty)[- ])?({'|'.join(_DECADES)})\b", re.I)
_HUNDREDS = lazy_re(rf"\b({_TEEN}|twenty)[- ]hundred(s?)\b(?: and ({_BELOW_HUNDRED})\b)?", re.I)
_YEAR = lazy_re(
    rf"\b({_TEEN}|twenty)[- ](?:(?:oh?|aught|nought)[- ]({_UNIT})|({_TEEN})|((?:{_TEN})(?:[- ](?:{_UNIT})\b)?))\b", re.I
)
_THOUSANDS = lazy_re(rf"\btwo thousand(?:(?: and)? ({_BELOW_HUNDRED}))?\b(?! [a-z]*(?:hundred|thousand))", re.I)


def number_in_words(words: str) -> int:
    """Returns the number below a hundred that the words name.

    >>> number_in_words("twenty-five"), number_in_words("Twelve")
    (25, 12)
    """
    return sum(_NUMBERS[word] for word in re.split("[- ]", words.lower()))


def with_figures(text: str) -> str:
    """Returns an English text with its ordinals, years and decades in figures, and straight apostrophes.

    >>> with_figures("the fourth of July, seventeen seventy-six")
    'the 4th of July, 1776'
    >>> with_figures("the nineteen sixties, the twenty-first century, two thousand and one")
    'the 1960s, the 21st century, 2001'
    """
    text = text.replace("’", "'")
    small = text.lower()
    if not _NUMBER_WORD.search(small):
        return text
    text = _ORDINAL.sub(_ordinal, text)
    if "ties" in small:
        text = _DECADE.sub(_decade, text)
    if "hundred" in small:
        text = _HUNDREDS.sub(_hundreds, text)
    text = _YEAR.sub(_year, text)
    if "thousand" not in small:
        return text
    return _THOUSANDS.sub(lambda match: str(2000 + (number_in_words(match[1]) if match[1] else 0)), text)


def _ordinal(match: re.Match[str]) -> str:
    tens = _NUMBERS[match[1].lower()] if match[1] else 0
    number = tens + _ORDINAL_NUMBERS[match[2].lower()]
    ending = "th" if 11 <= number <= 13 else {1: "st", 2: "nd", 3: "rd"}.get(number % 10, "th")
    return f"{number}{ending}"


def _decade(match: re.Match[str]) -> str:
    century = str(_NUMBERS[match[1].lower()]) if match[1] else "'"
    return f"{century}{_DECADES[match[2].lower()]}s"


def _hundreds(match: re.Match[str]) -> str:
    years = 100 * _NUMBERS[match[1].lower()] + (number_in_words(match[3]) if match[3] else 0)
    return f"{years}{match[2]}"


def _year(match: re.Match[str]) -> str:
    century = _NUMBERS[match[1].lower()]
    year = number_in_words(match[2] or match[3] or match[4])
    # "ten thirty" is a time of day.
    is_time = century <= 12 and year < 60
    return match[0] if is_time else str(100 * century + year)
