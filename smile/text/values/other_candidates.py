"""Other things of a reference's kind that an answer names, and long answers that may settle on one of them."""

from collections.abc import Iterator, Sequence, Set
from functools import lru_cache

from ...choices import SMILE_NORMALIZATION
from ..lazy_patterns import Patterns
from ..normalization import words
from .answer import Answer, Span
from .closed.questions import content_stems

# A long answer has more words than this.
_MOST_WORDS = 30
# The order of rules leaves longer ones to the words.
_LONGEST = 5_000

_PATTERNS = Patterns(__file__)
_WHOLE_NAME, _ALIKE = 2, 3


def is_long_answer(reference: str, answer: Answer, question: str | None) -> bool:
    """Whether a long answer mentions the reference and then, after a word of contrast, names another such thing.

    Words do not tell which of them it settles on, so that its verdict is in doubt.

    >>> answer = "Both Gray and Bell worked on the telephone, each with a small team and with little money. Bell had "
    >>> answer += "rich friends, who paid his lawyers. "
    >>> answer = Answer(answer + "However, Gray filed papers in Washington, and his telephone carried speech farther.")
    >>> is_long_answer("Bell", answer, "Who invented the telephone?")
    True
    """
    if not question or len(answer.text) > _LONGEST or len(answer.text.split()) <= _MOST_WORDS:
        return False
    mentions = answer.mentions(reference)
    contrast = _PATTERNS["contrast"].search(answer.small, mentions[-1][1]) if mentions else None
    if contrast is None:
        return False
    return any(start >= contrast.end() for start, _ in other_candidates([reference], answer, mentions, question))


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


def _complements(answer: Answer, asked: Set[str]) -> Iterator[Span]:
    """Finds nouns that something is said to be, or of which something is said."""
    for found in (*_PATTERNS["complement"].finditer(answer.small), *_PATTERNS["subject"].finditer(answer.small)):
        stems = content_stems(found["noun"])
        if stems and not stems <= asked and not found["noun"].endswith(("ed", "ing", "ly")):
            yield found.span("noun")
