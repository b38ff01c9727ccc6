"""What `evaluate.load("smile")` loads: the module stands in `smile.evaluation.smile`."""

from smile.evaluation.smile import Smile  # From: git+https://huggingface.co/spaces/OWNER/smile_metric

__all__ = ["Smile"]
