"""The third stage of scoring: what each pair of a prediction and a reference scores in its parts.

Any settings can score rows from them: weight, aggregation and threshold come last.
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, fields, replace
from typing import Any

import numpy as np

from ..aliases import BoolArray, FloatArray, IntArray, OnProgress
from ..encoding.encoders import Encoder, backend_of
from ..learned.reader import ReaderResult
from ..learned.texts import Pairs
from ..settings.named_settings import Settings
from .columns import COLUMNS
from .cosines import measure_cosines
from .formulas import best_of_row, doubt, joined_score, keyword_similarity, lexical_score, rating, semantic_score
from .plan import Comparisons
from .reading import ReadAnswers
from .results import Scores


@dataclass(frozen=True, kw_only=True)
class MeasuredPairs(Pairs):
    """P pairs of n rows. Nothing in them depends on the weight, the aggregation or the threshold.

    Attributes:
        names_others: (P,) as in `smile.scoring.results.Scores`.
        matched_ngram: P strings, the normalised n-gram nearest to the reference.
        evidence: P strings, the values that the rule compared, "" for none.
        equivalence: For `learned`, (P,) as in `smile.learned.reader.ReaderResult`; the pairs are then those it scored.
        asserted: For `learned`, (P,) as there.
        probability: For `learned`, (P,) as there.
        answer_read: As in `smile.scoring.reading.ReadAnswers`, as are the next four.
        is_truncated: (n,) whether a text of the row was longer than the encoder reads.
        n_strings: Number of strings by source; see `smile.scoring.cosines.Similarities`.
        backend: The back end that encoded; None where nothing was encoded, or the encoder does not name one.
    """

    names_others: BoolArray
    matched_ngram: list[str]
    evidence: list[str]
    equivalence: FloatArray | None = None
    asserted: FloatArray | None = None
    probability: FloatArray | None = None
    answer_read: list[str]
    answer_marker: list[str]
    not_attempted: list[str]
    is_empty: BoolArray
    is_unfinished: BoolArray
    is_truncated: BoolArray
    n_strings: Mapping[str, int] = field(default_factory=dict)
    backend: str | None = None

    def smile(self, settings: Settings) -> FloatArray:
        """Returns the (P,) SMILE of the pairs, 0 to 1, with the weight and aggregation of settings."""
        return joined_score(self.semantic, self.easy_match, self.keyword_similarity, self.is_other_value, settings)

    def plain(self) -> dict[str, Any]:
        """Returns what scores are made of as lists, for JSON; `from_plain` reads them."""
        columns = {name: getattr(self, name) for name in _PLAIN}
        return {
            name: column.tolist() if isinstance(column, np.ndarray) else column
            for name, column in columns.items()
            if column is not None
        }

    @classmethod
    def from_plain(cls, plain: Mapping[str, Any]) -> "MeasuredPairs":
        """Returns the pairs that `plain` was made of; they have no `said`."""
        columns: dict[str, Any] = {
            name: [str(text) for text in plain[name]] if dtype is None else np.array(plain[name], dtype=dtype)
            for name, dtype in _PLAIN.items()
            if name in plain
        }
        return cls(**columns, said=[])


_OF_ROWS = {column.name: column.dtype for column in COLUMNS if column.of_row}
_NOT_OF_PAIRS = (*_OF_ROWS, "n_strings", "backend")
# The columns that scores are made of, with their types.
_PLAIN = {column.of_pair: column.dtype for column in COLUMNS if column.of_pair} | {
    "row": np.int64,
    "probability": np.float64,
    **_OF_ROWS,
}


def _at(column: Any, positions: IntArray) -> Any:
    """Returns the values of a column at some positions; None of a column that is None."""
    if isinstance(column, list):
        return [column[i] for i in positions.tolist()]
    return None if column is None else column[positions]


def measure_pairs(
    read: ReadAnswers,
    comparisons: Comparisons,
    encoder: Encoder,
    wanted: Sequence[Settings] | None,
    on_progress: OnProgress | None = None,
) -> MeasuredPairs:
    """Encodes what is compared of read answers and returns the pairs; see `smile.scoring.cosines.measure_cosines`."""
    comparisons, similarities = measure_cosines(comparisons, encoder, wanted, on_progress)
    pairs = comparisons.pairs
    keyword, position = keyword_similarity(
        similarities.ngram, comparisons.lacks_number, comparisons.ngram_start, comparisons.is_exact
    )
    matched = pairs["keyword"].copy()
    matched[position >= 0] = comparisons.ngram[position[position >= 0]]
    is_truncated = read.is_truncated.copy()
    is_truncated[pairs["row"][pairs["is_cut"] | comparisons.pairs_with(similarities.is_truncated)]] = True
    return MeasuredPairs(
        row=pairs["row"],
        reference_index=pairs["reference_index"],
        semantic=semantic_score(similarities.sentence),
        easy_match=pairs["easy_match"],
        keyword_similarity=keyword,
        is_other_value=pairs["is_other_value"],
        names_others=pairs["names_others"],
        matched_ngram=[comparisons.strings[string] for string in matched.tolist()],
        rule=[finding.rule for finding in comparisons.findings],
        evidence=[finding.evidence for finding in comparisons.findings],
        said=[finding.said for finding in comparisons.findings],
        is_out_of_vocabulary=similarities.is_out_of_vocabulary,
        is_truncated=is_truncated,
        **{name: getattr(read, name) for name in _OF_ROWS if name != "is_truncated"},
        n_strings=similarities.n_strings,
        backend=backend_of(encoder) if similarities.n_strings["n_encoded"] else None,
    )


def with_learned(pairs: MeasuredPairs, result: ReaderResult) -> MeasuredPairs:
    """Returns the pairs that the setting `learned` scored, with these scores; no other pair can be a row's best."""
    n_strings = Counter(pairs.n_strings)
    n_strings.update(result.n_strings)
    columns: dict[str, Any] = {
        each.name: _at(getattr(pairs, each.name), result.scored)
        for each in fields(pairs)
        if each.name not in _NOT_OF_PAIRS
    }
    columns |= {"equivalence": result.equivalence, "asserted": result.asserted, "probability": result.probability}
    return replace(
        pairs,
        **columns,
        is_truncated=pairs.is_truncated | result.is_truncated,
        n_strings=n_strings,
        backend=pairs.backend if result.backend is None else result.backend,
    )


def score_pairs(pairs: MeasuredPairs, settings: Settings, run_signature: str) -> Scores:
    """Scores each pair and takes each row's best."""
    n = len(pairs.is_truncated)
    lexical = lexical_score(pairs.easy_match, pairs.keyword_similarity, settings.use_easy_match)
    smile = pairs.probability
    if smile is None:
        smile = pairs.smile(settings)
    best = best_of_row(pairs.row, smile)
    scored_rows = pairs.row[best]

    def of_rows(column: Any) -> Any:
        values = _at(column, best)
        if isinstance(values, list):
            texts = [""] * n
            for row, text in zip(scored_rows.tolist(), values, strict=True):
                texts[row] = text
            return texts
        if values is None:
            return None
        of_row = np.zeros(n, dtype=values.dtype)
        of_row[scored_rows] = values
        return of_row

    is_attempt = np.array([not reason for reason in pairs.not_attempted], dtype=np.bool_)
    smile_of_row = of_rows(smile)
    smile_of_row = np.where(is_attempt, smile_of_row, np.minimum(smile_of_row, settings.threshold))
    measured = {column.name: of_rows(getattr(pairs, column.of_pair)) for column in COLUMNS if column.of_pair}
    return Scores(
        **measured,
        smile=smile_of_row,
        lexical=of_rows(lexical),
        rating=rating(smile_of_row, settings.threshold),
        correct=smile_of_row > settings.threshold,
        doubt=doubt(smile_of_row, settings.threshold, measured["names_others"], is_attempt),
        **{name: getattr(pairs, name) for name in _OF_ROWS},
        signature=run_signature,
        n_strings=pairs.n_strings,
        backend=pairs.backend,
    )
