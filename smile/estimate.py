"""What `evaluate.load("smile/estimate.py")` loads: the module stands in `smile.evaluation.estimate`."""

from smile.evaluation.estimate import Estimate  # From: git+https://huggingface.co/spaces/OWNER/smile_metric

__all__ = ["Estimate"]
