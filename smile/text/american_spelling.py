"""One spelling for each English word: the American one."""

from functools import cache

# What breame lacks.
_MORE_AMERICAN = {
    "doughnut": "donut", "doughnuts": "donuts", "cheque": "check", "cheques": "checks", "mum": "mom", "kerb": "curb",
    "whisky": "whiskey", "gaol": "jail", "caesium": "cesium", "axe": "ax", "catsup": "ketchup", "maths": "math",
    "storeys": "stories", "burnt": "burned", "learnt": "learned", "spelt": "spelled",
}  # fmt: skip
# What it has wrongly: a tonne is no ton, and one bus makes no busses.
_NOT_BRITISH = frozenset(["tonne", "tonnes", "buses", "gases"])


def american(word: str) -> str:
    """Returns the American spelling of a lower-case word, or the word itself.

    >>> american("colour"), american("organised"), american("aluminium"), american("color"), american("tonne")
    ('color', 'organized', 'aluminum', 'color', 'tonne')
    """
    return _american_words().get(word, word)


@cache
def _american_words() -> dict[str, str]:
    from breame.data.spelling_constants import BRITISH_ENGLISH_SPELLINGS

    words = {**BRITISH_ENGLISH_SPELLINGS, **_MORE_AMERICAN}
    return {british: american for british, american in words.items() if british not in _NOT_BRITISH}
