"""What `evaluate.load("smile/qa_match.py")` loads: the module stands in `smile.evaluation.qa_match`."""

from smile.evaluation.qa_match import QAMatch  # From: git+https://huggingface.co/spaces/OWNER/smile_metric

__all__ = ["QAMatch"]
