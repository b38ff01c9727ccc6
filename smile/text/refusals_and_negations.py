"""Finds negations in texts, and answers that refuse, by lists of expressions for each language."""

from functools import cache
from pathlib import Path

import regex

from .tables import read_table


def word_list(language: str) -> str:
    """Returns the language of the lists that are used for a language: English if it has none of its own."""
    return language if ("negation", language) in _lists() else "en"


def denies(text: str, language: str = "en") -> bool:
    """Returns whether a text contains a negation.

    >>> denies("It isn't in Paris."), denies("It is at No. 5.")
    (True, False)
    """
    return expressions(language, "negation").search(text) is not None


def is_refusal(answer: str, language: str = "en") -> bool:
    """Returns whether an answer has words that refuse: it does not know, or will not say.

    `smile.text.attempts` says whether it names an answer all the same.

    >>> is_refusal("Sorry, I cannot answer that."), is_refusal("Who knows?"), is_refusal("No, it is in Paris.")
    (True, True, False)
    """
    return expressions(language, "refusal").search(answer) is not None


@cache
def expressions(language: str, *kinds: str) -> regex.Pattern[str]:
    """Returns the expressions of some kinds as one; it finds nothing where the language's lists have none of them."""
    lists = _lists()
    found = [each for kind in kinds for each in lists.get((kind, word_list(language)), ())]
    return regex.compile("|".join(found) if found else r"(?!)", regex.IGNORECASE)


@cache
def _lists() -> dict[tuple[str, str], list[str]]:
    found: dict[tuple[str, str], list[str]] = {}
    for kind, language, expression in read_table(Path(__file__).parent, "refusals_and_negations.tsv"):
        found.setdefault((kind, language), []).append(expression)
    return found
