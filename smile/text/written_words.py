"""The words of a text as written. Their capitals distinguish names and short forms from words."""

import re
import unicodedata
from itertools import filterfalse

from ..caches import cached
from ..lazy_patterns import lazy_re

# U.S., U.S, Ph.D., J.R.R.
_DOTTED = lazy_re(r"\b(?:[A-Za-z]{1,2}\.)+[A-Za-z]{1,2}\b\.?")
_POSSESSIVE = lazy_re(r"['\u2019]s\b")
_APOSTROPHE = lazy_re(r"['\u2019`]")
# Most dots end a sentence.
_DOT_BEFORE_LETTER = lazy_re(r"\.[A-Za-z]")
_WORD = lazy_re(r"[^\W_]+")
# To split ASCII text at these is faster than to find its words.
_SIGNS = str.maketrans({sign: " " for sign in map(chr, range(128)) if not sign.isalnum()})
# UN, PhD, H2O
_SHORT = lazy_re(r"(?=.*[A-Z].*[A-Z])[A-Za-z][A-Za-z0-9]{1,7}")
# "O(n)" is one word.
_IN_BRACKETS = lazy_re(r"\s*(?<!\w)[(\[][^()\[\]]*[)\]]")
_LEAD_IN = lazy_re(
    r"^\s*(?:(?:(?:the|my|a) )?(?:correct |right |final )?answer(?: here)?(?: is|:)|i (?:think|believe)(?: that)?(?= )"
    r"|(?:it|that|this|he|she|they)(?: is| was| are| were|['\u2019]s| stands for| means)"
    r"|in|from|on|by|the|an?|called|about)\s*:?\s+",
    re.IGNORECASE,
)
_LONGEST_SHORT_ANSWER = 100


def written_without_accents(text: str) -> str:
    """Returns a text without accents.

    >>> written_without_accents("Côte d'Ivoire")
    "Cote d'Ivoire"
    """
    if text.isascii():
        return text
    return "".join(filterfalse(unicodedata.combining, unicodedata.normalize("NFD", text)))


@cached(2**14)
def written_words(text: str) -> tuple[str, ...]:
    """Returns the words of a text as written, without accents, dots, apostrophes and the possessive.

    >>> written_words("The U.S.A.'s J.K. Rowling, isn't she?")
    ('The', 'USA', 'JK', 'Rowling', 'isnt', 'she')
    """
    text = written_without_accents(text)
    if _DOT_BEFORE_LETTER.search(text):
        text = _DOTTED.sub(lambda dotted: dotted[0].replace(".", "") + " ", text)
    if "'" in text or "\u2019" in text or "`" in text:
        text = _APOSTROPHE.sub("", _POSSESSIVE.sub("", text))
    return tuple(text.translate(_SIGNS).split() if text.isascii() else _WORD.findall(text))


@cached(2**14)
def strip_lead_in(text: str) -> str:
    """Returns a short answer without its lead-in, and without brackets and punctuation at its ends.

    >>> strip_lead_in("It's the United Kingdom (UK)."), strip_lead_in("The answer is: U.S.")
    ('United Kingdom', 'U.S')
    """
    if len(text) > _LONGEST_SHORT_ANSWER:
        return text
    if "(" in text or "[" in text:
        text = _IN_BRACKETS.sub("", text) or text
    for _ in range(4):
        lead = _LEAD_IN.match(text)
        if not lead:
            break
        text = text[lead.end() :]
    return text.strip(" \t\n.,:;!?\"'*")


def has_two_capitals(word: str) -> bool:
    """Returns whether a word has two capitals, as short forms have.

    >>> has_two_capitals("UN"), has_two_capitals("PhD"), has_two_capitals("H2O"), has_two_capitals("Paris")
    (True, True, True, False)
    """
    return bool(_SHORT.fullmatch(word))
