"""What `evaluate.load("smile/agreement.py")` loads: the module stands in `smile.evaluation.agreement`."""

from smile.evaluation.agreement import Agreement  # From: git+https://huggingface.co/spaces/OWNER/smile_metric

__all__ = ["Agreement"]
