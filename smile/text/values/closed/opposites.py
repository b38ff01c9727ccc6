"""Words that are one word in another form, and words that exclude each other: antonyms, un- and -less, colours."""

from functools import cache, lru_cache
from importlib import resources

from ...lazy_patterns import lazy_re
from ...lemmas import dictionary_form

_PREFIX = lazy_re(r"(?:un|in|im|il|ir|dis|non|mis)-?(?=\w{4})")

_PERSONS = frozenset(["people", "person", "human", "none"]) | {
    quantity + person for quantity in ("no", "some", "any", "every") for person in ("body", "one")
}

# Words of one group exclude each other.
_GROUPS = tuple(
    frozenset(group.split())
    for group in (
        "red orange yellow green blue purple violet pink brown black white grey gray beige turquoise",
        "solid liquid gas gaseous",
        "monday tuesday wednesday thursday friday saturday sunday",
        "january february march april may june july august september october november december",
        "north south east west",
        "spring summer autumn winter",
        "mammal bird fish reptile amphibian insect arachnid plant fungus mineral bacterium virus crustacean mollusc",
        "herbivore carnivore omnivore",
    )
)


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
    lines = (resources.files(__package__) / "antonyms.txt").read_text(encoding="utf-8").splitlines()
    for pair in (pair for line in lines if not line.startswith("#") for pair in line.split()):
        one, other = ({word, dictionary_form(word, "en")} for word in pair.split("/"))
        for words, opposites in ((one, other), (other, one)):
            for word in words:
                pairs.setdefault(word, set()).update(opposites)
    return {word: frozenset(opposites - {word}) for word, opposites in pairs.items()}
