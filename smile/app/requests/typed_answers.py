"""Answers that a user typed: checked and scored."""

from collections.abc import Sequence
from dataclasses import dataclass

from ...errors import DataError
from ...rows.checked_rows import Row, check_rows
from ...scoring.results import Scores
from ...scoring.scorer import SmileScorer
from ..engine import ChosenSetting, Engine
from ..limits import MOST_ANSWERS, check_count, check_sizes


@dataclass(frozen=True)
class TypedAnswers:
    """A question, which may be empty, with its correct answers and the answers to score."""

    question: str
    references: Sequence[str]
    answers: Sequence[str]

    def rows(self) -> list[Row]:
        """Returns a checked row for each answer."""
        n = len(self.answers)
        return check_rows(list(self.answers), [list(self.references)] * n, [self.question] * n, names=answer_names(n))


@dataclass(frozen=True)
class ScoredAnswers:
    """The scores of typed answers."""

    rows: list[Row]
    scores: Scores
    scorer: SmileScorer


def score_answers(engine: Engine, typed: TypedAnswers, chosen: ChosenSetting) -> ScoredAnswers:
    """Checks typed answers and scores them."""
    if not typed.references:
        raise DataError("there is no correct answer: give at least one, one per line")
    check_count("answers", len(typed.answers), MOST_ANSWERS)
    check_count("correct answers", len(typed.references), MOST_ANSWERS)
    rows = typed.rows()
    check_sizes(rows, answer_names(len(rows)))
    scorer = engine.wait_for_scorer(chosen, rows)
    return ScoredAnswers(rows, scorer.score_rows(rows), scorer)


def typed_lines(text: str, is_one: bool = False) -> list[str]:
    """Returns the lines of a text that are not blank, or the whole text."""
    return [text] if is_one else [line for line in text.splitlines() if line.strip()]


def answer_names(n: int) -> list[str]:
    """Returns how errors call n answers."""
    return [f"answer {i + 1}" for i in range(n)]
