"""The answers as the heads and the joint models see them."""

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np

from smile import SmileScorer
from smile.aliases import FloatArray
from smile.learned.features import features, head_text
from smile.rows.checked_rows import rows_as_read
from smile.scoring.formulas import joined_score
from smile.scoring.results import Scores

from .labelled_answers import LabelledAnswers


@dataclass(frozen=True)
class Material:
    """n answers, read with their questions (True) and without (False).

    Attributes:
        answers: The answers.
        scores: SMILE's scores with the vectors of `learned`, which are those of `fast`.
        tables: (n, k) features.
        ranked: Each answer's references, the best by SMILE first.
    """

    answers: LabelledAnswers
    scores: Mapping[bool, Scores]
    tables: Mapping[bool, FloatArray]
    ranked: list[list[int]]

    def text(self, i: int, with_question: bool, reference: int | None = None) -> str:
        """Returns what the head reads of an answer, with its best reference or another."""
        row = self.answers.rows[i]
        best = int(self.scores[with_question].best_reference[i]) if reference is None else reference
        return head_text(row.question if with_question else None, row.references[best], row.prediction)


def prepare(answers: LabelledAnswers) -> Material:
    """Measures the pairs of all answers, and their features."""
    scores, tables = {}, {}
    ranked: list[list[int]] = [[] for _ in answers.rows]
    for with_questions in (True, False):
        scorer = SmileScorer("fast", use_questions=with_questions)
        pairs = scorer.measure(answers.rows)
        scores[with_questions] = scorer.score_pairs(answers.rows, pairs, scorer.settings)
        tables[with_questions] = features(rows_as_read(answers.rows, with_questions), scores[with_questions])
        if with_questions:
            smile = joined_score(
                pairs.semantic, pairs.easy_match, pairs.keyword_similarity, pairs.is_other_value, scorer.settings
            )
            for pair in np.lexsort((pairs.reference_index, -smile, pairs.row)).tolist():
                ranked[int(pairs.row[pair])].append(int(pairs.reference_index[pair]))
    return Material(answers, scores, tables, ranked)
