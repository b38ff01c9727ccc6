"""References that are lists: a correct answer has all items in any order, and no other item."""

import re
from dataclasses import dataclass
from typing import Final

from ....lazy_patterns import lazy_re
from ...clauses import has_negation
from ...view import Match, View, view_of
from ..names import name_table
from ..numbers import CARDINAL_NUMBERS
from ..single_values import compare_single, is_single_value
from .list_items import (
    Item,
    is_list_item,
    items_of_lines,
    list_item_words,
    list_items,
    list_pieces,
    list_without_brackets,
    stated_items,
)

_RULE: Final = "list"
_NUMBERS = CARDINAL_NUMBERS | {"both": 2}
_MOST_ITEMS = 20
_MOST_WORDS = 5
_LONGEST = 300
# What stands before a family name alone, and after it.
_BEFORE_NAME = frozenset(
    "by and or of with to from the is was are were both for as mr mrs ms dr sir between & while then in on".split()
)
_AFTER_NAME = _BEFORE_NAME | set("who which that has had have also but wrote did do does at together".split()) | {""}

# "in order", "from left to right", "rank the ..."; but not "in order to", "in any order".
_ASKS_ORDER = lazy_re(
    r"""(?ix) \b(?:in|by)\ (?:(?!any|no)\w+\ )*order\b(?!\ to\b) | \border\ of\b
    | \bfrom\ (?:the\ )?\w+\ to\ (?:the\ )?\w+(?=[ ,.?]*$)
    | \bfrom\ (?:left|right|top|bottom|first|last|\w+est|most|least)(?:\ \w+)?\ to\b | \b(?:rank|sort|order)\ the\b
    | \b(?:ascending|descending|chronological(?:ly)?|alphabetical(?:ly)?)\b"""
)
# "salt or pepper", "his works": no list of things that an answer has to hold.
_NO_LIST = lazy_re(r"(?i)[\\{}±√]|\b(?:or|etc|e\.g|such as|others?|his|her|their)\b|\.\.\.")
_ASKS_FOR_EXAMPLES = lazy_re(
    r"(?i)\b(?:examples?|such as|(?:name|give) (?:an?|one|any|some)|list (?:some|any)|(?:one|some|any) of|what are some"
    r"|among|at least|several|main|(?:types?|kinds?) of)\b"
)
_HOW_MANY = lazy_re(
    r"(?i)\b(?:which|what|who|the|name|give|are|were|list)\s(?:are |were |the )*"
    r"(two|three|four|five|six|seven|eight|nine|ten|both|\d)\s"
)
_HAS_SEPARATOR = lazy_re(r"(?i)[,;/&\n]|\b(?:and|plus|as well as)\b")
_IS_ENUMERATED = lazy_re(r"(?i)[;\n]|\s(?:and|&|plus|as well as)\s")
# "Beauty and the Beast", but not "the heart and the lungs"
_NAMED_AFTER = lazy_re(r"(?i)(?<!\Athe)(?:and|&) (?:the|an?|his|her|their)[ ]")
_NUMBER = lazy_re(r"\d+")


@dataclass(frozen=True, slots=True)
class ListedReference:
    """The list in a reference.

    Attributes:
        items: Its items.
        is_closed: Whether its items are things of one kind and no title, so that a list with another item is wrong.
        may_be_title: Whether it may be a name with "and" ("Romeo and Juliet"); the question can say that it is none.
    """

    items: tuple[Item, ...]
    is_closed: bool
    may_be_title: bool


def read(reference: str) -> ListedReference | None:
    """Returns the items of a reference that is a list, not a single value with a comma or "and".

    >>> [item.text for item in read("Belgium, the Netherlands and Luxembourg").items]
    ['Belgium', 'Netherlands', 'Luxembourg']
    >>> read("Kennedy, John F."), read("July 4, 1776"), read("Trinidad and Tobago"), read("Paris")
    (None, None, None, None)
    """
    if (
        len(reference) > _LONGEST
        or not _HAS_SEPARATOR.search(reference)
        or _NO_LIST.search(reference)
        or has_negation(reference)
    ):
        return None
    text = list_without_brackets(reference)
    if not all(is_list_item(piece) or piece[-1].isdigit() for piece in list_pieces(text)):
        return None  # "Humans disagree about it and are few"
    if is_single_value(reference) and text == reference:
        return None
    found = tuple(list_items(text))
    if not 1 < len(found) <= _MOST_ITEMS or any(len(one.spaced.split()) > _MOST_WORDS for one in found):
        return None
    if any(one is not other and one.spaced in other.spaced for one in found for other in found):
        return None
    may_be_title = _may_be_listed_title(text, found)
    return ListedReference(found, not may_be_title and _is_of_one_kind(text, found), may_be_title)


def _may_be_listed_title(text: str, found: tuple[Item, ...]) -> bool:
    """Whether two parts with capitals may be one name: "Simon and Garfunkel", "Beauty and the Beast"."""
    if len(found) != 2 or not found[1].text[0].isupper() or name_table.kinds_of_place(found[1].text):
        return False
    return " " not in found[1].text or " of " in found[1].text or _NAMED_AFTER.search(text) is not None


def _is_of_one_kind(text: str, found: tuple[Item, ...]) -> bool:
    if "/" in text:
        return False
    if len({one.text[:1].isdigit() for one in found}) > 1:
        return False
    # "Chicago, Illinois, US" is one place.
    kinds = {kind for one in found for kind in name_table.kinds_of_place(one.text) or {""}} - {"region"}
    return _IS_ENUMERATED.search(text) is not None or text.islower() or (len(found) > 2 and len(kinds) <= 1)


def compare(listed: ListedReference, answer: View, question: str | None) -> Match | None:
    """Returns whether an answer has all items, or lists others.

    >>> compare(read("red, green and blue"), View("Blue, red, green"), None).is_same
    True
    >>> compare(read("red, green and blue"), View("red and blue"), None).how
    'lacks'
    >>> compare(read("salt, pepper"), View("salt, pepper, sugar"), None).how
    'one more'
    >>> compare(read("two cats and one dog"), View("two dogs and one cat"), None).how
    'not'
    """
    lines = items_of_lines(answer.text)
    # What else an answer says of a missing item does not list it.
    view = view_of("; ".join(lines)) if lines else answer
    stated = tuple(item for line in lines for item in list_items(line)[:1]) or stated_items(view.small)
    asked = list_item_words(question) if question and not lines else ""
    if all(item.spaced in asked for item in listed.items):
        return None
    missing = _missing_items(listed, view, stated)
    extra = [one for one in stated if not any(_are_one_listed_answer(item, one) for item in listed.items)]
    is_closed = _is_closed(listed, question)
    if not missing:
        if is_closed and _lists_more(listed, stated, extra, question):
            return answer.match(_RULE, False, "one more", extra[0].text, "")
        return _match_of_all_items(listed, view, answer, question)
    if recounted := [one for one in extra if any(_counts_otherwise(item, one) for item in missing)]:
        return answer.match(_RULE, False, "not", [one.text for one in recounted], _joined_items(listed.items))
    if len(missing) == len(listed.items):
        return None
    are_alike = any(_share_word(item, one) for item in missing for one in extra)
    lacking = answer.match(_RULE, False, "lacks", "", _joined_items(missing))
    if lines:
        return lacking if is_closed and not are_alike else None
    match = _another_value(listed, missing, extra, answer)
    if match is not None or not stated or are_alike:
        return match
    is_list_of_others = is_closed and len(stated) > 1
    if not extra:
        return lacking if is_list_of_others else None
    return answer.match(_RULE, False, "not", extra[0].text, missing[0].text) if is_list_of_others else None


def _match_of_all_items(listed: ListedReference, view: View, answer: View, question: str | None) -> Match:
    """Returns the match of an answer with all items; in another order than the question asks for it is incorrect."""
    found = [view.find(item.text) for item in listed.items] if question and _ASKS_ORDER.search(question) else []
    starts = [spans[0][0] for spans in found if spans]
    if len(starts) == len(found) and starts != sorted(starts):
        return answer.match(_RULE, False, "another order", "", _joined_items(listed.items))
    return answer.match(_RULE, True, "holds all", "", _joined_items(listed.items))


def _is_counted(item: Item) -> bool:
    """Whether an item has a number: "two cats", "Germany 7"."""
    return " " in item.spaced.strip() and any(word.isdigit() for word in item.spaced.split())


def _counts_otherwise(item: Item, one: Item) -> bool:
    """Whether two items differ only in their numbers: two cats and one cat."""
    (its, thing), (others, same) = (
        (_NUMBER.findall(each.spaced), _NUMBER.sub("", each.spaced).split()) for each in (item, one)
    )
    return bool(its and others) and its != others and thing == same != []


def _another_value(listed: ListedReference, missing: list[Item], extra: list[Item], answer: View) -> Match | None:
    """Asks the rules for single values whether an item of the answer contradicts a missing item."""
    others = [one.text for one in extra]
    numbers = [item for item in listed.items if item.text[-1].isdigit()]
    for item in missing:
        is_only_number = numbers == [item]
        for part in map(view_of, (answer.small, *others) if is_only_number else others):
            match = compare_single(item.text, part)
            if match is not None and not match.is_same:
                return answer.match(_RULE, False, match.how, part.quoted(match) or match.read_as, match.meant)
    return None


def _joined_items(found: tuple[Item, ...] | list[Item]) -> str:
    return "; ".join(item.text for item in found)


def _is_closed(listed: ListedReference, question: str | None) -> bool:
    if not question:
        return listed.is_closed
    asked = _n_asked(question)
    if _ASKS_FOR_EXAMPLES.search(question) or (asked and asked != len(listed.items)):
        return False
    return listed.is_closed or bool(listed.may_be_title and asked)


def _n_asked(question: str) -> int:
    found = _HOW_MANY.search(question)
    return 0 if not found else _NUMBERS.get(found[1].lower()) or int(found[1])


def _lists_more(listed: ListedReference, stated: tuple[Item, ...], extra: list[Item], question: str | None) -> bool:
    """Whether an answer lists a further item, which does not come from the question."""
    if not extra or len(stated) <= len(listed.items):
        return False
    asked = list_item_words(question) if question else ""
    return f" {len(stated)} " not in asked and all(one.spaced not in asked for one in extra)


def _missing_items(listed: ListedReference, answer: View, stated: tuple[Item, ...]) -> list[Item]:
    """The items that an answer does not hold."""
    said = list_item_words(answer.small)
    if any(map(_is_counted, listed.items)):
        said = re.sub(" an? ", " 1 ", re.sub(" a (?:pair|couple) of ", " 2 ", said))
    return [
        item
        for item in listed.items
        if item.spaced not in said
        and not _has_family_name(item, answer.small)
        and not any(_are_one_listed_answer(item, one) for one in stated)
        and not _is_same_listed_answer(item, answer)
    ]


def _is_same_listed_answer(item: Item, answer: View) -> bool:
    if _is_counted(item):
        return False  # Each thing needs its own number.
    match = compare_single(item.text, answer)
    return match is not None and match.is_same


def _are_one_listed_answer(item: Item, one: Item) -> bool:
    """Whether an item of an answer is an item of the reference, or the first or last word of a name."""
    if item.spaced in one.spaced or _is_same_listed_answer(item, view_of(one.text)):
        return True
    parts = item.text.split()
    return len(parts) > 1 and item.text[0].isupper() and one.text.lower() in (parts[0].lower(), parts[-1].lower())


def _has_family_name(item: Item, small: str) -> bool:
    """Whether an answer has a person's family name without another given name: "by Austen", not "Mary Austen"."""
    *given, family = item.text.split()
    if not 0 < len(given) < 4 or not (given[0][0].isupper() and family[0].isupper()) or len(family) < 4:
        return False
    beside = re.findall(rf"(\S*)\s*\b{re.escape(family.lower())}\b(?: (\w+))?", small)
    its = {*_BEFORE_NAME, *item.text.lower().split()}
    return any((before[-1:] in ".,;:" or before in its) and after in _AFTER_NAME for before, after in beside)


def _share_word(item: Item, one: Item) -> bool:
    """Whether two items share a word, so that they may be one; two people may share a first name."""
    its, others = item.spaced.split(), one.spaced.split()
    if min(len(its), len(others)) > 1 and item.text.istitle() and one.text.istitle():
        its, others = its[-1:], others[-1:]
    return bool(set(its) & set(others))
