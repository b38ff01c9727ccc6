"""The script of `evaluate.load("smile")`: the module stands in `smile.evaluation.smile_module`."""

from smile.evaluation.smile_module import SmileModule  # From: . (in a clone of the project)

__all__ = ["SmileModule"]
