"""The script of `evaluate.load("smile/qa_match.py")`: the module stands in `smile.evaluation.companions`."""

from smile.evaluation.companions import QAMatch  # From: . (in a clone of the project)

__all__ = ["QAMatch"]
