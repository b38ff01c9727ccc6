"""The script of `evaluate.load("smile/judge_cascade.py")`: the module stands in `smile.evaluation.companions`."""

from smile.evaluation.companions import JudgeCascade  # From: . (in a clone of the project)

__all__ = ["JudgeCascade"]
