"""What `evaluate.load("smile/sas.py")` loads: the module stands in `smile.evaluation.sas`."""

from smile.evaluation.sas import SAS  # From: git+https://huggingface.co/spaces/OWNER/smile_metric

__all__ = ["SAS"]
