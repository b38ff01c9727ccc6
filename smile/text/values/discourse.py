"""Long answers that name the reference and conclude another: what they concede, and what they settle on.

A clause weighs what it has of the question's words, more where it concludes. What an answer concedes, ascribes to
others or denies weighs nothing.
"""

import re
from collections.abc import Iterator, Set
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

from ...choices import SMILE_NORMALIZATION
from ..lazy_patterns import lazy_re
from ..normalization import words
from ..tables import read_expressions
from .answer import Answer, Clause
from .closed.questions import is_content
from .match import Match, Span

_RULE = "conclusion"
# A shorter answer is no discourse.
_SHORTEST = 120
# What weighs so much of the reference answers the question.
_ANSWERED = 0.6
# Another thing is concluded if it weighs so much, and so much more than the reference; or so much where all that is
# said of the reference is conceded.
_CONCLUDED, _MORE, _CONCLUDED_IF_CONCEDED = 0.4, 0.2, 1 / 3
_SETTLED, _IDENTIFIED = 0.25, 0.15
# So many words of a clause may stand before its subject.
_MOST_WORDS_BEFORE = 4
# Words that begin alike are forms of one: discovered, discovery.
_STEM = 5

_PATTERN_TEXTS = read_expressions(Path(__file__).parent, "discourse.tsv")
_PATTERNS = {title: lazy_re(expression, re.IGNORECASE) for title, expression in _PATTERN_TEXTS.items()}
_HAS_VERB = _PATTERNS["verb"]
# Without one of these an answer sets nothing against another.
_SIGNS = tuple(_PATTERN_TEXTS["signs"][3:-1].split("|"))
_WORD = lazy_re(r"\w+")
_YEAR = lazy_re(r"1\d{3}|20\d\d")
_NATION = lazy_re(r"\w+(?:ish|ese|ian|can)")
_JOINS_NAME = lazy_re(r" | (?:of|of the|the|de|de la|von|van|da|del|der|al|bin) ")
_JOINS_INITIAL = lazy_re(r"\.? ?")


@dataclass(frozen=True, slots=True)
class _Said:
    """What a clause says.

    Attributes:
        clause: It.
        has_reference: Whether it names the reference.
        spans: Where it names the reference; otherwise, other things of its kind that it may say to be the answer.
        is_asserted: Whether the answer says it in its own name.
        coverage: The share of the question's words that it has.
        extra: What it weighs more, as it concludes, or says what something is or by whom it was done.
    """

    clause: Clause
    has_reference: bool
    spans: tuple[Span, ...]
    is_asserted: bool
    coverage: float
    extra: float

    @property
    def weight(self) -> float:
        """How much it says to the question."""
        return self.coverage + self.extra


def read(reference: str) -> str:
    """Returns the reference: a long answer may conclude another than any."""
    return reference


def compare(reference: str, answer: Answer, question: str | None) -> Match | None:
    """Says that a long answer is wrong which names the reference, and goes on to conclude another.

    >>> answer = "Many visitors would say Canberra, since the parliament meets there, but that is a mere seat of "
    >>> answer = Answer(answer + "government. The capital of Australia, and its best known city, is Sydney.")
    >>> answer.quoted(compare("Canberra", answer, "What is the capital of Australia?"))
    ['Sydney']
    """
    if not question or not _is_discourse(answer, question):
        return None
    said = _said(reference, answer, question)
    if not said:
        return None
    about = _weights_of_reference(said, answer, question)
    first = next(number for number, one in enumerate(said) if one.has_reference)
    best = max(_others(said[first:]), key=lambda one: one.weight, default=None)
    needed = max(_CONCLUDED, max(about) + _MORE) if about else _CONCLUDED_IF_CONCEDED
    if best is None or best.weight < needed or max(about, default=0) >= _ANSWERED:
        return None
    start, stop = best.spans[-1]
    return answer.match(_RULE, False, "not", answer.text[start:stop], reference)


def n_candidates(reference: str, answer: Answer, question: str | None) -> int:
    """Returns how many things of the reference's kind a long answer names, if it leaves open which one it concludes.

    That is so where it says of another at least as much to the question as of the reference. 0 for all other answers:
    short ones, those without the reference, and those of which `compare` can tell what they conclude.

    >>> answer = "Both Gray and Bell worked on the telephone. Bell had wealthy friends in Boston. Gray filed papers in "
    >>> answer = Answer(answer + "Washington, and his telephone could carry speech over many miles.")
    >>> n_candidates("Bell", answer, "Who invented the telephone?")
    2
    """
    if not question or not _is_discourse(answer, question):
        return 0
    said = _said(reference, answer, question)
    others = list(_others(said))
    about = max(_weights_of_reference(said, answer, question), default=0.0)
    if not others or max(one.weight for one in others) < about or compare(reference, answer, question):
        return 0
    return 1 + len({_stems(answer.text[start:stop]) for one in others for start, stop in one.spans})


def _is_discourse(answer: Answer, question: str) -> bool:
    """Whether an answer is long, says one thing against another, and is no list."""
    return (
        len(answer.text) >= _SHORTEST
        and any(sign in answer.small for sign in _SIGNS)
        and not _PATTERNS["lists"].search(answer.text)
        and not _PATTERNS["asks for several"].search(question)
    )


def _others(said: list[_Said]) -> Iterator[_Said]:
    """What is asserted of other things than the reference."""
    return (one for one in said if one.spans and one.is_asserted and not one.has_reference)


def _weights_of_reference(said: list[_Said], answer: Answer, question: str) -> list[float]:
    """The weights of the clauses that assert the reference, with what their sentences say of nothing else."""
    asked = _stems(question)
    weights = []
    for one in said:
        if one.has_reference and one.is_asserted:
            sentence = " ".join(
                answer.text[other.clause.start : other.clause.stop]
                for other in said
                if other.clause.sentence == one.clause.sentence and (other.has_reference or not other.spans)
            )
            weights.append(_covered(asked, sentence) + one.extra)
    return weights


def _covered(asked: Set[str], text: str) -> float:
    return len(asked & _stems(text)) / len(asked) if asked else 0.0


@lru_cache(maxsize=2**12)
def _stems(text: str) -> frozenset[str]:
    return frozenset(word[:_STEM] for word in words(text, SMILE_NORMALIZATION, "en") if is_content(word))


@lru_cache(maxsize=64)
def _said(reference: str, answer: Answer, question: str) -> list[_Said]:
    """Returns what the clauses of an answer say; nothing where it lacks the reference, or plainly answers with it."""
    mentions = _mentions(reference, answer)
    asked, wanted = _stems(question), _stems(reference)
    if not mentions or _answers(answer, mentions[0], asked):
        return []
    kind = _kind(reference, answer, mentions)
    candidates: list[Span] = []
    if kind == "name":
        for span in _names(answer):
            stems = _stems(answer.text[slice(*span)])
            if stems <= wanted and not stems <= asked:
                mentions.append(span)
            elif _is_another(answer.text[slice(*span)], stems, reference, asked | wanted):
                candidates.append(span)
    elif kind != "noun":
        candidates = list(_figures(answer, kind == "year", asked | wanted))
    is_about_belief, is_about_denial = (bool(_PATTERNS[title].search(question)) for title in ("believed", "denied"))
    said = []
    for clause in answer.clauses:
        text = answer.text[clause.start : clause.stop]
        held = [span for span in mentions if clause.start <= span[0] < clause.stop]
        settles = bool(_PATTERNS["settles"].search(text))
        is_conceded = clause.is_conceded or (not is_about_belief and bool(_PATTERNS["believed"].search(text)))
        if held:
            spans = held
            is_conceded |= not is_about_denial and all(_is_denied(answer, clause, span) for span in held)
        else:
            is_conceded |= bool(_PATTERNS["denied"].search(text) or _PATTERNS["aside"].search(text))
            is_conceded |= not _HAS_VERB.search(text)
            inside = [span for span in candidates if clause.start <= span[0] < clause.stop]
            if kind == "noun":
                inside = list(_complements(answer, clause, asked))
            spans = [span for span in inside if _is_head(answer, clause, span, question)]
        identified = [span for span in spans if _PATTERNS["identifies"].search(answer.text, clause.start, span[0])]
        if not held and not settles and _PATTERNS["stands for another"].match(text):
            spans = identified
        said.append(
            _Said(
                clause,
                bool(held),
                tuple(spans),
                not is_conceded,
                _covered(asked - wanted, text),
                _SETTLED * settles + _IDENTIFIED * bool(identified),
            )
        )
    return said


def _mentions(reference: str, answer: Answer) -> list[Span]:
    """Returns where an answer has the reference, its article apart."""
    wanted = _PATTERNS["article"].sub("", reference.lower())
    found = []
    start = answer.small.find(wanted)
    while start >= 0:
        stop = start + len(wanted)
        if not (answer.small[start - 1 : start].isalnum() or answer.small[stop : stop + 1].isalnum()):
            found.append((start, stop))
        start = answer.small.find(wanted, stop)
    return found or _normalized_mentions(reference, answer)


def _normalized_mentions(reference: str, answer: Answer) -> list[Span]:
    """Returns where an answer has the reference in other forms of its words: "four" for 4, "diamonds" for diamond."""
    wanted = words(reference, SMILE_NORMALIZATION, "en")
    while len(wanted) > 1 and wanted[0] in ("a", "an", "the"):
        wanted = wanted[1:]
    flat = [
        (word, span) for span in answer.tokens for word in words(answer.text[slice(*span)], SMILE_NORMALIZATION, "en")
    ]
    return [
        (flat[first][1][0], flat[first + len(wanted) - 1][1][1])
        for first in range(len(flat) - len(wanted) + 1)
        if all(flat[first + place][0] == word for place, word in enumerate(wanted))
    ]


def _answers(answer: Answer, mention: Span, asked: Set[str]) -> bool:
    """Whether the sentence of a mention has most of the question's words, and says nothing against it."""
    text = answer.small
    stop = text.find(". ", mention[1])
    sentence = text[text.rfind(". ", 0, mention[0]) + 1 : stop if stop > 0 else None]
    stems = {word[:_STEM] for word in _WORD.findall(sentence)}
    return len(asked & stems) >= _ANSWERED * len(asked) and not any(sign in sentence for sign in _SIGNS)


def _kind(reference: str, answer: Answer, mentions: list[Span]) -> str:
    """Returns what a reference is, by its mentions: a year, another figure, a name, or a noun."""
    wanted = words(reference, SMILE_NORMALIZATION, "en")
    if any(word[0].isdigit() for word in wanted):
        return "year" if any(map(_YEAR.fullmatch, wanted)) else "figure"
    for start, stop in mentions:
        text = answer.text[start:stop]
        is_first = _begins_sentence(answer, start) and not reference[0].isupper()
        if any(sign.isupper() for sign in text[1:]) or (text[0].isupper() and not is_first):
            return "name"
    return "noun"


def _begins_sentence(answer: Answer, start: int) -> bool:
    return not answer.text[:start].rstrip("\"'\u201c\u2018( ")[-1:].strip(".!?:\n")


def _figures(answer: Answer, is_year: bool, known: Set[str]) -> Iterator[Span]:
    for start, stop in answer.tokens:
        first = words(answer.text[start:stop], SMILE_NORMALIZATION, "en")[0]
        is_other = first.replace(".", "").isdigit() and first not in known
        if is_other and is_year == bool(_YEAR.fullmatch(first)):
            yield start, stop


def _names(answer: Answer) -> Iterator[Span]:
    """Finds names: words with capitals, and what joins them."""
    text = answer.text
    run: list[Span] = []
    for span in (*answer.tokens, None):
        if run and span is not None and text[span[0]].isupper():
            joins = _JOINS_NAME if run[-1][1] - run[-1][0] > 2 else _JOINS_INITIAL
            if joins.fullmatch(text, run[-1][1], span[0]):
                run.append(span)
                continue
        while run and _PATTERNS["no name"].fullmatch(text, *run[0]):
            del run[0]
        if run and not (len(run) == 1 and _NATION.fullmatch(text, *run[0])):
            yield run[0][0], run[-1][1]
        run = [span] if span is not None and text[span[0]].isupper() else []


def _is_another(name: str, stems: Set[str], reference: str, known: Set[str]) -> bool:
    """Whether a name is neither the question's nor the reference's: relatives share no more than its last word."""
    wanted = _stems(reference)
    if stems <= known or wanted <= stems:
        return False
    return not stems & wanted or name.split()[-1].lower() == reference.split()[-1].lower()


def _is_denied(answer: Answer, clause: Clause, mention: Span) -> bool:
    """Whether a clause denies what it mentions: "not Bell", "Bell was not the first"."""
    before, after = answer.text[clause.start : mention[0]], answer.text[mention[1] : clause.stop]
    return bool(_PATTERNS["denies the next"].search(before) or _PATTERNS["denied before"].match(after))


def _complements(answer: Answer, clause: Clause, asked: Set[str]) -> Iterator[Span]:
    """Finds nouns that a clause says something to be."""
    for found in _PATTERNS["complement"].finditer(answer.text, clause.start, clause.stop):
        stems = _stems(found["noun"])
        if stems and not stems <= asked and not found["noun"].endswith(("ed", "ing", "ly")):
            yield found.span("noun")


def _is_head(answer: Answer, clause: Clause, span: Span, question: str) -> bool:
    """Whether something may be what a clause is about, or what it says of that: no place, time or company."""
    before = answer.text[clause.start : span[0]]
    if _PATTERNS["around a place"].search(before):
        return bool(_PATTERNS["asks for a place or time"].search(question))
    if _PATTERNS["given"].search(before):
        return True
    if _PATTERNS["around"].search(before):
        return False
    begins = before.rsplit(", ", 1)[-1].count(" ") <= _MOST_WORDS_BEFORE
    return begins or bool(_PATTERNS["identifies"].search(before))
