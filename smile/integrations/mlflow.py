"""SMILE for MLflow: a scorer for `mlflow.genai.evaluate`, and a metric for `mlflow.models.evaluate`."""

from typing import Any

from ..optional_packages import what_is_missing
from ..rows.checked_rows import check_rows
from ..scoring.scorer import SmileScorer
from .shared_batches import SharedBatches

try:
    import mlflow
    from mlflow.entities import Feedback
    from mlflow.genai.scorers import Scorer, scorer
    from mlflow.metrics import MetricValue
    from mlflow.models import EvaluationMetric, make_metric
except ImportError as error:
    raise ImportError(what_is_missing("mlflow", __name__, "mlflow", error)) from error

# The tag of a run that holds the signature of its scores.
SIGNATURE_TAG = "smile.signature"


def smile_scorer(setting: str = "default", **options: Any) -> Scorer:
    """Returns a scorer of `outputs` against the expectation `expected_response`, which may be a list of answers.

    The question is the input `question`, if it exists. MLflow scores one row at a time in several threads. Rows that
    arrive while others are being scored are scored together. The feedback `smile` is 0 to 1; its metadata has the
    sub-scores and the signature. The feedback `smile_correct` is whether it is above the threshold.

    `setting` and `options` are those of `SmileScorer`.
    """
    batches = SharedBatches(SmileScorer(setting, **options))

    def smile(inputs: Any, outputs: Any, expectations: Any) -> list[Feedback]:
        question = inputs.get("question") if isinstance(inputs, dict) else None
        reference = (expectations or {}).get("expected_response")
        [row] = check_rows([outputs], [reference], [question], names=["expected_response"])
        [item] = batches.score([row])
        value, is_correct = item.pop("smile"), item.pop("correct")
        metadata = {name: str(part) for name, part in item.items()}
        return [
            Feedback(name="smile", value=value, metadata=metadata),
            Feedback(name="smile_correct", value=is_correct),
        ]

    # No time limit: rows wait while the model is loaded.
    made: Scorer = scorer(
        smile, description="How correct an answer is, 0 to 1, by its meaning and its words.", timeout=0
    )
    return made


def smile_metric(setting: str = "default", **options: Any) -> EvaluationMetric:
    """Returns a metric of the predictions against the targets, each of which may be a list of answers.

    All rows are scored in one call. The signature becomes the run's tag `smile.signature`.

    `setting` and `options` are those of `SmileScorer`.
    """
    smile_scorer = SmileScorer(setting, **options)

    def smile(predictions: Any, targets: Any) -> MetricValue:
        scores = smile_scorer.score(predictions, targets)
        if mlflow.active_run() is not None:
            mlflow.set_tag(SIGNATURE_TAG, scores.signature)
        aggregates = {"mean": float(scores.smile.mean()), "accuracy": float(scores.correct.mean())}
        return MetricValue(scores=scores.smile.tolist(), aggregate_results=aggregates)

    return make_metric(eval_fn=smile, greater_is_better=True, name="smile")
