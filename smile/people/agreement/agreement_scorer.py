"""Agreement with people: from scores and labels to statistics, over all rows and by system and group."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from importlib.metadata import version
from itertools import count
from typing import Any

from ...aliases import BoolArray, FloatArray
from ...checks import check_choice, check_number, check_share
from ...errors import UsageError
from ...scoring.signature import join_pairs
from ...statistics.bootstrap import RESAMPLES, SEED
from ...statistics.krippendorff_alpha import LEVELS_OF_MEASUREMENT, LevelOfMeasurement, krippendorff_alpha
from ...version import __version__
from ..labels import LABEL_AGGREGATIONS, SYSTEM, LabelledRows, check_labelled, combined_label
from .agreement_statistics import Measured, Rules, Sample, compare_metrics, measure_agreement

AGREEMENT_OPTIONS = (
    "threshold",
    "label_threshold",
    "tie_margin",
    "label_aggregation",
    "level_of_measurement",
    "confidence_level",
)


class AgreementScorer:
    """Measures how well a metric's scores agree with people's labels.

    Args:
        threshold: A score above it calls the answer right, for `accuracy` and `f1`.
        label_threshold: A label above it calls the answer right; None means 0.5 if all labels are between 0 and 1.
        tie_margin: Two answers whose scores differ by less than this tie, for `pairwise_accuracy`.
        label_aggregation: How several people's labels of an answer are combined: `mean` or `majority`.
        level_of_measurement: The scale of the labels for Krippendorff's alpha: `nominal`, `ordinal`, `interval` or
            `ratio`.
        confidence_level: The level of the bootstrap intervals; None leaves them out.

    Raises:
        UsageError: An option is out of range.

    >>> result = AgreementScorer().score([0.9, 0.8, 0.3, 0.1], [True, True, False, False])
    >>> round(result["pearson"], 3), result["roc_auc"], result["accuracy"]
    (0.972, 1.0, 1.0)
    """

    def __init__(
        self,
        *,
        threshold: float = 0.67,
        label_threshold: float | None = None,
        tie_margin: float = 0.05,
        label_aggregation: str = "mean",
        level_of_measurement: LevelOfMeasurement = "ordinal",
        confidence_level: float | None = 0.95,
    ) -> None:
        """Checks the options."""
        if confidence_level is not None:
            confidence_level = check_share("confidence_level", confidence_level, open_interval=True)
        tie_margin = check_number("tie_margin", tie_margin)
        if tie_margin < 0:
            raise UsageError(f"tie_margin must be 0 or more, got {tie_margin!r}")
        self.rules = Rules(check_number("threshold", threshold), tie_margin, confidence_level)
        self._label_threshold = None if label_threshold is None else check_number("label_threshold", label_threshold)
        check_choice("label_aggregation", label_aggregation, LABEL_AGGREGATIONS)
        check_choice("level_of_measurement", level_of_measurement, LEVELS_OF_MEASUREMENT)
        self._label_aggregation, self._level_of_measurement = label_aggregation, level_of_measurement

    def score(
        self,
        predictions: Any,
        references: Any,
        question_ids: Any = None,
        systems: Any = None,
        groups: Any = None,
        other_predictions: Any = None,
    ) -> dict[str, Any]:
        """Measures columns of scores and labels; `check_labelled` says what each may hold.

        Returns:
            Plain values: `pearson`, `spearman`, `kendall_tau_b`, each with `_p_value` and `_ci`, their mean as
            `mean_correlation`, `pairwise_accuracy`, `roc_auc`, `accuracy`, `f1`, `bias`, each with `_ci`,
            `best_threshold` and its `best_accuracy`, `n`, `n_questions`, `n_pairs`, `reasons` and `signature`; with
            labels of several people `krippendorff_alpha`, `n_annotators` and, by majority, `n_without_majority`; with
            systems and groups the same statistics for each as `by_system` and `by_group` (`by_` and the name of each of
            several groupings); with `other_predictions` the `comparison`.

        Raises:
            DataError: A cell has the wrong type, or the columns differ in length.
        """
        scores = {"predictions": predictions} | (
            {} if other_predictions is None else {"other_predictions": other_predictions}
        )
        return self.score_rows(check_labelled(references, question_ids, systems, groups, scores=scores))

    def score_rows(self, rows: LabelledRows) -> dict[str, Any]:
        """Measures checked rows by their first scores, with a second metric's to compare; see `score`."""
        labels = _CombinedLabels.of(rows, self._label_aggregation)
        sample = self._sample(rows.score, rows, labels)
        measured = measure_agreement(sample, self.rules)
        result = measured.result | _of_groups(sample, rows, lambda members: measure_agreement(members, self.rules))
        result |= self._between_annotators(rows, labels, result["reasons"])
        for scores in [*rows.scores.values()][1:2]:
            other_sample = replace(sample, scores=scores)
            other = measure_agreement(other_sample, self.rules)
            result["comparison"] = compare_metrics(sample, measured, other_sample, other, self.rules)
        return result | {"signature": self.signature()}

    def right_answers(self, people: LabelledRows) -> BoolArray | None:
        """Returns (n,) whether people call each answer right; None if the labels do not tell."""
        return self._is_right(_CombinedLabels.of(people, self._label_aggregation))

    def sample(self, scores: FloatArray, people: LabelledRows) -> Sample:
        """Returns scores and labels in the form that the statistics take.

        Args:
            scores: (n,) finite.
            people: The labels of the n rows.
        """
        return self._sample(scores, people, _CombinedLabels.of(people, self._label_aggregation))

    def score_side_by_side(
        self,
        scores: Mapping[str, FloatArray],
        people: LabelledRows,
        on_progress: Callable[[int, int], None] | None = None,
    ) -> dict[str, Any]:
        """Measures several metrics of the same rows.

        Args:
            scores: By the metric's name (n,) its scores, finite.
            people: The labels of the n rows.
            on_progress: Called with the number of measured samples (each metric's, and each of its groups') and their
                total.

        Returns:
            Under `metrics` by name the results of `score`, without those that all metrics share; every metric but the
            first has a `comparison` with the first: its own statistic minus the first one's. Beside `metrics` the
            agreement between people, and the `signature`.
        """
        labels = _CombinedLabels.of(people, self._label_aggregation)
        metrics: dict[str, dict[str, Any]] = {}
        first: tuple[Sample, Measured] | None = None
        n_samples = len(scores) * (1 + sum(len(grouping.names) for grouping in people.groupings.values()))
        n_done = count(1)

        def measure(sample: Sample) -> Measured:
            found = measure_agreement(sample, self.rules)
            if on_progress is not None:
                on_progress(next(n_done), n_samples)
            return found

        for name, values in scores.items():
            sample = self._sample(values, people, labels)
            measured = measure(sample)
            metrics[name] = measured.result | _of_groups(sample, people, measure)
            if first is None:
                first = sample, measured
            else:
                metrics[name]["comparison"] = compare_metrics(sample, measured, *first, self.rules)
        reasons: dict[str, str] = {}
        between = self._between_annotators(people, labels, reasons)
        return {"metrics": metrics, **between, "reasons": reasons, "signature": self.signature()}

    def _sample(self, scores: FloatArray, people: LabelledRows, labels: "_CombinedLabels") -> Sample:
        return Sample(
            scores=scores,
            labels=labels.label,
            question=people.question_number,
            system=people.groupings[SYSTEM].number if SYSTEM in people.groupings else None,
            is_right=self._is_right(labels),
            has_questions=people.question is not None,
        )

    def _is_right(self, labels: "_CombinedLabels") -> BoolArray | None:
        label_threshold = self._label_threshold
        if label_threshold is None and labels.label.min() >= 0 and labels.label.max() <= 1:
            label_threshold = 0.5
        return None if label_threshold is None else labels.label > label_threshold

    def _between_annotators(
        self, people: LabelledRows, labels: "_CombinedLabels", reasons: dict[str, str]
    ) -> dict[str, Any]:
        n_annotators = people.labels.shape[1]
        if n_annotators == 1:
            return {}
        alpha = krippendorff_alpha(people.labels, self._level_of_measurement)
        if alpha.why_not:
            reasons["krippendorff_alpha"] = alpha.why_not
        result = {"krippendorff_alpha": alpha.alpha, "n_annotators": n_annotators}
        return result | ({} if labels.n_tied is None else {"n_without_majority": labels.n_tied})

    def signature(self) -> str:
        """Returns the options and versions that decide the statistics."""
        rules = self.rules
        pairs = {
            "threshold": str(rules.threshold),
            "label_threshold": "auto" if self._label_threshold is None else str(self._label_threshold),
            "tie_margin": str(rules.tie_margin),
            "label_aggregation": self._label_aggregation,
            "alpha": self._level_of_measurement,
        }
        if rules.confidence_level is not None:
            pairs |= {"bs": str(RESAMPLES), "seed": str(SEED), "cl": str(rules.confidence_level)}
        return join_pairs(pairs | {"scipy": version("scipy"), "version": __version__})


@dataclass(frozen=True)
class _CombinedLabels:
    """One label per row, and the number of rows with a tied majority; None unless the majority was asked for."""

    label: FloatArray
    n_tied: int | None

    @staticmethod
    def of(people: LabelledRows, label_aggregation: str) -> "_CombinedLabels":
        label, is_tied = combined_label(people.labels, label_aggregation)
        return _CombinedLabels(label, int(is_tied.sum()) if label_aggregation == "majority" else None)


def _of_groups(sample: Sample, people: LabelledRows, measure: Callable[[Sample], Measured]) -> dict[str, Any]:
    return {
        f"by_{name}": {member: measure(sample.at(rows)).result for member, rows in grouping.members().items()}
        for name, grouping in people.groupings.items()
    }
