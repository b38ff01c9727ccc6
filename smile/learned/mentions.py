"""Finds where an answer mentions a reference, and masks it, so that the reader judges the grammar around it alone."""

from collections.abc import Sequence, Set
from functools import lru_cache
from itertools import chain

import regex

from ..choices import SMILE_NORMALIZATION
from ..text.keywords import Words, between_spaces
from ..text.normalization import words

# The mark of a mention: the token by which the encoder was taught to fill gaps.
MASK = "[MASK]"

# The evidence of a rule for values that found the reference's value in another form: "36 inches = 1 yard".
_SAME_VALUE = regex.compile(r"(?:[a-z ]+: )?(.+?) = .+")

# What stands between two spaces, without the signs around it.
_PIECE = regex.compile(r"[^\s\p{P}\p{S}](?:\S*[^\s\p{P}])?|[^\s\p{P}]+")

# Words that stand in most references and mention none of them.
_FUNCTION_WORDS = frozenset(
    "a an the of in on at to for and or by with from as is was are were be been it its he she his her they their this "
    "that s".split()
)

# The share of a reference's own words from which an answer mentions it without having all of it.
_LEAST_SHARE = 1 / 3
# A reference with more words of its own is a statement and no name: an answer with some of them need not mention it.
_MOST_OWN_WORDS = 4

# So many pieces are joined: "one thousand nine hundred eighty four".
_MOST_JOINED = 6

_LANGUAGE = "en"

Spans = list[tuple[int, int]]


def masked(prediction: str, reference: str, question: str | None = None, evidence: str = "") -> str | None:
    """Returns an answer with `MASK` in place of each mention of a reference; None where it mentions none.

    Space around it and a full stop at its end are left out: they change no answer.

    A mention is the reference word for word, or its value in the form that a rule found; without these, the words of
    the reference that neither the question has nor most texts have, if these are four or fewer and the answer has at
    least a third of them.

    Args:
        prediction: The answer.
        reference: The reference.
        question: The question, if it is read.
        evidence: What a rule for values found to be the same, "" for none.

    >>> masked("Not Paris, but Rome.", "Paris")
    'Not [MASK], but Rome'
    >>> masked("It is 36 inches.", "1 yard", evidence="36 inches = 1 yard")
    'It is [MASK]'
    >>> masked("Anyone but Obama!", "Barack Obama")
    'Anyone but [MASK]!'
    >>> masked("Rome", "Paris") is None
    True
    """
    pieces = [piece.span() for piece in _PIECE.finditer(prediction)]
    of_piece = [_words(prediction[start:stop]) for start, stop in pieces]
    wanted = _words(reference)
    spans = _exact(pieces, of_piece, wanted) or _joined(prediction, pieces, wanted) or _value(prediction, evidence)
    if not spans:
        spans = _partial(pieces, of_piece, wanted, frozenset(_words(question or "")))
    return _with_masks(prediction, spans) if spans else None


def _exact(pieces: Spans, of_piece: Sequence[Words], wanted: Words) -> Spans:
    """Returns where the wanted words stand one after the other."""
    flat = [(word, place) for place, found in enumerate(of_piece) for word in found]
    spans: Spans = []
    start = 0
    while start + len(wanted) <= len(flat):
        run = flat[start : start + len(wanted)]
        if tuple(word for word, _ in run) == wanted:
            spans.append((pieces[run[0][1]][0], pieces[run[-1][1]][1]))
            start += len(wanted)
        else:
            start += 1
    return spans


def _joined(prediction: str, pieces: Spans, wanted: Words) -> Spans:
    """Returns where pieces have the wanted words only together: 25 is "twenty five"."""
    if between_spaces(wanted) not in between_spaces(_words(prediction)):
        return []
    for n in range(_MOST_JOINED, 1, -1):
        for (start, _), (_, stop) in zip(pieces, pieces[n - 1 :], strict=False):
            if _words(prediction[start:stop]) == wanted:
                return [(start, stop)]
    return []


def _value(prediction: str, evidence: str) -> Spans:
    same = _SAME_VALUE.fullmatch(evidence)
    if same is None:
        return []
    start = prediction.lower().find(same[1].lower())
    return [(start, start + len(same[1]))] if start >= 0 else []


def _partial(pieces: Spans, of_piece: Sequence[Words], wanted: Words, known: Set[str]) -> Spans:
    """Returns the runs of pieces with words of the reference, if they have enough of its own words."""
    own = set(wanted) - known - _FUNCTION_WORDS
    found = own.intersection(chain.from_iterable(of_piece))
    if not 0 < len(own) <= _MOST_OWN_WORDS or len(found) < _LEAST_SHARE * len(own):
        return []
    spans: Spans = []
    whole = set(wanted)
    place = 0
    while place < len(pieces):
        if not _has(of_piece[place], found):
            place += 1
            continue
        stop = place + 1
        while stop < len(pieces) and of_piece[stop] and whole.issuperset(of_piece[stop]):
            stop += 1
        while not _has(of_piece[stop - 1], found):
            stop -= 1
        spans.append((pieces[place][0], pieces[stop - 1][1]))
        place = stop
    return spans


def _has(of_piece: Words, wanted: Set[str]) -> bool:
    return not wanted.isdisjoint(of_piece)


def _with_masks(prediction: str, spans: Spans) -> str:
    parts, last = [], 0
    for start, stop in spans:
        parts += [prediction[last:start].replace(MASK, "[ MASK]"), MASK]
        last = stop
    parts.append(prediction[last:].replace(MASK, "[ MASK]"))
    return "".join(parts).strip().rstrip(". ")


@lru_cache(maxsize=2**14)
def _words(text: str) -> Words:
    return words(text, SMILE_NORMALIZATION, _LANGUAGE) if text else ()
