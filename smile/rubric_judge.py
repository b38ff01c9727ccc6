"""What `evaluate.load("smile/rubric_judge.py")` loads: the module stands in `smile.evaluation.rubric_judge`."""

from smile.evaluation.rubric_judge import RubricJudge  # From: . (in a clone of the project)

__all__ = ["RubricJudge"]
