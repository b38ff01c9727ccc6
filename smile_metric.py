"""The entry by the Space's name: `evaluate.load("smile_metric.py")` once the project is installed."""

from smile.evaluation.smile import Smile  # From: git+https://huggingface.co/spaces/OWNER/smile_metric

__all__ = ["Smile"]
