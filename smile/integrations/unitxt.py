"""SMILE as a metric of unitxt: `metrics=[Smile()]`."""

from typing import Any

from ..optional_packages import what_is_missing
from ..scoring.scorer import SmileScorer

try:
    from unitxt.metrics import BulkInstanceMetric
except ImportError as error:
    raise ImportError(what_is_missing("unitxt", __name__, "unitxt", error)) from error


class Smile(BulkInstanceMetric):
    """Scores all predictions against all their references in one call; `smile` is the main score.

    unitxt averages `smile`, its sub-scores and `smile_accuracy` (1 if SMILE is above the threshold), and adds its own
    confidence interval of `smile`.

    Attributes:
        setting: See `SmileScorer`.
        options: Options of the setting; see `SmileScorer`.
        question: The task's field with the question; rows without this field are scored without a question.
    """

    setting: str = "default"
    options: dict[str, Any] = {}  # noqa: RUF012  # unitxt copies defaults
    question: str = "question"

    main_score = "smile"
    prediction_type = str
    reduction_map = {"mean": ["smile", "smile_accuracy", "semantic", "lexical"]}  # noqa: RUF012
    ci_scores = ["smile"]  # noqa: RUF012

    def prepare(self) -> None:
        """Checks the settings, without loading a model."""
        super().prepare()
        self._scorer = SmileScorer(self.setting, **self.options)

    def compute(
        self, references: list[list[str]], predictions: list[str], task_data: list[dict[str, Any]]
    ) -> list[dict[str, Any]]:
        """Returns the scores of each row, with the signature of all rows."""
        questions = [fields.get(self.question) for fields in task_data]
        scores = self._scorer.score(predictions, references, questions)
        items = scores.items()
        return [
            dict(zip(items, values, strict=True))
            | {"smile_accuracy": float(scores.correct[i]), "signature": scores.signature}
            for i, values in enumerate(zip(*items.values(), strict=True))
        ]
