"""How many answers would people call right: estimated from labels of some rows and a metric's scores of all."""

import math
from collections.abc import Mapping
from dataclasses import dataclass
from itertools import combinations
from typing import Any

import numpy as np

from ..aliases import FloatArray, IntArray
from ..checks import check_choice, check_number, check_share
from ..scoring.signature import join_pairs
from ..statistics.prediction_powered import (
    Bounds,
    PoweredMean,
    SampledRows,
    chosen_together,
    powered_mean,
    student_interval,
    student_p_value,
    variance_of_parts,
    variance_of_questions,
)
from ..statistics.system_ranking import holm
from ..version import __version__
from .labelling.sampling_warnings import find_warnings
from .labels import LABEL_AGGREGATIONS, SYSTEM, LabelledRows, check_labelled

ESTIMATE_OPTIONS = ("target", "label_threshold", "label_aggregation", "confidence_level")
TARGETS = ("rows", "questions")
# With fewer labels of some system, the share of labelled rows is taken to be that of all rows.
_FEWEST_OF_SYSTEM = 5


class Estimator:
    """Estimates the mean of people's labels over all rows from labels of some rows and scores of all.

    Args:
        target: What the interval is for: `rows`, the rows that are given, or `questions`, all those that could have
            been asked in place of these.
        label_threshold: A label above it calls the answer right; None takes labels as they are.
        label_aggregation: How several people's labels of an answer are combined: `mean` or `majority`.
        confidence_level: The level of the intervals.

    Raises:
        UsageError: An option is out of range.

    >>> scores, labels = [0.9, 0.1, 0.8, 0.3] * 100, [True, False, True, False] * 10 + [None] * 360
    >>> result = Estimator().estimate(scores, labels)
    >>> round(result["estimate"], 3), result["n_labelled"], result["effective_labels"] > 40
    (0.5, 40, True)
    """

    def __init__(
        self,
        *,
        target: str = "rows",
        label_threshold: float | None = None,
        label_aggregation: str = "mean",
        confidence_level: float = 0.95,
    ) -> None:
        """Checks the options."""
        check_choice("target", target, TARGETS)
        check_choice("label_aggregation", label_aggregation, LABEL_AGGREGATIONS)
        self._target, self._label_aggregation = target, label_aggregation
        self._label_threshold = None if label_threshold is None else check_number("label_threshold", label_threshold)
        self._level = check_share("confidence_level", confidence_level, open_interval=True)

    def combined(self, rows: LabelledRows) -> LabelledRows:
        """Returns the rows with one label each, by the options for labels."""
        return rows.combined(self._label_aggregation, self._label_threshold)

    def estimate(
        self,
        predictions: Any,
        references: Any,
        question_ids: Any = None,
        systems: Any = None,
        groups: Any = None,
        sampling_probabilities: Any = None,
    ) -> dict[str, Any]:
        """Estimates from columns of scores and labels; `check_labelled` says what each may hold.

        Returns:
            Plain values: `estimate` with `estimate_ci`, from labels and scores; `labels_only` with `labels_only_ci`,
            from the labels alone; `metric_only`, the mean score, and `bias`, what it has over the estimate;
            `effective_labels`, how many labels alone would do in a large file; `n`, `n_labelled`; with systems
            and groups the same for each as `by_system` and `by_group` (`by_` and the name of each of several
            groupings); with systems also `differences` between any two, each with the `system` of the higher
            estimate, the `other`, `difference`, `difference_ci`, `labels_only`, `labels_only_ci`, `p_value`,
            `adjusted_p_value` and `significant`; `target`, `warnings`, `reasons` (why a value is NaN) and `signature`.

        Raises:
            DataError: A cell has the wrong type, the columns differ in length, or there is no label.
        """
        scores = {"predictions": predictions}
        rows = check_labelled(references, question_ids, systems, groups, sampling_probabilities, scores, needs="some")
        return self.estimate_rows(self.combined(rows))

    def estimate_rows(self, rows: LabelledRows) -> dict[str, Any]:
        """Estimates from rows with one label each; see `estimate` and `combined`."""
        sample = _Sample.of(rows, self._target, self._level)
        result = sample.domain(np.arange(len(rows))).result()
        reasons: dict[str, str] = {}
        for name, grouping in rows.groupings.items():
            domains = {member: sample.domain(at) for member, at in grouping.members().items()}
            result[f"by_{name}"] = {member: domain.result() for member, domain in domains.items()}
            empty = [member for member, domain in domains.items() if domain.powered is None]
            if empty:
                reasons[f"by_{name}"] = f"no row of {', '.join(empty)} has a label"
            if name == SYSTEM:
                result["differences"] = _differences(sample, domains)
        return result | {
            "target": self._target,
            "warnings": find_warnings(rows),
            "reasons": reasons,
            "signature": self.signature(),
        }

    def signature(self) -> str:
        """Returns the options and versions that decide the estimate."""
        threshold = "none" if self._label_threshold is None else str(self._label_threshold)
        pairs = {"estimate": "ppi++", "target": self._target, "label_threshold": threshold}
        return join_pairs(
            pairs | {"label_aggregation": self._label_aggregation, "cl": str(self._level), "version": __version__}
        )


@dataclass(frozen=True)
class _Sample:
    """All rows, and how some were chosen: `chance` (N,) is the probability of each labelled row."""

    rows: LabelledRows
    question: IntArray
    chance: FloatArray
    together: float
    bounds: Bounds
    target: str
    level: float

    @staticmethod
    def of(rows: LabelledRows, target: str, level: float) -> "_Sample":
        question, is_labelled = rows.question_number, rows.is_labelled
        share, chance = _shares(rows), rows.chances
        labels = rows.label[is_labelled]
        bounds = Bounds(min(0.0, float(labels.min())), max(1.0, float(labels.max())))
        together = 0.0 if rows.question is None else chosen_together(question, is_labelled, share)
        return _Sample(rows, question, share if chance is None else chance, together, bounds, target, level)

    def domain(self, at: IntArray) -> "_Domain":
        """Returns the estimates for some rows."""
        scores, labels = self.rows.score[at], self.rows.label[at]
        is_labelled = ~np.isnan(labels)
        labelled = at[is_labelled]
        if not len(labelled):
            return _Domain(self, at, labelled, float(scores.mean()), None, None)
        some = SampledRows(
            labels[is_labelled],
            scores[is_labelled],
            self.chance[labelled],
            np.unique(self.question[labelled], return_inverse=True)[1],
            self.together,
        )
        mean_score = float(scores.mean())
        alone = powered_mean(some, None, self.bounds)
        return _Domain(self, at, labelled, mean_score, powered_mean(some, mean_score, self.bounds), alone)

    def variance(self, signed: "list[tuple[_Domain, PoweredMean]]") -> float:
        """Returns the variance of a mean, or of the first mean minus the second."""
        signs = (1.0, -1.0)[: len(signed)]
        parts = np.concatenate([sign * mean.parts for sign, (_, mean) in zip(signs, signed, strict=True)])
        labelled = self.question[np.concatenate([domain.labelled for domain, _ in signed])]
        of_label = np.unique(labelled, return_inverse=True)[1]
        variance = variance_of_parts(parts, of_label, self.together) + sum(mean.added for _, mean in signed)
        if self.target == TARGETS[0]:
            return variance
        shares = [
            np.full(len(domain.at), sign * mean.spread / len(domain.at))
            for sign, (domain, mean) in zip(signs, signed, strict=True)
        ]
        deviations = [domain.deviations() for domain, _ in signed]
        of_row = np.unique(self.question[np.concatenate([domain.at for domain, _ in signed])], return_inverse=True)[1]
        return variance + variance_of_questions(np.concatenate(shares), of_row, np.concatenate(deviations), of_label)


@dataclass(frozen=True)
class _Domain:
    """The estimates for the rows `at`, of which some are `labelled`; None if none is."""

    sample: _Sample
    at: IntArray
    labelled: IntArray
    mean_score: float
    powered: PoweredMean | None
    alone: PoweredMean | None

    def deviations(self) -> FloatArray:
        """Returns (n,) how many standard deviations each label is from the mean."""
        labels = self.sample.rows.label[self.labelled]
        spread = float(labels.std())
        deviations: FloatArray = (labels - labels.mean()) / (spread if spread > 0 else 1.0)
        return deviations

    def result(self) -> dict[str, Any]:
        estimate, interval = self._with_interval(self.powered)
        alone, interval_alone = self._with_interval(self.alone)
        return {
            "estimate": estimate,
            "estimate_ci": interval,
            "labels_only": alone,
            "labels_only_ci": interval_alone,
            "metric_only": self.mean_score,
            "bias": self.mean_score - estimate,
            "effective_labels": _effective(len(self.labelled), interval, interval_alone),
            "n": len(self.at),
            "n_labelled": len(self.labelled),
        }

    def _with_interval(self, mean: PoweredMean | None) -> tuple[float, list[float]]:
        if mean is None:
            return math.nan, [math.nan, math.nan]
        low, high = self.sample.bounds
        if self.sample.target == TARGETS[0]:
            # What is known cannot be otherwise.
            known = float(self.sample.rows.label[self.labelled].sum())
            n = len(self.at)
            low, high = ((known + (n - len(self.labelled)) * end) / n for end in (low, high))
        ends = student_interval(mean.centre, self.sample.variance([(self, mean)]), mean.freedom, self.sample.level)
        estimate = min(max(mean.mean, low), high)
        start, end = (min(max(each, low), high) for each in ends)
        return estimate, [min(start, estimate), max(end, estimate)]


def _shares(rows: LabelledRows) -> FloatArray:
    """Returns (N,) the share of labelled rows, of each row's system where every system has a few labels."""
    is_labelled = rows.is_labelled
    systems = rows.groupings.get(SYSTEM)
    if systems is not None:
        n_labelled = np.bincount(systems.number, weights=is_labelled)
        if n_labelled.min() >= _FEWEST_OF_SYSTEM:
            shares: FloatArray = (n_labelled / np.bincount(systems.number))[systems.number]
            return shares
    return np.full(len(rows), is_labelled.mean())


def _effective(n_labelled: int, interval: list[float], alone: list[float]) -> float:
    """Returns how many labels alone would give as narrow an interval, NaN where there is none."""
    width, width_alone = (high - low for low, high in (interval, alone))
    return n_labelled * (width_alone / width) ** 2 if width > 0 else float(n_labelled) if width == 0 else math.nan


def _differences(sample: _Sample, domains: Mapping[str, _Domain]) -> list[dict[str, Any]]:
    """Returns the difference of any two systems, paired by question, the system with the higher estimate first."""
    estimates = {name: domain.powered for name, domain in domains.items() if domain.powered is not None}
    best_first = sorted(estimates, key=lambda name: -estimates[name].mean)
    found = [
        {"system": name, "other": other} | _difference(sample, domains[name], domains[other])
        for name, other in combinations(best_first, 2)
    ]
    for difference, p_value in zip(found, holm([each["p_value"] for each in found]), strict=True):
        difference |= {"adjusted_p_value": p_value, "significant": p_value < 1 - sample.level}
    return found


def _difference(sample: _Sample, one: _Domain, other: _Domain) -> dict[str, Any]:
    result: dict[str, Any] = {}
    most = sample.bounds.high - sample.bounds.low
    for name, first, second in (("labels_only", one.alone, other.alone), ("difference", one.powered, other.powered)):
        assert first is not None  # noqa: S101 (both have labels)
        assert second is not None  # noqa: S101
        variance = sample.variance([(one, first), (other, second)])
        freedom = _welch(first, second)
        ends = student_interval(first.centre - second.centre, variance, freedom, sample.level)
        difference = first.mean - second.mean
        result[name] = difference
        result[f"{name}_ci"] = [min(max(ends[0], -most), difference), max(min(ends[1], most), difference)]
        result["p_value"] = student_p_value(difference, variance, freedom)
    return result


def _welch(first: PoweredMean, second: PoweredMean) -> float:
    """Returns the degrees of freedom of a difference (Welch 1947)."""
    one, two = (float(mean.parts @ mean.parts) for mean in (first, second))
    if not (0 < one < math.inf and 0 < two < math.inf):
        return min(first.freedom, second.freedom)
    return (one + two) ** 2 / (one**2 / first.freedom + two**2 / second.freedom)
