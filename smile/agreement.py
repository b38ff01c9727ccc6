"""The script of `evaluate.load("smile/agreement.py")`: the module stands in `smile.evaluation.labelled_modules`."""

from smile.evaluation.labelled_modules import Agreement  # From: . (in a clone of the project)

__all__ = ["Agreement"]
