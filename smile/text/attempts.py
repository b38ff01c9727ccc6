"""Tells answers that attempt nothing from attempts: empty ones, refusals, empty claims, the question again."""

import re
from collections.abc import Iterator, Sequence
from functools import cache
from pathlib import Path

import regex

from ..checks import is_blank
from ..choices import SMILE_NORMALIZATION
from .lazy_patterns import Patterns, lazy_regex
from .normalization import words
from .refusals_and_negations import expressions, word_list
from .tables import read_expressions, read_word_lists
from .values.closed.questions import asks_closed
from .values.closed.yes_no import commitment, stated_polarity
from .values.denials import rejects
from .values.numbers import has_number

# A letter, a figure, a picture, or a sign such as ∞ and €.
_SAYS_SOMETHING = lazy_regex(r"(?V1)[\p{L}\p{N}[\p{S}--[\x00-\x7f]]]")
_PATTERNS = Patterns(__file__, re.IGNORECASE)

_ENDS = str.maketrans(".,?", "   ")
_AROUND_WORDS = ".,:;!?()\"'“”‘’"

# Longer texts say more than that.
_LONGEST_CLAIM = 200
_LONGEST_REFUSAL = 2_000

_ONE_OF = "one of: "
_SENTENCE_END = lazy_regex(
    r"(?<=^(?:idk|dunno))\s|(?<!\b(?:Dr|St|Mr|Mrs|Ms|Jr|\p{Lu})\.)(?<=[.!?][\"'”)\]*]?)\s+|(?<=[。！？])|\n+"
    r"|[;:]\s|\s[-–]+\s|\s?—\s?|[()]"
)
# How a value begins that stands after a refusal and a comma.
_VALUE = lazy_regex(
    r"\W*(?:\p{Lu}(?!['’ ])|\d|(?i:it(?:['’]s| is| was)|the answer|(?:he|she|they) (?:is|was|were|are)|about|around"
    r"|approximately|roughly|somewhere|nearly|almost|over|between|under|more than|less than|at (?:least|most))\b)"
)
_MOST_LAST_WORDS = 3
# An answer whose last word is one of these, without a full stop, is not finished.
_HANGING = frozenset("is was are were by the an of called named".split())

# Longer ones tell more than what they name.
_LONGEST_UNOPPOSED = 80
# So many words around a mention of a noun name no other thing; words that begin alike are forms of one.
_MOST_WORDS_AROUND = 2
_STEM = 5


# The reasons why an answer has nothing that could be compared; the others are texts.
SAYS_NOTHING = frozenset({"empty", "no words", "empty claim", "question repeated"})


def not_attempted(answer: str, question: str | None, references: Sequence[str], language: str = "en") -> str:
    """Returns why an answer attempts nothing, in a few words; "" for an attempt.

    An answer that is a reference is an attempt, and so is a refusal where a reference says that nobody knows.

    Args:
        answer: The answer.
        question: The question, if it is known.
        references: The right answers.
        language: ISO code, or `any`.

    >>> not_attempted("I can't tell you whether it was Alexander Fleming.", None, ["Alexander Fleming"])
    'refusal'
    >>> not_attempted("I am not sure, maybe Alexander Fleming?", None, ["Alexander Fleming"])
    ''
    >>> not_attempted("Thought process:", None, ["4"]), not_attempted("...", None, ["4"])
    ('empty claim', 'no words')
    >>> not_attempted("Question: what is 2 + 2", "What is 2 + 2?", ["4"])
    'question repeated'
    >>> not_attempted("unknown", None, ["unknown"]), not_attempted("Who knows?", None, ["Nobody knows"])
    ('', '')
    """
    reason = _reason(answer, question or "", language)
    if not reason or reason == "empty":
        return reason
    plain = _plain(answer)
    for reference in references:
        if _plain(reference) == plain:
            return ""
        if reason == "refusal" and _is_unknown(reference, language):
            return ""
        if reason == "empty claim" and (f" {_plain(reference)} " in f" {plain} " or plain in _plain(reference)):
            return ""
    # "Correct." is a yes.
    if reason == "empty claim" and commitment(answer) and any(map(stated_polarity, references)):
        return ""
    return reason


def _reason(answer: str, question: str, language: str) -> str:
    if is_blank(answer):
        return "empty"
    if not _SAYS_SOMETHING.search(answer):
        return "no words"
    if len(answer) <= _LONGEST_CLAIM and _is_claim(answer):
        return "empty claim"
    small = answer.lower()
    if question and _repeats(small, question):
        return "question repeated"
    if len(answer) <= _LONGEST_REFUSAL and _refuses(answer, question, language):
        return "refusal"
    if question and language == "en" and _is_unfinished(answer, question):
        return "unfinished"
    return ""


def _plain(text: str) -> str:
    """A text's words in small letters; its signs, if it has none."""
    return " ".join(_PATTERNS["word"].findall(text.lower())) or text.strip()


@cache
def _word_lists() -> dict[str, frozenset[str]]:
    return read_word_lists(Path(__file__).parent, "words_without_content.tsv")


def _is_claim(answer: str) -> bool:
    """Whether an answer only claims to be one: "Solution", "The answer is:", "Let's think step by step."."""
    lists = _word_lists()
    claims, around = lists["claims"], lists["around claims"]
    claims_one, word = False, ""
    for found in _PATTERNS["word"].finditer(answer):
        word = found[0].lower()
        if word in claims:
            claims_one = True
        elif word not in around:
            return False
    # "Answer: a" chooses.
    return claims_one and word not in ("a", "i")


def _repeats(answer: str, question: str) -> bool:
    """Whether an answer only has the question's words in their order, once or more, and none but claims around them.

    Args:
        answer: The answer in small letters.
        question: The question.
    """
    if len(answer) < len(question) / 2:
        return False
    for word in question.split(None, 2)[:2]:
        if word.strip(_AROUND_WORDS).lower() not in answer:
            return False
    asked = _without_articles(question)
    if not all(map(answer.__contains__, asked.split())):
        return False
    before, *rest = f" {_without_articles(answer)} ".split(f" {asked} ")
    lists = _word_lists()
    around = lists["around claims"] | lists["claims"]
    return bool(asked and rest) and around.issuperset(" ".join([before, *rest]).split())


def _without_articles(text: str) -> str:
    """The words between two spaces each, so that two runs of them can follow each other."""
    return "  ".join(word for word in _PATTERNS["word"].findall(text.lower()) if word not in ("a", "an", "the"))


def _refuses(answer: str, question: str, language: str) -> bool:
    """Whether an answer refuses, and none of its clauses says anything else."""
    if not _withholds(answer, language):
        return False
    if _PATTERNS["chooses none"].search(answer):
        return True
    known = _word_lists()["without content"].union(words(question, SMILE_NORMALIZATION, language))
    if language == "en" and asks_closed(question):
        known -= {"yes", "no"}
    return not any(
        _says(part, known, language)
        for sentence in _SENTENCE_END.split(answer)
        for clause in _clauses(sentence, language)
        for part in _parts_that_answer(clause, sentence, language)
    )


def is_unopposed(around: Sequence[str], references: Sequence[str], question: str | None) -> bool:
    """Whether nothing in an answer speaks against a reference that it mentions: no rejection, nothing else of its kind.

    Args:
        around: What stands before, between and after its mentions.
        references: The right answers.
        question: The question, if it is known.

    >>> is_unopposed(["Maybe ", "?"], ["Bell"], None), is_unopposed(["Meucci, or ", ""], ["Bell"], None)
    (True, False)
    >>> is_unopposed(["The patellar bone, or ", " for short."], ["patella"], None)
    True
    >>> is_unopposed(["It is ", ", but I'm not sure."], ["Bell"], None)
    True
    """
    said = " ".join(around)
    # "A or B" may be two names of one thing, "A or B or C" is a choice.
    if len(said) > _LONGEST_UNOPPOSED or "\n" in said or (n_or := said.split().count("or")) > 1 or rejects(said):
        return False
    known = _word_lists()["without content"].union(
        words(question or "", SMILE_NORMALIZATION, "en"),
        *(words(text, SMILE_NORMALIZATION, "en") for text in references if len(text) <= _LONGEST_UNOPPOSED),
    )
    left = [token for token in _PATTERNS["word"].findall(said) if _says(token, known, "en")]
    is_number = any(map(has_number, references))
    if n_or and left and (is_number or any(map(_has_capital, references))):
        return False
    if is_number:
        return not any(map(has_number, left))
    if any(map(_has_capital, references)) and _has_capital(said):
        return not any(map(_has_capital, left))
    stems = tuple(word[:_STEM] for word in known if len(word) >= _STEM)
    left = [token for token in left if not token.lower().startswith(stems)]
    return len(left) <= _MOST_WORDS_AROUND and not _says(
        _PATTERNS["rest of clause"].sub("", around[-1], 1), known, "en"
    )


def _has_capital(text: str) -> bool:
    return text != text.lower()


def _withholds(text: str, language: str) -> bool:
    """Whether a text's main clause refuses: "a man who does not know" names one."""
    if word_list(language) != "en":
        return _refuses_itself(expressions(language, "refusal"), text)
    signs, table = _withheld()
    # Most answers have none of the words that refusals need.
    its = text.lower().translate(_ENDS).split()
    if signs.isdisjoint(its):
        return False
    there = signs.intersection(its)
    return any(_refuses_itself(pattern, text) for needed, pattern in table if not there.isdisjoint(needed))


def _refuses_itself(pattern: regex.Pattern[str], text: str) -> bool:
    return any(not _PATTERNS["of others"].search(text[: found.start()]) for found in pattern.finditer(text))


@cache
def _withheld() -> tuple[frozenset[str], list[tuple[frozenset[str], regex.Pattern[str]]]]:
    """The words of which a refusal has one, and the expressions that refuse, each with its own such words."""
    expressions = read_expressions(Path(__file__).parent, "withheld_answers.tsv")
    table = [
        (frozenset(title.removeprefix(_ONE_OF).split()), lazy_regex(expression, regex.IGNORECASE))
        for title, expression in expressions.items()
        if title.startswith(_ONE_OF)
    ]
    return frozenset().union(*(needed for needed, _ in table)), table


def _clauses(sentence: str, language: str) -> list[str]:
    """A sentence's clauses: a new one begins at "but", and at "maybe"."""
    places = [found.start() for found in expressions(language, "turn", "guess").finditer(sentence)]
    return [sentence[start:stop] for start, stop in zip([0, *places], [*places, len(sentence)], strict=True)]


def _parts_that_answer(clause: str, sentence: str, language: str) -> Iterator[str]:
    """The parts of a clause, between commas, that may name an answer though others refuse."""
    parts = _PATTERNS["comma"].split(clause)
    refusing = [_withholds(part, language) for part in parts]
    if not any(refusing) and _withholds(clause, language):
        return
    first = refusing.index(True) if True in refusing else len(parts)
    if first < len(parts) and _PATTERNS["concludes"].match(parts[first]):
        del parts[:first], refusing[:first]
        first = 0
    is_guess = expressions(language, "guess").match(clause) is not None
    concedes = _PATTERNS["concedes"].match(sentence) is not None
    for i, part in enumerate(parts):
        if refusing[i]:
            continue
        is_introduction = _PATTERNS["introduces"].match(part) is not None
        if expressions(language, "aside").search(part) or (_PATTERNS["talks"].match(part) and not is_guess):
            if is_introduction or i < first < len(parts):
                continue
            return
        if i < first < len(parts) and is_introduction:
            continue
        is_last_word = i == len(parts) - 1 and len(part.split()) <= _MOST_LAST_WORDS
        if i < first or concedes or is_last_word or _VALUE.match(part):
            yield part


def _says(text: str, known: frozenset[str], language: str) -> bool:
    """Whether a text has a word that neither the question has nor one that means nothing by itself."""
    return not known.issuperset(words(text, SMILE_NORMALIZATION, language)) if _PATTERNS["word"].search(text) else False


def _is_unknown(reference: str, language: str) -> bool:
    """Whether a reference says that nobody knows, or is a refusal itself."""
    return _withholds(reference, language) or expressions(language, "unknown").search(reference) is not None


def _is_unfinished(answer: str, question: str) -> bool:
    """Whether an answer stops before it says anything: "The capital of France is"."""
    answer = answer.rstrip()
    last = answer[-20:].split()[-1].removesuffix("...").removesuffix("…")
    if not (last.endswith(":") or last in _HANGING) or not _PATTERNS["asks for name"].match(question):
        return False
    known = frozenset(words(question, SMILE_NORMALIZATION, "en")) | _word_lists()["without content"]
    return not _says(answer, known, "en")
