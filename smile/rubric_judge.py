"""What `evaluate.load("smile/rubric_judge.py")` loads: the module stands in `smile.evaluation.rubric_judge`."""

from smile.evaluation.rubric_judge import RubricJudge  # From: git+https://huggingface.co/spaces/OWNER/smile_metric

__all__ = ["RubricJudge"]
