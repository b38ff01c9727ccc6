"""The third stage of scoring: what each pair of a prediction and a reference scores in its parts.

Any settings can score rows from them: weight, aggregation and threshold come last.
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

import numpy as np

from ..aliases import BoolArray, FloatArray, IntArray, OnProgress
from ..choices import SMILE_NORMALIZATION
from ..encoding.encoders import Encoder, backend_of
from ..learned.reader import LearnedScores, ReaderResult
from ..settings.named_settings import Settings
from ..text.normalization import clean
from ..text.values.answer import answer_of
from .cosines import measure_cosines
from .evidence import evidence
from .formulas import best_of_row, joined_score, keyword_similarity, lexical_score, rating, semantic_score
from .plan import Comparisons
from .results import TEXT_COLUMNS, Scores


@dataclass(frozen=True)
class MeasuredPairs:
    """P pairs of n rows. Nothing in them depends on the weight, the aggregation or the threshold.

    Attributes:
        row: (P,) row of each pair, ascending; a row with an empty prediction has none.
        reference_index: (P,) index of the pair's reference in its row.
        semantic: (P,) 0 to 1.
        easy_match: (P,) 0 to 1.
        keyword_similarity: (P,) 0 to 1.
        is_other_value: (P,) whether the answer commits to another value than the reference's, which halves the score.
        matched_ngram: P strings, the normalised n-gram nearest to the reference.
        rule: P strings, the rule for values that applies, "" for none.
        evidence: P strings, the values that the rule compared, "" for none.
        said: P lists of those words of the answer that give its value.
        is_unread: (P,) whether the encoder cannot compare the pair's texts; see `smile.scoring.unread`.
        is_truncated: (n,) whether a text of the row was longer than the encoder reads.
        n_strings: Number of strings by source; see `smile.scoring.cosines.Similarities`.
        backend: The back end that encoded; None where nothing was encoded, or the encoder does not name one.
        learned: The (P,) scores by the setting `learned`, whose pairs are those it scored; None for other settings.
    """

    row: IntArray
    reference_index: IntArray
    semantic: FloatArray
    easy_match: FloatArray
    keyword_similarity: FloatArray
    is_other_value: BoolArray
    matched_ngram: list[str]
    rule: list[str]
    evidence: list[str]
    said: list[list[str]]
    is_unread: BoolArray
    is_truncated: BoolArray
    n_strings: Mapping[str, int] = field(default_factory=dict)
    backend: str | None = None
    learned: LearnedScores | None = None


# The arrays of `MeasuredPairs` beside `row` that have an entry per pair.
_COLUMNS = ("reference_index", "semantic", "easy_match", "keyword_similarity", "is_other_value", "is_unread")


def measure_pairs(
    comparisons: Comparisons,
    encoder: Encoder,
    wanted: Sequence[Settings] | None,
    on_progress: OnProgress | None = None,
) -> MeasuredPairs:
    """Encodes what is compared and returns the pairs; see `smile.scoring.cosines.measure_cosines`."""
    comparisons, similarities = measure_cosines(comparisons, encoder, wanted, on_progress)
    keyword, position = keyword_similarity(
        similarities.ngram, comparisons.lacks_number, comparisons.ngram_start, comparisons.is_exact
    )
    matched = comparisons.keyword.copy()
    is_compared = position >= 0
    matched[is_compared] = comparisons.ngram[position[is_compared]]
    matches = {pair: comparisons.value_matches[i] for pair, i in enumerate(comparisons.value_match.tolist()) if i >= 0}
    answers = {
        pair: answer_of(clean(comparisons.rows[comparisons.row[pair]].prediction, SMILE_NORMALIZATION))
        for pair in matches
    }
    n_pairs = len(comparisons.row)
    is_cut = comparisons.is_cut | comparisons.pairs_with(similarities.is_truncated)
    return MeasuredPairs(
        row=comparisons.row,
        reference_index=comparisons.reference_index,
        semantic=semantic_score(similarities.sentence),
        easy_match=comparisons.easy_match,
        keyword_similarity=keyword,
        is_other_value=comparisons.is_other_value,
        matched_ngram=[comparisons.strings[string] for string in matched.tolist()],
        rule=[matches[pair].rule if pair in matches else "" for pair in range(n_pairs)],
        evidence=[evidence(matches[pair], answers[pair]) if pair in matches else "" for pair in range(n_pairs)],
        said=[answers[pair].quoted(matches[pair]) if pair in matches else [] for pair in range(n_pairs)],
        is_unread=similarities.is_unread,
        is_truncated=comparisons.rows_with(is_cut),
        n_strings=similarities.n_strings,
        backend=backend_of(encoder) if similarities.n_strings["n_encoded"] else None,
    )


def with_learned(pairs: MeasuredPairs, result: ReaderResult) -> MeasuredPairs:
    """Returns the pairs that the setting `learned` scored, with these scores; no other pair can be a row's best."""
    kept = np.flatnonzero(result.is_scored)
    n_strings = Counter(pairs.n_strings)
    n_strings.update(result.n_strings)
    columns: dict[str, Any] = {name: getattr(pairs, name)[kept] for name in ("row", *_COLUMNS)}
    for name in (*TEXT_COLUMNS, "said"):
        texts = getattr(pairs, name)
        columns[name] = [texts[i] for i in kept.tolist()]
    return replace(
        pairs,
        **columns,
        learned=result.scores,
        is_truncated=pairs.is_truncated | result.is_truncated,
        n_strings=n_strings,
        backend=pairs.backend if result.backend is None else result.backend,
    )


def score_pairs(pairs: MeasuredPairs, settings: Settings, run_signature: str) -> Scores:
    """Scores each pair and takes each row's best.

    Args:
        pairs: All pairs, or at least each row's best.
        settings: The settings that join the parts and decide what is correct.
        run_signature: The signature of the run.
    """
    n = len(pairs.is_truncated)
    lexical = lexical_score(pairs.easy_match, pairs.keyword_similarity, settings.use_easy_match)
    learned = pairs.learned
    smile = (
        joined_score(pairs.semantic, pairs.easy_match, pairs.keyword_similarity, pairs.is_other_value, settings)
        if learned is None
        else learned.probability
    )
    best = best_of_row(pairs.row, smile)
    scored_rows = pairs.row[best]

    def per_row(values: "np.ndarray[Any, np.dtype[Any]]") -> Any:
        column = np.zeros(n, dtype=values.dtype)
        column[scored_rows] = values[best]
        return column

    is_empty = np.ones(n, dtype=np.bool_)
    is_empty[scored_rows] = False
    texts: dict[str, Any] = {name: [""] * n for name in TEXT_COLUMNS}
    for name, column in texts.items():
        of_pair = getattr(pairs, name)
        for row, pair in zip(scored_rows.tolist(), best.tolist(), strict=True):
            column[row] = of_pair[pair]
    smile_of_row = per_row(smile)
    return Scores(
        smile=smile_of_row,
        semantic=per_row(pairs.semantic),
        lexical=per_row(lexical),
        easy_match=per_row(pairs.easy_match),
        keyword_similarity=per_row(pairs.keyword_similarity),
        rating=rating(smile_of_row, settings.threshold),
        correct=smile_of_row > settings.threshold,
        best_reference=per_row(pairs.reference_index),
        is_other_value=per_row(pairs.is_other_value),
        **texts,
        is_empty=is_empty,
        is_unread=per_row(pairs.is_unread),
        is_truncated=pairs.is_truncated,
        signature=run_signature,
        n_strings=pairs.n_strings,
        backend=pairs.backend,
        equivalence=None if learned is None else per_row(learned.equivalence),
        asserted=None if learned is None else per_row(learned.asserted),
    )
