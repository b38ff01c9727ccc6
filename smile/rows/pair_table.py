"""The table of pairs of a prediction and a reference, one column for each property."""

from collections.abc import Sequence
from dataclasses import dataclass, fields
from typing import Any

import numpy as np

from ..shared_types import BoolArray, FloatArray, IntArray


@dataclass(frozen=True, kw_only=True)
class PairTable:
    """P pairs of a prediction and a reference.

    Attributes:
        row: (P,) row of each pair, ascending; a row with an empty prediction has no pair.
        reference_index: (P,) index of the pair's reference in its row.
        semantic: (P,) 0 to 1.
        easy_match: (P,) 0 to 1.
        keyword_similarity: (P,) 0 to 1.
        is_other_value: (P,) whether the answer commits to another value than the reference's.
        names_others: (P,) whether the answer also names something else, as in "Paris or Lyon".
        is_reordered: (P,) whether the nearest n-gram has the reference's words, more than two, in another order.
        is_out_of_vocabulary: (P,) whether the encoder cannot compare the pair's texts.
        matched_ngram: P strings, the normalised n-gram nearest to the reference.
        rule: P strings, the rule for values that applies; "" for none.
        evidence: P strings, the finding of the rule as a sentence; "" for none.
        said: P sequences, the answer's own words for the value that the rule compared.
        equivalence: For `learned`, (P,) as in `smile.learned.reader.ReaderResult`; None for other settings.
        asserted: Likewise.
        probability: Likewise.
    """

    row: IntArray
    reference_index: IntArray
    semantic: FloatArray
    easy_match: FloatArray
    keyword_similarity: FloatArray
    is_other_value: BoolArray
    names_others: BoolArray
    is_reordered: BoolArray
    is_out_of_vocabulary: BoolArray
    matched_ngram: list[str]
    rule: list[str]
    evidence: list[str]
    said: Sequence[Sequence[str]]
    equivalence: FloatArray | None = None
    asserted: FloatArray | None = None
    probability: FloatArray | None = None

    @property
    def is_same_value(self) -> BoolArray:
        """(P,) whether a rule for values found the reference's value in the answer."""
        has_rule = np.array([rule != "" for rule in self.rule], dtype=np.bool_)
        return has_rule & ~self.is_other_value

    def at(self, positions: IntArray) -> "PairTable":
        """Returns the pairs at the given positions."""
        return PairTable(**{each.name: pair_values_at(getattr(self, each.name), positions) for each in fields(self)})


def pair_values_at(column: Any, positions: IntArray) -> Any:
    """Returns the values of an array or list at the given positions; None for None."""
    if column is None or isinstance(column, np.ndarray):
        return None if column is None else column[positions]
    return [column[i] for i in positions.tolist()]
