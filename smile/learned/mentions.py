"""Finds where an answer mentions a reference, and masks it, so that the reader judges the grammar around it alone."""

from collections.abc import Sequence
from functools import lru_cache

import regex

from ..choices import SMILE_NORMALIZATION
from ..text.keywords import Words, between_spaces
from ..text.normalization import words

# The mark of a mention: the token by which the encoder was taught to fill gaps.
MASK = "[MASK]"

# What stands between two spaces, without the signs around it.
_PIECE = regex.compile(r"[^\s\p{P}\p{S}](?:\S*[^\s\p{P}])?|[^\s\p{P}]+")

# A mention needs no article: "not cities" for "a city".
_ARTICLE = regex.compile(r"^\s*(?:an?|the)\s+(?=\S)", regex.IGNORECASE)

# So many pieces are joined: "one thousand nine hundred eighty four".
_MOST_JOINED = 6

_LANGUAGE = "en"

Spans = list[tuple[int, int]]


def masked(prediction: str, reference: str, said: Sequence[str] = ()) -> str | None:
    """Returns an answer with `MASK` in place of each mention of a reference; None where it mentions none.

    Space around it and a full stop at its end are left out: they change no answer.

    A mention is the reference word for word, without its article, or its value in the form that a rule found. A
    part of the reference is no mention: "from animals" does not mention "animal products".

    Args:
        prediction: The answer.
        reference: The reference.
        said: The answer's own words for the reference's value, as a rule for values found them.

    >>> masked("Not Paris, but Rome.", "Paris")
    'Not [MASK], but Rome'
    >>> masked("It is 36 inches.", "1 yard", ["36 inches"])
    'It is [MASK]'
    >>> masked("It comes from animals.", "animal products") is None
    True
    """
    pieces = [piece.span() for piece in _PIECE.finditer(prediction)]
    of_piece = [_words(prediction[start:stop]) for start, stop in pieces]
    wanted = _words(_ARTICLE.sub("", reference))
    spans = _exact(pieces, of_piece, wanted) or _joined(prediction, pieces, wanted) or _value(prediction, said)
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


def _value(prediction: str, said: Sequence[str]) -> Spans:
    starts = ((prediction.lower().find(words.lower()), len(words)) for words in said)
    return sorted({(start, start + length) for start, length in starts if start >= 0})


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
