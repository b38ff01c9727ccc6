"""The answers, as heads and what joins them with SMILE's parts see them."""

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np

from smile import SmileScorer
from smile.aliases import FloatArray
from smile.learned.features import features, head_text
from smile.scoring.formulas import joined_score
from smile.scoring.results import Scores

from .labelled_answers import LabelledAnswers


@dataclass(frozen=True)
class Material:
    """n answers, read with their questions (True) and without (False).

    Attributes:
        answers: The answers.
        scores: What the parts of `learned`, which are those of `fast`, say of them.
        tables: (n, k) their features.
        ranked: Of each answer its references, the best by SMILE first.
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
    """Measures the parts of all answers, and their features."""
    scores, tables = {}, {}
    ranked: list[list[int]] = [[] for _ in answers.rows]
    for with_questions in (True, False):
        scorer = SmileScorer("fast", use_questions=with_questions)
        parts = scorer.measure(answers.rows)
        scores[with_questions] = scorer.score_pairs(answers.rows, parts, scorer.settings)
        tables[with_questions] = features(answers.rows, scores[with_questions], with_questions)
        if with_questions:
            smile = joined_score(parts.semantic, parts.easy_match, parts.keyword_similarity, scorer.settings)
            for pair in np.lexsort((parts.reference_index, -smile, parts.row)).tolist():
                ranked[int(parts.row[pair])].append(int(parts.reference_index[pair]))
    return Material(answers, scores, tables, ranked)
