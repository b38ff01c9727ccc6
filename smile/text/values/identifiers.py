"""Identifiers: their separators do not count, any other character does."""

import re
from dataclasses import dataclass

from ...lazy_patterns import lazy_re
from ..view import Match, View
from . import dates

_RULE = "identifier"
_SEPARATORS = lazy_re(r"[\s()./_\u2010-\u2013-]")
_LABEL = lazy_re(r"^[^\w+(]*(?:(?:iban|isbn|issn|phone|tel|telephone|fax|e-?mail|mailto)\b\.?:?\s*)?", re.IGNORECASE)
_MAY_BE = lazy_re(r"\.\w|\d.{0,2}\d.{0,2}\d")

# What each kind looks like; the first that fits a whole reference is its kind.
_KINDS = {
    # anna.berg@example.org
    "e-mail": lazy_re(r"[\w.+-]+@[\w-]+(?:\.[\w-]+)+"),
    # https://api.example.org/v2/users, www.example.org, example.org/docs
    "address": lazy_re(
        r"""(?:https?://|\bwww\.)[^\s<>"')\]]+
        |(?<![\w@.])[a-z\d-]+(?:\.[a-z\d-]+)*\.(?:com|org|net|edu|gov|info|io|eu|uk|de|fr|it|es|nl|ch|at)\b
         (?:/[^\s<>"')\]]*)?""",
        re.IGNORECASE | re.VERBOSE,
    ),
    # DE89 3704 0044 0532 0130 00
    "account": lazy_re(r"\b[A-Z]{2}\d{2}(?:[ -]?[A-Z\d]{2,4}){3,8}\b", re.IGNORECASE),
    # 192.168.17.4, v2.4.1
    "version": lazy_re(r"(?<![\w.])(?:v(?=\d+\.\d)|(?=\d+\.\d+\.\d))\d+(?:\.\d+)+(?![\w.]*\d)", re.IGNORECASE),
    # +49 30 5557-2081, (415) 555-0132, 978-3-16-148410-0
    "number": lazy_re(
        r"""(?<![\w.,$€£+-])
        (?![12]\d{3}[ /.\u2013-]{1,3}[12]\d{3}(?!\d))       # not 1939-1945
        (?!\d{1,3}(?:[ .]\d{3})+(?![ ().-]?\d))             # not 10 000 000
        \+?\(?\d(?:[ ()./\u2013-]{0,3}\d){6,}(?![\w%]|[.,]\d)""",
        re.VERBOSE,
    ),
    # XK-2040-B, AB12CD34; not 1500km
    "code": lazy_re(
        r"""(?<![\w.-])(?=[\w./-]*[A-Za-z][\w./-]*\d)(?=(?:[\w./-]*?\d){3})
        [A-Za-z\d]+(?:[-_./][A-Za-z\d]+)*(?![\w-])""",
        re.VERBOSE,
    ),
}
_KINDS_IN_FULL = ("e-mail", "address", "version")
_FEWEST_DIGITS, _FEWEST_SIGNS = 7, 6


@dataclass(frozen=True, slots=True)
class Identifier:
    """A reference that identifies something: its kind, its text, and its characters that count."""

    kind: str
    text: str
    key: str


def read(reference: str) -> Identifier | None:
    """Returns the identifier that a reference is as a whole.

    >>> read("+49 30 5557-2081").key, read("XK-2040-B").key, read("https://www.Example.org/docs/").key
    ('493055572081', 'xk2040b', 'example.org/docs')
    >>> read("1939-1945"), read("10 000 000"), read("4/7/1776"), read("COVID-19"), read("1500km")
    (None, None, None, None, None)
    """
    if not _MAY_BE.search(reference):
        return None
    text = _LABEL.sub("", reference, count=1).strip(" .")
    for kind, pattern in _KINDS.items():
        if pattern.fullmatch(text):
            key = _key(kind, text)
            is_one = kind in _KINDS_IN_FULL or _is_number(text, key) if kind != "code" else len(key) >= _FEWEST_SIGNS
            return Identifier(kind, text, key) if is_one and dates.read(text) is None else None
    return None


def _is_number(text: str, key: str) -> bool:
    """Whether figures identify something: they have separators, zeros or a plus in front, or are too many to count."""
    return len(key) >= _FEWEST_DIGITS and (
        not text.isdigit() or text[0] == "0" or (len(key) > 9 and text[-3:] != "000")
    )


def _key(kind: str, text: str) -> str:
    if kind == "address":
        return re.sub(r"^(?:https?://)?(?:www\.)?", "", text.lower()).rstrip("/.,:;!?")
    if kind == "e-mail":
        return text.lower().rstrip(".")
    return text.lower().lstrip("v") if kind == "version" else _SEPARATORS.sub("", text).lstrip("+").lower()


def compare(identifier: Identifier, answer: View, question: str | None) -> Match | None:
    """Says whether an answer has the identifier, or only others of its kind.

    >>> compare(read("(415) 555-0132"), View("Call 415.555.0132."), None).is_same
    True
    >>> compare(read("anna@example.org"), View("anna@example.com"), None).is_same
    False
    >>> compare(read("XK-2040-B"), View("the XK-2040"), None)
    """
    kind, key = identifier.kind, identifier.key
    found = [one.span() for one in _KINDS[kind].finditer(answer.text)]
    keys = [_key(kind, answer.at(span)) for span in found]
    if kind not in _KINDS_IN_FULL:
        # Its parts may stand between spaces: "XK 2040 B".
        spelled = r"[\s()./_\u2010-\u2013-]{0,3}".join(map(re.escape, key))
        if same := re.search(rf"(?<![^\W_]){spelled}(?![^\W_])", answer.small):
            return Match(_RULE, True, "=", identifier.text, (same.span(),))
    for span, its in zip(found, keys, strict=True):
        if its == key or (kind == "number" and _is_national(its, key, identifier.text, answer.at(span))):
            return Match(_RULE, True, "=", identifier.text, (span,))
    # A part of it may be all that an answer needs: "the XK-2040".
    is_part = kind not in _KINDS_IN_FULL and any(key.startswith(its) or its.startswith(key) for its in keys)
    return Match(_RULE, False, "not", identifier.text, (found[0],)) if found and not is_part else None


def _is_national(its: str, key: str, reference: str, said: str) -> bool:
    """Whether two telephone numbers differ only in the code of a country: +49 30 5557 2081 and 030 5557 2081."""
    if ("+" in reference) == ("+" in said):
        return False
    long, short = (key, its) if "+" in reference else (its, key)
    return len(short) > _FEWEST_DIGITS and long.endswith(short.removeprefix("0")) and len(long) - len(short) <= 2
