"""The table of rows of a result, one column for each property."""

from dataclasses import MISSING, dataclass, field, fields
from typing import Any

import numpy as np

from ..result_types import VerdictName
from ..shared_types import BoolArray, FloatArray, IntArray


@dataclass(frozen=True, kw_only=True)
class RowTable:
    """The columns of n rows. Each stage of scoring fills those that it knows.

    A column that `PairTable` has, too, is that of the row's best pair. Files have the columns of
    `smile.result_types.ScoreItems`, in its order. The app lists those with a label, in this order.

    Attributes:
        smile: (n,) 0 to 1; for `learned` the probability that a person labels the answer correct.
        doubt: (n,) how uncertain the verdict is, 0 to 1 (see `smile.scoring.verdicts.doubt`).
        equivalence: (n,) for `learned`, the reader's probability that the answer means what that reference means, 0 to
            1; None for the other settings.
        asserted: (n,) for `learned`, the reader's probability that the answer asserts that reference where it mentions
            it, 0 to 1; see `smile.learned.reader.ReaderResult`. None for the other settings.
        answer_read: n strings, the cleaned part of the output that was read as its answer; "" if that is the whole
            output, apart from white space and kinds of quotes and hyphens.
        rule: n strings, the rule for values that applies, for example `date`; "" for none.
        semantic: (n,) 0 to 1.
        lexical: (n,) 0 to 1.
        easy_match: (n,) 0 to 1.
        keyword_similarity: (n,) 0 to 1.
        rating: (n,) whole numbers 0 to 5; 4 and 5 are the correct rows (see `rating_formula`).
        correct: (n,) whether SMILE is above the threshold.
        verdict: n strings: `correct`, `incorrect`, or `unsure` if the doubt is high (see `smile.scoring.verdicts`).
        doubt_reason: n strings, what else than a score near the threshold speaks against the verdict; "" for nothing.
        best_reference: (n,) index of the reference that the scores belong to.
        is_other_value: (n,) whether the answer commits to another value than that reference's, which halves the score
            (`learned` has learned what it means).
        matched_ngram: n strings, the normalised n-gram nearest to that reference; "" for an empty prediction.
        evidence: n strings, what the rule found, for example "Says 2 July instead of 4 July".
        answer_marker: n strings, the cue of the answer that was read, for example "boxed"; "" if there is none.
        not_attempted: n strings, why the row gives no answer, for example "refusal"; "" for an attempt. Such a row is
            never correct: a refusal scores at most the threshold, and an answer without content 0.
        confidence: (n,) the confidence that the output states ("Confidence: 85 %"), 0 to 1; NaN for none.
        is_empty: (n,) whether the prediction is empty.
        is_unfinished: (n,) whether the output ends in its thinking, so that it has no answer.
        is_out_of_vocabulary: (n,) whether the encoder does not know the row's texts, so that the words decide.
        is_truncated: (n,) whether the row has more text, or more references, than was compared.
        has_failed_rule: (n,) whether a rule for values failed on the row, so that the words decided.
    """

    smile: FloatArray = field(metadata={"label": "SMILE"})
    doubt: FloatArray = field(metadata={"label": "Uncertainty"})
    equivalence: FloatArray | None = field(default=None, metadata={"label": "Same meaning"})
    asserted: FloatArray | None = field(default=None, metadata={"label": "Asserted"})
    answer_read: list[str] = field(metadata={"label": "Answer read"})
    rule: list[str] = field(metadata={"label": "Rule"})
    semantic: FloatArray = field(metadata={"label": "Semantic"})
    lexical: FloatArray = field(metadata={"label": "Lexical"})
    easy_match: FloatArray
    keyword_similarity: FloatArray
    rating: IntArray
    correct: BoolArray
    verdict: list[VerdictName]
    doubt_reason: list[str]
    best_reference: IntArray
    is_other_value: BoolArray
    matched_ngram: list[str]
    evidence: list[str]
    answer_marker: list[str]
    not_attempted: list[str]
    confidence: FloatArray
    is_empty: BoolArray
    is_unfinished: BoolArray
    is_out_of_vocabulary: BoolArray
    is_truncated: BoolArray
    has_failed_rule: BoolArray

    @classmethod
    def unfilled(cls, n: int) -> "RowTable":
        """Returns n rows of zeros and empty texts, for the stages to fill."""
        kinds = [(each.name, COLUMNS[each.name]) for each in fields(RowTable) if each.default is MISSING]
        columns: dict[str, Any] = {name: [""] * n if kind is str else np.zeros(n, kind) for name, kind in kinds}
        return cls(**columns)


_KINDS: dict[Any, type] = {FloatArray: float, FloatArray | None: float, IntArray: int, BoolArray: bool}
# The type of each column's values.
COLUMNS = {each.name: _KINDS.get(each.type, str) for each in fields(RowTable)}
# The labels of the columns that the app lists.
LABELS = {each.name: each.metadata["label"] for each in fields(RowTable) if each.metadata}
