"""The judges by name, for the command line and Hugging Face evaluate."""

from collections.abc import Mapping
from typing import Any

from ..errors import Option, UsageError
from .base_judge import Judge
from .l3_scorer import L3Scorer
from .rubric_scorer import RUBRICS, RubricScorer

L3SCORE = "L3Score"
JUDGES: Mapping[str, type[Judge]] = {L3SCORE: L3Scorer, **dict.fromkeys(RUBRICS, RubricScorer)}


def judge_class(rubric: object) -> type[Judge]:
    """Returns the class of a judge by its name; any other name is the path of a rubric's template."""
    return JUDGES.get(str(rubric), RubricScorer)


def named_judge(rubric: Any = "three_step", language: str = "en", **options: Any) -> Judge:
    """Returns a judge by its name or the path of a rubric's template, with the options of its class.

    Raises:
        UsageError: The name is unknown, the judge has no prompt in the language, or an option is invalid.
    """
    judge = judge_class(rubric)
    if judge is RubricScorer:
        return RubricScorer(rubric=rubric, language=language, **options)
    if language not in judge.languages:
        told = "{} does not apply to {}, whose prompt is English only: leave it out, or give a rubric"
        raise UsageError(told, Option("language"), rubric)
    return judge(**options)
