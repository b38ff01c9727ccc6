"""The script of `evaluate.load("smile")`: the module stands in `smile.evaluation.smile`."""

from smile.evaluation.smile import Smile  # From: . (in a clone of the project)

__all__ = ["Smile"]
