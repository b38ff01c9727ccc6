"""Finds negations in texts, and answers that refuse, by lists of expressions for each language."""

from functools import cache
from pathlib import Path

import regex

from .tables import read_table


def word_list(language: str) -> str:
    """Returns the language of the lists that are used for a language: English if it has none of its own."""
    return language if ("negation", language) in _patterns() else "en"


def denies(text: str, language: str = "en") -> bool:
    """Returns whether a text contains a negation.

    >>> denies("It isn't in Paris."), denies("It is at No. 5.")
    (True, False)
    """
    return _patterns()["negation", word_list(language)].search(text) is not None


def is_refusal(answer: str, language: str = "en") -> bool:
    """Returns whether an answer refuses: it does not know, or will not say.

    >>> is_refusal("Sorry, I cannot answer that."), is_refusal("Who knows?"), is_refusal("No, it is in Paris.")
    (True, True, False)
    """
    return _patterns()["refusal", word_list(language)].search(answer) is not None


@cache
def _patterns() -> dict[tuple[str, str], regex.Pattern[str]]:
    """The expressions of each kind and language as one."""
    found: dict[tuple[str, str], list[str]] = {}
    for kind, language, expression in read_table(Path(__file__).parent, "refusals_and_negations.tsv"):
        found.setdefault((kind, language), []).append(expression)
    return {key: regex.compile("|".join(expressions), regex.IGNORECASE) for key, expressions in found.items()}
