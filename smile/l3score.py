"""The script of `evaluate.load("smile/l3score.py")`: the module stands in `smile.evaluation.companions`."""

from smile.evaluation.companions import L3Score  # From: . (in a clone of the project)

__all__ = ["L3Score"]
