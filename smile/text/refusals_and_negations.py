"""Finds negations in texts, and answers that refuse, by lists of words for each language."""

from functools import cache
from pathlib import Path

import regex

from . import refusal_grammar
from .lazy_patterns import lazy_re
from .tables import read_table

_SENTENCE_END = lazy_re(r"[.!?;:]\s|\n")


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
    if word_list(language) == "en":
        sentences = _SENTENCE_END.split(answer) if refusal_grammar.may_refuse(answer) else ()
        return any(refusal_grammar.refuses(refusal_grammar.plain(sentence)) for sentence in sentences)
    alone = expressions(language, "alone").fullmatch(answer.strip(" .!?"))
    return alone is not None or expressions(language, "refusal").search(answer) is not None


@cache
def expressions(language: str, *kinds: str) -> regex.Pattern[str]:
    """Returns an expression for the words of some kinds; it finds nothing where the language has none of them."""
    lists, language = _lists(), word_list(language)
    found = [_expression(word, language) for kind in kinds for word in lists.get((kind, language), ())]
    return regex.compile("|".join(found) if found else r"(?!)", regex.IGNORECASE)


def _expression(word: str, language: str) -> str:
    written = word.replace("_", " ").replace("'", "['\u2019]")
    if language == "zh":
        return written
    if (language, word) == ("en", "no"):
        # "No. 5" numbers.
        return r"\bno\b(?!\.? ?\d)"
    # "isn't" and French "n'est" are one word for \b.
    return ("" if word.startswith("n't") else r"\b") + written + ("" if word.endswith("'") else r"\b")


@cache
def _lists() -> dict[tuple[str, str], list[str]]:
    table = read_table(Path(__file__).parent, "refusals_and_negations.tsv")
    return {(kind, language): listed.split() for kind, language, listed in table}
