"""What `evaluate.load("smile/agreement.py")` loads: the module stands in `smile.evaluation.agreement`."""

from smile.evaluation.agreement import Agreement  # From: . (in a clone of the project)

__all__ = ["Agreement"]
