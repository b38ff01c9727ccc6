"""Answers to one question that a visitor typed: checked and scored."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from ...encoding.vector_cosines import cosine
from ...errors import DataError
from ...rows.checked_rows import Row, check_rows
from ...scoring.pairs import MeasuredPairs
from ...scoring.results import Scores
from ...scoring.scorer import SmileScorer
from ..engine import ChosenSetting, Engine
from ..limits import MOST_ANSWERS, check_count, check_sizes


@dataclass(frozen=True)
class TypedAnswers:
    """What a visitor typed.

    Attributes:
        question: May be empty.
    """

    question: str
    references: Sequence[str]
    answers: Sequence[str]

    def rows(self) -> list[Row]:
        """Returns a checked row for each answer."""
        n = len(self.answers)
        return check_rows(list(self.answers), [list(self.references)] * n, [self.question] * n, names=answer_names(n))


@dataclass(frozen=True)
class ScoredAnswers:
    """The scores of typed answers.

    Attributes:
        pairs: What was measured; scores at another weight or threshold need nothing else.
    """

    rows: list[Row]
    scores: Scores
    pairs: MeasuredPairs
    scorer: SmileScorer


def score_answers(engine: Engine, typed: TypedAnswers, chosen: ChosenSetting) -> ScoredAnswers:
    """Checks what a visitor typed and scores it."""
    scorer = engine.wait_for_scorer(chosen)
    if not typed.references:
        raise DataError("there is no right answer: give at least one, one per line")
    check_count("answers", len(typed.answers), MOST_ANSWERS)
    check_count("right answers", len(typed.references), MOST_ANSWERS)
    rows = typed.rows()
    check_sizes(rows, answer_names(len(rows)))
    pairs = scorer.stages.measure(rows)
    return ScoredAnswers(rows, scorer.stages.score_pairs(rows, pairs, scorer.settings), pairs, scorer)


def cosines_without_question(scorer: SmileScorer, typed: TypedAnswers) -> list[list[float]]:
    """Returns for each answer the cosine with each reference, both without the question; the card's words go by it."""
    vectors = scorer.stages.encoder.encode([*typed.answers, *typed.references]).embeddings
    n, m = len(typed.answers), len(typed.references)
    answers, references = np.repeat(np.arange(n), m), n + np.tile(np.arange(m), n)
    found: list[list[float]] = cosine(vectors, vectors, answers, references).reshape(n, m).tolist()
    return found


def closeness_of(scorer: SmileScorer, answer: str, reference: str) -> float | None:
    """Returns the cosine of an answer and a reference without the question; None where a trained model explains it."""
    if scorer.settings.is_learned:
        return None
    return cosines_without_question(scorer, TypedAnswers("", [reference], [answer]))[0][0]


def typed_lines(text: str, is_one: bool = False) -> list[str]:
    """Returns the lines of a text that are not blank, or the whole text."""
    return [text] if is_one else [line for line in text.splitlines() if line.strip()]


def answer_names(n: int) -> list[str]:
    """Returns how errors call n answers."""
    return [f"answer {i + 1}" for i in range(n)]
