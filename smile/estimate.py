"""What `evaluate.load("smile/estimate.py")` loads: the module stands in `smile.evaluation.estimate`."""

from smile.evaluation.estimate import Estimate  # From: . (in a clone of the project)

__all__ = ["Estimate"]
