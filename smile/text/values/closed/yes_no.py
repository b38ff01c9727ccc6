"""What an answer commits to by its own words: yes, no, or neither of them."""

import re
from functools import lru_cache
from pathlib import Path
from typing import Literal

from ...lazy_patterns import lazy_re
from ...tables import read_expressions

Commitment = Literal["yes", "no", "neither"]

_EXPRESSIONS = read_expressions(Path(__file__).parent, "yes_no.tsv")


def _pattern(title: str) -> re.Pattern[str]:
    return lazy_re(_EXPRESSIONS[title])


# Whole clauses, the leading words taken away; the first that fits decides.
_PHRASES: dict[str, Commitment] = {
    **dict.fromkeys(_EXPRESSIONS["says yes"][3:-1].split("|"), "yes"),
    **dict.fromkeys(_EXPRESSIONS["says no"][3:-1].split("|"), "no"),
}
_CLAUSES: tuple[tuple[Commitment, re.Pattern[str]], ...] = (
    ("yes", _pattern("yes: denied untruth")),
    ("no", _pattern("no: untruth")),
    ("no", _pattern("no: denied truth")),
    ("no", _pattern("no: disagreement")),
    ("yes", _pattern("yes: truth")),
    ("no", _pattern("no: short")),
    ("yes", _pattern("yes: short")),
)
# A clause of more words is none of them.
_MOST_SPACES = 6

# "Yes it is", "true because ...": some words may follow without a comma. "No bowl" denies the bowl alone.
_BEGINS_NO, _BEGINS_YES = _pattern("begins no"), _pattern("begins yes")
# "The claim that ... is not true": at the end of a clause, or before its reason.
_STATEMENT = _pattern("statement")
_LONGEST_STATEMENT = 400
_LEAD = lazy_re(rf"(?:{_EXPRESSIONS['lead']} )+")
_CORRECTION = lazy_re(rf"\b{_EXPRESSIONS['correction']}\b")
_NEITHER, _UNDECIDED = _pattern("neither"), _pattern("undecided")
_YES_OR_NO = lazy_re(r"\b(?:yes|yep|yeah|yup|no|nope|nah)\b")

_CUT = lazy_re(
    r"([.;:!?\n,]+)|\s[-\u2013\u2014]+\s|\u2014|\b(?=(?:but|so|because|since|although|though|therefore|hence|thus) )"
)
_LETTER = lazy_re(r"\W*([TtFf])\W*")
_NUMBER_SIGN = lazy_re(r"\bno\.(?= ?\d)")
_MARKUP = lazy_re(r"\\(?:boxed|text(?:bf)?|mathrm)\b|[*_#`\"“”{}()\[\]$\\<>|]")
_SPACE = lazy_re(r"[^\S\n]+")

_LONGEST_REFERENCE = 60
_REFERENCE = lazy_re(
    r"\W*(?:(?:(?:it|this|that|the (?:statement|claim|answer)) is )?"
    rf"(?:(?P<yes>yes|yep|yeah|true|correct|right|i agree|agree|affirmative)"
    r"|no|nope|false|incorrect|wrong|untrue|not true|not correct|i disagree|disagree)"
    rf"(?:\W+(?(yes){_EXPRESSIONS['yes: short']}|{_EXPRESSIONS['no: short']}))?)\W*"
)


def stated_polarity(reference: str) -> Commitment | None:
    """Returns what a reference says if it is, as a whole, yes, no, true, false or the like.

    >>> stated_polarity("Yes."), stated_polarity("No, it is not"), stated_polarity("True"), stated_polarity("No. 5")
    ('yes', 'no', 'yes', None)
    """
    if len(reference) > _LONGEST_REFERENCE or not (found := _REFERENCE.fullmatch(reference.strip().lower())):
        return None
    return "yes" if found["yes"] else "no"


@lru_cache(maxsize=4096)
def commitment(answer: str, of_truth: bool = False) -> Commitment | None:
    """Returns what an answer commits to in so many words; none if only its meaning could tell.

    The last word counts where the answer corrects itself. Two words without a correction commit to neither.

    Args:
        answer: The answer.
        of_truth: Whether true or false is asked: "No, it is true" is then a yes.

    >>> commitment("Nope, it isn't."), commitment("No doubt."), commitment("It is not false"), commitment("No idea")
    ('no', 'yes', 'yes', 'neither')
    >>> commitment("Yes, but actually no."), commitment("Yes and no"), commitment("No bowl is on the table")
    ('no', 'neither', None)
    """
    if letter := _LETTER.fullmatch(answer):
        return "yes" if letter[1] in "tT" else "no"
    answer = answer.lower()
    clauses = _clauses(answer)
    joined = " ".join(clauses)
    if _NEITHER.search(joined) or _NEITHER.search(answer):
        return "neither"
    said = [(polarity, clause) for clause in clauses if (polarity := _clause(clause)) is not None]
    if not said:
        return "neither" if _UNDECIDED.search(joined) else None
    (first, words), (last, last_words) = said[0], said[-1]
    if len({polarity for polarity, _ in said}) == 1 or (
        last != first and _CORRECTION.search(answer[answer.find(words) + len(words) :])
    ):
        return last
    if of_truth:
        about_truth = {polarity for polarity, clause in said if re.search(r"\b(?:true|false)\b", clause)}
        if len(about_truth) == 1:
            return about_truth.pop()
    plain = {polarity for polarity, clause in said if _YES_OR_NO.search(clause)}
    if len(plain) == 1:
        # "Yes, it is wrong" answers whether it is wrong.
        return plain.pop()
    return "neither" if _YES_OR_NO.search(words) and _YES_OR_NO.search(last_words) else None


def _clauses(text: str) -> list[str]:
    """The clauses of a text in small letters without marks, without those that ask ("Is it blue? Yes")."""
    text = _SPACE.sub(" ", _NUMBER_SIGN.sub("number", _MARKUP.sub(" ", text.replace("\u2019", "'"))))
    parts = [*_CUT.split(text), ""]
    stripped = (part.strip(" '-/") for part, end in zip(parts[::2], parts[1::2], strict=True) if "?" not in (end or ""))
    return [part for part in stripped if part]


def _clause(clause: str) -> Commitment | None:
    """What a clause says: as a whole, by its beginning, or as a statement about truth."""
    lead = _LEAD.match(clause)
    starts = (clause, clause[lead.end() :]) if lead else (clause,)
    return (
        next(filter(None, map(_whole_clause, starts)), None)
        or next(filter(None, map(_beginning, starts)), None)
        or _stated(clause)
    )


def _whole_clause(clause: str) -> Commitment | None:
    if (found := _PHRASES.get(clause)) or clause.count(" ") > _MOST_SPACES:
        return found
    return next((polarity for polarity, pattern in _CLAUSES if pattern.fullmatch(clause)), None)


def _beginning(clause: str) -> Commitment | None:
    return "no" if _BEGINS_NO.match(clause) else "yes" if _BEGINS_YES.match(clause) else None


def _stated(clause: str) -> Commitment | None:
    if len(clause) > _LONGEST_STATEMENT or not (found := _STATEMENT.search(clause)):
        return None
    is_denied = bool(found["short"]) != bool(found["not"])
    return "yes" if bool(found["true"]) != is_denied else "no"
