"""Answers that have a reference's words but say something else with them: a longer formula, or the opposite deed."""

from functools import cache
from pathlib import Path

from ...lazy_patterns import lazy_re
from ...tsv import read_table
from ..clauses import Span, only_says
from ..view import Match, View, view_of

# "2x", "x^2"; not "1970s"
_FORMULA = lazy_re(r"-?(?:\d+[nxyz](?:\^\d+)?|[a-z]\^\d+)")
# What makes a formula longer: "2x^2", "2x + 1", "5 - 2x", "2x/3"; not "f(x) = 2x".
_GOES_ON = lazy_re(r"\^|\s?[*/]\s?[\w(]|\s[+-]\s[\w(]|[+-][\w(]")
_COMES_FROM = lazy_re(r"(?:[\w)]\s?[*/]\s?|[\w)]\s[+-]\s|[\w)]?[+-])$")
_RUN = lazy_re(r"[\w.()^*/+-]*")

# A longer answer may say more than one thing.
_MOST_WORDS = 15
# "Croatia beat X", "X was defeated": X did not win.
_BEAT, _IS_BEATEN = (
    lazy_re(r"\b(?:beat|beats|defeated|overcame)\s(?:the\s)?$"),
    lazy_re(r"\s(?:was|were) (?:beaten|defeated)\b"),
)


def compare(reference: str, answer: View, question: str | None) -> Match | None:
    """Rejects an answer with the reference inside a longer formula, or with the opposite of the asked property.

    Args:
        reference: The reference in NFKC, which the answer has word for word.
        answer: The answer.
        question: The question, if it is known and used.

    >>> compare("2x", View("It is 2x^2."), None).rule, compare("2x", View("f'(x) = 2x"), None)
    ('formula', None)
    >>> compare("1945", View("It began in 1945."), "When did the war end?").how
    'opposite'
    >>> texts = "Ajax lost it to Celtic.", "Celtic lost it to Ajax.", "Celtic beat Ajax."
    >>> [compare("Ajax", View(text), "Who won the final?") is None for text in texts]
    [False, True, False]
    """
    small = reference.lower()
    if _FORMULA.fullmatch(small):
        return _in_longer_formula(reference, answer)
    if question and len(answer.tokens) <= _MOST_WORDS and only_says(answer.text) and only_says(question):
        mentions = answer.mentions(reference)
        if mentions and _says_opposite(answer, mentions, frozenset(view_of(question).spaced.split())):
            return answer.match("opposite", False, "opposite", answer.text.rstrip("."), reference)
    return None


def _in_longer_formula(reference: str, answer: View) -> Match | None:
    mentions = answer.written_mentions(reference)
    if not mentions or not all(
        _GOES_ON.match(answer.small, stop) or _COMES_FROM.search(answer.small[:start]) for start, stop in mentions
    ):
        return None
    at = mentions[0][0]
    run = next(found for found in _RUN.finditer(answer.text) if found.start() <= at < found.end())
    return answer.match("formula", False, "not", run[0].rstrip("."), reference)


def _says_opposite(answer: View, mentions: list[Span], asked: frozenset[str]) -> bool:
    said = {answer.small[start:stop]: start for start, stop in answer.tokens}
    for needs_who, one, other in _deeds():
        for of_question, opposite in ((one, other), (other, one)):
            if asked.isdisjoint(of_question) or not asked.isdisjoint(opposite) or not of_question.isdisjoint(said):
                continue
            places = [said[word] for word in opposite if word in said]
            if places and (not needs_who or all(stop <= places[0] for _, stop in mentions)):
                return True
            if "won" in of_question and all(
                _BEAT.search(answer.small[:start]) or _IS_BEATEN.match(answer.small, stop) for start, stop in mentions
            ):
                return True
    return False


@cache
def _deeds() -> tuple[tuple[bool, frozenset[str], frozenset[str]], ...]:
    rows = read_table(Path(__file__).parent, "opposite_deeds.tsv")
    return tuple((who == "x", frozenset(one.split()), frozenset(other.split())) for who, one, other in rows)
