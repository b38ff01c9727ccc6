"""Closed answers: yes or no, true or false, the letter of a choice, all, both or none of what is offered.

Only the answer's own commitment counts: "I have no idea" is not "no", and "The answer is B, a fish" is not "A".
"""

import re
from dataclasses import dataclass
from typing import Literal

from ...lazy_patterns import lazy_re
from ..answer import Answer
from ..match import Match
from .declarative_answers import restated
from .either_or import Commitment, alternatives, committed, denies, may_offer, trimmed
from .multiple_choice import Choice, chosen, is_choice, options, read_choice
from .questions import all_words, asks_closed
from .yes_no import commitment, stated_polarity

_RULE = "closed answer"
_LONGEST_CHOICE = 400
_FEW_WORDS = 15

_OF_TRUTH = lazy_re(r"(?i)\b(?:true|false)\b")
_NEEDS_QUESTION = lazy_re(r"(?i)\W*(?:right|wrong)\W*")
_WRONG = lazy_re(r"(?i)\b(?:wrong|incorrect|true|false)\b")
_TRUE_FALSE = lazy_re(r"(?i)\btrue\b.*\bfalse\b|\bT ?(?:/|or) ?F\b|\b(?:correct|right)\b.*\b(?:incorrect|wrong|not)\b")
# What a reference begins with that is a label, all, both or none, or says yes or no.
_MAY_BE_CLOSED = lazy_re(
    r"\W*(?:boxed|option|choice|answer|letter|correct|right|final|(?:it|this|that) is "
    r"|the (?:statement|claim|answer|correct|right|final|option|choice|letter)"
    r"|(?:\w|\d\d|[ivx]{1,4}|yes|yeah|yep|true|i agree|agree|affirmative|no|nope|false|incorrect|wrong|untrue|not"
    r"|i disagree|disagree|all|none|both|neither)\b)",
    re.IGNORECASE,
)
_LETTERS_OF_TRUTH = {"T": "yes", "F": "no"}

_TOTALS: dict[str, re.Pattern[str]] = {
    "all": lazy_re(
        r"(?i)\W*all(?: (?:of )?(?:the above|these|them|those|(?:these|the) (?:options|choices|answers)"
        r"|(?:the )?(?:three|four|five)))?(?: (?:are|is) (?:correct|right|true))?\W*"
    ),
    "none": lazy_re(
        r"(?i)\W*(?:none|not any)(?: of (?:the above|these|them|those|(?:these|the) (?:options|choices|answers)))?"
        r"(?: (?:are|is) (?:correct|right|true))?\W*"
    ),
    "both": lazy_re(r"(?i)\W*both(?: (?:of )?(?:them|these|those|are(?: (?:correct|right|true))?|the above))?\W*"),
    "neither": lazy_re(
        r"(?i)\W*neither(?: (?:of )?(?:them|these|those|one|is(?: (?:correct|right|true))?|the above))?\W*"
    ),
}
_SAYS_TOTAL: dict[str, re.Pattern[str]] = {
    "all": lazy_re(
        r"(?i)\b(?<!not )all\b(?! (?:wrong|incorrect|false|right$))|\b(?:every one|each|everything|every single one)\b"
    ),
    "none": lazy_re(
        r"(?i)\b(?:none|neither|nothing|not any|nobody|no one|(?:are|is) (?:all )?(?:wrong|incorrect|false))\b"
    ),
    "both": lazy_re(r"(?i)\b(?<!not )both\b(?! (?:wrong|false))|\bthe two of them\b|\beach of (?:them|the two)\b"),
    "neither": lazy_re(r"(?i)\b(?:neither|none|not either|no one of them|(?:are|is) both (?:wrong|false))\b"),
}
_TWO_TOTALS: dict[str, Commitment] = {"both": "both", "neither": "neither"}
_CONTRARY = {"all": "none", "none": "all", "both": "neither", "neither": "both"}


@dataclass(frozen=True, slots=True)
class ClosedReference:
    """A reference as a closed answer, in each way in which it can be read.

    Attributes:
        text: The reference.
        polarity: What it says as yes or no, if it does.
        total: `all`, `none`, `both` or `neither`, if it is one of them.
        choice: Its label or text as an option.
    """

    text: str
    polarity: Literal["yes", "no", "neither"] | None
    total: str | None
    choice: Choice | None

    @property
    def needs_options(self) -> bool:
        """Whether this is a text as any other, which is closed only where the question lists it among its options."""
        return self.polarity is None and self.total is None and (self.choice is None or not self.choice.label)


def may_be_closed(reference: str) -> bool:
    """Returns whether a reference may be a closed answer by itself, without a question that lists it as an option.

    >>> may_be_closed("No, it is not"), may_be_closed("B."), may_be_closed("Bob")
    (True, True, False)
    """
    return _MAY_BE_CLOSED.match(reference) is not None


def read(reference: str) -> ClosedReference | None:
    """Returns a reference as a closed answer. Any short text can be the text of an option that the question lists.

    >>> read("Yes.").polarity, read("(b)").choice.label, read("Both of them").total
    ('yes', 'B', 'both')
    """
    choice = read_choice(reference)
    polarity = stated_polarity(reference)
    total = next((name for name, pattern in _TOTALS.items() if pattern.fullmatch(reference)), None)
    if choice is None and polarity is None and total is None:
        return None
    return ClosedReference(reference.strip(" ."), polarity, total, choice)


def compare(value: ClosedReference, answer: Answer, question: str | None) -> Match | None:
    """Returns whether an answer commits to the reference; none if the rules cannot tell.

    >>> compare(read("no"), Answer("I have no idea."), None).is_same, compare(read("no"), Answer("No."), None).is_same
    (False, True)
    >>> compare(read("A"), Answer("The answer is B, a fish"), "Which is a fish? A) whale B) trout").is_same
    False
    >>> compare(read("yes"), Answer("There is no bowl here."), "Is there a bowl?").how
    'says another'
    """
    listed = options(question) if question else {}
    is_text = value.polarity is None or _NEEDS_QUESTION.fullmatch(value.text)
    if question and not listed and is_text and may_offer(question):
        found = _compare_alternative(value, answer, question)
        if found is not None:
            return found
    if value.needs_options and not listed:
        return None
    if value.choice is not None and (listed or value.choice.label):
        if value.choice.label in _LETTERS_OF_TRUTH and not listed and _TRUE_FALSE.search(question or ""):
            polarity = _LETTERS_OF_TRUTH[value.choice.label]
            return _compare_polarity(value.text, polarity, answer, question)
        found = _compare_choice(value.choice, answer, question)
        if found is not None or value.choice.label:
            return found
    if value.polarity is not None:
        return _compare_polarity(value.text, value.polarity, answer, question)
    return _compare_total(value.total, answer) if value.total is not None else None


def _compare_alternative(value: ClosedReference, answer: Answer, question: str) -> Match | None:
    """Compares with one of the alternatives that the question offers, or with both or neither of them."""
    total = _TWO_TOTALS.get(value.total) if value.total else None
    offered = alternatives(question, None if total else value.text)
    if offered is None or len(answer.small) > _LONGEST_CHOICE:
        return None
    said = committed(offered, answer.small)
    if total:
        return _of_alternative(answer, value.text, said, total, offered.texts) if said is not None else None
    words = trimmed(all_words(value.text))
    wanted = [number for number, its in enumerate(offered.words) if its == words] or [
        number for number, its in enumerate(offered.words) if set(words) <= set(its)
    ]
    if len(wanted) != 1:
        return None
    if said is None:
        is_denied = denies(offered, answer.small, wanted[0])
        return answer.match(_RULE, False, "denies", "", value.text) if is_denied else None
    if not isinstance(said, int) and len(answer.small.split()) > _FEW_WORDS:
        # A longer answer may weigh both before it decides.
        return None
    return _of_alternative(answer, value.text, said, wanted[0], offered.texts)


def _of_alternative(answer: Answer, text: str, said: Commitment, wanted: Commitment, texts: tuple[str, ...]) -> Match:
    shown = texts[said] if isinstance(said, int) else said
    if said == wanted:
        return answer.match(_RULE, True, "chooses", shown, "")
    return answer.match(_RULE, False, "chooses another", shown, text)


def _compare_polarity(text: str, polarity: str, answer: Answer, question: str | None) -> Match | None:
    if question and not asks_closed(question):
        return None
    if _NEEDS_QUESTION.fullmatch(text) and not (question and _WRONG.search(question)):
        return None
    said = commitment(answer.small, _OF_TRUTH.search(text) is not None)
    if said in (None, "neither") and question:
        said = restated(question, answer.small) or said
    if said is None:
        return None
    if said == "neither":
        return answer.match(_RULE, False, "says neither", "", "")
    if said == polarity:
        return answer.match(_RULE, True, "says", said, "")
    return answer.match(_RULE, False, "says another", said, polarity)


def _compare_choice(choice: Choice, answer: Answer, question: str | None) -> Match | None:
    listed = options(question) if question else {}
    label = choice.label
    if listed and label not in listed:
        wanted = choice.text.casefold()
        label = next((name for name, text in listed.items() if text and text.casefold() == wanted), "")
    if not label or (not listed and not is_choice(choice, question)):
        return _compare_letter(choice, answer) if choice.label and not listed else None
    labels = chosen(answer.small, listed).labels
    if not labels:
        if listed and len(label) == 1 and label in "AI" and not choice.text:
            return answer.match(_RULE, False, "chooses none", "", label)
        return None
    if len(labels) > 1:
        return answer.match(_RULE, False, "chooses several", " and ".join(labels), label)
    if labels[0] == label:
        return answer.match(_RULE, True, "chooses", label, "")
    if choice.text and re.search(rf"(?i)(?<!\w){re.escape(choice.text)}(?!\w)", answer.small):
        # The letter is another's, the text is right.
        return None
    return answer.match(_RULE, False, "not", labels[0], label)


def _compare_letter(choice: Choice, answer: Answer) -> Match | None:
    """Compares a letter that need not be a choice: a vitamin, a blood group, a grade."""
    if choice.text or len(choice.label) > 1 or choice.label.isdigit():
        return None
    letters = re.findall(
        r"(?<![\w'\u2019.+#&-])([A-Za-z])(?![\w'\u2019+#&-]|\.[A-Za-z])"
        r"(?<!\b[AaIi](?= (?!is\b|was\b|and\b|or\b|because\b)\w))",
        answer.small,
    )
    letters = [letter.upper() for letter in letters]
    if choice.label in letters or answer.small.strip(" .\"'()").upper() == choice.label:
        return answer.match(_RULE, True, "has the letter", "", choice.label)
    if len(set(letters)) == 1:
        return answer.match(_RULE, False, "not", letters[0], choice.label)
    return None


def _compare_total(total: str, answer: Answer) -> Match | None:
    other = _CONTRARY[total]
    says, contradicts = (_SAYS_TOTAL[name].search(answer.small) is not None for name in (total, other))
    if says == contradicts:
        return None
    if says:
        return answer.match(_RULE, True, "says", total, "")
    return answer.match(_RULE, False, "says another", other, total)
