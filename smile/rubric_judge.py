"""What `evaluate.load("smile/rubric_judge.py")` loads: the module stands in `smile.evaluation.companions`."""

from smile.evaluation.companions import RubricJudge  # From: . (in a clone of the project)

__all__ = ["RubricJudge"]
