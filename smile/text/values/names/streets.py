"""Streets: Oak St. is Oak Street, Oak Avenue is another."""

import re
from dataclasses import dataclass

from ...lazy_patterns import lazy_re
from ...numerals import spelled_to_digits
from ..value_match import ValueMatch

_TYPES = {
    "street": "street", "st": "street", "str": "street", "avenue": "avenue", "ave": "avenue", "av": "avenue",
    "road": "road", "rd": "road", "boulevard": "boulevard", "blvd": "boulevard", "lane": "lane", "ln": "lane",
    "drive": "drive", "dr": "drive", "court": "court", "ct": "court", "square": "square", "sq": "square",
    "place": "place", "pl": "place", "terrace": "terrace", "ter": "terrace", "parkway": "parkway", "pkwy": "parkway",
    "crescent": "crescent", "cres": "crescent", "way": "way", "alley": "alley", "highway": "highway", "hwy": "highway",
}  # fmt: skip
_STREET = lazy_re(rf"(?P<stem>(?:[\w'-]+ ){{1,5}})(?P<type>{'|'.join(_TYPES)})\.?", re.IGNORECASE)
_NAMED = lazy_re(r"\d|[A-Z]")


@dataclass(frozen=True, slots=True)
class Street:
    """A street: what stands before its type, and its type."""

    text: str
    stem: str
    type: str


def read(reference: str) -> Street | None:
    """Returns the street that a reference is as a whole.

    >>> read("21 Oak Street"), read("the long way"), read("Baker")
    (Street(text='21 Oak Street', stem='21 oak', type='street'), None, None)
    """
    text = reference.strip(" .")
    # Few references end so, and to look the last word up is faster than the expression.
    found = _STREET.fullmatch(text) if text.rpartition(" ")[2].lower() in _TYPES else None
    if not found or not _NAMED.search(found["stem"]) or not found["type"][0].isupper():
        return None
    stem = re.sub(r"^(?:in|on|at|the) ", "", spelled_to_digits(found["stem"].strip().lower(), "en"))
    return Street(text, stem, _TYPES[found["type"].lower()])


def compare(street: Street, prediction: str, question: str | None) -> ValueMatch | None:
    """Says whether an answer has the street, or one of the same name and another type.

    >>> compare(read("21 Oak Street"), "It is at 21 Oak St.", None).is_same
    True
    >>> compare(read("21 Oak Street"), "21 Oak Ave.", None).evidence
    '21 oak ave, not 21 Oak Street'
    """
    text = spelled_to_digits(prediction.lower(), "en")
    if street.stem not in text:
        return None
    pattern = rf"(?<!\w){re.escape(street.stem)} (?P<type>{'|'.join(_TYPES)})\b"
    others = []
    for found in re.finditer(pattern, text):
        if _TYPES[found["type"]] == street.type:
            return ValueMatch("street", True, f"{found[0]} = {street.text}")
        others.append(found[0])
    return ValueMatch("street", False, f"{others[0]}, not {street.text}") if others else None
