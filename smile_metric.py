"""The entry by the Space's name: `evaluate.load("smile_metric.py")` once the project is installed."""

from smile.evaluation.smile_module import SmileModule  # From: . (in a clone of the project)

__all__ = ["SmileModule"]
