"""Choices by letter or number: the options that a question lists, and the one that an answer commits to."""

import re
from dataclasses import dataclass
from functools import lru_cache

from ...lazy_patterns import Patterns, lazy_re
from .either_or import chosen_place
from .yes_no import commitment, stated_polarity

_PATTERNS = Patterns(__file__)
_JOINT = lazy_re(r"\s*(?:[,;/&+]|\band\b)\s*(?:and\s+)?", re.IGNORECASE)  # "A, B and C", "A/C"
_SEQUENCES = (
    tuple("ABCDEFGHIJKLMNOP"),
    tuple("abcdefghijklmnop"),
    tuple(map(str, range(1, 17))),
    ("I", "II", "III", "IV", "V", "VI", "VII", "VIII"),
    ("i", "ii", "iii", "iv", "v", "vi", "vii", "viii"),
)


@dataclass(frozen=True, slots=True)
class Choice:
    """A reference as a choice: its label in capitals, its text, or both.

    Attributes:
        label: The letter or number; empty if the reference has none.
        text: What stands beside the label, or the whole reference.
        is_sure: Whether the form alone shows a choice: "(B)" and "B) trout" do, "B" and "J. Smith" do not.
    """

    label: str
    text: str
    is_sure: bool


@lru_cache(maxsize=4096)
def options(question: str) -> dict[str, str]:
    """Returns the options that a question lists, by label in capitals; none if it lists fewer than two.

    >>> options("Which is a mammal? A) whale B) trout"), options("Which is it, (a) red or (b) blue?")
    ({'A': 'whale', 'B': 'trout'}, {'A': 'red', 'B': 'blue'})
    >>> options("Who is J. K. Rowling?")
    {}
    """
    if not _PATTERNS["first marker"].search(question):
        return {}
    markers = list(_PATTERNS["marker"].finditer(question))
    best: list[re.Match[str]] = []
    for sequence in _SEQUENCES:
        taken: list[re.Match[str]] = []
        for marker in markers:
            if len(taken) < len(sequence) and (marker["inside"] or marker["open"]) == sequence[len(taken)]:
                taken.append(marker)
        if len(taken) > max(1, len(best)):
            best = taken
    found = {}
    for number, marker in enumerate(best):
        end = best[number + 1].start() if number + 1 < len(best) else len(question)
        text = question[marker.end() : end].split("\n\n")[0].strip(" \t\n,;.?!/|*")
        text = re.sub(r"(?i)[\s,;]+(?:or|and)$", "", text).strip(" ,;.?")
        found[(marker["inside"] or marker["open"]).upper()] = text
    return found if all(found.values()) else {}


def read_choice(reference: str) -> Choice:
    """Returns a reference as a choice: a label, a label with its text, or a short text that may be an option's.

    >>> read_choice("(b)")
    Choice(label='B', text='', is_sure=True)
    >>> read_choice("B) trout"), read_choice("the trout")
    (Choice(label='B', text='trout', is_sure=True), Choice(label='', text='the trout', is_sure=False))
    """
    bare = reference.strip()
    if (found := _PATTERNS["label"].fullmatch(bare)) and bare[0] not in "'\"":
        is_sure = not found["label"][0].isdigit() and bare != found["label"] and bare != found["label"] + "."
        return Choice(found["label"].upper(), "", is_sure and not bare.endswith(("'", '"')))
    if found := _PATTERNS["labelled text"].fullmatch(reference):
        label = found["inside"] or found["open"]
        is_sure = not label.isdigit() and (found["sign"] or ")") in ")"
        return Choice(label.upper(), found["text"].strip(" ."), is_sure)
    return Choice("", reference.strip(" ."), is_sure=False)


def is_choice(choice: Choice, question: str | None) -> bool:
    """Returns whether a reference with a label is surely a choice, by its form or by the question."""
    if not question:
        return choice.is_sure
    if listed := options(question):
        return choice.label in listed
    is_letter = choice.label.isalpha() and len(choice.label) == 1 and not choice.text
    return choice.is_sure or (is_letter and _PATTERNS.has("speaks of choices", question))


def wanted_labels(reference: str, choice: Choice, listed: dict[str, str]) -> tuple[str, ...]:
    """Returns the labels of the options that a reference is: one by its letter or text, or several.

    >>> listed = {"A": "whale", "B": "trout", "C": "bat"}
    >>> [wanted_labels(one, read_choice(one), listed) for one in ("b", "the bat", "A and C", "CA", "bat, whale", "cow")]
    [('B',), ('C',), ('A', 'C'), ('A', 'C'), ('A', 'C'), ()]
    """
    if choice.label in listed:
        return (choice.label,)
    whole = _norm(choice.text or reference)
    label = next((label for label, text in listed.items() if _norm(text) == whole), None)
    return (label,) if label else several(reference, listed)


def several(text: str, listed: dict[str, str]) -> tuple[str, ...]:
    """Returns the labels of the options that a text lists and nothing else, in their order; none if it has just one.

    >>> several("C/A", {"A": "whale", "B": "trout", "C": "bat"}), several("A cat", {"A": "whale", "B": "trout"})
    (('A', 'C'), ())
    """
    bare = text.strip(" .()[]*")
    parts = list(bare) if bare.isalpha() and bare.isupper() else _JOINT.split(bare)
    labels = {_norm(option): label for label, option in listed.items()}
    found = {part.strip(" ().[]*").upper() for part in parts}
    if not found <= listed.keys():
        found = {labels.get(_norm(part), "") for part in parts}
    return tuple(sorted(found)) if len(found) > 1 and found <= listed.keys() else ()


def chosen(answer: str, listed: dict[str, str]) -> tuple[str, ...]:
    """Returns the labels that an answer names as its own, of the options of its question if it lists any.

    >>> chosen("The answer is B, a fish", {}), chosen("A or B", {}), chosen("I choose C because A and B are wrong", {})
    (('B',), ('A', 'B'), ('C',))
    >>> chosen("It is a trout.", {"A": "whale", "B": "trout"})
    ('B',)
    """
    plain = re.sub(r"\\(?:boxed|text|mathrm)\b|[*_`$]", " ", answer)
    if found := _PATTERNS["label"].fullmatch(plain.strip()):
        label = found["label"].upper()
        if (not listed and label.isalpha() and len(label) == 1) or label in listed:
            return (label,)
    if not listed:
        return _named(plain, listed)
    place = chosen_place(plain, len(listed))
    if place is not None:
        return (tuple(listed)[place],)
    whole = _norm(plain)
    by_whole_text = next(((label,) for label, text in listed.items() if _norm(text) == whole), ())
    return by_whole_text or _named(plain, listed) or _by_text(plain, listed)


def _named(answer: str, listed: dict[str, str]) -> tuple[str, ...]:
    """Returns the labels that an answer names: the given ones before the others, and the last one after a new mind."""
    strong: dict[int, str] = {}
    for found in _PATTERNS["given"].finditer(answer):
        if _is_label(found["letter"], found["after"], listed, is_given=True) and not _is_denied(answer, found):
            strong[found.start("letter")] = found["letter"].upper()
    weak: dict[int, str] = {}
    start = len(answer) - len(answer.lstrip(" \t\n([\"'"))
    last_end = -1
    for found in _PATTERNS["standalone"].finditer(answer):
        at = found.start("letter")
        # "1, and 2 would be my second guess": a number at the beginning of its clause is meant so.
        is_first = at <= start and re.match(r",|\s+(?:because|since|is|as|and|or|would)\b", found["after"]) is not None
        if _is_label(found["letter"], found["after"], listed, is_given=is_first) and not _is_denied(answer, found):
            weak[at] = found["letter"].upper()
            is_bracketed = answer[at - 1 : at] in ("(", "[") and found["after"][:1] in (")", "]")
            is_joined = last_end >= 0 and _PATTERNS["joined"].match(answer[last_end:at])
            if at <= start or is_bracketed or is_joined:
                strong[at] = weak[at]
        if at in strong:
            last_end = found.end("letter")
    if weak and _PATTERNS["concluded"].search(answer[: max(weak)]):
        return (weak[max(weak)],)
    places = sorted((strong or weak).items())
    labels = tuple(dict.fromkeys(label for _, label in places))
    if len(labels) > 1:
        (before, label), (last, final) = places[-2], places[-1]
        if _PATTERNS["changed mind"].search(answer[before + len(label) : last]):
            return (final,)
    return labels


def _is_label(letter: str, after: str, listed: dict[str, str], *, is_given: bool) -> bool:
    if listed and letter.upper() not in listed:
        return False
    if not letter.isalpha():
        return letter in listed and (is_given or after[:1] in (")", "]", ".", ":", ""))
    if len(letter) > 1:
        return letter.upper() in listed
    if letter in "aA":
        # The article stands before a word; a choice before a mark, the end, or "is", "because", "and".
        followed = r"[^\w\s]|\s*$|\s+(?:is|because|since|as|and|or|seems|would|was)\b|\s+[-\u2013(\[]"
        return re.match(followed, after) is not None
    return letter not in "iI" or "I" in listed


def _is_denied(answer: str, found: re.Match[str]) -> bool:
    at = found.start("letter")
    before = answer[max(0, at - 40) : at]
    return (
        _PATTERNS.has("denied before", before)
        or _PATTERNS["denied after"].match(answer[at + len(found["letter"]) :]) is not None
    )


def _by_text(answer: str, listed: dict[str, str]) -> tuple[str, ...]:
    """Returns the labels of the options whose text stands in an answer and is not denied there."""
    text = f" {_norm(answer)} "
    polarities = {label: stated_polarity(option) for label, option in listed.items()}
    if all(polarities.values()):
        said = commitment(answer)
        return tuple(label for label, polarity in polarities.items() if polarity == said)
    found = []
    for label, option in sorted(listed.items(), key=lambda item: -len(item[1])):
        wanted = f" {_norm(option)} "
        if not wanted.strip():
            continue
        at = text.find(wanted)
        if at >= 0:
            if not re.search(r"\b(?:not|neither|nor|than|instead of|isn t|except)(?: an?| the)? $", text[: at + 1]):
                found.append(label)
            text = text.replace(wanted, " \n ")
    return tuple(sorted(found))


def _norm(text: str) -> str:
    words = _PATTERNS["spaces"].sub(" ", text.lower()).split()
    return " ".join(word for word in words if word not in ("a", "an", "the"))
