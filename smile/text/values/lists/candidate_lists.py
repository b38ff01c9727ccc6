"""Answers that are nothing but a list of many things and choose none: a right one among them is no answer."""

import json
from collections.abc import Sequence
from dataclasses import dataclass

from ..answer import Answer, Match, answer_of
from ..names import places
from ..single_values import compare_single
from .list_items import PATTERNS, alike, is_item, pieces, spaced_words, without_brackets

_RULE = "candidates"
# Fewer others may say more of the one, or be right as well.
_FEWEST_OTHERS = 3
# So many are too many even where several are asked for, unless the references have this share of them.
_MANY = 20
_SHARE_OF_SEVERAL = 0.25
# Of a longer list no item is looked at.
_MOST_ITEMS = 500
_MOST_WORDS = 6
_MOST_WORDS_OF_LINE = 8
# So many lines, or parts of a long line, may be something else than an item.
_SHARE_OF_OTHERS = 0.2
# This share of the items is of one kind with the right one: a sentence with many commas is no list.
_SHARE_OF_KIND = 0.75
# So many are asked whether they are a reference in another form.
_MOST_ITEMS_COMPARED, _MOST_REFERENCES_COMPARED = 60, 3
_MOST_WORDS_COMPARED = 3
_MOST_QUOTED = 6

_SIGNS_OF_BULLETS = ("- ", "* ", "• ", "· ", "– ", "+ ")


@dataclass(frozen=True, slots=True)
class _Listed:
    """The different items of a list.

    Attributes:
        items: They.
        is_line: Whether they stand in one line.
        is_or: Whether "or" stands in that line, which says that not all are right.
        is_stated: Whether a sentence leads to them, as it does where several things are right.
    """

    items: tuple[str, ...]
    is_line: bool = False
    is_or: bool = False
    is_stated: bool = False


def compare(references: Sequence[str], answer: Answer, question: str | None) -> Match | None:
    r"""Says that an answer is wrong which lists many things, one of them right, and chooses none.

    Args:
        references: All references of the row: what is one of them is no other candidate.
        answer: The answer.
        question: The question, if it is known and used.

    >>> compare(("Rome",), Answer("Paris\nRome\nOslo\nCairo"), None).how
    'candidates'
    >>> compare(("Rome", "Oslo", "Cairo"), Answer("Paris\nRome\nOslo\nCairo"), None)
    >>> compare(("Rome",), Answer("Rome, Rome, Rome, Rome, Rome"), None)
    """
    if not answer.may_list or _is_sentence(answer.text):
        return None
    return _match(references, answer.small if answer.text.isupper() else answer.text, question or "")


def _is_sentence(text: str) -> bool:
    """Whether a short text is clearly no list; most are not."""
    if "\n" in text or text.count(",") > _MANY or text.count(". ") >= _FEWEST_OTHERS:
        return False
    lead = PATTERNS["lead-in of candidates"].match(text)
    return PATTERNS["clause"].search(text, lead.end() if lead else 0) is not None


def _match(references: Sequence[str], text: str, question: str) -> Match | None:
    listed = _listed(text)
    if listed is None or not _are_candidates(listed, references, question):
        return None
    items = alike([item for item in listed.items if not _is_no_item(item)])
    how = "several candidates" if len(items) < 2 else "candidates" if len(items) <= _MOST_QUOTED else "many candidates"
    return Match(_RULE, False, how, references[0], read_as="; ".join(items[:_MOST_QUOTED]))


def _are_candidates(listed: _Listed, references: Sequence[str], question: str) -> bool:
    """Whether several items are no reference, while another is one."""
    items = listed.items
    if len(items) > _MOST_ITEMS:
        return True
    its_words = [spaced_words(text) for text in references]
    joined, asked = "|".join(its_words), spaced_words(question)
    right, others, is_part = [], [], False
    for item in items:
        words = spaced_words(item)
        if words in asked and words not in its_words:
            continue
        if any(its in words and words.count(" ") <= its.count(" ") + 1 for its in its_words):
            right.append(item)
        elif words in joined:
            is_part = True
        else:
            others.append(item)
    fewest = _FEWEST_OTHERS - listed.is_or
    if len(others) < fewest:
        return False
    if not right and not is_part:
        right = [item for item in others[:_MOST_ITEMS_COMPARED] if _is_same(item, references)]
        others = [item for item in others if item not in right]
    n_right = len(right) or int(is_part)
    if len(others) > _MANY:
        return n_right < _SHARE_OF_SEVERAL * len(others)
    is_several = not listed.is_or and PATTERNS.has("asks for several things", question)
    # A sentence, whose parts many answers have.
    is_long = not right and max(words.count(" ") for words in its_words) > _MOST_WORDS_OF_LINE
    if (
        listed.is_stated
        or not n_right
        or (is_several and n_right > 1)
        or is_long
        or PATTERNS["asks for all"].search(question)
    ):
        return False
    if len(others) < max(fewest + is_several, 2 * n_right):
        return False
    if not listed.is_line:
        return True
    if len(others) <= _FEWEST_OTHERS:
        may_be_synonyms = (references[0].islower() and PATTERNS["asks for a word"].search(question)) or (
            all(map(_is_described, others)) and not any(map(_is_described, right))  # "Paris, the capital, or ..."
        )
        is_one_place = not listed.is_or and places.read(items[-1])  # "Soho, Westminster, London, England"
        if may_be_synonyms or is_one_place:
            return False
    return listed.is_or or _are_of_one_kind(items, right[0] if right else references[0])


def _is_described(item: str) -> bool:
    return PATTERNS["begins with an article"].match(item) is not None


def _is_same(item: str, references: Sequence[str]) -> bool:
    if item.count(" ") >= _MOST_WORDS_COMPARED:
        return False
    answer = answer_of(item)
    found = (compare_single(text, answer) for text in references[:_MOST_REFERENCES_COMPARED])
    return any(match is not None and match.is_same for match in found)


def _are_of_one_kind(items: tuple[str, ...], right: str) -> bool:
    """Whether the items are numbers if the right one is, names if it is one, and otherwise no clauses."""
    is_of_kind = _has_figure if _has_figure(right) else _is_name if _is_name(right) else is_item
    return sum(map(is_of_kind, items)) >= _SHARE_OF_KIND * len(items)


def _has_figure(text: str) -> bool:
    return any(map(str.isdigit, text))


def _is_name(text: str) -> bool:
    return any(map(str.isupper, text)) and all(not word[0].islower() for word in text.split() if len(word) > 3)


def _listed(text: str) -> _Listed | None:
    """The list that a text is as a whole, of four or more different items; three are enough with "or"."""
    lines = [" ".join(line.split()) for line in text.splitlines()]
    lines = [line for line in lines if line]
    is_line = is_or = is_stated = False
    found = _json_items(text)
    if found is None:
        is_line = len(lines) == 1
        is_or = is_line and PATTERNS.has("or", text)
        is_stated = lines[0].endswith(":") and not PATTERNS["lead-in of candidates"].fullmatch(f"{lines[0]} ")
        found = _items_of_line(lines[0]) if is_line else _items_of_lines(lines)
    different = {" ".join(item.lower().split()).strip(" .,:;!?\"'*`"): item for item in found}
    different.pop("", None)
    is_long = len(different) > _FEWEST_OTHERS - is_or
    return _Listed(tuple(different.values()), is_line, is_or, is_stated) if is_long else None


def _json_items(text: str) -> list[str] | None:
    if not (text.startswith("[") and text.endswith("]")):
        return None
    try:
        found = json.loads(text)
    except (ValueError, RecursionError):
        return None
    return [str(one) for one in found if isinstance(one, str | int | float)] if isinstance(found, list) else None


def _items_of_lines(lines: list[str]) -> list[str]:
    if all("|" in line for line in lines):
        return _items_of_table(lines)
    if lines[0].endswith(":"):
        lines = lines[1:]
    if all(map(PATTERNS["bullet"].match, lines)):
        lines = [PATTERNS["bullet"].sub("", line, count=1) for line in lines]
    elif any(line.startswith(_SIGNS_OF_BULLETS) for line in lines):
        return []
    most_others = _SHARE_OF_OTHERS * len(lines)
    if max(sum(map(bool, map(PATTERNS[sign].search, lines))) for sign in ("short label", "clause")) > most_others:
        return []
    if sum(line.count(" ") >= _MOST_WORDS_OF_LINE for line in lines) <= most_others:
        return lines
    of_lines = [_items_of_line(line) for line in lines]
    return [item for items in of_lines for item in items] if all(of_lines) else []


def _items_of_table(lines: list[str]) -> list[str]:
    rows = [line.strip("| ") for line in lines if not PATTERNS["ruler"].fullmatch(line)]
    are_chosen = [PATTERNS.has("chosen", row.lower()) for row in rows[1:]]
    return [] if any(are_chosen) and not all(are_chosen) else rows


def _items_of_line(line: str) -> list[str]:
    """The items of a line; none where one of its parts is long or a clause, or it answers itself ("A or B? B.")."""
    if "?" in line and PATTERNS["answered"].search(line):
        return []
    if len(sentences := PATTERNS["next sentence"].split(line)) > _FEWEST_OTHERS:
        found = [PATTERNS["lead-in of candidates"].sub("", sentence, count=1) for sentence in sentences]
    else:
        body = PATTERNS["lead-in of candidates"].sub("", line, count=1)
        if body.count(",") < _MANY and (PATTERNS["clause"].search(body) or PATTERNS["no candidates"].search(body)):
            return []
        body = without_brackets(body)
        found = [part for part in PATTERNS["inline number"].split(body) if part.strip()]
        if len(found) <= _FEWEST_OTHERS:
            found = pieces(PATTERNS["comma of years"].sub(", ", body))
        if len(found) == 1 and all(map(_has_figure, body.split())):
            found = body.split()
    n_others = sum(map(_is_no_item, found))
    is_list = n_others <= (_SHARE_OF_OTHERS * len(found) if len(found) > _MANY else 0)
    return found if found and is_list and not _is_no_item(found[0]) else []


def _is_no_item(piece: str) -> bool:
    return piece.count(" ") >= _MOST_WORDS or any(PATTERNS[sign].search(piece) for sign in ("clause", "no candidates"))
