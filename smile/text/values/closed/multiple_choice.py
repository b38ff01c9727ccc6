"""Choices by letter or number: the options that a question lists, and the one that an answer commits to."""

import re
from dataclasses import dataclass
from functools import lru_cache

from ...lazy_patterns import lazy_re
from .either_or import chosen_place
from .yes_no import commitment, stated_polarity

_SEQUENCES = (
    tuple("ABCDEFGHIJKLMNOP"),
    tuple("abcdefghijklmnop"),
    tuple(map(str, range(1, 17))),
)

_LABEL = r"(?:[A-Za-z]|\d{1,2})"
# What every list of options has; most questions have none, and need no closer look.
_FIRST_MARKER = lazy_re(r"(?:^|[\s(\[,;:/?])[Aa1iI](?:[)\].:]| [-\u2013=] )")
# "A)", "(b)", "C.", "2:", "[D]", "iv)", "E -" before an option's text
_MARKED = rf"(?:[(\[](?P<inside>{_LABEL})[)\]]:?|(?P<open>{_LABEL})(?P<sign>[).:]|(?= [-\u2013=] )))\s*[-\u2013=]?\s*"
_MARKER = lazy_re(rf"(?:^|(?<=[\s,;:/?]))(?:(?:option|choice) )?{_MARKED}(?=\S)")
# A reference such as "B) trout", "Option B: trout", and an answer such as "The answer is (b)."
_LABELLED_TEXT = lazy_re(rf"(?s)\s*(?:(?:option|choice|answer)\s*:?\s*)?{_MARKED}(?P<text>\S.*)")
_LONE_LABEL = lazy_re(
    r"(?i)\W*(?:boxed\W*)?(?:(?:the )?(?:correct |right |final )?(?:option|choice|answer|letter)(?: is)?\W*)?"
    rf"(?P<label>{_LABEL})(?<!\+)[\s.)\]:}}\"'*$]*"
)
_SPEAKS_OF_CHOICES = lazy_re(
    r"(?i)\b(?:options?|choices?|choose|select|pick|multiple[- ]choice|which (?:one )?of (?:the|these)|following)\b"
    r"|\bA (?:or|vs\.?) B\b"
)
_JOINT = lazy_re(r"(?i)\s*(?:[,;/&+]|\band\b)\s*(?:and\s+)?")  # "A, B and C", "A/C"

_STANDALONE = lazy_re(rf"(?<![\w'\u2019.+#-])(?P<label>{_LABEL})(?![\w+#'\u2019]|-\w|\.\w)")
# "the answer is [B]", "I choose [c]", "option [D]"
_GIVEN = lazy_re(
    r"(?i)\b(?:options?|choices?|answers?|letter|select(?:ed)?|choos(?:e|ing)|chose|pick(?:ed)?"
    r"|(?:go|going|went) (?:with|for)|(?:it|that)'s|is|be|say|boxed|solution|guess)(?: \w+ly)?\W{0,3}"
    r"(?:(?:option|choice|letter|answer|number)\W{1,3})?$"
)
# "[A] is", "[a],": what follows a letter that is no article
_AFTER_A = lazy_re(r"[^\w\s]|\s*$|\s+(?:is|because|since|as|and|or|seems|would|was)\b|\s+[-\u2013(\[]")
# "[1], and 2 would be my second guess"
_AFTER_NUMBER = lazy_re(r"[)\].:,]|$|\s+(?:because|since|is|as|and|or|would)\b")
_DENIED_BEFORE = lazy_re(
    r"(?i)(?:\bnot|n't|\b(?:neither|nor|than|instead of|except|unlike|out|eliminate|without|exclude))"
    r"(?: (?:be|choose|pick|option|choice|answer|a|the))*\W*$"
)
# "[A] and B are wrong", "[C] would be my second choice"
_DENIED_AFTER = lazy_re(
    r"(?i)\W{0,3}(?:(?:,|and|or|nor)\W+(?:option )?\w\W{0,2}){0,4}\W*"
    r"(?:\w+n't\b|\w+ (?:not|(?:(?:all|both|clearly) )?(?:wrong|incorrect|false|out|ruled|eliminated|excluded))\b)"
    r"|\W{0,3}(?:would be|is|as|being|could be|might be|comes) (?:my |a |the )?(?:second|2nd|third|next|other|backup)\b"
)
_JOINED = lazy_re(r"(?i)[\s)\]*.]{0,3}(?:,? ?(?:and|or|/|&|,)) ?(?:option |choice )?[(\[*]*$")
# "B is a fish, [so] A", "A... no [wait], B"
_CONCLUDES = lazy_re(
    r"(?i)\b(?:so|therefore|thus|hence|wait|actually|rather|correction|sorry|i mean|on second thought|final answer)\b"
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
    if not _FIRST_MARKER.search(question):
        return {}
    markers = list(_MARKER.finditer(question))
    best: list[re.Match[str]] = []
    for sequence in _SEQUENCES:
        taken: list[re.Match[str]] = []
        for marker in markers:
            if len(taken) < len(sequence) and (marker["inside"] or marker["open"]) == sequence[len(taken)]:
                taken.append(marker)
        if len(taken) > max(1, len(best)):
            best = taken
    found = {}
    for marker, end in zip(best, [*(after.start() for after in best[1:]), len(question)], strict=False):
        text = question[marker.end() : end].split("\n\n")[0].strip(" \t\n,;.?!/|*")
        text = re.sub(r"(?i)[\s,;]+(?:or|and)$", "", text).strip(" ,;.?")
        found[(marker["inside"] or marker["open"]).upper()] = text
    # "1. Draw a grid. 2. ____" asks for what to fill in.
    return found if all(any(map(str.isalnum, text)) for text in found.values()) else {}


def read_choice(reference: str) -> Choice:
    """Returns a reference as a choice: a label, a label with its text, or a short text that may be an option's.

    >>> read_choice("(b)")
    Choice(label='B', text='', is_sure=True)
    >>> read_choice("B) trout"), read_choice("the trout")
    (Choice(label='B', text='trout', is_sure=True), Choice(label='', text='the trout', is_sure=False))
    """
    bare = reference.strip()
    if bare and bare[0] not in "'\"" and (found := _LONE_LABEL.fullmatch(bare)):
        label = found["label"]
        is_sure = not label[0].isdigit() and bare not in (label, f"{label}.") and not bare.endswith(("'", '"'))
        return Choice(label.upper(), "", is_sure)
    found = _LABELLED_TEXT.fullmatch(reference)
    # "x = 4" is no option.
    if found and "=" not in reference[: found.start("text")]:
        label = found["inside"] or found["open"]
        return Choice(label.upper(), found["text"].strip(" ."), not label.isdigit() and (found["sign"] or ")") in ")")
    return Choice("", reference.strip(" ."), is_sure=False)


def is_choice(choice: Choice, question: str) -> bool:
    """Returns whether a reference with a label is surely a choice, by its form or by a question without options."""
    is_letter = choice.label.isalpha() and len(choice.label) == 1 and not choice.text
    return choice.is_sure or (is_letter and _SPEAKS_OF_CHOICES.search(question) is not None)


def wanted_labels(reference: str, choice: Choice, listed: dict[str, str]) -> tuple[str, ...]:
    """Returns the labels of the options that a reference is: one by its letter or text, or several.

    >>> listed = {"A": "whale", "B": "trout", "C": "bat"}
    >>> [wanted_labels(one, read_choice(one), listed) for one in ("b", "the bat", "A and C", "CA", "bat, whale", "cow")]
    [('B',), ('C',), ('A', 'C'), ('A', 'C'), ('A', 'C'), ()]
    """
    if choice.label in listed:
        return (choice.label,)
    return _of_whole_text(choice.text or reference, listed) or several(reference, listed)


def several(text: str, listed: dict[str, str]) -> tuple[str, ...]:
    """Returns the labels of the options that a text lists and nothing else, in their order; none if it has just one.

    >>> several("C/A", {"A": "whale", "B": "trout", "C": "bat"}), several("A cat", {"A": "whale", "B": "trout"})
    (('A', 'C'), ())
    """
    bare = text.strip(" .()[]*")
    parts = list(bare) if bare.isalpha() and bare.isupper() else _JOINT.split(bare)
    found = {part.strip(" ().[]*").upper() for part in parts}
    if not found <= listed.keys():
        found = {"".join(_of_whole_text(part, listed)) for part in parts}
    return tuple(sorted(found)) if len(found) > 1 and found <= listed.keys() else ()


def chosen(answer: str, listed: dict[str, str]) -> tuple[str, ...]:
    """Returns the labels that an answer names as its own, of the options of its question if it lists any.

    >>> chosen("The answer is B, a fish", {}), chosen("A or B", {}), chosen("I choose C because A and B are wrong", {})
    (('B',), ('A', 'B'), ('C',))
    >>> chosen("It is a trout.", {"A": "whale", "B": "trout"})
    ('B',)
    """
    plain = re.sub(r"\\(?:boxed|text|mathrm)\b|[*_`$]", " ", answer).strip()
    if found := _LONE_LABEL.fullmatch(plain):
        label = found["label"].upper()
        if label in listed or (not listed and label.isalpha() and len(label) == 1):
            return (label,)
    if not listed:
        return _named(plain, listed)
    place = chosen_place(plain, len(listed))
    if place is not None:
        return (tuple(listed)[place],)
    return _of_whole_text(plain, listed) or _named(plain, listed) or _by_text(plain, listed)


def _named(answer: str, listed: dict[str, str]) -> tuple[str, ...]:
    """Returns the labels that an answer names: the given ones before the others, and the last one after a new mind."""
    strong: list[str] = []
    labels: list[str] = []
    start, last_end, was_strong = len(answer) - len(answer.lstrip(" \t\n([\"'")), -1, False
    for found in _STANDALONE.finditer(answer):
        label, before, after = found["label"].upper(), answer[: found.start()], answer[found.end() :]
        is_given = _GIVEN.search(before[-60:]) is not None
        is_first = found.start() <= start
        if not _is_label(found["label"], after, listed, is_given=is_given or is_first):
            continue
        if _DENIED_BEFORE.search(before[-40:]) or _DENIED_AFTER.match(after):
            continue
        if labels and _CONCLUDES.search(answer[last_end : found.start()]):
            labels, strong = [label], [label]
        is_joined = was_strong and _JOINED.match(answer[last_end : found.start()]) is not None
        is_bracketed = before[-1:] in ("(", "[") and after[:1] in (")", "]")
        labels.append(label)
        if was_strong := is_given or is_first or is_joined or is_bracketed:
            strong.append(label)
        last_end = found.end()
    return tuple(dict.fromkeys(strong or labels))


def _is_label(label: str, after: str, listed: dict[str, str], *, is_given: bool) -> bool:
    if listed and label.upper() not in listed:
        return False
    if not label.isalpha():
        return (
            label in listed
            and (is_given or after[:1] in (")", "]", ".", ":", ""))
            and (_AFTER_NUMBER.match(after) is not None)
        )
    if label in "aA":
        return _AFTER_A.match(after) is not None
    return label not in "iI" or "I" in listed


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
        at = text.find(wanted) if wanted.strip() else -1
        if at >= 0:
            if not re.search(r"\b(?:not|neither|nor|than|instead of|isn t|except) $", text[: at + 1]):
                found.append(label)
            text = text.replace(wanted, " \n ")
    return tuple(sorted(found))


def _of_whole_text(text: str, listed: dict[str, str]) -> tuple[str, ...]:
    """Returns the label of the option that is a text."""
    whole = _norm(text)
    return next(((label,) for label, option in listed.items() if _norm(option) == whole), ())


def _norm(text: str) -> str:
    return " ".join(word for word in re.sub(r"[\W_]+", " ", text.lower()).split() if word not in ("a", "an", "the"))
