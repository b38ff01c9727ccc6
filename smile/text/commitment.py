"""Does an answer commit itself? Answers that are written to win name many things, or take back what they name.

Only rewards ask this. A metric accepts an answer that names the reference among others, like most human labels.
"""

from collections import Counter
from collections.abc import Sequence, Set
from itertools import groupby
from typing import NamedTuple

from ..choices import SMILE_NORMALIZATION
from .attempts import not_attempted
from .clauses import Span
from .lazy_patterns import lazy_re
from .normalization import clean
from .values.lists.list_items import spaced_words
from .view import View, view_of

# So many other things beside the right one are a list, of which none is chosen. In one line commas may also stand
# between the parts of one thing: "Mitte, Berlin, Brandenburg, Germany".
_FEWEST_OTHERS, _FEWEST_OTHERS_IN_LINE = 3, 4
# This share of an answer's parts are things where it is a list, and no sentence with many commas.
_SHARE_OF_THINGS = 0.9
# Where several things are asked for, this share of them is right.
_SHARE_OF_SEVERAL = 0.25
# A longer part is no thing. A mention of a reference, which counts as one word, has few words beside it.
_MOST_WORDS, _MOST_WORDS_OF_RIGHT = 6, 3
_MOST_REJECTED = 5

# A mention of a reference becomes one word between these, whose commas separate nothing.
_X = "\x00"
_SENTENCE_END = lazy_re(r"(?<=[.!?])\s+(?=\S)(?!or\b)|\n+")
# What stands between two things: "A, B or C", "A; B", "A / B", "1. A 2. B", "(a) A (b) B", the cells of a table.
_SEPARATOR = lazy_re(
    r"(?i:(\s*(?:,(?!\d{3}\b)|;|\||\s/\s|(?:(?<=[^\W_]{3})|(?<=\x00))/(?=\x00|[^\W_]{3}))+\s*(?:(?:and|or)\s)?"
    r"|\s(?:and|&|plus|or(?: else)?)\s|(?:^|\s)\(?(?:\d{1,2}[.)]|[a-h]\))\s+))"
)
_COMMA_OR_AND = lazy_re(r"(?i:[\s,]*(?:and\s|or\s)?)")
_OR, _COMMA_OR = lazy_re(r"(?i:\bor\b)|/"), lazy_re(r"(?i:\s*,\s*or\s)")
# "1810 1811 1812 1813 1814"
_NUMBERS = lazy_re(r"\d+(?:[\s,]+\d+){4,}\.?")
# What leads to a thing: "Possible answers: A", "It could be A", "Either A", "- A".
_LEAD = lazy_re(
    r"(?i:[^\w\x00]*(?:[^:,\n\x00]{1,40}:\s+|(?:(?:it|that|this|he|she|they|(?:the|my) (?:answer|guess))(?:'s| is| was"
    r"| are| were| (?:could|may|might|must) (?:also |(?:just as )?well )?be)|i (?:think|believe|guess)(?: that)?|either"
    r"|both|one of|among|of|perhaps|maybe|possibly|probably|likely|but|and|or|though|the|an?|in|on|at|by|(?:was|is) it"
    r"|written by)\s+)+)"
)
_CLAUSE = lazy_re(r"\b(?:is|are|was|were|be|has|have|had|does|did|who|which|that|because|it|he|she|they|can|could)\b")
# "A... no, wait, B"
_FILLER = lazy_re(r"(?i:\W*(?:no|nope|yes|wait|sorry|well|actually|okay|hmm)\W*)")
# Small letters: "Without You" is a title.
_NOT = lazy_re(r"[^\w\x00]*(?:not|neither|nor|never|without|except|rather than|instead of|(?:Not|Neither)(?= \w))\b")
_HEDGE = lazy_re(r"(?i:\?\W*$|\b(?:perhaps|maybe|possibly|either|(?:could|may|might) (?:(?:also|well) )?be)\b)")
# "all are possible", "it was one of those five"
_CHOOSES_NONE = lazy_re(
    r"(?i:(?:[:,] any|\b(?:be|been|was) one) of (?:them|these|those)\b|\ball (?:are )?(?:possible|likely)\b)"
)
_MARKED_ROW = lazy_re(r"(?i:\*\*|[\u2713\u2714\u2705\u2611]|\[x\]|\b(?:yes|true|right|correct|chosen|winner)\b)")
_ASKS_FOR_SEVERAL = lazy_re(
    r"(?i:\b(?:list|names?|examples?|members|cast|are|were|two|three|four|five|six|seven|eight|nine|ten|all|both)\b"
    r"|\b(?:what|which) (?:\w+ )?\w{2,}[^\W\ds]s\b)"
)


class _Part(NamedTuple):
    """A thing between two separators of a sentence, without what leads to it, and the separator before it."""

    # "right" for a reference, "part" for words of one, "asked" for words of the question, "other" for another thing; ""
    # for a clause and for what is rejected.
    kind: str
    text: str
    before: str


def lack_of_commitment(text: str, references: Sequence[str], question: str | None) -> str:
    r"""Returns why an answer does not commit itself to what it names, by the correct answers; "" if it does.

    >>> texts = "Rome\nOslo\nCairo\nLima\nBonn", "Oslo or Rome", "Rome? No, Oslo.", "Rome. I cannot answer it.", "Rome"
    >>> [lack_of_commitment(text, ["Rome"], None) for text in texts]
    ['candidates', 'open choice', 'denial', 'refusal', '']
    """
    references = [clean(reference, SMILE_NORMALIZATION) for reference in references]
    answer = view_of(clean(_chosen_rows(text), SMILE_NORMALIZATION))
    mentions = _longest({span for reference in references for span in answer.mentions(reference)})
    if mentions and answer.stance(mentions[-1], question) not in ("says", "asks"):
        return "denial"
    masked = _masked(answer, mentions)
    sentences = [sentence for sentence in _SENTENCE_END.split(masked) if any(map(str.isalnum, sentence))]
    for said in (masked, *sentences[1:][-1:]):
        if mentions and not_attempted(said.replace(_X, ""), question, references) == "refusal":
            return "refusal"
    asked = spaced_words(question or "")
    parts_of = [_parts(sentence, asked, [*map(spaced_words, references)]) for sentence in sentences]
    things = [part for parts in parts_of for part in parts if part.kind]
    right = Counter(part.text for part in things if part.kind == "right")
    others = Counter(part.text for part in things if part.kind in ("asked", "other"))
    if mentions and len(others) > 1 and _CHOOSES_NONE.search(masked):
        return "open choice"
    if not right or not others or max(right.values()) > max(others.values()):
        return ""
    if question and len(right) > max(1, _SHARE_OF_SEVERAL * len(others)) and _ASKS_FOR_SEVERAL.search(question):
        return ""
    is_line = len(sentences) == 1 and all(_COMMA_OR_AND.fullmatch(part.before) for part in parts_of[0])
    fewest = _FEWEST_OTHERS_IN_LINE if is_line else _FEWEST_OTHERS
    if len(others) >= fewest and len(things) >= _SHARE_OF_THINGS * sum(map(len, parts_of)):
        return "candidates"
    hedges = [len(_HEDGE.findall(sentence)) for sentence, parts in zip(sentences, parts_of, strict=True) if any(parts)]
    return "open choice" if sum(hedges) > 1 or any(map(_offers, parts_of)) else ""


def _longest(spans: Set[Span]) -> list[Span]:
    """Returns spans in order, without those within another."""
    found: list[Span] = []
    for span in sorted(spans, key=lambda span: (span[0], -span[1])):
        if not found or span[0] >= found[-1][1]:
            found.append(span)
    return found


def _masked(answer: View, mentions: Sequence[Span]) -> str:
    text, end = "", 0
    for start, stop in mentions:
        text += answer.text[end:start] + _X + "_".join(spaced_words(answer.at((start, stop))).split()) + _X
        end = stop
    return text + answer.text[end:]


def _chosen_rows(text: str) -> str:
    """Returns the rows of a table that are marked as chosen, if some are; any other text as it is."""
    lines = text.strip().splitlines()
    rows = [line for line in lines if _MARKED_ROW.search(line)] if all("|" in line for line in lines) else []
    return "\n".join(rows) if rows and len(rows) < len(lines) // 2 else text.strip()


def _parts(sentence: str, asked: str, references: Sequence[str]) -> list[_Part]:
    """Returns the parts of a sentence; a few from "not" on are rejected: "not A, B or C"."""
    if _NUMBERS.fullmatch(sentence.replace(_X, "")):
        sentence = ", ".join(sentence.replace(",", " ").split())
    pieces = _SEPARATOR.split(sentence)
    found, n_rejected = list[_Part](), 0
    for before, piece in zip(["", *pieces[1::2]], pieces[::2], strict=True):
        if not any(map(str.isalnum, piece)) or _FILLER.fullmatch(piece):
            continue
        n_rejected = _MOST_REJECTED if _NOT.match(piece) else n_rejected - 1
        lead = _LEAD.match(piece)
        text = piece[lead.end() :] if lead else piece
        words = spaced_words(text.replace(_X, ""))
        n_words = text.count(" ") + 1
        is_right = _X in text
        if n_rejected > 0 or n_words > (_MOST_WORDS_OF_RIGHT if is_right else _MOST_WORDS) or _CLAUSE.search(text):
            kind = ""
        elif is_right:
            kind = "right"
        else:
            is_part = any(words in its for its in references)
            kind = "part" if is_part else "asked" if words in asked else "other"
        found.append(_Part(kind, words, before))
    return found


def _offers(parts: Sequence[_Part]) -> bool:
    """Whether "or" stands among things side by side, one of them right; "H2O, or water" has two names of one."""
    for is_run, group in groupby(parts, key=lambda part: bool(part.kind)):
        run = list(group)
        joints = [part.before for part in run[1:]]
        is_apposition = len(joints) == 1 and _COMMA_OR.fullmatch(joints[0]) is not None
        is_choice = {"right", "other"} <= {part.kind for part in run}
        if is_run and is_choice and any(map(_OR.search, joints)) and not is_apposition:
            return True
    return False
