"""Closed answers: yes or no, true or false, the letter of a choice, one, both or neither of what is offered.

Only the answer's own commitment counts: "I have no idea" is not "no", and "The answer is B, a fish" is not "A".
"""

from typing import Final

from ....caches import cached
from ....lazy_patterns import lazy_re
from ...view import How, Match, View
from .multiple_choice import (
    Choice,
    choice_labels_of_answer,
    choice_labels_of_reference,
    chosen_alternative,
    listed_choice_labels,
    offered_alternatives,
    offers_choice,
    question_options,
    read_choice,
)
from .restatements import restated_polarity
from .yes_no import Polarity, polarity_of_answer, stated_polarity

_RULE: Final = "closed answer"
_LONGEST_CHOICE = 400
_LONGEST_OPTION = 200
_FEW_WORDS = 15

_TOTAL = lazy_re(r"(?i)\W*(both|neither)(?: (?:of )?(?:them|these|those|one|are|is)(?: (?:correct|right|true))?)?\W*")
# "No, he was acquitted": what a reference says before it says more
_BEGINS = lazy_re(r"(?i)(yes|no)(?:[,.;:]|\s[\u2013\u2014-])\s*\S")
# "right" and "wrong" say yes and no only where one of these is asked for.
_RIGHT_OR_WRONG = lazy_re(r"(?i)\W*(?:right|wrong)\W*")
_TRUE_OR_FALSE = lazy_re(r"(?i)\b(?:true|false)\b")
# "True or false", "T/F", "Is it correct or incorrect": then T and F are no options.
_ASKS_TRUE_OR_FALSE = lazy_re(
    r"(?i)\btrue\b.*\bfalse\b|\bT ?(?:/|or) ?F\b|\b(?:correct|right)\b.*\b(?:incorrect|wrong|not)\b"
)
_LETTERS_OF_TRUTH: dict[str, Polarity] = {"T": "yes", "F": "no"}
# "vitamin C", "type A is"; but not "a carrot", "U.S.A."
_LETTER = lazy_re(
    r"(?<![\w'\u2019.+#&-])([A-Za-z])(?![\w'\u2019+#&-]|\.[A-Za-z])"
    r"(?<!\b[AaIi](?= (?!is\b|was\b|and\b|or\b|because\b)\w))"
)


@cached(2**14)
def may_be_closed(reference: str) -> bool:
    """Returns whether a reference may be closed: it says yes or no, or is a label. The question does not matter.

    >>> may_be_closed("yes"), may_be_closed("No, it closed in May"), may_be_closed("B) trout"), may_be_closed("Norway")
    (True, True, True, False)
    """
    return len(reference) <= _LONGEST_OPTION and (
        stated_polarity(reference) is not None
        or read_choice(reference).label != ""
        or _BEGINS.match(reference) is not None
    )


def compare_closed_answer(reference: str, answer: View, question: str | None) -> Match | None:
    """Returns whether an answer commits to a closed reference, or None if that is unclear.

    >>> [compare_closed_answer("no", View(text), None).is_same for text in ("I have no idea.", "No.")]
    [False, True]
    >>> compare_closed_answer("A", View("The answer is B, a fish"), "Which is a fish? A) whale B) trout").is_same
    False
    >>> compare_closed_answer("yes", View("There is no bowl here."), "Is there a bowl?").how
    'says another'
    """
    # Most references are texts as any other: closed only where the question lists them among its options.
    question = question or ""
    if not (may_be_closed(reference) or (offers_choice(question) and len(reference) <= _LONGEST_OPTION)):
        return None
    text, listed, choice = reference.strip(" ."), question_options(question), read_choice(reference)
    polarity = stated_polarity(reference)
    if choice.label in _LETTERS_OF_TRUTH and not listed and _ASKS_TRUE_OR_FALSE.search(question):
        polarity, choice = _LETTERS_OF_TRUTH[choice.label], Choice("", text)
    found = None
    if offers_choice(question) and not listed and (polarity is None or _RIGHT_OR_WRONG.fullmatch(text)):
        found = _compare_closed_alternative(text, answer, question)
    if found is None and (listed or choice.label):
        found = _compare_closed_choice(text, choice, answer, listed)
    if found is not None or choice.label:
        return found
    if polarity is not None:
        return _compare_closed_polarity(text, polarity, answer, question)
    return _compare_closed_beginning(reference, answer, question)


def _compare_closed_alternative(reference: str, answer: View, question: str) -> Match | None:
    """Compares with one of the alternatives that the question offers, or with both or neither of them."""
    total = _TOTAL.fullmatch(reference)
    offered = offered_alternatives(question, None if total else reference)
    if offered is None or len(answer.small) > _LONGEST_CHOICE:
        return None
    said = chosen_alternative(offered, answer.small)
    wanted: list[int | str] = [total[1].lower()] if total else [*offered.places(reference)]
    # A longer answer may weigh both before it decides.
    is_weighed = not (total or isinstance(said, int)) and len(answer.small.split()) > _FEW_WORDS
    if said is None or len(wanted) != 1 or is_weighed:
        return None
    shown = offered.texts[said] if isinstance(said, int) else said
    if [said] == wanted:
        return answer.match(_RULE, True, "chooses", shown, "")
    return answer.match(_RULE, False, "chooses another", shown, reference)


def _compare_closed_polarity(text: str, polarity: str, answer: View, question: str) -> Match | None:
    said = polarity_of_answer(answer.small, _TRUE_OR_FALSE.search(text) is not None)
    if said in (None, "neither") and question:
        said = restated_polarity(question, answer.small) or said
    if said is None:
        return None
    if said == "neither":
        return answer.match(_RULE, False, "says neither", "", "")
    if said == polarity:
        return answer.match(_RULE, True, "says", said, "")
    return answer.match(_RULE, False, "says another", said, polarity)


def _compare_closed_beginning(reference: str, answer: View, question: str) -> Match | None:
    """Rejects an answer that commits to the opposite of the beginning of a reference: "No, it closed in May"."""
    begins = _BEGINS.match(reference)
    if not begins or not question:
        return None
    polarity = begins[1].lower()
    said = polarity_of_answer(answer.small)
    is_other = said in ("yes", "no") and said != polarity
    return answer.match(_RULE, False, "says another", said, polarity) if said and is_other else None


def _compare_closed_choice(reference: str, choice: Choice, answer: View, listed: dict[str, str]) -> Match | None:
    if not listed and not (choice.text and choice.is_sure):
        return None if choice.text else _compare_closed_letter(choice.label, answer)
    wanted = choice_labels_of_reference(reference, choice, listed) if listed else (choice.label,)
    label = " and ".join(wanted)
    said = choice_labels_of_answer(answer.small, listed) if wanted else ()
    if len(wanted) > 1:
        said = listed_choice_labels(answer.text, listed) or said
    if not said:
        # "A" and "I" are words too.
        is_bare = listed and label in ("A", "I") and not choice.text
        return answer.match(_RULE, False, "chooses none", "", label) if is_bare else None
    if set(said) == set(wanted):
        return answer.match(_RULE, True, "chooses", " and ".join(said), label)
    how: How = "chooses several" if len(said) > 1 else "not"
    return answer.match(_RULE, False, how, " and ".join(said), label)


def _compare_closed_letter(label: str, answer: View) -> Match | None:
    """Compares a letter without its options: a choice, a vitamin, a blood group, a grade."""
    if label.isdigit():
        return None
    letters = {letter.upper() for letter in _LETTER.findall(answer.small)}
    if label in letters or answer.small.strip(" .\"'()").upper() == label:
        return answer.match(_RULE, True, "has the letter", "", label)
    return answer.match(_RULE, False, "not", letters.pop(), label) if len(letters) == 1 else None
