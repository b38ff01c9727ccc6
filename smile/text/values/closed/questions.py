"""What a question asks that yes or no answers: its content words in order, and its shape."""

import re
from dataclasses import dataclass
from functools import lru_cache

from ....choices import SMILE_NORMALIZATION
from ...lazy_patterns import Patterns
from ...lemmas import dictionary_form
from ...normalization import words
from ...numerals import spelled_to_digits
from .opposites import WORD_LISTS

# So many letters of a word are its stem.
_STEM = 5

_PATTERNS = Patterns(__file__)

# Lemmas that carry none of a question's meaning, and those that deny.
WITHOUT_MEANING, NEGATIONS = WORD_LISTS["without meaning"], WORD_LISTS["negations"]

# simplemma takes "won" for Korea's money.
_LEMMAS = {"won": "win"}


@dataclass(frozen=True, slots=True)
class ClosedQuestion:
    """What a question asks.

    Attributes:
        words: Its content words in order, as lemmas, each once.
        names: Those with a capital.
        subject: How many of the words surely name the subject, so that a pronoun may stand for them.
        denies: Whether it asks for something denied: "Is it true that penguins cannot fly?"
        is_copula: Whether it asks what something is or was, not what it does.
        predicate: The noun that the subject is asked to be, for example "fish" in "Is a whale a fish?"
        than: The number of words before "than", if it compares.
    """

    words: tuple[str, ...]
    names: frozenset[str]
    subject: int
    denies: bool
    is_copula: bool
    predicate: str | None
    than: int | None


def asks_closed(question: str) -> bool:
    """Returns whether yes or no may answer a question: it begins with no other question word.

    >>> asks_closed("Is it blue?"), asks_closed("Which band is it?"), asks_closed("What is true or false?")
    (True, False, True)
    """
    return not _PATTERNS["asks for more"].match(question) or _PATTERNS.has("offers yes and no", question)


@lru_cache(maxsize=4096)
def read_question(question: str) -> ClosedQuestion | None:
    """Returns what a question asks; none if it offers a choice, or yes or no would not answer it.

    >>> read_question("Did the old dog bite Tom?").words, read_question("Is it red or blue?")
    (('old', 'dog', 'bite', 'tom'), None)
    """
    text = " ".join(plain(question).strip(" ?!.\"'").split())
    lower = text.lower()
    found = _PATTERNS["stated"].fullmatch(lower) or _PATTERNS["stated before"].fullmatch(lower)
    auxiliary = "is"
    if found is None or _PATTERNS["asks"].fullmatch(found["body"]):
        found = _PATTERNS["asks"].fullmatch(found["body"] if found else lower)
        if found is None or _PATTERNS["asks for more"].match(lower) or re.search(r" or (?!not\b)", found["body"]):
            return None
        auxiliary = found["auxiliary"]
    body = found["body"].removesuffix(" or not")
    start = lower.find(body)
    original = text[start : start + len(body)]
    words = all_words(original)
    content = [word for word in words if word not in WITHOUT_MEANING and word not in NEGATIONS and word != "than"]
    if body.endswith((" on", " off")):
        content.append(body.split()[-1])
    content = list(dict.fromkeys(content))
    if not content:
        return None
    is_copula = auxiliary.startswith(("is", "are", "was", "were", "am", "ain"))
    is_thing = (_PATTERNS["noun at end"].search(body) and not body.startswith("there")) or _PATTERNS[
        "two plurals"
    ].fullmatch(body)
    before_than = words[: words.index("than")] if "than" in words else []
    return ClosedQuestion(
        tuple(content),
        _name_words(original),
        min(_subject_length(original), len(content) - 1),
        sum(word in NEGATIONS for word in words) % 2 == 1,
        is_copula,
        content[-1] if is_copula and is_thing else None,
        sum(word in before_than for word in content) or None,
    )


def _subject_length(body: str) -> int:
    """Returns how many content words surely name the subject: the first, those of its name, and those after "of"."""
    if begins_with_pronoun(body):
        return 0
    length = 0
    last = ""
    for token in _PATTERNS["token"].findall(body):
        if token.lower() in WITHOUT_MEANING:
            if length and token.lower() != "of":
                break
        elif length and not (last == "of" or (last[0].isupper() and (token[0].isupper() or token[0].isdigit()))):
            break
        else:
            length += 1
        last = token
    return length


def begins_with_pronoun(text: str) -> bool:
    """Returns whether a text begins with a pronoun, which may stand for what a question is about."""
    return _PATTERNS["pronoun"].match(text) is not None


def plain(text: str) -> str:
    """Returns a text without quotation marks and marks of emphasis."""
    return re.sub(r"[*_\"“”]", "", text.replace("\u2019", "'"))


def _name_words(text: str) -> frozenset[str]:
    """The lemmas of the words with a capital."""
    names = (token for token in _PATTERNS["token"].findall(text) if token[0].isupper())
    small = {name.lower() for name in names} - WITHOUT_MEANING - NEGATIONS
    return frozenset(dictionary_form(name.removesuffix("'s"), "en") for name in small)


@lru_cache(maxsize=4096)
def all_words(text: str) -> tuple[str, ...]:
    """Returns the words of a text as lemmas, numbers in figures, "n't" as "not"; "not only" is no negation.

    >>> all_words("It hasn't won two cups")
    ('it', 'not', 'win', '2', 'cup')
    """
    found = []
    for token in _PATTERNS["token"].findall(spelled_to_digits(_PATTERNS["no negation"].sub(" ", text.lower()), "en")):
        word = "not" if token.endswith("n't") else token.removesuffix("'s")
        found.append(word if word in WITHOUT_MEANING else _LEMMAS.get(word) or dictionary_form(word, "en"))
    return tuple(found)


@lru_cache(maxsize=2**12)
def content_stems(text: str) -> frozenset[str]:
    """Returns the first letters of the words that carry meaning: forms of one word, such as discovery, begin alike.

    >>> sorted(content_stems("Who discovered the discovery of gold?"))
    ['disco', 'gold']
    """
    return frozenset(word[:_STEM] for word in words(text, SMILE_NORMALIZATION, "en") if word not in WITHOUT_MEANING)
