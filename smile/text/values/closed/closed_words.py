"""The words of closed questions and answers: lemmas, related words, and opposites."""

import re
from pathlib import Path

from ....caches import cached
from ....lazy_patterns import lazy_re
from ....tsv import read_tsv_table, read_word_lists
from ...clauses import negations
from ...lemmas import dictionary_form
from ...numerals import spelled_to_digits

_FOLDER = Path(__file__).parent
WORD_LISTS = read_word_lists(_FOLDER)
# Lemmas that carry none of a question's meaning, and those that deny.
WITHOUT_MEANING, NEGATIONS = WORD_LISTS["without meaning"], negations()

# "well-known" is two words, "U.S." and "isn't" are one.
TOKEN = lazy_re(r"[^\W_]+(?:['.][^\W_]+)*")
_PREFIX = lazy_re(r"(?:un|in|im|il|ir|dis|non|mis)-?(?=\w{4})")  # "unlocked", "non-ferrous"
# Words that look like a denial: "not only golden", "no doubt", "no. 5", "nothing but", "rather large".
_NO_NEGATION = lazy_re(
    r"\bnot (?:only|just|merely|simply)\b|\b(?:no|without(?: a)?) (?:doubt|question|matter|wonder|less than|\.? ?\d)"
    r"|\bno\. ?\d|\bnothing (?:but|less than)\b|\brather (?!than)"
)

# simplemma takes "won" for Korea's money.
_LEMMAS = {"won": "win"}
_PERSONS = WORD_LISTS["persons"]
# Words of one group exclude each other.
_GROUPS = [words for title, words in WORD_LISTS.items() if title.startswith("exclude")]


def without_quotes(text: str) -> str:
    """Returns a text without quotation marks and marks of emphasis."""
    return re.sub(r"[*_\"“”]", "", text.replace("\u2019", "'"))


@cached(4096)
def lemmas_and_negations(text: str) -> tuple[str, ...]:
    """Returns the words of a text as lemmas, numbers in figures, "n't" as "not"; "not only" is no negation.

    >>> lemmas_and_negations("It hasn't won two cups")
    ('it', 'not', 'win', '2', 'cup')
    """
    found = []
    for token in TOKEN.findall(spelled_to_digits(_NO_NEGATION.sub(" ", text.lower()), "en")):
        word = "not" if token.endswith("n't") else token.removesuffix("'s")
        found.append(word if word in WITHOUT_MEANING else _LEMMAS.get(word) or dictionary_form(word, "en"))
    return tuple(found)


def is_same_word(one: str, other: str) -> bool:
    """Returns whether two lemmas are equal or one is derived from the other.

    >>> is_same_word("deliver", "delivery"), is_same_word("people", "nobody"), is_same_word("sea", "seal")
    (True, True, False)
    """
    if one == other:
        return True
    if one in _PERSONS:
        return other in _PERSONS
    shorter = min(len(one), len(other))
    return shorter >= 4 and one[: max(4, shorter - 1)] == other[: max(4, shorter - 1)]


@cached(2**15)
def are_opposites(one: str, other: str) -> bool:
    """Returns whether two lemmas exclude each other.

    >>> are_opposites("open", "shut"), are_opposites("locked", "unlocked"), are_opposites("red", "blue")
    (True, True, True)
    >>> are_opposites("open", "red")
    False
    """
    if other in _antonyms().get(one, ()):
        return True
    longer, shorter = (one, other) if len(one) > len(other) else (other, one)
    if (prefix := _PREFIX.match(longer)) and is_same_word(longer[prefix.end() :], shorter):
        return True
    return longer == f"{shorter}less" or any(one in group and other in group for group in _GROUPS)


@cached()
def _antonyms() -> dict[str, frozenset[str]]:
    pairs: dict[str, set[str]] = {}
    for pair in (pair for [line] in read_tsv_table(_FOLDER, "antonyms.txt") for pair in line.split()):
        one, other = ({word, dictionary_form(word, "en")} for word in pair.split("/"))
        for word in one:
            pairs.setdefault(word, set()).update(other)
        for word in other:
            pairs.setdefault(word, set()).update(one)
    return {word: frozenset(opposites - {word}) for word, opposites in pairs.items()}
