"""The script of `evaluate.load("smile/sas.py")`: the module stands in `smile.evaluation.companions`."""

from smile.evaluation.companions import SAS  # From: . (in a clone of the project)

__all__ = ["SAS"]
