"""Answers that name several candidates for one thing and choose none: "Toronto, Ottawa or Montreal"."""

import re
from dataclasses import dataclass

from ..answer import Answer, Match, answer_of
from ..single_values import compare_single
from .list_items import (
    PATTERNS,
    Item,
    alike,
    is_item,
    items,
    pieces,
    spaced_words,
    without_brackets,
    without_lead_in,
)

_RULE = "candidates"
# Only an answer with one of these, or with two commas, is looked at.
_BETWEEN = (" or ", "/", "? ", "erhaps ", "aybe ", "also be ", "as well be ", "B) ", "b) ", "B. ", "2. ", "2) ")
# "Or was it B", "it could also be B": without one of these, nothing joins two candidates in two sentences.
_JOINTS = (" or ", "\nor ", " also ", " well ", " equally ")
# The answer says itself that it chooses none; without one of the signs it does not.
_SIGNS = PATTERNS.alternatives("may choose none")
_LONGEST = 600
_FEWEST = 3
# Longer answers are no lists of short items.
_MOST_WORDS = 5
_MOST_WORDS_AROUND = 15
_FEWEST_BARE = 5


@dataclass(frozen=True, slots=True)
class Candidates:
    """The things that an answer names.

    Attributes:
        items: Them.
        rest: What follows after them, with normalised words between spaces.
        is_open: Whether the answer says that it chooses none; otherwise two things may be two names of one.
        is_bare: Whether it has nothing but commas between them, so that it may list the parts of a right answer.
    """

    items: tuple[Item, ...]
    rest: str
    is_open: bool
    is_bare: bool = False


def candidates(answer: str) -> Candidates | None:
    """Returns the candidates that an answer names without choosing one.

    >>> [item.text for item in candidates("It could be Sardinia, Sicily or Crete.").items]
    ['Sardinia', 'Sicily', 'Crete']
    >>> [item.text for item in candidates("I think it's Sicily, or was it Crete?").items]
    ['Sicily', 'Crete']
    >>> candidates("Sicily, not Sardinia or Crete"), candidates("Ottawa, Ontario, Canada")
    (None, None)
    """
    if len(answer) > _LONGEST or (answer.count(",") < _FEWEST - 1 and not any(map(answer.__contains__, _BETWEEN))):
        return None
    if lettered := _lettered(answer):
        return lettered
    text = without_brackets(answer).strip()
    if " or " in text:
        text = PATTERNS["undecided end"].sub("?", PATTERNS["undecided lead"].sub("maybe ", text, count=1))
    if any(map(text.__contains__, _JOINTS)):
        text = PATTERNS["undecided joint"].sub(" or maybe ", text)
    n_items = 1 + sum(map(text.count, (",", " or ", " and ", "/", "?", ")")))
    may_choose_none = n_items >= _FEWEST and any(map(text.lower().__contains__, _SIGNS))
    if may_choose_none and (sign := PATTERNS["chooses none"].search(text)):
        return _before_sign(text, sign)
    if text.count(" ") > _MOST_WORDS * n_items + _MOST_WORDS_AROUND or PATTERNS["no candidates"].search(text):
        return None
    if len(PATTERNS["hedge"].findall(text)) > 1:
        first, *rest = PATTERNS["any sentence end"].split(text, maxsplit=1)
        listed = tuple(items(first))
        return Candidates(listed, spaced_words(" ".join(rest)), True) if len(listed) > 1 else None
    return _whole(text)


def _before_sign(text: str, sign: re.Match[str]) -> Candidates | None:
    """The longest list up to the words that say that none is chosen."""
    lists = [items(without_lead_in(part)) for part in PATTERNS["any sentence end"].split(text[: sign.start()])]
    found = max(lists, key=len)
    if len(found) >= _FEWEST:
        return Candidates(tuple(found), spaced_words(text[sign.end() :]), True)
    # "Not sure which: Paris, Lyon or Nice"
    return _whole(text[sign.end() :].lstrip(" :,-"), is_open=True) if sign.start() == 0 else None


def _lettered(text: str) -> Candidates | None:
    """The candidates of "A) Etna B) Vesuvius C) Stromboli"; numbered ones may be parts of a right answer."""
    sign = PATTERNS["lettered"].match(text)
    if not sign or len(PATTERNS["lettered"].findall(text)) < _FEWEST:
        return None
    texts = [one.strip(" .,;\n") for one in PATTERNS["lettered"].split(text)]
    found = tuple(Item(one, spaced_words(one)) for one in texts if one)
    is_bare = any(letter.isdigit() for letter in sign[0])
    return Candidates(found, "", True, is_bare) if all(is_item(one.text) for one in found) else None


def _whole(text: str, is_open: bool = False) -> Candidates | None:
    """The candidates of an answer that as a whole is a list."""
    is_asked = text.count("?") > 1 or (text.endswith("?") and PATTERNS.has("or", text))
    body = PATTERNS["one of"].sub("", without_lead_in(text), count=1)
    if (PATTERNS["any sentence end"].search(body) and not is_asked) or not all(map(is_item, pieces(body))):
        return None
    found = tuple(items(body))
    is_open = is_open or is_asked or PATTERNS.has("hedged lead", text)
    if len(found) < 2 or (len(found) < _FEWEST and not (is_asked or PATTERNS["or"].search(body))):
        return None
    if is_open:
        return Candidates(found, "", True)
    if PATTERNS["and"].search(body):
        return None
    if PATTERNS["or"].search(body) or PATTERNS["slash"].search(body):
        return Candidates(found, "", False)
    return None if len(found) < _FEWEST_BARE else Candidates(found, "", False, True)


def compare(reference: str, found: Candidates, answer: Answer, question: str | None) -> Match | None:
    """Says that an answer is wrong which names a reference that is one thing as one of its candidates.

    >>> answer = Answer("Toronto, Ottawa or Montreal")
    >>> compare("Ottawa", candidates(answer.small), answer, None).how
    'candidates'
    """
    prediction = answer.small
    asked = question or ""
    if found.is_bare and PATTERNS["asks for several"].search(asked):
        return None
    its_words = spaced_words(reference)
    its = [item for item in found.items if _are_one(its_words, item.spaced, found.is_open)]
    others = [item for item in found.items if item not in its]
    read = [(item, match.is_same) for item in others if (match := compare_single(reference, answer_of(item.text)))]
    right = its + [item for item, is_same in read if is_same]
    if len(right) != 1 or its_words in found.rest:
        return None
    if not found.is_open and (
        PATTERNS["asks what is possible"].search(asked) or _may_be_synonyms(prediction, reference, its, others, asked)
    ):
        return None
    if len(found.items) < _FEWEST and not found.is_open and all(is_same for _, is_same in read):
        return None
    as_shown = {item.text: without_lead_in(answer.as_written(item.text)) for item in found.items}
    shown = alike([text for text in as_shown.values() if is_item(text)])
    how = "candidates" if len(shown) > 1 and as_shown[right[0].text] in shown else "several candidates"
    return answer.match(_RULE, False, how, shown, "")


def _may_be_synonyms(prediction: str, reference: str, its: list[Item], others: list[Item], question: str) -> bool:
    """Whether the others may say the same: "Paris, the capital, or the City of Light"; "a sofa, couch or settee"."""
    if reference.islower():
        return PATTERNS.has("asks for a word", question)
    described = set(PATTERNS["described noun"].findall(prediction.lower()))
    return any(_first_word(item) in described for item in others) and all(
        _first_word(item) not in described for item in its
    )


def _first_word(item: Item) -> str:
    return item.text.split()[0].lower()


def _are_one(reference: str, item: str, is_open: bool) -> bool:
    """Whether an item is the reference, or part of its name; the first item of a sentence may have words before it."""
    return item in reference or (reference in item and (is_open or len(item.split()) <= len(reference.split()) + 2))
