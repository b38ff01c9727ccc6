"""The script of `evaluate.load("smile/rubric_judge.py")`: the module stands in `smile.evaluation.companions`."""

from smile.evaluation.companions import RubricJudge  # From: . (in a clone of the project)

__all__ = ["RubricJudge"]
