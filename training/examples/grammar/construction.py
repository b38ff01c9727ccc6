"""What a construction is: patterns of an answer by what it asserts."""

from dataclasses import dataclass
from enum import Enum


class Sort(Enum):
    """What the texts of a construction assert."""

    SOME = "some mentions and not others"
    ALL = "every mention"
    NONE = "no mention"


@dataclass(frozen=True)
class Construction:
    """Patterns of one kind.

    Attributes:
        name: Name, unique.
        sort: What its texts assert.
        patterns: Patterns with `<part>`, `{1}` and `{+1}`; `<list>` and `<block>` name from two to five of
            the candidates, `<all>` asserts two or three.
    """

    name: str
    sort: Sort
    patterns: tuple[str, ...]
