"""The sentences that explain a verdict. They end without a full stop."""

from collections.abc import Mapping
from dataclasses import dataclass
from textwrap import shorten
from typing import Any, Literal, NamedTuple

from ..lazy_patterns import lazy_re
from ..text.attempts import NoAnswer
from ..text.view import How, Match, RuleName, View, Words
from .verdicts import EVEN, NAMES_OTHERS, READER, REFUSAL, UNSURE, WORD_ORDER

# What a rule found, by how the answer's value relates to the reference's.
SENTENCES: dict[How, str] = {
    "=": "Same thing, written differently: {said} = {meant}",
    "is one of": "{said} is one of the correct answers: {meant}",
    "≈": "About the same: {said} ≈ {meant}",
    "misspelled": "Same thing, misspelled: {said} for {meant}",
    "not": "Says {said} instead of {meant}",
    "another order": "Lists them in a different order: the correct one is {meant}",
    "is in": "{said} is within {meant}",
    "may be": "{said} may be {meant}",
    "is less exact than": "{said} is less exact than {meant}",
    "another spelling": "Same thing, spelled differently: {said} for {meant}",
    "holds all": "Lists all of them: {meant}",
    "lacks": "Leaves out {meant}",
    "one more": "Also lists {said}, which is incorrect",
    "denies": "Mentions {meant} only to rule it out",
    "has the letter": "Chooses {meant}",
    "chooses": "Chooses {said}",
    "chooses another": "Chooses {said} instead of {meant}",
    "chooses several": "Chooses {said}, not {meant} alone",
    "chooses none": "Chooses no option; the correct one is {meant}",
    "says": "Answers “{said}”",
    "says another": "Answers “{said}”; the correct answer is “{meant}”",
    "refuses": "Gives no answer, which is correct here: {meant}",
    "says neither": "Says neither yes nor no",
}
# "Bell had friends. However, Gray filed first.", "Gray or Bell", "Bell/Gray"
_TURN_WORDS = r"\b(?:however|but|although|though|yet|instead|actually|rather)\b"
_TURN, _MAY_JOIN = lazy_re(_TURN_WORDS), lazy_re(r"/|\bor\b|" + _TURN_WORDS)
_OR_BEFORE, _OR_AFTER = lazy_re(r"(?:\bor|/)\s*(?:(?:the|an?)\s)?$"), lazy_re(r"[\s,]*(?:or\b|/)")
# So many separators, and so few words for each, make a list.
_SEPARATOR = lazy_re(r"[,;\n/]|\b(?:and|or)\b")
_FEWEST_SEPARATORS, _MOST_WORDS_EACH = 5, 5

_IDENTICAL = "Contains the correct answer: {said}"

# Why an answer is no attempt, by the reason that `smile.text.attempts` gives.
NOT_ATTEMPTED: dict[NoAnswer, str] = {
    "empty": "Empty answer",
    "no words": "No words or numbers to compare",
    "empty claim": "Claims to answer but gives no answer",
    "question repeated": "Only repeats the question",
    "refusal": "Doesn't answer the question (a refusal or “I don't know”)",
    "unfinished": "Stops before giving an answer",
}

# Why a verdict is unsure, by its `doubt_reason`.
_UNSURE = {
    WORD_ORDER: "the same words in a different order may mean something else",
    REFUSAL: "it also contains a refusal",
    NAMES_OTHERS: "it names something else too, and {close}",
    READER: "the score is {side} the threshold, but the trained model judges that the meanings {verb}",
    "": "{close}",
}

# The trained model's probability of the same meaning is 1 where it did not have to read the meaning.
_NOT_READ = (EVEN, 1.0)
_SIDES = {True: "above", False: "below"}

_BOUND = lazy_re(r"(?:about|around|early|late|mid|more|less|fewer|under|over|at least|at most|up to|between)\b")

# A value with this many spaces needs quotation marks.
_FEWEST_SPACES_QUOTED = 4
# Of more missing words only the first are listed, and longer phrases are not quoted.
MOST_MISSING, _LONGEST_QUOTED, _LONGEST_VALUE = 5, 80, 200


class Finding(NamedTuple):
    """A rule's name, a sentence with the values that it compared, and the answer's words for its value."""

    rule: RuleName | Literal[""]
    evidence: str
    said: tuple[str, ...]


NO_FINDING = Finding("", "", ())


@dataclass(frozen=True, kw_only=True)
class WordsFound:
    """Which of a reference's words an answer has. Key words are all but function words, if there are any.

    Attributes:
        n_key_words: Number of the reference's different key words.
        n_missing: Number of key words that the answer lacks.
        words_missing: These words as the reference writes them, if they were found there.
        has_reference: Whether the n-gram nearest to the reference has the same normalised words in the same order.
        is_verbatim: Whether the answer also spells it as the reference does, except for case and punctuation.
        is_reordered: Whether that n-gram has the reference's words in another order.
        has_other_sign: Whether both have a sign, such as a currency's, and none in common: £7 for $7.
        phrase: That n-gram as the answer spells it; "" if it was not found there.
    """

    n_key_words: int = 0
    n_missing: int = 0
    words_missing: Words = ()
    has_reference: bool = False
    is_verbatim: bool = False
    is_reordered: bool = False
    has_other_sign: bool = False
    phrase: str = ""


def evidence_of_match(match: Match, answer: View) -> Finding:
    """Returns the sentence for a match.

    >>> answer = View("It is One Yard long.")
    >>> evidence_of_match(answer.match("quantity", True, "=", "one yard", "36 inches"), answer).evidence
    'Same thing, written differently: One Yard = 36 inches'
    """
    quoted = tuple(answer.quoted(match))
    said, how = "; ".join(quoted), match.how
    # A bound or "late" may stand apart from its value, and a number is compared in figures.
    if not said or (how != "=" and (match.rule == "number" or _BOUND.match(match.read_as))):
        said = match.read_as or said
    if match.rule == "closed answer":
        said = said.upper() if len(said) == 1 else said
        how = "chooses another" if how == "not" else how
    is_identical = how == "=" and said.casefold() == match.meant.casefold()
    sentence = _IDENTICAL if is_identical else SENTENCES[how]
    return Finding(
        match.rule, sentence.format(said=_value_in_sentence(said), meant=_value_in_sentence(match.meant)), quoted
    )


def _value_in_sentence(text: str) -> str:
    """Separates the items of a list by commas, and puts a value of many words between quotation marks."""
    text = shorten(text, _LONGEST_VALUE, placeholder=" …")
    if "; " in text:
        return text.replace("; ", ", ")
    return f"“{text}”" if text.count(" ") >= _FEWEST_SPACES_QUOTED else text


def verdict_reason(scores: Mapping[str, Any], found: WordsFound, answer: str, reference: str) -> str:
    """Returns why an answer has its verdict, and what makes it unsure.

    Args:
        scores: The scores of one answer, as `Scores.row` returns them.
        found: Which of the reference's words the answer has.
        answer: The text that was compared.
        reference: The reference that the scores belong to.
    """
    reason = _reason_of_verdict(scores, found, answer, reference)
    if scores["verdict"] != UNSURE:
        return reason
    end = "" if reason.endswith((".", "?", "!")) else "."
    return f"{reason}{end} Please check: {_reason_of_unsure(scores)}"


def _reason_of_unsure(scores: Mapping[str, Any]) -> str:
    if scores["rule"] and not scores["is_other_value"] and scores.get("asserted", 1.0) < EVEN:
        return "the trained model doubts that it gives this value as the answer"
    close = f"the score of {scores['smile']:.2f} is close to the threshold"
    is_correct = bool(scores["correct"])
    verb = "differ" if is_correct else "match"
    return _UNSURE[scores["doubt_reason"]].format(close=close, side=_SIDES[is_correct], verb=verb)


def _reason_of_verdict(scores: Mapping[str, Any], found: WordsFound, answer: str, reference: str) -> str:
    if scores["not_attempted"]:
        return NOT_ATTEMPTED[scores["not_attempted"]]
    is_correct, is_other = bool(scores["correct"]), bool(scores["is_other_value"])
    if not is_correct and not is_other and scores.get("asserted", 1.0) < EVEN:
        mentioned = (found.has_reference and _short_quote_in_reason(found.phrase)) or "the correct answer"
        return f"The model judges that it mentions {mentioned} without giving it as the answer"
    if scores["rule"]:
        return f"{scores['evidence']}{_overruling_cause(scores, speaks_for=not is_other)}"
    if found.has_reference:
        return _reason_of_mention(found, reference) + _overruling_cause(
            scores, speaks_for=is_correct if found.has_other_sign else True
        )
    if is_correct:
        return _reason_of_correct(scores, found)
    if (
        found.n_missing == found.n_key_words
        and (said := _short_quote_in_reason(answer))
        and (meant := _short_quote_in_reason(reference))
    ):
        return f"Says {said} instead of {meant}"
    if found.n_missing:
        return _reason_of_missing_words(scores, found)
    if found.is_reordered:
        return _REORDERED
    return f"{_ALL_KEY_WORDS}{_overruling_cause(scores, speaks_for=True)}"


def _reason_of_correct(scores: Mapping[str, Any], found: WordsFound) -> str:
    if _model_agrees(scores):
        return "The model judges that the meanings match"
    if found.is_reordered:
        return _REORDERED
    if not found.n_missing:
        return _ALL_KEY_WORDS
    if found.n_missing < found.n_key_words:
        return _reason_of_missing_words(scores, found)
    nearest = _short_quote_in_reason(found.phrase)
    return f"Has {nearest}, which is close to the correct answer" if nearest else "The meanings are close"


_REORDERED = "Contains the correct answer's words in a different order"
_ALL_KEY_WORDS = "Contains every key word of the correct answer in another wording"


def _reason_of_missing_words(scores: Mapping[str, Any], found: WordsFound) -> str:
    """Returns how many of the key words the answer has, and which it lacks as the reference writes them."""
    n, n_missing = found.n_key_words, found.n_missing
    listed = ", ".join(found.words_missing[:MOST_MISSING])
    n_more = n_missing - MOST_MISSING
    lacked = f"{listed}{f' and {n_more} more' if n_more > 0 else ''}" if listed else ""
    where = " in its final answer" if scores["answer_marker"] else ""
    if n_missing < n:
        return f"Contains {n - n_missing} of the {n} key words{where}" + (f"; missing: {lacked}" if lacked else "")
    if n == 1 and lacked:
        return f"Doesn't mention {lacked}{where}"
    return f"Contains none of the key words{where}" + (f"; missing: {lacked}" if lacked else "")


def judge_reason(*, is_correct: bool) -> str:
    """Returns why an answer that a judge decided has its verdict."""
    return f"The judge calls the answer {'correct' if is_correct else 'incorrect'}"


def _overruling_cause(scores: Mapping[str, Any], *, speaks_for: bool) -> str:
    """Returns the cause that overruled a reason; "" if the reason supports the verdict."""
    is_correct = bool(scores["correct"])
    if speaks_for == is_correct:
        return ""
    if _model_agrees(scores):
        return f", but the model judges that the meanings {'match' if is_correct else 'differ'}"
    return f", but the score is {_SIDES[is_correct]} the threshold"


def _model_agrees(scores: Mapping[str, Any]) -> bool:
    """Returns whether a trained model read the meaning, and supports the verdict."""
    match = scores.get("equivalence", EVEN)
    return match not in _NOT_READ and (match > EVEN) == bool(scores["correct"])


def _reason_of_mention(found: WordsFound, reference: str) -> str:
    if found.has_other_sign:
        return "Contains the correct answer's words, but with another sign"
    if found.is_verbatim:
        shown = _short_quote_in_reason(reference)
        return f"Contains the correct answer{shown and f': {shown}'}"
    shown = _short_quote_in_reason(found.phrase)
    return f"Contains the correct answer in another form{shown and f': {shown}'}"


def _short_quote_in_reason(text: str) -> str:
    """Returns a text as reasons show it, "" if it is long."""
    text = " ".join(text.split()).rstrip(".")
    return _value_in_sentence(text) if len(text) <= _LONGEST_QUOTED else ""


def names_others(reference: str, answer: View) -> bool:
    """Returns whether an answer names more than the reference: after a turn ("but"), after "or", or in a long list.

    People mostly accept such answers, so this only raises the doubt.

    >>> texts = "Bell or Gray", "Bell tried. However, Gray was first.", "Ada, Bob, Cy, Dee, Ed, Bell", "It was Bell."
    >>> [names_others("Bell", View(text)) for text in texts]
    [True, True, True, False]
    """
    small = answer.small
    n = len(_SEPARATOR.findall(small))
    if (n < _FEWEST_SEPARATORS and not _MAY_JOIN.search(small)) or not (mentions := answer.mentions(reference)):
        return False
    joins = (
        _OR_BEFORE.search(small, max(0, start - 8), start) or _OR_AFTER.match(small, stop) for start, stop in mentions
    )
    if _TURN.search(small, mentions[-1][1]) or any(joins):
        return True
    n -= len(_SEPARATOR.findall(reference.lower()))
    return n >= _FEWEST_SEPARATORS and small.count(" ") < _MOST_WORDS_EACH * n
