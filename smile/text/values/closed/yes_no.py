"""What an answer commits to by its own words: yes, no, or neither of them."""

import re
from functools import lru_cache
from typing import Literal

from ...lazy_patterns import Patterns

Commitment = Literal["yes", "no", "neither"]

_PATTERNS = Patterns(__file__)

# Whole clauses, the leading words taken away; the first that fits decides.
_PHRASES: dict[str, Commitment] = {
    **dict.fromkeys(_PATTERNS.alternatives("says yes"), "yes"),
    **dict.fromkeys(_PATTERNS.alternatives("says no"), "no"),
}
_CLAUSES: tuple[tuple[Commitment, str], ...] = (
    ("yes", "yes: denied untruth"),
    ("no", "no: untruth"),
    ("no", "no: denied truth"),
    ("no", "no: disagreement"),
    ("yes", "yes: truth"),
    ("no", "no: short"),
    ("yes", "yes: short"),
)
# A clause of more words is none of them.
_MOST_SPACES = 6
_LONGEST_STATEMENT = 400
_LONGEST_REFERENCE = 60


def stated_polarity(reference: str) -> Commitment | None:
    """Returns what a reference says if it is, as a whole, yes, no, true, false or the like.

    >>> stated_polarity("Yes."), stated_polarity("No, it is not"), stated_polarity("True"), stated_polarity("No. 5")
    ('yes', 'no', 'yes', None)
    """
    if len(reference) > _LONGEST_REFERENCE or not (
        found := _PATTERNS["reference"].fullmatch(reference.strip().lower())
    ):
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
    if letter := _PATTERNS["letter"].fullmatch(answer):
        return "yes" if letter[1] in "tT" else "no"
    answer = answer.lower()
    clauses = _clauses(answer)
    joined = " ".join(clauses)
    if _PATTERNS["neither"].search(joined) or _PATTERNS["neither"].search(answer):
        return "neither"
    said = [(polarity, clause) for clause in clauses if (polarity := _clause(clause)) is not None]
    if not said:
        return "neither" if _PATTERNS["undecided"].search(joined) else None
    (first, words), (last, last_words) = said[0], said[-1]
    if len({polarity for polarity, _ in said}) == 1 or (
        last != first and _PATTERNS["corrects"].search(answer[answer.find(words) + len(words) :])
    ):
        return last
    if of_truth:
        about_truth = {polarity for polarity, clause in said if re.search(r"\b(?:true|false)\b", clause)}
        if len(about_truth) == 1:
            return about_truth.pop()
    plain = {polarity for polarity, clause in said if _PATTERNS["yes or no"].search(clause)}
    if len(plain) == 1:
        # "Yes, it is wrong" answers whether it is wrong.
        return plain.pop()
    return "neither" if _PATTERNS["yes or no"].search(words) and _PATTERNS["yes or no"].search(last_words) else None


def _clauses(text: str) -> list[str]:
    """The clauses of a text in small letters without marks, without those that ask ("Is it blue? Yes")."""
    text = _PATTERNS["space"].sub(
        " ", _PATTERNS["number sign"].sub("number", _PATTERNS["markup"].sub(" ", text.replace("\u2019", "'")))
    )
    parts = [*_PATTERNS["cut"].split(text), ""]
    stripped = (part.strip(" '-/") for part, end in zip(parts[::2], parts[1::2], strict=True) if "?" not in (end or ""))
    return [part for part in stripped if part]


def _clause(clause: str) -> Commitment | None:
    """What a clause says: as a whole, by its beginning, or as a statement about truth."""
    lead = _PATTERNS["leads"].match(clause)
    starts = (clause, clause[lead.end() :]) if lead else (clause,)
    return (
        next(filter(None, map(_whole_clause, starts)), None)
        or next(filter(None, map(_beginning, starts)), None)
        or _stated(clause)
    )


def _whole_clause(clause: str) -> Commitment | None:
    if (found := _PHRASES.get(clause)) or clause.count(" ") > _MOST_SPACES:
        return found
    return next((polarity for polarity, title in _CLAUSES if _PATTERNS[title].fullmatch(clause)), None)


def _beginning(clause: str) -> Commitment | None:
    return "no" if _PATTERNS["begins no"].match(clause) else "yes" if _PATTERNS["begins yes"].match(clause) else None


def _stated(clause: str) -> Commitment | None:
    if len(clause) > _LONGEST_STATEMENT or not (found := _PATTERNS["statement"].search(clause)):
        return None
    is_denied = bool(found["short"]) != bool(found["not"])
    return "yes" if bool(found["true"]) != is_denied else "no"
