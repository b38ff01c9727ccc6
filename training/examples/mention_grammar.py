"""Short answers made from a grammar, with what they assert of the candidates that they mention.

An answer that asserts one candidate and denies another teaches both from the same words. Give the candidates as
"{0}", "{1}" and so on to get a text with slots in their place.
"""

import random
import re
from collections.abc import Sequence
from dataclasses import dataclass

from .grammar.choices import CHOICES
from .grammar.claims import CLAIMS
from .grammar.conditions import CONDITIONS
from .grammar.construction import Construction, Sort
from .grammar.contrasts import CONTRASTS
from .grammar.denials import DENIALS
from .grammar.layouts import LAYOUTS
from .grammar.parts import BLOCK, INLINE, PARTS, TOGETHER
from .grammar.questions import Echo, echo_of
from .grammar.registers import marked, stammered, write_down
from .grammar.retractions import RETRACTIONS
from .grammar.second_thoughts import SECOND_THOUGHTS
from .grammar.voices import VOICES

CONSTRUCTIONS = (
    *CONTRASTS,
    *CLAIMS,
    *DENIALS,
    *RETRACTIONS,
    *SECOND_THOUGHTS,
    *LAYOUTS,
    *VOICES,
    *CHOICES,
    *CONDITIONS,
)

_SORTS = {Sort.SOME: 0.5, Sort.ALL: 0.24, Sort.NONE: 0.26}
_PART = re.compile(r"<(\w+?)(\d?)>")
_MENTION = re.compile(r"\{(\+?)(\d)\}")
# A mention is one character of the private use area until the end, so no register changes it.
_FIRST = 0xE000
# Where fields, tables and headings start and end, sentences around them have lines of their own.
_LAYOUT_STARTS = ('{"', "|", "#", "[", "1. ", "A) ", "(1) ")
_LAYOUT_ENDS = ('"}', "]}", "null}", "|", "$")


@dataclass(frozen=True)
class Made:
    """An answer made from the grammar.

    Attributes:
        text: The answer.
        asserted: Indices of the candidates that it commits to.
        mentioned: Indices of the candidates in it, in order of their first occurrence.
        construction: Name of its construction.
    """

    text: str
    asserted: frozenset[int]
    mentioned: tuple[int, ...]
    construction: str


def make(chance: random.Random, candidates: Sequence[str], question: str) -> Made:
    """Returns an answer to a question with some of the candidates in it.

    Args:
        chance: What draws the construction and its parts.
        candidates: Five different strings.
        question: The question, whose words the answer may echo.
    """
    construction = _drawn(chance)
    pattern = chance.choice(construction.patterns)
    text = _Expansion(chance, echo_of(question)).text_of(_surrounded(chance, pattern))
    numbers = list(range(len(candidates)))
    chance.shuffle(numbers)
    asserted = frozenset(numbers[int(number) - 1] for sign, number in _MENTION.findall(text) if sign)
    text = _MENTION.sub(lambda found: chr(_FIRST + numbers[int(found[2]) - 1]), text)
    mentioned = tuple(dict.fromkeys(ord(letter) - _FIRST for letter in re.findall("[\ue000-\ue009]", text)))
    written = write_down(chance, _decorated(chance, text, mentioned, asserted))
    for number in mentioned:
        written = written.replace(chr(_FIRST + number), candidates[number])
    return Made(written, asserted, mentioned, construction.name)


def _drawn(chance: random.Random) -> Construction:
    (sort,) = chance.choices(list(_SORTS), list(_SORTS.values()))
    return chance.choice([one for one in CONSTRUCTIONS if one.sort is sort])


def _surrounded(chance: random.Random, pattern: str) -> str:
    """Returns a pattern with sentences around it that decide nothing."""
    before = ".\n" if pattern.startswith(_LAYOUT_STARTS) else ". "
    if chance.random() < 0.06:
        pattern = f"<background>{before}{pattern}"
    if chance.random() < 0.14:
        is_dashed = chance.random() < 0.4 and before == ". "
        pattern = f"<opening><dash>{pattern}" if is_dashed else f"<opening>{before}{pattern}"
    has_layout = "<block>" in pattern or pattern.endswith(_LAYOUT_ENDS)
    end = "\n" if has_layout else " " if pattern.endswith(("?", ".")) else ". "
    if chance.random() < 0.06:
        pattern, end = f"{pattern}{end}<praise>", ". "
    if chance.random() < 0.1:
        pattern = f"{pattern}{end}<closing>"
    return pattern


def _decorated(chance: random.Random, text: str, mentioned: Sequence[int], asserted: frozenset[int]) -> str:
    """Returns a text with marks or noises of speech at some mentions, never so that they decide between them."""
    if chance.random() < 0.14:
        which = asserted if asserted and chance.random() < 0.3 else mentioned
        state = chance.getstate()
        for number in which:
            chance.setstate(state)  # the same marks at each
            text = text.replace(chr(_FIRST + number), marked(chance, chr(_FIRST + number)))
    elif chance.random() < 0.06:
        letter = chr(_FIRST + chance.choice(mentioned))
        text = text.replace(letter, stammered(chance, letter), 1)
    return text


class _Expansion:
    """Fills in the parts of a pattern: one tense and one echo of the question in a text."""

    def __init__(self, chance: random.Random, echo: Echo) -> None:
        self._chance = chance
        tense = chance.choice(("is", "is", "was"))
        self._echo = echo
        self._fixed = {
            "be": tense,
            "benot": chance.choice((f"{tense} not", f"{tense}n't")),
            "question": echo.question,
            "subject": echo.subject,
            "cleft": echo.cleft,
            "deed": echo.deed,
        }

    def text_of(self, pattern: str) -> str:
        """Returns a pattern with all its parts filled in."""
        while found := _PART.search(pattern):
            pattern = pattern[: found.start()] + self._part(found[1], found[2], pattern) + pattern[found.end() :]
        return pattern

    def _part(self, name: str, number: str, pattern: str) -> str:
        if name in self._fixed:
            return self._fixed[name]
        if name == "list":
            return self._list(3 if pattern == "<list>" else 2)
        if name == "block":
            return self._block()
        if name == "all":
            return self._all()
        of_kind = f"{name}_{self._echo.kind}"
        wording = self._chance.choice(PARTS[of_kind if of_kind in PARTS else name])
        return _MENTION.sub(lambda found: f"{{{found[1]}{number}}}", wording) if number else wording

    def _list(self, least: int) -> str:
        before, between, last, after = self._chance.choice(INLINE)
        mentions = self._mentions(least)
        return f"{before}{between.join(mentions[:-1])}{last}{mentions[-1]}{after}"

    def _block(self) -> str:
        heads, between = self._chance.choice(BLOCK)
        return between.join(head + mention for head, mention in zip(heads, self._mentions(3), strict=False))

    def _all(self) -> str:
        between, last = self._chance.choice(TOGETHER)
        mentions = ["{+1}", "{+2}", "{+3}"][: self._chance.choice((2, 2, 3))]
        return f"{between.join(mentions[:-1])}{last}{mentions[-1]}"

    def _mentions(self, least: int) -> list[str]:
        mentions = [f"{{{number}}}" for number in range(1, self._chance.randint(least, 5) + 1)]
        self._chance.shuffle(mentions)
        return mentions
