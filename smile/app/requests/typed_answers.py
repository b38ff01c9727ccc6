"""Answers that a user typed: checked and scored."""

from collections.abc import Sequence
from typing import NamedTuple

from ...errors import DataError
from ...rows.checked_rows import Row, check_rows
from ...scoring.results import Scores
from ...scoring.scorer import SmileScorer
from ..engine import ChosenSetting, Engine
from ..limits import MOST_ANSWERS, check_row_within_limits, check_within_limit


class ScoredAnswers(NamedTuple):
    """The scores of typed answers."""

    rows: list[Row]
    scores: Scores
    scorer: SmileScorer


def score_typed_answers(
    engine: Engine, question: str, references: Sequence[str], answers: Sequence[str], chosen: ChosenSetting
) -> ScoredAnswers:
    """Checks typed answers and scores them; the question may be empty."""
    if not references:
        raise DataError("there is no correct answer: give at least one, one per line")
    n = len(answers)
    check_within_limit("answers", n, MOST_ANSWERS)
    check_within_limit("correct answers", len(references), MOST_ANSWERS)
    names = [f"answer {i + 1}" for i in range(n)]
    rows = check_rows(list(answers), [list(references)] * n, [question] * n, names=names)
    for row, name in zip(rows, names, strict=True):
        check_row_within_limits(row, name)
    scorer = engine.wait_for_scorer(chosen, rows)
    return ScoredAnswers(rows, scorer.score_rows(rows), scorer)


def typed_lines(text: str, is_one: bool = False) -> list[str]:
    """Returns the lines of a text that are not blank, or the whole text."""
    return [text] if is_one else [line for line in text.splitlines() if line.strip()]
