"""The script of `evaluate.load("smile/estimate.py")`: the module stands in `smile.evaluation.labelled_modules`."""

from smile.evaluation.labelled_modules import Estimate  # From: . (in a clone of the project)

__all__ = ["Estimate"]
