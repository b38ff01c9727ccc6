"""Answers that refuse: one part of them does (`smile.text.refusal_grammar`), and none answers the question.

What an answer says of itself, of its sources or of its reader is no answer: "The passage only covers 2019".
"""

import re
from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from pathlib import Path
from typing import NamedTuple

import regex

from ..choices import SMILE_NORMALIZATION
from . import refusal_grammar
from .clauses import SENTENCE_END
from .lazy_patterns import lazy_re, lazy_regex
from .normalization import words
from .tables import read_table, read_word_lists

_WORD = lazy_re(r"[^\W_]+")
QUESTION_WORD = lazy_re(r"\b(?:who|whom|whose|what|which|when|where|why|how)\b", re.IGNORECASE)
# What else separates clauses that are read by themselves: ";", ":", dashes and brackets.
_PART_END = lazy_re(r"(?<=^idk)\s|(?<=^dunno)\s|(?<=[。！？])|[;:]\s|\s[-–]+\s|\s?—\s?|[()]")
# A comma, but not one in a list: "for Q3, Q4, or the whole year".
_COMMA = lazy_regex(r",[\"'”’]?\s+(?![^,]*(?:, [^,]*)*,? (?:or|and) (?!so\b))|，|、")
# What stands before a refusal and belongs to it, as the reasons for it do: "Based on the text, ...".
_INTRODUCES = lazy_re(
    r"\W*(?:(?:but|however|and|also|unfortunately)\W+)?(?:according|after|although|apart|as|at|based|because|beyond"
    r"|concerning|despite|due|for|from|given|how|if|in|on|regarding|since|though|to|unlike|what|when|where|whether|which"
    r"|while|who|with|without)\b",
    re.IGNORECASE,
)
_CONCLUDES = lazy_re(r"\W*(?:so|therefore|thus|hence)\b", re.IGNORECASE)
_CHOOSES_NONE = lazy_re(
    r"\b(?:know|say|tell|decide|sure|certain|remember) which(?: one| of (?:them|the two|these))?\W*$"
)
_ASKS_BACK = lazy_re(
    r"\W*(?:(?:which|what|who|whom|where|when|how)\b(?! about)|(?:is|are|was|were|did|does|do|could|can|has|have)\b)"
    r"[^?]*\?\W*$",
    re.IGNORECASE,
)
# Forms of one word begin with so many letters.
_STEM = 4
# In a value.
_MOST_SPACES = 2
# "Which one?" asks back; "What is Rome?" may be an answer.
_MOST_WORDS_BACK = 2


@cache
def word_lists() -> dict[str, frozenset[str]]:
    """Returns the lists of words that say nothing, by title."""
    return read_word_lists(Path(__file__).parent, "words_without_content.tsv")


class _Part(NamedTuple):
    """A part of a sentence between commas, "but" or "maybe"."""

    text: str
    # Whether only a comma stands before it, so that it belongs to the part before.
    follows_comma: bool
    # Its words as `smile.text.refusal_grammar` reads them.
    plain: str
    refuses: bool


def refuses(answer: str, question: str, references: Sequence[str], language: str) -> bool:
    """Returns whether an answer refuses, and none of its parts answers the question all the same.

    >>> refuses("The text only lists its products; it does not say who led it.", "Who led it?", [], "en")
    True
    >>> refuses("The text does not say, but Ann Lee led it.", "Who led it?", [], "en")
    False
    """
    if word_list(language) == "en" and not refusal_grammar.may_refuse(answer):
        return False
    if _CHOOSES_NONE.search(answer):
        return True
    asked = words(question, SMILE_NORMALIZATION, language)
    known = word_lists()["without content"].union(asked)
    if not QUESTION_WORD.search(question):
        # Yes or no answers the question.
        known -= {"yes", "no"}
    guess = expressions(language, "guess")
    has_refused = False
    for parts in _sentences(answer, question, known, asked, language):
        is_quiet = False  # whether the part before refuses or talks, so that what follows its comma belongs to it
        for i, part in enumerate(parts):
            asks = _ASKS_BACK.match(part.text) is not None
            if part.refuses or (asks and part.text.count(" ") < _MOST_WORDS_BACK and QUESTION_WORD.search(part.text)):
                has_refused = True
            elif not says(part.text, known, language):
                continue
            elif guess.match(part.text) or not (asks or refusal_grammar.talks(part.plain)):
                # A few words at the end may be a value: "I don't know, about 20".
                goes_on = is_quiet and part.follows_comma and part.text.count(" ") > _MOST_SPACES
                if not (
                    _belongs_to_refusal(parts[i:]) or (goes_on and not _names(part.text, references, asked, language))
                ):
                    return False
                continue
            elif not (asks or _INTRODUCES.match(part.text)) and _names(part.text, references, asked, language):
                return False
            is_quiet = True
    return has_refused


def _sentences(
    answer: str, question: str, known: frozenset[str], asked: Sequence[str], language: str
) -> Iterator[list[_Part]]:
    new_clause = expressions(language, "turn", "guess")
    is_english = word_list(language) == "en"
    in_plain = refusal_grammar.plain(question)
    nouns = known | refusal_grammar.nouns()
    is_of_source = False

    def is_refusing(text: str, plain: str) -> bool:
        if not is_english:
            return is_refusal(text, language)
        return refusal_grammar.refuses(plain, in_plain, lambda subject: not says(subject, nouns, language, asked))

    for sentence in _clauses(answer):
        places = [found.start() for found in new_clause.finditer(sentence)]
        parts = []
        for start, stop in zip([0, *places], [*places, len(sentence)], strict=True):
            for i, text in enumerate(_COMMA.split(sentence[start:stop])):
                plain = refusal_grammar.plain(text, is_of_source)
                is_of_source = is_of_source or refusal_grammar.names_source(plain)
                parts.append(_Part(text, i > 0, plain, is_refusing(text, plain)))
        yield parts


def _clauses(answer: str) -> list[str]:
    return [clause for sentence in SENTENCE_END.split(answer) for clause in _PART_END.split(sentence)]


def _belongs_to_refusal(parts: Sequence[_Part]) -> bool:
    """Whether the first of some parts leads to a refusal: "In the text, I see none", "They differ, so I can't say"."""
    for part in parts[1:]:
        if not part.follows_comma:
            break
        if part.refuses:
            return bool(_INTRODUCES.match(parts[0].text) or _CONCLUDES.match(part.text))
    return False


def _names(text: str, references: Sequence[str], asked: Sequence[str], language: str) -> bool:
    """Whether a part of an answer has a reference: "The article only mentions nausea"."""
    said = f" {' '.join(words(text, SMILE_NORMALIZATION, language))} "
    named = (words(reference, SMILE_NORMALIZATION, language) for reference in references)
    return any(f" {' '.join(each)} " in said and not set(each) <= set(asked) for each in named)


def says_unknown(reference: str, question: str | None, language: str) -> bool:
    """Returns whether a reference says that nobody knows, or is a refusal itself."""
    unknown = expressions(language, "unknown").search(reference)
    return unknown is not None or refuses(reference, question or "", (), language)


def says(text: str, known: frozenset[str], language: str, asked: Iterable[str] = ()) -> bool:
    """Returns whether a text has a word that is neither known nor another form of one of the question's.

    >>> says("It is Rome.", frozenset({"it", "is"}), "en"), says("It is.", frozenset({"it", "is"}), "en")
    (True, False)
    >>> says("The discoverer was", frozenset({"the", "be"}), "en", ("discover", "penicillin"))
    False
    """
    stems = tuple(word[:_STEM] for word in asked if len(word) >= _STEM)
    its = words(text, SMILE_NORMALIZATION, language) if _WORD.search(text) else ()
    return any(word not in known and not word.startswith(stems) for word in its)


def word_list(language: str) -> str:
    """Returns the language of the lists that are used for a language: English if it has none of its own."""
    return language if ("refusal", language) in _lists() else "en"


def is_refusal(answer: str, language: str = "en") -> bool:
    """Returns whether an answer has words that refuse: it does not know, or will not say.

    `smile.text.attempts` says whether it names an answer all the same.

    >>> is_refusal("Sorry, I cannot answer that."), is_refusal("Who knows?"), is_refusal("No, it is in Paris.")
    (True, True, False)
    """
    if word_list(language) == "en":
        sentences = _clauses(answer) if refusal_grammar.may_refuse(answer) else ()
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
    # "isn't" and French "n'est" are one word for \b.
    return ("" if word.startswith("n't") else r"\b") + written + ("" if word.endswith("'") else r"\b")


@cache
def _lists() -> dict[tuple[str, str], list[str]]:
    table = read_table(Path(__file__).parent, "refusals.tsv")
    return {(kind, language): listed.split() for kind, language, listed in table}
