"""What `evaluate.load("smile/l3score.py")` loads: the module stands in `smile.evaluation.l3score`."""

from smile.evaluation.l3score import L3Score  # From: . (in a clone of the project)

__all__ = ["L3Score"]
