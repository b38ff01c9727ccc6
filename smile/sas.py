"""What `evaluate.load("smile/sas.py")` loads: the module stands in `smile.evaluation.sas`."""

from smile.evaluation.sas import SAS  # From: . (in a clone of the project)

__all__ = ["SAS"]
