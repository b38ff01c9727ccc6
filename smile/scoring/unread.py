"""Which comparisons an encoder cannot make, because its tokenizer takes all text that it does not know for the same."""

from collections.abc import Mapping

import numpy as np

from ..aliases import BoolArray
from ..encoding.encoders import Encoder
from ..encoding.unknown_pieces import UnknownPieces, unknown_pieces_of
from .plan import Comparisons

# A text of which this share of the tokens is unknown is unread.
_UNREAD = 0.5


def is_unread(left: str, right: str, unknown: Mapping[str, UnknownPieces]) -> bool:
    """Returns whether the cosine of two texts says nothing: one is unread, or each has unknown pieces of its own.

    Args:
        left: A text.
        right: Another.
        unknown: The unknown pieces of those texts that have some.

    >>> unknown = {"左": UnknownPieces(frozenset("左"), 1.0), "on the 右 side": UnknownPieces(frozenset("右"), 0.25)}
    >>> is_unread("左", "left", unknown), is_unread("on the 右 side", "right", unknown)
    (True, False)
    """
    one, other = unknown.get(left), unknown.get(right)
    if one is None and other is None:
        return False
    if any(each is not None and each.share >= _UNREAD for each in (one, other)):
        return True
    return one is not None and other is not None and not (one.pieces <= other.pieces or one.pieces >= other.pieces)


def unread_pairs(comparisons: Comparisons, encoder: Encoder) -> BoolArray:
    """Returns a (P,) mask of the pairs whose prediction and target cannot be compared; their question does not count.

    Args:
        comparisons: P pairs.
        encoder: The encoder.
    """
    texts = []
    for number, reference in zip(comparisons.row.tolist(), comparisons.reference_index.tolist(), strict=True):
        row = comparisons.rows[number]
        synthetic = row.synthetic_answers[reference]
        texts.append((row.prediction, row.references[reference] if synthetic is None else synthetic))
    unknown = unknown_pieces_of(encoder, [text for pair in texts for text in pair])
    if not unknown:
        return np.zeros(len(texts), dtype=np.bool_)
    return np.array([is_unread(prediction, target, unknown) for prediction, target in texts], dtype=np.bool_)


def unread_ngrams(comparisons: Comparisons, encoder: Encoder) -> BoolArray:
    """Returns a (G,) mask of the n-grams that cannot be compared with their pair's keyword.

    Args:
        comparisons: G n-grams of all pairs together.
        encoder: The encoder.
    """
    strings = comparisons.strings
    keyword = np.repeat(comparisons.keyword, np.diff(comparisons.ngram_start))
    used = comparisons.different(keyword, comparisons.ngram)
    unknown = unknown_pieces_of(encoder, [strings[i] for i in used.tolist()])
    unread = np.zeros(len(keyword), dtype=np.bool_)
    if unknown:
        doubtful = np.zeros(len(strings), dtype=np.bool_)
        doubtful[[i for i in used.tolist() if strings[i] in unknown]] = True
        for i in np.flatnonzero(doubtful[keyword] | doubtful[comparisons.ngram]).tolist():
            unread[i] = is_unread(strings[keyword[i]], strings[comparisons.ngram[i]], unknown)
    return unread
