"""Closed answers: yes or no, true or false, the letter of a choice, one, both or neither of what is offered.

Only the answer's own commitment counts: "I have no idea" is not "no", and "The answer is B, a fish" is not "A".
"""

import re
from functools import lru_cache
from typing import Any, Literal, NamedTuple

from ...lazy_patterns import Patterns
from ..answer import Answer, Match
from .closed_words import all_words
from .either_or import Commitment, alternatives, committed, denies, may_offer, trimmed
from .multiple_choice import Choice, chosen, is_choice, options, read_choice, several, wanted_labels
from .restatements import asks_closed, restated
from .yes_no import commitment, stated_polarity

_PATTERNS = Patterns(__file__, re.IGNORECASE)
_RULE = "closed answer"
_LONGEST_CHOICE = 400
_LONGEST_OPTION = 200
_FEW_WORDS = 15

_LETTERS_OF_TRUTH = {"T": "yes", "F": "no"}


class _Closed(NamedTuple):
    """A reference as a closed answer, in each way in which it can be read; as an option, by its label or text."""

    text: str
    polarity: Literal["yes", "no", "neither"] | None
    total: Literal["both", "neither"] | None
    choice: Choice

    @property
    def is_closed(self) -> bool:
        return self.polarity is not None or self.choice.label != ""


@lru_cache(maxsize=2**14)
def may_be_closed(reference: str) -> bool:
    """Returns whether a reference says yes or no, or has a label, whatever the question is.

    >>> may_be_closed("yes"), may_be_closed("No, it closed in May"), may_be_closed("B) trout"), may_be_closed("Norway")
    (True, True, True, False)
    """
    return len(reference) <= _LONGEST_OPTION and (_closed(reference).is_closed or _begins(reference) is not None)


def compare(reference: str, answer: Answer, question: str | None) -> Match | None:
    """Returns whether an answer commits to the reference; none if the rules cannot tell.

    >>> compare("no", Answer("I have no idea."), None).is_same, compare("no", Answer("No."), None).is_same
    (False, True)
    >>> compare("A", Answer("The answer is B, a fish"), "Which is a fish? A) whale B) trout").is_same
    False
    >>> compare("yes", Answer("There is no bowl here."), "Is there a bowl?").how
    'says another'
    """
    # Most references are texts as any other: closed only where the question lists them among its options.
    if len(reference) > _LONGEST_OPTION:
        return None
    question, value = question or "", _closed(reference)
    if not (offers(question) or value.is_closed):
        return _compare_beginning(reference, answer, question)
    listed = options(question)
    says_truth = value.polarity is not None and not _PATTERNS["needs question"].fullmatch(value.text)
    if offers(question) and not (listed or says_truth):
        found = _compare_alternative(value, answer, question)
        if found is not None:
            return found
    choice = value.choice
    if choice.label in _LETTERS_OF_TRUTH and not listed and _PATTERNS["true false"].search(question):
        return _compare_polarity(value.text, _LETTERS_OF_TRUTH[choice.label], answer, question)
    if listed or choice.label:
        found = _compare_choice(value, answer, question, listed)
        if found is not None or choice.label:
            return found
    return None if value.polarity is None else _compare_polarity(value.text, value.polarity, answer, question)


@lru_cache(maxsize=2**14)
def _closed(reference: str) -> _Closed:
    total = _PATTERNS["total"].fullmatch(reference)
    words: Any = total[1].lower() if total else None
    return _Closed(reference.strip(" ."), stated_polarity(reference), words, read_choice(reference))


def _compare_alternative(value: _Closed, answer: Answer, question: str) -> Match | None:
    """Compares with one of the alternatives that the question offers, or with both or neither of them."""
    offered = alternatives(question, None if value.total else value.text)
    if offered is None or len(answer.small) > _LONGEST_CHOICE:
        return None
    said = committed(offered, answer.small)
    wanted: Commitment | None = value.total
    if wanted is None:
        words = trimmed(all_words(value.text))
        places = [number for number, its in enumerate(offered.words) if its == words] or [
            number for number, its in enumerate(offered.words) if set(words) <= set(its)
        ]
        if len(places) != 1:
            return None
        wanted = places[0]
        if said is None and denies(offered, answer.small, wanted):
            return answer.match(_RULE, False, "denies", "", value.text)
        # A longer answer may weigh both before it decides.
        if not isinstance(said, int) and len(answer.small.split()) > _FEW_WORDS:
            return None
    if said is None:
        return None
    shown = offered.texts[said] if isinstance(said, int) else said
    if said == wanted:
        return answer.match(_RULE, True, "chooses", shown, "")
    return answer.match(_RULE, False, "chooses another", shown, value.text)


def _compare_polarity(text: str, polarity: str, answer: Answer, question: str) -> Match | None:
    if question and not asks_closed(question):
        return None
    if _PATTERNS["needs question"].fullmatch(text) and not _PATTERNS["wrong"].search(question):
        return None
    said = commitment(answer.small, _PATTERNS.has("of truth", text))
    if said in (None, "neither") and question:
        said = restated(question, answer.small) or said
    if said is None:
        return None
    if said == "neither":
        return answer.match(_RULE, False, "says neither", "", "")
    if said == polarity:
        return answer.match(_RULE, True, "says", said, "")
    return answer.match(_RULE, False, "says another", said, polarity)


def _compare_beginning(reference: str, answer: Answer, question: str) -> Match | None:
    """Says that an answer is wrong which commits to the opposite of how a reference begins: "No, it closed in May"."""
    begins = _begins(reference)
    if not begins or not question or not asks_closed(question):
        return None
    polarity = begins[1].lower()
    said = commitment(answer.small)
    is_other = said in ("yes", "no") and said != polarity
    return answer.match(_RULE, False, "says another", said, polarity) if said and is_other else None


def _compare_choice(value: _Closed, answer: Answer, question: str, listed: dict[str, str]) -> Match | None:
    choice = value.choice
    wanted = wanted_labels(value.text, choice, listed) if listed else (choice.label,)
    label = " and ".join(wanted)
    if len(wanted) > 1:
        said = several(answer.text, listed) or chosen(answer.small, listed)
        is_same = set(said) == set(wanted)
        how = "chooses" if is_same else "chooses another"
        return answer.match(_RULE, is_same, how, " and ".join(said), label) if said else None
    if not label or not (listed or is_choice(choice, question)):
        return _compare_letter(choice, answer) if choice.label and not listed else None
    labels = chosen(answer.small, listed)
    if not labels:
        is_bare = listed and len(label) == 1 and label in "AI" and not choice.text
        return answer.match(_RULE, False, "chooses none", "", label) if is_bare else None
    if len(labels) > 1:
        return answer.match(_RULE, False, "chooses several", " and ".join(labels), label)
    if labels[0] == label:
        return answer.match(_RULE, True, "chooses", label, "")
    if choice.text and re.search(rf"(?i)(?<!\w){re.escape(choice.text)}(?!\w)", answer.small):
        # The letter is wrong but the option's text is right: undecided.
        return None
    return answer.match(_RULE, False, "not", labels[0], label)


def _compare_letter(choice: Choice, answer: Answer) -> Match | None:
    """Compares a letter that need not be a choice: a vitamin, a blood group, a grade."""
    if choice.text or len(choice.label) > 1 or choice.label.isdigit():
        return None
    letters = [letter.upper() for letter in _PATTERNS["letter"].findall(answer.small)]
    if choice.label in letters or answer.small.strip(" .\"'()").upper() == choice.label:
        return answer.match(_RULE, True, "has the letter", "", choice.label)
    return answer.match(_RULE, False, "not", letters[0], choice.label) if len(set(letters)) == 1 else None


def _begins(reference: str) -> re.Match[str] | None:
    return _PATTERNS["begins"].match(reference) if reference[:2].lower() in ("ye", "no") else None


@lru_cache(maxsize=2**12)
def offers(question: str | None) -> bool:
    """Returns whether a question lists options, or may offer alternatives: then any short text may be one of them."""
    return question is not None and (may_offer(question) or bool(options(question)))
