"""Choices by letter or number: the options that a question lists, and the one that an answer commits to."""

import re
from dataclasses import dataclass
from functools import lru_cache

from ...lazy_patterns import lazy_re
from .either_or import chosen_place
from .yes_no import commitment, stated_polarity

# "A)", "(b)", "C.", "2:", "[D]", "iv)", "E -" before an option's text.
_MARKER = lazy_re(
    r"(?:(?<=^)|(?<=[\s,;:/?]))(?:(?:option|choice) )?(?:[(\[](?P<inside>[A-Za-z]|\d{1,2}|[ivxIVX]{1,4})[)\]]:?"
    r"|(?P<open>[A-Za-z]|\d{1,2}|[ivxIVX]{1,4})(?P<sign>[).:]|(?= [-\u2013=] )))\s*[-\u2013=]?\s*(?=\S)"
)
_SEQUENCES = (
    tuple("ABCDEFGHIJKLMNOP"),
    tuple("abcdefghijklmnop"),
    tuple(map(str, range(1, 17))),
    ("I", "II", "III", "IV", "V", "VI", "VII", "VIII"),
    ("i", "ii", "iii", "iv", "v", "vi", "vii", "viii"),
)
_LABEL = lazy_re(
    r"\W*(?:boxed\W*)?(?:(?:the )?(?:correct |right |final )?(?:option|choice|answer|letter)(?: is)?\W*)?"
    r"(?P<label>[A-Za-z]|\d{1,2}|[ivxIVX]{1,4})(?<!\+)[\s.)\]:}\"'*$]*"
)
_LABELLED_TEXT = lazy_re(
    r"\s*(?:(?:option|choice|answer)\s*:?\s*)?(?:[(\[](?P<inside>[A-Za-z]|\d{1,2})[)\]]:?|(?P<open>[A-Za-z]|\d{1,2})"
    r"(?P<sign>[).:]|(?= [-\u2013] )))"
    r"\s*[-\u2013]?\s*(?P<text>\S.*)",
    re.S,
)
_SPEAKS_OF_CHOICES = lazy_re(
    r"(?i)\b(?:options?|choices?|choose|select|pick|multiple[- ]choice|which (?:one )?of (?:the|these)"
    r"|following)\b|\bA (?:or|vs\.?) B\b"
)

# A letter that the answer gives as its own: "the answer is B", "I choose (c)", "option D".
_GIVEN = lazy_re(
    r"(?i:\b(?:options?|choices?|answers?|letter|select(?:ed)?|choos(?:e|ing)|chose|pick(?:ed)?"
    r"|(?:go|going|went) (?:with|for)|it(?:'s| is| must be| would be| has to be)|that(?:'s| is| would be)"
    r"|is|be|would say|say|boxed|solution|guess)"
    r"(?: (?:definitely|clearly|probably|certainly|simply|therefore|most likely))?\W{0,3}"
    r"(?:is|are|would be|must be|was)?\W{0,3}(?:(?:option|choice|letter|answer|number)\W{1,3})?)"
    r"(?P<letter>[A-Za-z]|\d{1,2}|[ivxIVX]{2,4})(?![\w+#'\u2019-])(?=(?P<after>.{0,9}))",
    re.S,
)
_STANDALONE = lazy_re(
    r"(?<![\w'\u2019.+#-])(?P<letter>[A-Za-z]|\d{1,2}|[ivxIVX]{2,4})(?![\w+#'\u2019]|-\w|\.\w)(?=(?P<after>.{0,9}))",
    re.S,
)
_DENIED_BEFORE = lazy_re(
    r"(?i)(?:\bnot|n't|\bneither|\bnor|\bthan|\binstead of|\bexcept|\bunlike|\bout|\beliminate|\bwithout|\bexclude)"
    r"(?: (?:be|choose|pick|option|choice|answer|a|the))*\W*$"
)
_DENIED_AFTER = lazy_re(
    r"(?i)\W{0,3}(?:(?:,|and|or|nor)\W+(?:option )?\w\W{0,2}){0,4}\W*"
    r"(?:is|are|was|were|seems?|would be|can be|looks?|has|have|do|does|could)"
    r"(?:n't| not| (?:all |both |clearly |obviously |also )?(?:wrong|incorrect|false|out|ruled|eliminated|excluded))"
    r"|\W{0,3}(?:would be|is|as|being|could be|might be|was|comes) (?:my |a |the )?(?:\w+ )?"
    r"(?:second|2nd|third|next|other|backup|fallback|runner)\b"
)
_JOINED = lazy_re(r"(?i)^[\s)\]*.]{0,3}(?:,? ?(?:and|or|/|&|,)) ?(?:option |choice )?[(\[*]*$")
_CHANGED_MIND = lazy_re(
    r"(?i)\b(?:actually|wait|sorry|correction|rather|i mean|on second thought|final answer|the answer is|so"
    r"|therefore|thus)\b"
)
# "B is a fish, so A": what an answer concludes.
_CONCLUDED = lazy_re(
    r"(?i)\b(?:so|therefore|thus|hence|wait|actually|rather|correction|sorry)\W{1,3}(?:no\W+)?"
    r"(?:it(?:'s| is) |the answer is )?"
    r"(?:option )?\W*$"
)
# What every list of options has; most questions have none, and need no closer look.
_FIRST_MARKER = lazy_re(r"(?:^|[\s(\[,;:/?])[Aa1iI](?:[)\].:]| [-\u2013=] )")
_SPACES = lazy_re(r"[\W_]+")


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
    if (found := _LABEL.fullmatch(bare)) and bare[0] not in "'\"":
        is_sure = not found["label"][0].isdigit() and bare != found["label"] and bare != found["label"] + "."
        return Choice(found["label"].upper(), "", is_sure and not bare.endswith(("'", '"')))
    if found := _LABELLED_TEXT.fullmatch(reference):
        label = found["inside"] or found["open"]
        is_sure = not label.isdigit() and (found["sign"] or ")") in ")"
        return Choice(label.upper(), found["text"].strip(" ."), is_sure)
    return Choice("", reference.strip(" ."), is_sure=False)


def is_choice(choice: Choice, question: str | None) -> bool:
    """Returns whether a reference with a label is surely a choice, by its form or by the question."""
    if choice.is_sure and not question:
        return True
    if not question:
        return False
    listed = options(question)
    return choice.label in listed or (choice.is_sure and not listed) or (
        choice.label.isalpha() and len(choice.label) == 1 and not choice.text
        and not listed and _SPEAKS_OF_CHOICES.search(question) is not None
    )  # fmt: skip


def chosen(answer: str, listed: dict[str, str]) -> tuple[str, ...]:
    """Returns the labels that an answer names as its own, of the options of its question if it lists any.

    >>> chosen("The answer is B, a fish", {}), chosen("A or B", {}), chosen("I choose C because A and B are wrong", {})
    (('B',), ('A', 'B'), ('C',))
    >>> chosen("It is a trout.", {"A": "whale", "B": "trout"})
    ('B',)
    """
    plain = re.sub(r"\\(?:boxed|text|mathrm)\b|[*_`$]", " ", answer)
    if found := _LABEL.fullmatch(plain.strip()):
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
    for found in _GIVEN.finditer(answer):
        if _is_label(found["letter"], found["after"], listed, is_given=True) and not _is_denied(answer, found):
            strong[found.start("letter")] = found["letter"].upper()
    weak: dict[int, str] = {}
    start = len(answer) - len(answer.lstrip(" \t\n([\"'"))
    last_end = -1
    for found in _STANDALONE.finditer(answer):
        at = found.start("letter")
        # "1, and 2 would be my second guess": a number at the beginning of its clause is meant so.
        is_first = at <= start and re.match(r",|\s+(?:because|since|is|as|and|or|would)\b", found["after"]) is not None
        if _is_label(found["letter"], found["after"], listed, is_given=is_first) and not _is_denied(answer, found):
            weak[at] = found["letter"].upper()
            is_bracketed = answer[at - 1 : at] in ("(", "[") and found["after"][:1] in (")", "]")
            is_joined = last_end >= 0 and _JOINED.match(answer[last_end:at])
            if at <= start or is_bracketed or is_joined:
                strong[at] = weak[at]
        if at in strong:
            last_end = found.end("letter")
    if weak and _CONCLUDED.search(answer[: max(weak)]):
        return (weak[max(weak)],)
    places = sorted((strong or weak).items())
    labels = tuple(dict.fromkeys(label for _, label in places))
    if len(labels) > 1:
        (before, label), (last, final) = places[-2], places[-1]
        if _CHANGED_MIND.search(answer[before + len(label) : last]):
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
        _DENIED_BEFORE.search(before) is not None
        or _DENIED_AFTER.match(answer[at + len(found["letter"]) :]) is not None
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
    words = _SPACES.sub(" ", text.lower()).split()
    return " ".join(word for word in words if word not in ("a", "an", "the"))
