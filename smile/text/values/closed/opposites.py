"""Words that are one word in another form, and words that exclude each other: antonyms, un- and -less, colours."""

from functools import cache, lru_cache
from pathlib import Path

from ...lazy_patterns import lazy_re
from ...lemmas import dictionary_form
from ...tables import read_table, read_word_lists

_PREFIX = lazy_re(r"(?:un|in|im|il|ir|dis|non|mis)-?(?=\w{4})")

_FOLDER = Path(__file__).parent
WORD_LISTS = read_word_lists(_FOLDER)

_PERSONS = WORD_LISTS["persons"]
# Words of one group exclude each other.
_GROUPS = [words for title, words in WORD_LISTS.items() if title.startswith("exclude")]


def is_same_word(one: str, other: str) -> bool:
    """Returns whether two lemmas are one word, or one is derived from the other.

    >>> is_same_word("deliver", "delivery"), is_same_word("people", "nobody"), is_same_word("sea", "seal")
    (True, True, False)
    """
    if one == other:
        return True
    if one in _PERSONS:
        return other in _PERSONS
    shorter = min(len(one), len(other))
    return shorter >= 4 and one[: max(4, shorter - 1)] == other[: max(4, shorter - 1)]


@lru_cache(maxsize=2**15)
def is_opposite(one: str, other: str) -> bool:
    """Returns whether two lemmas exclude each other.

    >>> is_opposite("open", "shut"), is_opposite("locked", "unlocked"), is_opposite("red", "blue")
    (True, True, True)
    >>> is_opposite("open", "red")
    False
    """
    if other in _antonyms().get(one, ()):
        return True
    longer, shorter = (one, other) if len(one) > len(other) else (other, one)
    if (prefix := _PREFIX.match(longer)) and is_same_word(longer[prefix.end() :], shorter):
        return True
    return longer == f"{shorter}less" or any(one in group and other in group for group in _GROUPS)


@cache
def _antonyms() -> dict[str, frozenset[str]]:
    pairs: dict[str, set[str]] = {}
    for pair in (pair for [line] in read_table(_FOLDER, "antonyms.txt") for pair in line.split()):
        one, other = ({word, dictionary_form(word, "en")} for word in pair.split("/"))
        for words, opposites in ((one, other), (other, one)):
            for word in words:
                pairs.setdefault(word, set()).update(opposites)
    return {word: frozenset(opposites - {word}) for word, opposites in pairs.items()}
