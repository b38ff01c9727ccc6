"""The answers as the heads and the joint models see them."""

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np

from smile import SmileScorer
from smile.aliases import BoolArray, FloatArray, IntArray
from smile.learned.features import features, head_text
from smile.rows.checked_rows import rows_as_read
from smile.scoring.formulas import joined_score

from .labelled_answers import LabelledAnswers

# The head is measured on so many of an answer's pairs: the best by SMILE.
MOST_READ = 4


@dataclass(frozen=True)
class RankedPairs:
    """The best pairs of n answers by SMILE, with the vectors of `learned`, which are those of `fast`.

    Attributes:
        start: (n + 1,) where each answer's pairs begin, its best first.
        row: (P,) the answer of each pair.
        reference_index: (P,) index of the pair's reference.
        is_other_value: (P,) whether the answer commits to another value than the reference's.
        table: (P, k) features.
    """

    start: IntArray
    row: IntArray
    reference_index: IntArray
    is_other_value: BoolArray
    table: FloatArray

    def best(self, answers: IntArray) -> IntArray:
        """Returns the position of the best pair of each of some answers."""
        return self.start[answers]

    @property
    def rank(self) -> IntArray:
        """(P,) how many pairs of its answer are better, by SMILE, than each pair."""
        return np.arange(len(self.row)) - self.start[self.row]

    def highest(self, values: FloatArray) -> FloatArray:
        """Returns each answer's highest of the (P,) values of its pairs."""
        return np.maximum.reduceat(values, self.start[:-1])

    def of(self, answers: IntArray) -> IntArray:
        """Returns the positions of all pairs of some answers, in their order."""
        n = np.diff(self.start)[answers]
        first: IntArray = np.repeat(self.start[answers] - (np.cumsum(n) - n), n)
        return first + np.arange(len(first))


@dataclass(frozen=True)
class Material:
    """n answers, read with their questions (True) and without (False).

    Attributes:
        answers: The answers.
        pairs: Up to `MOST_READ` pairs of each.
    """

    answers: LabelledAnswers
    pairs: Mapping[bool, RankedPairs]

    def texts(self, pairs: IntArray, with_questions: bool) -> list[str]:
        """Returns what the head reads of pairs at these positions."""
        ranked = self.pairs[with_questions]
        found = []
        for i, reference in zip(ranked.row[pairs].tolist(), ranked.reference_index[pairs].tolist(), strict=True):
            row = self.answers.rows[i]
            found.append(head_text(row.question if with_questions else None, row.references[reference], row.prediction))
        return found


def prepare(answers: LabelledAnswers) -> Material:
    """Measures the pairs of all answers, and their features."""
    return Material(answers, {with_questions: _ranked(answers, with_questions) for with_questions in (True, False)})


def _ranked(answers: LabelledAnswers, with_questions: bool) -> RankedPairs:
    scorer = SmileScorer("fast", use_questions=with_questions)
    pairs = scorer.measure(answers.rows)
    smile = joined_score(
        pairs.semantic, pairs.easy_match, pairs.keyword_similarity, pairs.is_other_value, scorer.settings
    )
    order = np.lexsort((pairs.reference_index, -smile, pairs.row))
    first = np.searchsorted(pairs.row, np.arange(len(answers)))
    rank = np.arange(len(order)) - first[pairs.row]
    order = order[rank < MOST_READ]
    table = features(rows_as_read(answers.rows, with_questions), pairs)[order]
    row = pairs.row[order]
    start = np.searchsorted(row, np.arange(len(answers) + 1))
    return RankedPairs(start, row, pairs.reference_index[order], pairs.is_other_value[order], table)
