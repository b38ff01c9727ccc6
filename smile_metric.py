"""The entry by the Space's name: `evaluate.load("smile_metric.py")` once the project is installed."""

from smile.evaluation.smile import Smile  # From: . (in a clone of the project)

__all__ = ["Smile"]
