"""Greek letters: π is "pi" and not "phi"."""

import re
import unicodedata
from dataclasses import dataclass

from ...lazy_patterns import lazy_re
from ..value_match import ValueMatch

_NAMES = (
    "alpha beta gamma delta epsilon zeta eta theta iota kappa lambda mu nu xi omicron pi rho sigma tau upsilon phi chi"
    " psi omega"
).split()
_SIGN = lazy_re(r"[\u0391-\u03a9\u03b1-\u03c9\u00b5]")
_REFERENCE = lazy_re(
    rf"(?:(?:the )?(?:(?:greek|lower ?case|upper ?case|capital|small) )*(?:letter )?)?({'|'.join(_NAMES)})",
    re.IGNORECASE,
)
_NAME = lazy_re(rf"\b(?:{'|'.join(_NAMES)})\b", re.IGNORECASE)
_MOST_WORDS = 12


@dataclass(frozen=True, slots=True)
class GreekLetter:
    """A Greek letter: its name, and the reference."""

    text: str
    name: str


def read(reference: str) -> GreekLetter | None:
    """Returns the letter that a reference is as a whole.

    >>> read("π").name, read("the letter Omega").name, read("alpha particle")
    ('pi', 'omega', None)
    """
    text = _with_names(reference).strip(" .'\"")
    # Few references end so, and to look the last word up is faster than the expression.
    found = _REFERENCE.fullmatch(text) if text.rpartition(" ")[2].lower() in _NAMES else None
    return GreekLetter(reference.strip(), found[1].lower()) if found else None


def compare(letter: GreekLetter, prediction: str, question: str | None) -> ValueMatch | None:
    """Says whether an answer has the letter as a sign or by name, or only another letter.

    >>> compare(read("π"), "That's the letter phi.", None).evidence, compare(read("Σ"), "It is sigma.", None).is_same
    ('phi, not π', True)
    """
    named = [name.lower() for name in _NAME.findall(_with_names(prediction))]
    if letter.name in named:
        return ValueMatch("Greek letter", True, f"{letter.name} = {letter.text}")
    if len(set(named)) == 1 and len(prediction.split()) <= _MOST_WORDS:
        return ValueMatch("Greek letter", False, f"{named[0]}, not {letter.text}")
    return None


def _with_names(text: str) -> str:
    """Returns a text with the names of Greek letters that stand alone."""
    if text.isascii():
        return text

    def name(sign: re.Match[str]) -> str:
        found = unicodedata.name(unicodedata.normalize("NFKC", sign[0])).split()
        return f" {'lambda' if found[-1] == 'LAMDA' else 'sigma' if 'SIGMA' in found else found[-1].lower()} "

    return " ".join(_SIGN.sub(name, text).split())
