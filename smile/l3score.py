"""What `evaluate.load("smile/l3score.py")` loads: the module stands in `smile.evaluation.l3score`."""

from smile.evaluation.l3score import L3Score  # From: git+https://huggingface.co/spaces/OWNER/smile_metric

__all__ = ["L3Score"]
