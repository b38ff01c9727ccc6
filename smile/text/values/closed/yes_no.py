"""Reads whether an answer says yes, no, or neither, in its own words."""

import re
from pathlib import Path
from typing import Literal

from ....caches import cached
from ....lazy_patterns import lazy_re
from ....tsv import read_phrases
from ...clauses import NOT, split_clauses

Polarity = Literal["yes", "no", "neither"]

_PHRASES = read_phrases(Path(__file__).parent, "yes_no.tsv")
_SAYS: dict[str, Polarity] = {
    **dict.fromkeys(_PHRASES["says yes"].split("|"), "yes"),
    **dict.fromkeys(_PHRASES["says no"].split("|"), "no"),
}
_LONGEST_CLAUSE, _LONGEST_REFERENCE = 400, 60

# The expressions below read small letters without marks.
_AUXILIARY = "(?:is|are|was|were|am|do|does|did|have|has|had|can|could|will|would|shall|should|must|ai|wo|ca|sha)"
_SUBJECT = "(?:it|he|she|they|we|i|you|that|this|there|these|those|one)"
_ADVERBS = f"(?:(?:{_PHRASES['adverbs']}) )*"
_NOT = f"(?:{NOT}|far from|anything but)"
_TRUE = f"(?:{_PHRASES['true']})"
_FALSE = rf"(?:{_PHRASES['false']}|(?:just |only )?an? (?:\w+ )?(?:myth|misconception|legend|error|hoax))"
_TAIL = f"(?: (?:{_PHRASES['tails']}))*"
_YES_OR_NO = lazy_re(r"\b(?:yes|yep|yeah|yup|no|nope|nah)\b")

# Whole clauses: "it isn't", "they are not either", "he never did" ...
_SHORT_NO = (
    rf"(?:{_SUBJECT}'(?:s|re|m) {_ADVERBS}not"
    rf"|{_SUBJECT} {_ADVERBS}(?:{_AUXILIARY} {_ADVERBS}(?:not|never)|{_AUXILIARY}n'?t|cannot|never {_AUXILIARY}))"
    rf"(?: any| one| such)?{_TAIL}"
)
_SHORT_YES = f"{_SUBJECT} {_ADVERBS}{_AUXILIARY}{_TAIL}"  # "it really does"
_WHOLE: tuple[tuple[Polarity, re.Pattern[str]], ...] = (
    ("no", lazy_re(f"{_ADVERBS}(?:{_FALSE}|(?:not|no){_TAIL})")),  # "completely false", "most certainly not"
    ("no", lazy_re(f"{_NOT} {_ADVERBS}(?:yes|{_TRUE})")),  # "not true"
    (
        "no",
        lazy_re(
            r"(?:i )?(?:do not|don't|wouldn't|would not|can't|cannot) (?:really )?(?:think|believe|agree|say)(?: so)?"
        ),
    ),
    ("yes", lazy_re(f"{_ADVERBS}(?:yes|{_TRUE})")),  # "most likely true"
    ("no", lazy_re(_SHORT_NO)),
    ("yes", lazy_re(_SHORT_YES)),
)
# ... and how longer ones begin: "nope not that", "no it hasn't", "yes whales do", "there is no doubt that"
_FOLLOWING = f"(?= (?:{_PHRASES['following']})(?:'s|'re)?\\b)"
_BEGINS_YES = lazy_re(
    rf"(?:yes|yep|yeah|yup) |(?:true|correct|indeed|certainly|absolutely|definitely|of course|surely){_FOLLOWING}"
    r"|(?:there(?:'s| is)|i have) no (?:doubt|question)"
)
# "it is [not] true that ...", "the claim that whales are fish is [not] false"
_STATEMENT = lazy_re(
    r"\b(?:it|that|this|(?:statement|claim|assertion|sentence|premise|idea|assumption|proposition|answer)\b.*?)"
    r"(?: ?(?:is|'s|was|are|seems|sounds|appears|remains|would be|as|to be))(?P<short>n't| not)? "
    rf"{_ADVERBS}(?P<not>{_NOT} )?{_ADVERBS}(?:(?P<true>{_TRUE})|{_FALSE})(?: (?:that|because|as)\b.*)?$"
)
# What leads to a yes or no: "well", "i would say", "that would be a" (big) "yes"
_LEADS = lazy_re(
    rf"(?:(?:{_PHRASES['leads']}|i(?:'d| would|'ll| will)?(?: have to)? (?:say|think|believe|guess|suppose|suspect)"
    r"(?: that)?|i(?:'m| am) (?:\w+ )?(?:sure|certain|confident|positive|afraid)(?: that)?"
    r"|(?:(?:it|that)(?:'s| is| would be| was) )?an?(?= (?:\w+ )?(?:yes|no)\b)) )+"
)
# "yes and no", "may or may not", "both true and false", "could be either"
_NEITHER = lazy_re(
    r"\b(?:yes|true|right|correct) (?:and|or) (?:no|false|wrong|incorrect)\b|\b(?:no|false) (?:and|or) (?:yes|true)\b"
    r"|\b(may|might|could|can|does) or \1|\b(?:both|neither|either) (?:yes|no|true|false|way)\b|\bbe either$"
    r"|\b(?:yes/no|true/false)\b"
)
# "no idea", "don't really know", "not enough", "cannot be determined", "maybe"; only where nothing else is said
_UNDECIDED = lazy_re(
    rf"\bno (?:{_PHRASES['no matter']})|\b(?:{_PHRASES['undecided']})\b|^(?:{_PHRASES['undecided alone']})$"
    r"|\b(?:do|does|did)(?: not|n't) (?:\w+ly |even )?(?:know|remember|recall|have (?:any|enough|access|the))\b"
    rf"|(?:\bnot|n't|\bnever) (?:\w+ )?(?:{_PHRASES['not stated']})\b"
    r"|\b(?:cannot|can't|can not|couldn't|could not|(?:unable|hard|difficult|impossible|too early|not able) to)"
    rf" (?:\w+ )?(?:be (?:\w+ly )?)?(?:{_PHRASES['cannot say']})\b(?! (?:it|a|the|any|that) \w)"
)
_CORRECTS = lazy_re(rf"\b(?:{_PHRASES['corrections']})\b")  # "yes, but only in summer"

_MARKUP = lazy_re(r"\\(?:boxed|text(?:bf)?|mathrm)\b|[*_#`\"“”{}()\[\]$\\<>|]")
_LETTER = lazy_re(r"\W*([TtFf])\W*")
# "Yes.", "It is true", "No, it isn't"
_REFERENCE = lazy_re(
    r"\W*(?:(?:(?:it|this|that|the (?:statement|claim|answer)) is )?"
    r"(?:(?P<yes>yes|yep|yeah|true|correct|right|i agree|agree|affirmative)"
    r"|no|nope|false|incorrect|wrong|untrue|not true|not correct|i disagree|disagree)"
    rf"(?:\W+(?(yes){_SHORT_YES}|{_SHORT_NO}))?)\W*"
)


def stated_polarity(reference: str) -> Polarity | None:
    """Returns yes or no for a reference that as a whole means yes or no, such as "true".

    >>> stated_polarity("Yes."), stated_polarity("No, it is not"), stated_polarity("True"), stated_polarity("No. 5")
    ('yes', 'no', 'yes', None)
    """
    found = _REFERENCE.fullmatch(reference.strip().lower()) if len(reference) <= _LONGEST_REFERENCE else None
    return None if found is None else "yes" if found["yes"] else "no"


@cached(4096)
def polarity_of_answer(answer: str, of_truth: bool = False) -> Polarity | None:
    """Returns the yes, no or neither that an answer states explicitly; None if only its meaning could tell.

    The last word counts where the answer corrects itself. Two words without a correction commit to neither.

    Args:
        answer: The answer.
        of_truth: Whether true or false is asked: "No, it is true" is then a yes.

    >>> [polarity_of_answer(text) for text in ("Nope, it isn't.", "No doubt.", "It is not false", "No idea")]
    ['no', 'yes', 'yes', 'neither']
    >>> [polarity_of_answer(text) for text in ("Yes, but actually no.", "Yes and no", "No bowl is on the table")]
    ['no', 'neither', None]
    """
    if letter := _LETTER.fullmatch(answer):
        return "yes" if letter[1] in "tT" else "no"
    answer = answer.lower()
    clauses = _yes_no_clauses(answer)
    joined = " ".join(clauses)
    if _NEITHER.search(joined) or _NEITHER.search(answer):
        return "neither"
    said = [(polarity, clause) for clause in clauses if (polarity := _polarity(clause)) is not None]
    if not said:
        return "neither" if _UNDECIDED.search(joined) else None
    (first, words), (last, last_words) = said[0], said[-1]
    if len({polarity for polarity, _ in said}) == 1 or (
        last != first and _CORRECTS.search(answer[answer.find(words) + len(words) :])
    ):
        return last
    about_truth = (
        {polarity for polarity, clause in said if re.search(r"\b(?:true|false)\b", clause)} if of_truth else ()
    )
    # "Yes, it is wrong" answers whether it is wrong.
    plain = {polarity for polarity, clause in said if _YES_OR_NO.search(clause)}
    for polarities in (about_truth, plain):
        if len(polarities) == 1:
            return next(iter(polarities))
    return "neither" if _YES_OR_NO.search(words) and _YES_OR_NO.search(last_words) else None


def _yes_no_clauses(text: str) -> list[str]:
    """The clauses of a text in small letters without marks, without those that ask ("Is it blue? Yes")."""
    text = _MARKUP.sub(" ", text.replace("\u2019", "'"))
    stripped = (" ".join(part.strip(" '-/").split()) for part, end in split_clauses(text) if "?" not in end)
    return [part for part in stripped if part]


def _polarity(clause: str) -> Polarity | None:
    """Reads a clause as a whole, by its beginning, or as a statement about truth."""
    lead = _LEADS.match(clause)
    starts = (clause, clause[lead.end() :]) if lead else (clause,)
    for start in starts:
        if start in _SAYS:
            return _SAYS[start]
        for polarity, pattern in _WHOLE:
            if pattern.fullmatch(start):
                return polarity
    for start in starts:
        if _BEGINS_YES.match(start):
            return "yes"
    if len(clause) > _LONGEST_CLAUSE or not (found := _STATEMENT.search(clause)):
        return None
    is_denied = bool(found["short"]) != bool(found["not"])
    return "yes" if bool(found["true"]) != is_denied else "no"
