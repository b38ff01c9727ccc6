"""Answers that refuse: one part of them does (`smile.text.refusal_grammar`), and none answers the question.

What an answer says of itself, of its sources or of its reader is no answer: "The passage only covers 2019".
"""

import re
from collections.abc import Iterable, Iterator, Sequence
from functools import cache, lru_cache
from pathlib import Path
from typing import NamedTuple

from ..choices import SMILE_NORMALIZATION
from . import refusal_grammar
from .lazy_patterns import lazy_re, lazy_regex
from .normalization import words
from .refusals_and_negations import expressions, is_refusal, word_list
from .tables import read_word_lists

_WORD = lazy_re(r"[^\W_]+")
QUESTION_WORD = lazy_re(r"\b(?:who|whom|whose|what|which|when|where|why|how)\b", re.IGNORECASE)
# Full stops (not that of "Dr. No"), line breaks, ";", ":", dashes and brackets: each side is read by itself.
_SENTENCE_END = lazy_re(
    r"(?<=^idk)\s|(?<=^dunno)\s|(?:(?<=[.!?])|(?<=[.!?][\"'”)\]*]))"
    r"(?<!\b[A-Z]\.)(?<!\b(?:Dr|St|Mr|Ms|Jr)\.)(?<!\bMrs\.)\s+|(?<=[。！？])|\n+|[;:]\s|\s[-–]+\s|\s?—\s?|[()]"
)
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
# "The table has revenues but no costs": what a clause without a verb lacks.
_LACKS = lazy_re(r"but (?:no|not) ", re.IGNORECASE)
# What the question says names nothing: "You mention Fleming, but I can't confirm it."
_OF_QUESTION = lazy_re(r"\W*you (?:ask|mention|name|refer|say)\b", re.IGNORECASE)
_LEADING_NO = lazy_re(r"\W*(?:yes|no),", re.IGNORECASE)
_YES_OR_NO = lazy_re(
    r"\W*(?:he|she|it|they) (?:did|does|do|is|are|was|were|has|had|can|will)(?:n['’]t| not)?[.,;]", re.IGNORECASE
)
# How a value begins that stands after a refusal and a comma: "I don't know, about 20".
_VALUE = lazy_regex(
    r"\W*(?:\p{Lu}(?!['’ ])|\d|(?i:it(?:['’]s| is| was)|the answer|(?:he|she|they) (?:is|was|were|are)|about|around"
    r"|approximately|circa|roughly|sometime|somewhere|yet|nearly|almost|over|between|under|more than|less than"
    r"|at (?:least|most))\b)"
)
# Forms of one word begin with so many letters.
_STEM = 4
_MOST_LAST_WORDS = 3
# "Which one?" asks back; "What is Rome?" may be an answer.
_MOST_WORDS_BACK = 2


@cache
def word_lists() -> dict[str, frozenset[str]]:
    """Returns the lists of words that say nothing, by title."""
    return read_word_lists(Path(__file__).parent, "words_without_content.tsv")


class _Part(NamedTuple):
    """A part of a sentence between commas, "but" or "maybe".

    Attributes:
        text: It.
        follows_comma: Whether only a comma stands before it, so that it belongs to the part before.
        plain: Its words as `smile.text.refusal_grammar` reads them.
        refuses: Whether it refuses.
    """

    text: str
    follows_comma: bool
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
    asked = _words_of_question(question, language)
    known = word_lists()["without content"].union(asked)
    if not QUESTION_WORD.search(question):
        # Yes or no answers the question, and so does "He did."
        known -= {"yes", "no"}
        if _YES_OR_NO.match(answer):
            return False
    guess = expressions(language, "guess")
    has_refused = False
    for parts in _sentences(answer, question, known, asked, language):
        # Whether the part before refuses or talks, so that what follows its comma belongs to it.
        is_quiet = False
        for i, part in enumerate(parts):
            asks = _ASKS_BACK.match(part.text) is not None
            if part.refuses or (asks and part.text.count(" ") < _MOST_WORDS_BACK and QUESTION_WORD.search(part.text)):
                has_refused = True
            elif not says(part.text, known, language):
                continue
            elif guess.match(part.text) or not (asks or refusal_grammar.talks(part.plain)):
                if not (
                    _belongs_to_refusal(parts[i:])
                    or (is_quiet and _goes_on(parts[i:]) and not _names(part.text, references, asked, language))
                ):
                    return False
                continue
            elif not (asks or _INTRODUCES.match(part.text) or _OF_QUESTION.match(part.text)) and _names(
                part.text, references, asked, language
            ):
                return False
            is_quiet = not _INTRODUCES.match(part.text)
    return has_refused


@lru_cache(maxsize=2**12)
def _words_of_question(question: str, language: str) -> tuple[str, ...]:
    return words(question, SMILE_NORMALIZATION, language)


def _sentences(
    answer: str, question: str, known: frozenset[str], asked: Sequence[str], language: str
) -> Iterator[list[_Part]]:
    """The parts of each sentence of an answer."""
    new_clause = expressions(language, "turn", "guess")
    is_english = word_list(language) == "en"
    in_plain = refusal_grammar.plain(question)
    nouns = known | refusal_grammar.nouns()
    is_of_source = False

    def is_refusing(text: str, plain: str) -> bool:
        if not is_english:
            return is_refusal(text, language)
        return refusal_grammar.refuses(plain, in_plain, lambda subject: not says(subject, nouns, language, asked))

    for sentence in _SENTENCE_END.split(answer):
        places = [found.start() for found in new_clause.finditer(sentence)]
        parts = []
        for start, stop in zip([0, *places], [*places, len(sentence)], strict=True):
            for i, text in enumerate(_COMMA.split(sentence[start:stop])):
                plain = refusal_grammar.plain(text, is_of_source)
                is_of_source = is_of_source or refusal_grammar.names_source(plain)
                parts.append(_Part(text, i > 0, plain, is_refusing(text, plain)))
        if len(parts) > 1 and not any(part.refuses for part in parts):
            # "No, documents are there" has no "no documents".
            rest = _LEADING_NO.sub("", sentence)
            whole = is_refusing(rest, refusal_grammar.plain(rest, is_of_source))
            parts = [part._replace(refuses=whole) for part in parts]
        yield parts


def _belongs_to_refusal(parts: Sequence[_Part]) -> bool:
    """Whether the first of some parts leads to a refusal: "In the text, I see none", "They differ, so I can't say"."""
    for part in parts[1:]:
        if not part.follows_comma:
            break
        if part.refuses:
            return bool(_INTRODUCES.match(parts[0].text) or _CONCLUDES.match(part.text))
    return False


def _goes_on(parts: Sequence[_Part]) -> bool:
    """Whether the first of some parts goes on with what stands before, and is no value: "I don't know, about 20"."""
    text = parts[0].text
    is_last_word = len(parts) == 1 and len(text.split()) <= _MOST_LAST_WORDS
    return (parts[0].follows_comma and not is_last_word and not _VALUE.match(text)) or _LACKS.match(text) is not None


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
