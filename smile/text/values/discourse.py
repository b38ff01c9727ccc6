"""Long answers that name the reference and may conclude another: what they concede, and what they settle on.

A clause weighs what it has of the question's words, more where it concludes. What an answer concedes, ascribes to
others or denies weighs nothing.
"""

from collections.abc import Iterator, Sequence, Set
from functools import lru_cache
from typing import NamedTuple

from ...choices import SMILE_NORMALIZATION
from ..lazy_patterns import Patterns
from ..normalization import words
from .answer import Answer, Clause, Span
from .closed.questions import STEM, content_stems

# A shorter answer is no discourse.
_SHORTEST = 150
# The order of rules leaves longer ones to the words.
_LONGEST = 5_000
# What weighs so much of the reference answers the question.
_ANSWERED = 0.6
_SETTLED, _IDENTIFIED = 0.2, 0.15
# What others believe of the reference weighs no more against another.
_CONCEDED = 0.2
# By so much another thing weighs more than the reference before it is what an answer concludes.
_MORE, _LEAST = 0.2, 0.1
# In so short an answer a contrast, or a reference that is only conceded, is enough.
_FEW_CLAUSES = 260
# So many characters before something tell what it is there for.
_NEAR = 80
# So many words of a clause may stand before its subject.
_MOST_WORDS_BEFORE = 4

# So many words may stand before what an answer gives in a sentence without a verb.
_MOST_BEFORE_GIVEN = 4

_PATTERNS = Patterns(__file__)
# Without one of these an answer sets nothing against another.
_SIGNS = _PATTERNS.alternatives("signs")
_MARKS_OF_LISTS = (" 2. ", " 2) ", "\n2. ", "\n2) ", "\n- ", "\n* ", "\n\u2022 ")
_WHOLE_NAME, _ALIKE = 2, 3


class _Other(NamedTuple):
    """Where an answer speaks of another thing than the reference, and how much it says to the question there."""

    span: Span
    weight: float
    # Its clause sets it against what stood before.
    is_contrasted: bool


class _Weighed(NamedTuple):
    """What an answer says in its own name: of other things, and the most of the reference; none if it denies all."""

    others: tuple[_Other, ...]
    reference: float | None


def n_candidates(reference: str, answer: Answer, question: str | None) -> int:
    """Returns how many things of the reference's kind a long answer names, if it leaves open which one it concludes.

    That is so where it says of another at least as much to the question as of the reference. 0 for all other answers:
    short ones, and those without the reference.

    >>> answer = "Both Gray and Bell worked on the telephone. Bell had wealthy friends in Boston. However, Gray filed "
    >>> answer = Answer(answer + "papers in Washington, and his telephone could carry speech over many miles.")
    >>> n_candidates("Bell", answer, "Who invented the telephone?")
    2
    """
    if not question or not _SHORTEST <= len(answer.text) <= _LONGEST or not _is_discourse(answer, question):
        return 0
    weighed = _weighed((reference,), tuple(answer.mentions(reference)), answer, question)
    if max((one.weight for one in weighed.others), default=-1.0) < (weighed.reference or 0):
        return 0
    return 1 + len({content_stems(answer.at(one.span)) for one in weighed.others})


def may_conclude_another(are_found: Sequence[bool], answer: Answer, question: str) -> bool:
    """Whether an answer of several clauses, no list, has a reference, and its question asks for one thing."""
    if not any(are_found) or len(answer.text) > _LONGEST or _lists(answer):
        return False
    return not _has("asks for several", question.lower()) and len(answer.clauses) > 1


def concludes_another(references: Sequence[str], mentions: Sequence[Span], answer: Answer, question: str) -> bool:
    """Whether an answer settles on another thing of the references' kind after all that it says of them.

    Args:
        references: The right answers that the answer mentions.
        mentions: Where it does, in order.
        answer: The answer.
        question: The question.
    """
    if _gives(answer, mentions[0]):
        return False
    if _gives_another(references, mentions, answer, question):
        return True
    weighed = _weighed(tuple(references), tuple(mentions), answer, question)
    if not weighed.others:
        return False
    of_reference = weighed.reference
    said = [span for span in mentions if not _comes_later(answer, span, question)] or mentions
    last = [one for one in weighed.others if one.span[0] > said[-1][1]]
    if len(answer.text) <= _FEW_CLAUSES and any(
        of_reference is None
        or (one.is_contrasted and one.weight >= of_reference)
        or (of_reference == 0 and one.weight >= _IDENTIFIED and one.span[0] >= answer.clauses[-1].start)
        for one in last
    ):
        return True
    most = max((one.weight for one in last), default=0.0)
    return most > _MORE + max(_LEAST, _CONCEDED if of_reference is None else of_reference)


def _comes_later(answer: Answer, mention: Span, question: str) -> bool:
    """Whether a clause says of a mention that it came after another thing, or beside it: "Saturn is now second"."""
    return any(
        _PATTERNS["comes later"].search(answer.small, clause.start, clause.stop)
        or _is_aside(answer, clause, mention, question)
        for clause in answer.clauses
        if clause.holds(mention)
    )


def _gives(answer: Answer, mention: Span) -> bool:
    """Whether an answer begins by giving what it mentions: "classical architecture. The Doric order is", "It is 5."."""
    start, stop = answer.sentences[0]
    if mention[1] > stop or answer.text[stop - 1] == "?":
        return False
    before = answer.small[start : mention[0]]
    is_first = before.count(" ") <= _MOST_BEFORE_GIVEN and not _PATTERNS["says"].search(answer.small, start, stop)
    return is_first or bool(_PATTERNS["gives"].fullmatch(before))


def _gives_another(references: Sequence[str], mentions: Sequence[Span], answer: Answer, question: str) -> bool:
    """Whether an answer begins by giving another thing, and takes nothing back: "Venus. Mercury is the second."."""
    (start, stop), ends, small = answer.sentences[0], _PATTERNS["ends what is given"], answer.small
    # Most answers end nothing before they mention the reference.
    if not ends.search(small, start, mentions[0][0]):
        return False
    first = next(iter(other_candidates(references, answer, mentions, question)), None)
    if first is None or first[1] > min(stop, mentions[0][0]):
        return False
    lead, end = small[start : first[0]].strip(" \"'*(_"), ends.match(small, first[1])
    if end is None or (lead and not _PATTERNS["gives"].fullmatch(f"{lead} ")):
        return False
    turns = _PATTERNS["turns"].search(small, end.end(), mentions[-1][0])
    return not (turns or _PATTERNS["takes back"].search(small, end.end()))


def _lists(answer: Answer) -> bool:
    return any(mark in answer.text for mark in _MARKS_OF_LISTS)


@lru_cache(maxsize=64)
def _is_discourse(answer: Answer, question: str) -> bool:
    """Whether an answer says one thing against another, and is no list."""
    return (
        any(map(answer.small.__contains__, _SIGNS))
        and not _has("asks for several", question.lower())
        and not _lists(answer)
    )


@lru_cache(maxsize=2**10)
def _has(title: str, text: str) -> bool:
    return _PATTERNS.has(title, text)


def _covered(asked: Set[str], text: str) -> float:
    return len(asked & content_stems(text)) / len(asked) if asked else 0.0


@lru_cache(maxsize=64)
def _weighed(references: tuple[str, ...], found: tuple[Span, ...], answer: Answer, question: str) -> _Weighed:
    """Weighs what the clauses of an answer say; nothing where it lacks the reference, or plainly answers with it."""
    mentions, asked = list(found), content_stems(question)
    of_references = frozenset[str]().union(*map(content_stems, references))
    if not mentions or _answers(answer, mentions[0], asked):
        return _Weighed((), None)
    if _kind(references[0], answer, mentions) == "name":
        names = [(span, content_stems(answer.at(span))) for span in _names(answer, False)]
        mentions += [span for span, stems in names if stems <= asked | of_references and not stems <= asked]
    candidates = other_candidates(references, answer, mentions, question)
    others: list[_Other] = []
    of_reference: list[tuple[Clause, list[Span]]] = []
    of_others: set[Clause] = set()
    for clause in answer.clauses if candidates else ():
        held = list(filter(clause.holds, mentions))
        if held and not all(_is_aside(answer, clause, span, question) for span in held):
            of_reference.append((clause, held))
        elif heads := [span for span in candidates if clause.holds(span) and _is_head(answer, clause, span, question)]:
            of_others.add(clause)
            # What is only set beside another thing may be ranked after it: "It is Tanganyika, with Baikal second."
            until = held[0][0] if held else clause.stop
            if other := _said_of_another(answer, clause, heads, question, asked - of_references, until):
                others.append(other)
    weights = [
        _weight_of_reference(answer, clause, held, asked, of_others)
        for clause, held in (of_reference if others else ())
        if not _is_conceded(answer, clause, question)
        and (_has("denied", question) or not all(_is_denied(answer, clause, span) for span in held))
    ]
    return _Weighed(tuple(others), max(weights, default=None))


def _said_of_another(
    answer: Answer, clause: Clause, heads: list[Span], question: str, asked: Set[str], until: int
) -> _Other | None:
    """Returns which of some things a clause may say to be the answer, by its ranks up to a place; none if none."""
    text = answer.small[clause.start : clause.stop]
    rank = _PATTERNS["ranks"].search(answer.small, clause.start, until)
    if _PATTERNS.has("none", text) or _PATTERNS.has("aside", text) or not _PATTERNS.has("verb", text):
        return None
    settles = _PATTERNS.has("settles", text)
    identified = [span for span in heads if _identifies(answer, clause, span)]
    if not settles and _PATTERNS["stands for another"].match(text):
        heads = identified
    if not heads or _is_conceded(answer, clause, question) or (rank and rank[0] not in question.lower()):
        return None
    weight = _covered(asked, text) + _SETTLED * settles + _IDENTIFIED * bool(identified)
    return _Other(heads[-1], weight, _PATTERNS.has("contrasts", text))


def _weight_of_reference(
    answer: Answer, clause: Clause, mentions: list[Span], asked: Set[str], of_others: Set[Clause]
) -> float:
    """The weight of a clause with the reference, with what its sentence says of nothing else."""
    sentence = " ".join(
        answer.small[one.start : one.stop]
        for one in answer.clauses
        if one.sentence == clause.sentence and one not in of_others
    )
    settles = bool(_PATTERNS["settles"].search(answer.small, clause.start, clause.stop))
    identified = any(_identifies(answer, clause, span) for span in mentions)
    return _covered(asked, sentence) + _SETTLED * settles + _IDENTIFIED * identified


def _is_conceded(answer: Answer, clause: Clause, question: str) -> bool:
    """Whether a clause says what others believe, or is conceded; "Who is often credited ...?" asks for that."""
    asked = question.lower()
    return clause.is_conceded or (
        _has("believed", answer.small[clause.start : clause.stop])
        and not (_has("believed", asked) or _has("asks for a belief", asked))
    )


def _identifies(answer: Answer, clause: Clause, span: Span) -> bool:
    return _PATTERNS.has("identifies", _before(answer, clause, span))


def _answers(answer: Answer, mention: Span, asked: Set[str]) -> bool:
    """Whether the sentence of a mention has most of the question's words, and says nothing against it."""
    text = answer.small
    stop = text.find(". ", mention[1])
    sentence = text[text.rfind(". ", 0, mention[0]) + 1 : stop if stop > 0 else None]
    stems = {word[:STEM] for word in _PATTERNS["word"].findall(sentence)}
    return len(asked & stems) >= _ANSWERED * len(asked) and not any(sign in sentence for sign in _SIGNS)


def _kind(reference: str, answer: Answer, mentions: Sequence[Span]) -> str:
    """Returns what a reference is, by its mentions: a year, another figure, a name, or a noun."""
    wanted = words(reference, SMILE_NORMALIZATION, "en")
    if any(word[0].isdigit() for word in wanted):
        return "year" if any(map(_PATTERNS["year"].fullmatch, wanted)) else "figure"
    if not answer.has_case:
        return "noun"
    for start, stop in mentions:
        last = answer.text[start:stop].split()[-1]
        is_first = start + len(last) == stop and _begins_sentence(answer, start) and not reference[0].isupper()
        if any(sign.isupper() for sign in last[1:]) or (last[0].isupper() and not is_first):
            return "name"
    return "noun"


def other_candidates(references: Sequence[str], answer: Answer, mentions: Sequence[Span], question: str) -> list[Span]:
    """Returns where an answer has things of the references' kind that are neither the references nor the question's.

    Args:
        references: The right answers.
        answer: The answer.
        mentions: Where it has the first of them.
        question: The question.
    """
    asked = content_stems(question)
    known = asked.union(*map(content_stems, references))
    kind = _kind(references[0], answer, mentions)
    if kind == "noun":
        return list(_complements(answer, asked))
    if kind != "name":
        return list(_figures(answer, kind == "year", known))
    names = _names(answer, bool(_PATTERNS["nation"].fullmatch(references[0])))
    return [span for span in names if all(_is_another(answer.at(span), text, known) for text in references)]


def _begins_sentence(answer: Answer, start: int) -> bool:
    return not answer.text[:start].rstrip("\"'\u201c\u2018( ")[-1:].strip(".!?:\n")


def _figures(answer: Answer, is_year: bool, known: Set[str]) -> Iterator[Span]:
    for found in _PATTERNS["figure"].finditer(answer.small):
        if answer.has_case and answer.text[found.start()].isupper() and not _begins_sentence(answer, found.start()):
            continue
        number = words(found[0], SMILE_NORMALIZATION, "en")[0]
        if number not in known and is_year == bool(_PATTERNS["year"].fullmatch(number)):
            yield found.span()


@lru_cache(maxsize=16)
def _names(answer: Answer, of_nations: bool) -> tuple[Span, ...]:
    """Returns where an answer has names: words with capitals, and what joins them; "Spanish" where that is wanted."""
    found = []
    text = answer.text
    run: list[Span] = []
    for span in (*answer.tokens, None):
        if run and span is not None and text[span[0]].isupper():
            joins = _PATTERNS["joins a name"] if run[-1][1] - run[-1][0] > 2 else _PATTERNS["joins an initial"]
            if joins.fullmatch(text, run[-1][1], span[0]):
                run.append(span)
                continue
        while run and _PATTERNS["no name"].fullmatch(answer.small, *run[0]):
            del run[0]
        if run and (of_nations or not (len(run) == 1 and _PATTERNS["nation"].fullmatch(text, *run[0]))):
            found.append((run[0][0], run[-1][1]))
        run = [span] if span is not None and text[span[0]].isupper() else []
    return tuple(found)


def _is_another(name: str, reference: str, known: Set[str]) -> bool:
    """Whether a name is neither the question's nor the reference's: relatives and namesakes share one of two words."""
    stems, wanted = content_stems(name), content_stems(reference)
    if stems <= known or wanted <= stems:
        return False
    its, own = name.lower().split(), reference.lower().split()
    its[-1] = _PATTERNS["possessive"].sub("", its[-1])
    is_namesake = len(its) == len(own) == _WHOLE_NAME and its[0] == own[0] and its[1][:_ALIKE] != own[1][:_ALIKE]
    return not stems & wanted or its[-1] == own[-1] or is_namesake


def _is_denied(answer: Answer, clause: Clause, mention: Span) -> bool:
    """Whether a clause denies what it mentions: "not Bell", "Bell was not the first"."""
    is_denied = _PATTERNS["denied before"].match(answer.small, mention[1], clause.stop)
    return _PATTERNS.has("denies the next", _before(answer, clause, mention)) or is_denied is not None


def _before(answer: Answer, clause: Clause, span: Span) -> str:
    return answer.small[max(clause.start, span[0] - _NEAR) : span[0]]


def _complements(answer: Answer, asked: Set[str]) -> Iterator[Span]:
    """Finds nouns that something is said to be, or of which something is said."""
    for found in (*_PATTERNS["complement"].finditer(answer.small), *_PATTERNS["subject"].finditer(answer.small)):
        stems = content_stems(found["noun"])
        if stems and not stems <= asked and not found["noun"].endswith(("ed", "ing", "ly")):
            yield found.span("noun")


def _is_aside(answer: Answer, clause: Clause, span: Span, question: str) -> bool:
    """Whether a mention is only what another thing is set beside: "It is Tanganyika, with Baikal second"."""
    before = _before(answer, clause, span)
    is_beside = _PATTERNS.has("beside", before) and _PATTERNS.has("says", before)
    return is_beside and not _has("beside", question.lower())


def _is_head(answer: Answer, clause: Clause, span: Span, question: str) -> bool:
    """Whether something may be what a clause is about, or what it says of that: no place, time or company."""
    before = _PATTERNS["conjunction"].sub("", _before(answer, clause, span))
    asks_for_place = _has("asks for a place or time", question.lower())
    if _PATTERNS.has("around a place", before):
        return asks_for_place
    if _PATTERNS.has("given", before):
        return True
    if _is_denied(answer, clause, span):
        return False
    if _PATTERNS.has("around", before):
        return _PATTERNS["who does"].match(answer.small, span[1], clause.stop) is not None
    return (
        (asks_for_place and _PATTERNS["year"].fullmatch(answer.text, *span) is not None)
        or before.rsplit(", ", 1)[-1].count(" ") <= _MOST_WORDS_BEFORE
        or _identifies(answer, clause, span)
        or _PATTERNS["does"].match(answer.small, span[1], clause.stop) is not None
    )
