"""Words that tell which rules a text needs: one that says "not" may deny, one that says "or" may name two things."""

from collections.abc import Set
from pathlib import Path

from .tables import read_word_lists

_KINDS = read_word_lists(Path(__file__).parent, "cues.tsv")
_CUES = frozenset().union(*_KINDS.values())
NONE: frozenset[str] = frozenset()


def cues(words: Set[str]) -> frozenset[str]:
    """Returns which kinds of cues are among the normalised words of a text.

    >>> sorted(cues({"it", "be", "not", "oslo", "but", "rome"})), cues({"norway"})
    (['denies', 'turns'], frozenset())
    """
    found = words & _CUES
    return frozenset(kind for kind, its in _KINDS.items() if not its.isdisjoint(found)) if found else NONE
