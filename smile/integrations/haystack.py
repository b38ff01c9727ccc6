"""SMILE as an evaluator of Haystack, with the interface of Haystack's SASEvaluator."""

from typing import Any

from ..optional_packages import what_is_missing
from ..scoring.scorer import SmileScorer

try:
    from haystack import component, default_from_dict, default_to_dict
except ImportError as error:
    raise ImportError(what_is_missing("haystack", __name__, "haystack", error)) from error


@component
class SMILEEvaluator:
    """Evaluates predicted answers against ground-truth answers, all in one call.

    `setting` and `options` are those of `SmileScorer`.
    """

    def __init__(self, setting: str = "default", **options: Any) -> None:
        self._init_parameters = {"setting": setting, **options}
        self._scorer = SmileScorer(setting, **options)

    def to_dict(self) -> dict[str, Any]:
        """Returns the component as a dict, for saving a pipeline."""
        description: dict[str, Any] = default_to_dict(self, **self._init_parameters)
        return description

    @classmethod
    def from_dict(cls, data: dict[str, Any]) -> "SMILEEvaluator":
        """Returns the component that `to_dict` saved."""
        evaluator: SMILEEvaluator = default_from_dict(cls, data)
        return evaluator

    def warm_up(self) -> None:
        """Loads the models, which are otherwise loaded on first use."""
        self._scorer.warm_up()

    @component.output_types(
        score=float, individual_scores=list[float], accuracy=float, items=dict[str, list[Any]], signature=str
    )
    def run(
        self,
        ground_truth_answers: list[str] | list[list[str]],
        predicted_answers: list[str],
        questions: list[str] | None = None,
    ) -> dict[str, Any]:
        """Scores all answers.

        Args:
            ground_truth_answers: For each question the correct answer, or a list of correct answers.
            predicted_answers: For each question the answer to score; may be empty.
            questions: The questions; optional.

        Returns:
            `score`, the mean SMILE; `individual_scores`, the SMILE of each answer, 0 to 1; `accuracy`, the share above
            the threshold; `items`, the details of each answer (see `Scores.items`); and the `signature`.
        """
        scores = self._scorer.score(predicted_answers, ground_truth_answers, questions)
        return {
            "score": float(scores.smile.mean()),
            "individual_scores": scores.smile.tolist(),
            "accuracy": float(scores.correct.mean()),
            "items": scores.items(),
            "signature": scores.signature,
        }
