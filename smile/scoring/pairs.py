"""What each pair of a prediction and a reference scores in its parts; rows are scored from them for any weight."""

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from ..aliases import BoolArray, FloatArray, IntArray
from ..settings.named_settings import Settings
from .formulas import best_of_row, lexical_score, rating, smile_score
from .results import Scores


@dataclass(frozen=True)
class LearnedScores:
    """What the setting `learned` says of n rows, 0 for those with an empty prediction.

    Attributes:
        equivalence: (n,) the equivalence head's own probability that the answer means what the best reference means.
        probability: (n,) the probability, joined from it and all else, that a person calls the answer right.
    """

    equivalence: FloatArray
    probability: FloatArray


@dataclass(frozen=True)
class MeasuredPairs:
    """The parts of P pairs of n rows. Nothing in them depends on the weight, the aggregation or the threshold.

    Attributes:
        row: (P,) row of each pair, ascending; a row with an empty prediction has none.
        reference_index: (P,) which of its row's references.
        semantic: (P,) 0 to 1.
        easy_match: (P,) 0 to 1.
        keyword_similarity: (P,) 0 to 1.
        matched_ngram: P strings, the normalised n-gram nearest to the reference.
        is_truncated: (n,) whether some text of the row was longer than could be read.
        n_strings: How many strings came from where; see `smile.scoring.cosines.Similarities`. With static vectors also
            how many rows were compared by the encoder, as some word of theirs has none (`n_rows_encoded`).
        backend: Which back end encoded; None where nothing had to be encoded, or the encoder has no such thing.
        learned: Of `learned`, what was learned says of the rows; None of the other settings.
    """

    row: IntArray
    reference_index: IntArray
    semantic: FloatArray
    easy_match: FloatArray
    keyword_similarity: FloatArray
    matched_ngram: list[str]
    is_truncated: BoolArray
    n_strings: Mapping[str, int] = field(default_factory=dict)
    backend: str | None = None
    learned: LearnedScores | None = None


def merge_pairs(left: MeasuredPairs, right: MeasuredPairs) -> MeasuredPairs:
    """Joins the parts of some of n rows with those of the others.

    Args:
        left: Parts of n rows, with pairs of some.
        right: Parts of the same n rows, with pairs of others.
    """
    row = np.concatenate((left.row, right.row))
    order = np.argsort(row, kind="stable")
    columns = ("reference_index", "semantic", "easy_match", "keyword_similarity")
    joined: dict[str, Any] = {
        name: np.concatenate((getattr(left, name), getattr(right, name)))[order] for name in columns
    }
    matched_ngram = left.matched_ngram + right.matched_ngram
    return MeasuredPairs(
        row=row[order],
        **joined,
        matched_ngram=[matched_ngram[i] for i in order.tolist()],
        is_truncated=left.is_truncated | right.is_truncated,
        n_strings=Counter(left.n_strings) + Counter(right.n_strings),
        backend=left.backend if right.backend is None else right.backend,
    )


def joined_score(semantic: FloatArray, easy_match: FloatArray, keyword: FloatArray, settings: Settings) -> FloatArray:
    """Returns the (P,) SMILE of pairs, 0 to 1, from the (P,) parts of each."""
    lexical = lexical_score(easy_match, keyword, settings.use_easy_match)
    return smile_score(semantic, lexical, settings.semantic_weight, settings.aggregation)


def score_pairs(parts: MeasuredPairs, settings: Settings, run_signature: str) -> Scores:
    """Joins the parts of each pair and takes each row's best.

    Args:
        parts: Those of all pairs, or at least of each row's best.
        settings: How they are joined, and what counts as correct.
        run_signature: What the scores depend on.
    """
    n = len(parts.is_truncated)
    lexical = lexical_score(parts.easy_match, parts.keyword_similarity, settings.use_easy_match)
    smile = joined_score(parts.semantic, parts.easy_match, parts.keyword_similarity, settings)
    best = best_of_row(parts.row, smile)
    scored_rows = parts.row[best]

    def per_row(values: "np.ndarray[Any, np.dtype[Any]]") -> Any:
        column = np.zeros(n, dtype=values.dtype)
        column[scored_rows] = values[best]
        return column

    is_empty = np.ones(n, dtype=np.bool_)
    is_empty[scored_rows] = False
    matched_ngram = [""] * n
    for row, pair in zip(scored_rows.tolist(), best.tolist(), strict=True):
        matched_ngram[row] = parts.matched_ngram[pair]
    learned = parts.learned
    smile_of_row = per_row(smile) if learned is None else learned.probability
    return Scores(
        smile=smile_of_row,
        semantic=per_row(parts.semantic),
        lexical=per_row(lexical),
        easy_match=per_row(parts.easy_match),
        keyword_similarity=per_row(parts.keyword_similarity),
        rating=rating(smile_of_row),
        correct=smile_of_row > settings.threshold,
        best_reference=per_row(parts.reference_index),
        matched_ngram=matched_ngram,
        is_empty=is_empty,
        is_truncated=parts.is_truncated,
        signature=run_signature,
        n_strings=parts.n_strings,
        backend=parts.backend,
        equivalence=None if learned is None else learned.equivalence,
    )
