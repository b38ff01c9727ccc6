"""Agreement of metrics with human labels, over all rows and by system and group."""

import math
import warnings
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any, cast

import numpy as np

from ...checks import check_number, check_share
from ...errors import ColumnWarning, Option, UsageError
from ...result_types import AgreementResult, MetricDifference, SideBySideResult, SliceAccuracy
from ...rows.row_scores import Signature
from ...scoring.signature import signature_of_run
from ...shared_types import BoolArray, FloatArray
from ...statistics.agreement_measures import (
    CORRELATIONS,
    PairCounts,
    best_threshold,
    correlations,
    count_pairs_in_agreement,
    is_constant,
    krippendorff_alpha,
)
from ...statistics.bootstrap import (
    ONE_QUESTION,
    RESAMPLES,
    SEED,
    WeightedCorrelations,
    WeightedVerdicts,
    draw_questions,
    percentile_interval,
    sign_p_value,
)
from ..labels import NO_RIGHT_ANSWERS, SYSTEM, LabelledRows, check_rows_and_labels, label_scale, only_rows_with_labels
from ..reference_counts import ReferenceCounts

MEAN, PAIRWISE = "mean_correlation", "pairwise_accuracy"
VERDICTS = ("roc_auc", "accuracy", "cohen_kappa", "f1", "bias")
# Fewer rows always lie on a line.
_FEWEST_ROWS = 3


@dataclass(frozen=True)
class AgreementOptions:
    """The options that decide the statistics; see `AgreementScorer`."""

    threshold: float
    tie_margin: float
    confidence_level: float


@dataclass(frozen=True)
class Agreement:
    """One metric's agreement with human labels.

    Attributes:
        values: The statistics, NaN where undefined.
        intervals: The intervals of those that have one.
        n_pairs: The number of pairs of answers to a question.
        reasons: Why a statistic is NaN.
        draws: By name (d,) the statistic in each draw of the bootstrap, NaN where it is undefined.
        groups: By the grouping's name, the agreement on each of its members.
        comparison: The differences to another metric; None if there is none.
    """

    values: dict[str, float]
    intervals: dict[str, list[float]]
    n: int
    n_questions: int
    n_pairs: int
    reasons: dict[str, str]
    draws: dict[str, FloatArray]
    groups: dict[str, dict[str, "Agreement"]] = field(default_factory=dict)
    comparison: MetricDifference | None = None

    def to_dict(self) -> dict[str, Any]:
        """Returns the values of an `AgreementResult`."""
        result: dict[str, Any] = {}
        for name, value in self.values.items():
            result[name] = value
            if name in self.intervals:
                result[f"{name}_ci"] = self.intervals[name]
        result |= {"n": self.n, "n_questions": self.n_questions, "n_pairs": self.n_pairs}
        result["reasons"] = self.reasons
        for name, members in self.groups.items():
            result[f"by_{name}"] = {member: found.to_dict() for member, found in members.items()}
        return result | ({} if self.comparison is None else {"comparison": self.comparison})


def measure_agreement(rows: LabelledRows, options: AgreementOptions) -> Agreement:
    """Measures the first metric of rows with one label each."""
    system = rows.groupings[SYSTEM].number if SYSTEM in rows.groupings else None
    pairs = count_pairs_in_agreement(rows.score, rows.label, rows.question_number, system, options.tie_margin)
    n_pairs = int(pairs.n_pairs.sum())
    reasons: dict[str, str] = {}
    values = _correlations(rows, reasons)
    values[PAIRWISE] = float(pairs.n_alike.sum() / n_pairs) if n_pairs else math.nan
    if rows.question is None:
        reasons[PAIRWISE] = "it compares answers to the same question: give question_ids"
    elif not n_pairs:
        reasons[PAIRWISE] = "no question has two answers" + ("" if system is None else " of different systems")
    values |= _verdict_statistics(rows, options.threshold, reasons)
    draws = _bootstrap_draws(rows, pairs, options.threshold)
    intervals = {
        name: percentile_interval(draws.get(name, np.empty(0)), options.confidence_level)
        for name in (*CORRELATIONS, MEAN, PAIRWISE, *VERDICTS)
    }
    if rows.n_questions == 1:
        reasons["intervals"] = ONE_QUESTION
    return Agreement(values, intervals, len(rows), rows.n_questions, n_pairs, reasons, draws)


def compare_metrics(first: Agreement, second: Agreement, options: AgreementOptions) -> MetricDifference:
    """Returns the differences between two metrics' agreement on the same rows, with paired bootstrap tests."""
    names = (*CORRELATIONS, MEAN, PAIRWISE, "roc_auc")
    draws = {name: first.draws[name] - second.draws[name] for name in names if name in first.draws}
    reasons = {name: f"of the other metric: {why}" for name, why in second.reasons.items()} | first.reasons
    return MetricDifference(
        difference={name: first.values[name] - second.values[name] for name in names},
        difference_ci={name: percentile_interval(each, options.confidence_level) for name, each in draws.items()},
        p_value={name: sign_p_value(each) for name, each in draws.items()},
        reasons={name: why for name, why in reasons.items() if name in names},
    )


def _correlations(rows: LabelledRows, reasons: dict[str, str]) -> dict[str, float]:
    n, columns = len(rows), {"scores": rows.score, "labels": rows.label}
    why_not = [f"it needs {_FEWEST_ROWS} rows, and there are {n}"] if n < _FEWEST_ROWS else []
    why_not += [
        f"all {n} {name} are {each[0]:g}, and nothing correlates with a constant"
        for name, each in columns.items()
        if is_constant(each)
    ]
    if why_not:
        reasons |= dict.fromkeys((*CORRELATIONS, MEAN), why_not[0])
        return dict.fromkeys((*CORRELATIONS, MEAN), math.nan)
    found = correlations(rows.score, rows.label)
    return found | {MEAN: float(np.mean(list(found.values())))}


def _verdict_statistics(rows: LabelledRows, threshold: float, reasons: dict[str, str]) -> dict[str, float]:
    is_right = rows.is_right
    if is_right is None:
        names = (*VERDICTS, "best_threshold", "best_accuracy")
        reasons |= dict.fromkeys(names, NO_RIGHT_ANSWERS)
        return dict.fromkeys(names, math.nan)
    best = best_threshold(rows.score, is_right)
    once = WeightedVerdicts(rows.score, threshold, is_right)(np.ones((1, len(is_right))))
    result = {name: float(values[0]) for name, values in once.items()}
    result |= {"best_threshold": best.threshold, "best_accuracy": best.accuracy}
    if math.isnan(result["roc_auc"]):
        reasons["roc_auc"] = f"the labels call {'all' if is_right.all() else 'none'} of the answers correct"
    if math.isnan(result["cohen_kappa"]):
        reasons["cohen_kappa"] = (
            f"the labels and the metric call all answers {'correct' if is_right.all() else 'incorrect'}"
        )
    if math.isnan(result["f1"]):
        reasons["f1"] = "neither the labels nor the metric call any answer correct"
    return result


def _bootstrap_draws(rows: LabelledRows, pairs: PairCounts, threshold: float) -> dict[str, FloatArray]:
    of_correlations = WeightedCorrelations(rows.score, rows.label)
    of_verdicts = None if rows.is_right is None else WeightedVerdicts(rows.score, threshold, rows.is_right)
    batches = []
    for question_weights in draw_questions(rows.n_questions, len(rows)):
        weights = question_weights[:, rows.question_number]
        batch = of_correlations(weights)
        with np.errstate(invalid="ignore"):
            batch[PAIRWISE] = (question_weights @ pairs.n_alike) / (question_weights @ pairs.n_pairs)
        batches.append(batch | (of_verdicts(weights) if of_verdicts else {}))
    # All draws of a single question are the same and have no spread.
    lone = rows.n_questions == 1
    return {
        name: np.full(1, np.nan) if lone else np.concatenate([batch[name] for batch in batches]) for name in batches[0]
    }


@dataclass(frozen=True)
class MetricScores:
    """One metric's scores of n rows.

    Attributes:
        scores: (n,) higher is better.
        is_truncated: (n,) whether a text of the row is longer than the metric reads.
        n_not_attempted: The number of outputs without an answer, which the metric never accepts; None if it does not
            count them.
    """

    scores: FloatArray
    is_truncated: BoolArray
    signature: Signature
    n_not_attempted: int | None = None

    @property
    def n_truncated(self) -> int:
        """The number of rows with a text that is longer than the metric reads."""
        return int(self.is_truncated.sum())

    def counts(self) -> dict[str, int]:
        """Returns the counts of rows, by their names in results."""
        none = {} if self.n_not_attempted is None else {"n_not_attempted": self.n_not_attempted}
        return {"n_truncated": self.n_truncated} | none


@dataclass(frozen=True)
class SideBySide:
    """The agreement of several metrics with human labels.

    Attributes:
        metrics: By name the agreement of each; every metric but the first has a comparison with the first.
        between_people: With labels of several people `krippendorff_alpha` and `n_annotators`.
        reasons: Why a value of `between_people` is NaN.
        signature: The options and versions that decide the statistics.
        scores: By name (n,) each metric's scores.
        first: The rows with one label each and the scores of the first metric.
        ran: By name the scores of the metrics that were run here.
        slices: The first metric's accuracy by slice of the rows; empty if it was not run here.
        references: By name the agreement of the metrics that were run here by the number of references, if wanted.
    """

    metrics: dict[str, Agreement]
    between_people: dict[str, float | int]
    reasons: dict[str, str]
    signature: Signature
    options: AgreementOptions
    scores: Mapping[str, FloatArray]
    first: LabelledRows
    ran: Mapping[str, MetricScores] = field(default_factory=dict)
    slices: list[SliceAccuracy] = field(default_factory=list)
    references: Mapping[str, ReferenceCounts] = field(default_factory=dict)

    def to_dict(self) -> SideBySideResult:
        """Returns plain values."""
        metrics = {name: found.to_dict() for name, found in self.metrics.items()}
        for name, of_metric in self.ran.items():
            if name in metrics:
                metrics[name] |= of_metric.counts() | {"metric_signature": str(of_metric.signature)}
        if self.slices:
            metrics[next(iter(metrics))]["slices"] = self.slices
        for name, found in self.references.items():
            metrics[name]["references"] = found.to_dict()
        of_all = {**self.between_people, "reasons": self.reasons, "signature": str(self.signature)}
        return cast(SideBySideResult, {"metrics": metrics, **of_all})


class AgreementScorer:
    """Measures how well a metric's scores agree with human labels.

    Args:
        threshold: The metric accepts answers with a score above it, for `accuracy` and `f1`.
        label_threshold: Labels above it count as correct; None means 0.5 if all labels are between 0 and 1.
        tie_margin: Two answers whose scores differ by less than this tie, for `pairwise_accuracy`.
        confidence_level: The level of the bootstrap intervals.

    Raises:
        UsageError: An option is out of range.

    Examples:
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
        confidence_level: float = 0.95,
    ) -> None:
        confidence_level = check_share("confidence_level", confidence_level, open_interval=True)
        tie_margin = check_number("tie_margin", tie_margin)
        if tie_margin < 0:
            raise UsageError("{} must be 0 or more, got {!r}", Option("tie_margin"), tie_margin)
        self.options = AgreementOptions(check_number("threshold", threshold), tie_margin, confidence_level)
        self._label_threshold = None if label_threshold is None else check_number("label_threshold", label_threshold)

    def score(
        self,
        predictions: Any,
        references: Any,
        question_ids: Any = None,
        systems: Any = None,
        groups: Any = None,
        other_predictions: Any = None,
    ) -> AgreementResult:
        """Measures columns of scores and labels; `check_rows_and_labels` says what each may hold.

        Returns:
            See `smile.result_types.AgreementResult`.

        Raises:
            DataError: A cell has the wrong type, or the columns differ in length.
        """
        scores = {"predictions": predictions}
        if other_predictions is not None:
            scores["other_predictions"] = other_predictions
        rows = only_rows_with_labels(check_rows_and_labels(references, question_ids, systems, groups, scores=scores))
        # The first is what the others are compared with.
        found = self.score_side_by_side(dict(reversed(rows.scores.items())), rows)
        agreement = found.metrics["predictions"]
        reasons = agreement.reasons | found.reasons
        of_all = {"signature": str(found.signature), "reasons": reasons}
        return cast(AgreementResult, agreement.to_dict() | found.between_people | of_all)

    def score_side_by_side(self, scores: Mapping[str, FloatArray], rows: LabelledRows) -> SideBySide:
        """Measures several metrics of the same n rows, of each (n,) finite scores by its name."""
        metrics: dict[str, Agreement] = {}
        combined = self.sample(np.zeros(len(rows)), rows)
        members = {name: grouping.members() for name, grouping in rows.groupings.items()}
        first_name = next(iter(scores))
        for name, values in scores.items():
            whole = combined.scored(values)
            found = measure_agreement(whole, self.options)
            comparison = compare_metrics(found, metrics[first_name], self.options) if metrics else None
            groups = {
                grouping: {member: measure_agreement(whole.at(at), self.options) for member, at in each.items()}
                for grouping, each in members.items()
            }
            metrics[name] = replace(found, groups=groups, comparison=comparison)
        first = combined.scored(scores[first_name])
        people, reasons = self._between_people(rows)
        return SideBySide(metrics, people, reasons, self.signature(), self.options, dict(scores), first)

    def sample(self, scores: FloatArray, rows: LabelledRows) -> LabelledRows:
        """Returns the rows with one label each, whether it counts as correct, and (n,) scores of one metric."""
        combined, label_threshold = rows.combined().scored(scores), self._label_threshold
        if label_threshold is None:
            label_threshold, reading = label_scale(rows.labels.ravel().tolist())
            if reading and label_threshold is not None:
                text = ColumnWarning("{} ({} sets another value)", reading, Option("label_threshold"))
                warnings.warn(text, stacklevel=2)
        return replace(combined, is_right=None if label_threshold is None else combined.label > label_threshold)

    def signature(self) -> Signature:
        """Returns the options and versions that decide the statistics."""
        options = self.options
        pairs = {
            "threshold": str(options.threshold),
            "label_threshold": "auto" if self._label_threshold is None else str(self._label_threshold),
            "tie_margin": str(options.tie_margin),
            "bs": str(RESAMPLES),
            "seed": str(SEED),
            "cl": str(options.confidence_level),
        }
        return signature_of_run(pairs)

    def _between_people(self, rows: LabelledRows) -> tuple[dict[str, float | int], dict[str, str]]:
        """Returns the agreement between several annotators, and why a value is NaN."""
        n_annotators = rows.labels.shape[1]
        if n_annotators == 1:
            return {}, {}
        alpha, why_not = krippendorff_alpha(rows.labels)
        found = {"krippendorff_alpha": alpha, "n_annotators": n_annotators}
        return found, {"krippendorff_alpha": why_not} if why_not else {}
