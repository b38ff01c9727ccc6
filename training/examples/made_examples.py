"""Made training examples: what they are, and how the hand-written banks of them are read."""

from dataclasses import dataclass
from functools import cache
from pathlib import Path

# The hand-written banks.
BANKS = Path(__file__).parent / "banks"


@dataclass(frozen=True)
class Pair:
    """A prediction to compare with a reference.

    Attributes:
        question: The question, or None.
        reference: The right answer.
        prediction: The answer to judge.
        target: 1.0 if it is the same answer, 0.0 if not.
        source: What made the pair.
    """

    question: str | None
    reference: str
    prediction: str
    target: float
    source: str


@cache
def read_bank(name: str) -> list[list[list[str]]]:
    """Returns the lines of a hand-written bank: cells parted by "|", texts of a cell parted by "/".

    Args:
        name: The file in training/banks, without its ending. Its lines that start with "#" are left out.
    """
    lines = (BANKS / f"{name}.txt").read_text("utf-8").splitlines()
    return [
        [[text.strip() for text in cell.split(" / ")] for cell in line.split("|")]
        for line in lines
        if line.strip() and not line.startswith("#")
    ]


def start_large(text: str) -> str:
    """Returns a text with its first letter large.

    >>> start_large("the door is open.")
    'The door is open.'
    """
    return text[:1].upper() + text[1:]


def start_small(text: str) -> str:
    """Returns a text with its first letter small, unless its first word is "I" or looks like a name or acronym."""
    first = text.split(" ", 1)[0]
    return text[:1].lower() + text[1:] if first.lower() in _SMALL else text


_SMALL = set(
    "a an the is are was were do does did can could has have had will would should may must there it he she they we "
    "you who what when where why how which whose in on at by to from of for with his her its their this that these "
    "those".split()
)
