"""What `evaluate.load("smile/qa_match.py")` loads: the module stands in `smile.evaluation.qa_match`."""

from smile.evaluation.qa_match import QAMatch  # From: . (in a clone of the project)

__all__ = ["QAMatch"]
