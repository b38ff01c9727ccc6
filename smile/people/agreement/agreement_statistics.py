"""Statistics of agreement on one sample of scores and labels, with intervals and the reasons for missing ones."""

import math
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any

import numpy as np

from ...aliases import BoolArray, FloatArray, IntArray
from ...errors import UsageError
from ...statistics.agreement_measures import (
    CORRELATIONS,
    PairCounts,
    best_threshold,
    correlations,
    count_pairs,
    is_constant,
    williams_test,
)
from ...statistics.bootstrap import draw_questions, percentile_interval, sign_p_value
from ...statistics.bootstrap_statistics import WeightedCorrelations, WeightedVerdicts
from ..labels import NO_RIGHT_ANSWERS

MEAN, PAIRWISE = "mean_correlation", "pairwise_accuracy"
VERDICTS = ("roc_auc", "accuracy", "f1", "bias")
# Fewer rows always lie on a line.
_FEWEST_ROWS = 3


@dataclass(frozen=True)
class Sample:
    """Rows to measure.

    Attributes:
        scores: (n,) a metric's scores, or (k, n) those of k metrics.
        labels: (n,) one label of each row.
        question: (n,) the number of the row's question; if questions are not known, each row has its own.
        system: (n,) the number of the row's system; None if not known.
        is_right: (n,) whether people call the answer right; None if the labels do not tell.
    """

    scores: FloatArray
    labels: FloatArray
    question: IntArray
    system: IntArray | None = None
    is_right: BoolArray | None = None
    has_questions: bool = True

    def __len__(self) -> int:
        return len(self.labels)

    @property
    def n_questions(self) -> int:
        """The number of questions."""
        return int(self.question.max()) + 1

    @property
    def right(self) -> BoolArray:
        """(n,) whether people call the answer right; an error if the labels do not tell."""
        if self.is_right is None:
            raise UsageError(NO_RIGHT_ANSWERS)
        return self.is_right

    def at(self, rows: IntArray) -> "Sample":
        """Returns some of the rows, with their questions renumbered."""
        return replace(
            self,
            scores=self.scores[..., rows],
            labels=self.labels[rows],
            question=np.unique(self.question[rows], return_inverse=True)[1],
            system=None if self.system is None else self.system[rows],
            is_right=None if self.is_right is None else self.is_right[rows],
        )


@dataclass(frozen=True)
class AgreementOptions:
    """The options that decide the statistics.

    Attributes:
        threshold: A score above it calls the answer right.
        tie_margin: A smaller difference is a tie.
        confidence_level: The level of the intervals; None leaves them out.
    """

    threshold: float
    tie_margin: float
    confidence_level: float | None


@dataclass(frozen=True)
class Statistic:
    """A statistic, NaN where it is undefined, with its p-value and interval where it has any."""

    value: float
    p_value: float | None = None
    interval: list[float] | None = None


@dataclass(frozen=True)
class Comparison:
    """A metric's agreement minus another's on the same rows; by the statistic's name.

    Attributes:
        difference_ci: The intervals of the differences, by paired bootstrap of the questions; None without intervals.
        bootstrap_p_value: Their p-values; None without intervals.
        williams_t: Williams' test of the two Pearson correlations.
        reasons: Why a value is NaN.
    """

    other: dict[str, float]
    difference: dict[str, float]
    difference_ci: dict[str, list[float]] | None
    bootstrap_p_value: dict[str, float] | None
    williams_t: float
    williams_p_value: float
    reasons: dict[str, str]

    def to_dict(self) -> dict[str, Any]:
        """Returns plain values."""
        return {name: value for name, value in vars(self).items() if value is not None}


@dataclass(frozen=True)
class Agreement:
    """One metric's agreement with people.

    Attributes:
        n_pairs: The number of pairs of answers to a question.
        reasons: Why a statistic is NaN.
        draws: By name (d,) the statistic in each draw of the bootstrap, NaN where it is undefined; empty without
            intervals.
        groups: By the grouping's name, the agreement on each of its members.
        comparison: The differences to another metric; None if there is none.
    """

    statistics: dict[str, Statistic]
    n: int
    n_questions: int
    n_pairs: int
    reasons: dict[str, str]
    draws: dict[str, FloatArray]
    groups: dict[str, dict[str, "Agreement"]] = field(default_factory=dict)
    comparison: Comparison | None = None

    def value(self, name: str) -> float:
        """Returns a statistic without its interval."""
        return self.statistics[name].value

    def to_dict(self) -> dict[str, Any]:
        """Returns plain values: each statistic by its name, with `_p_value` and `_ci`, and groupings as `by_NAME`."""
        result = plain_statistics(self.statistics)
        result |= {"n": self.n, "n_questions": self.n_questions, "n_pairs": self.n_pairs, "reasons": self.reasons}
        for name, members in self.groups.items():
            result[f"by_{name}"] = {member: found.to_dict() for member, found in members.items()}
        return result | ({} if self.comparison is None else {"comparison": self.comparison.to_dict()})


def plain_statistics(statistics: Mapping[str, Statistic]) -> dict[str, Any]:
    """Returns each statistic by its name, with `_p_value` and `_ci` where it has any."""
    result: dict[str, Any] = {}
    for name, each in statistics.items():
        more = {name: each.value, f"{name}_p_value": each.p_value, f"{name}_ci": each.interval}
        result |= {key: value for key, value in more.items() if value is not None}
    return result


def measure_agreement(sample: Sample, options: AgreementOptions) -> Agreement:
    """Measures one sample."""
    pairs = count_pairs(sample.scores, sample.labels, sample.question, sample.system, options.tie_margin)
    n_pairs = int(pairs.n_pairs.sum())
    reasons: dict[str, str] = {}
    found = _correlations(sample, reasons)
    found[PAIRWISE] = Statistic(float(pairs.n_alike.sum() / n_pairs) if n_pairs else math.nan)
    if not n_pairs:
        reasons[PAIRWISE] = _why_no_pairs(sample)
    found |= {name: Statistic(value) for name, value in _verdicts(sample, options.threshold, reasons).items()}
    draws: dict[str, FloatArray] = {}
    if options.confidence_level is not None:
        draws = _draw(sample, pairs, options.threshold)
        for name in (*CORRELATIONS, MEAN, PAIRWISE, *VERDICTS):
            interval = percentile_interval(draws.get(name, np.empty(0)), options.confidence_level)
            found[name] = replace(found[name], interval=interval)
        if sample.question.max() == 0:
            reasons["intervals"] = "there is one question only, and the intervals are drawn by question"
    return Agreement(found, len(sample), sample.n_questions, n_pairs, reasons, draws)


def compare_metrics(
    sample: Sample, first: Agreement, other_sample: Sample, second: Agreement, options: AgreementOptions
) -> Comparison:
    """Returns the differences between two metrics' agreement on the same rows, and tests of them."""
    names = (*CORRELATIONS, MEAN, PAIRWISE, "roc_auc")
    intervals = p_values = None
    if options.confidence_level is not None:
        differences = {name: first.draws[name] - second.draws[name] for name in names if name in first.draws}
        intervals = {name: percentile_interval(each, options.confidence_level) for name, each in differences.items()}
        p_values = {name: sign_p_value(each) for name, each in differences.items()}
    reasons = {name: f"of the other metric: {why}" for name, why in second.reasons.items()} | first.reasons
    reasons = {name: why for name, why in reasons.items() if name in names}
    n, between = first.n, math.nan
    if n >= _FEWEST_ROWS:
        between = correlations(sample.scores, other_sample.scores)["pearson"].statistic
    williams_t, williams_p_value = williams_test(first.value("pearson"), second.value("pearson"), between, n)
    if math.isnan(williams_t):
        reasons["williams_t"] = reasons.get("pearson") or (
            "the two metrics correlate perfectly" if n > _FEWEST_ROWS else f"it needs 4 rows, and there are {n}"
        )
    return Comparison(
        other={name: second.value(name) for name in names},
        difference={name: first.value(name) - second.value(name) for name in names},
        difference_ci=intervals,
        bootstrap_p_value=p_values,
        williams_t=williams_t,
        williams_p_value=williams_p_value,
        reasons=reasons,
    )


def _correlations(sample: Sample, reasons: dict[str, str]) -> dict[str, Statistic]:
    why_not = _why_no_correlation(sample)
    if why_not:
        reasons |= dict.fromkeys((*CORRELATIONS, MEAN), why_not)
        return dict.fromkeys(CORRELATIONS, Statistic(math.nan, math.nan)) | {MEAN: Statistic(math.nan)}
    found = {name: Statistic(*each) for name, each in correlations(sample.scores, sample.labels).items()}
    return found | {MEAN: Statistic(float(np.mean([each.value for each in found.values()])))}


def _verdicts(sample: Sample, threshold: float, reasons: dict[str, str]) -> dict[str, float]:
    is_right = sample.is_right
    if is_right is None:
        names = (*VERDICTS, "best_threshold", "best_accuracy")
        reasons |= dict.fromkeys(names, NO_RIGHT_ANSWERS)
        return dict.fromkeys(names, math.nan)
    best = best_threshold(sample.scores, is_right)
    once = WeightedVerdicts(sample.scores, threshold, is_right)(np.ones((1, len(is_right))))
    result = {name: float(values[0]) for name, values in once.items()}
    result |= {"best_threshold": best.threshold, "best_accuracy": best.accuracy}
    if math.isnan(result["roc_auc"]):
        reasons["roc_auc"] = f"people call {'all' if is_right.all() else 'none'} of the answers right"
    if math.isnan(result["f1"]):
        reasons["f1"] = "neither people nor the metric call any answer right"
    return result


def _draw(sample: Sample, pairs: PairCounts, threshold: float) -> dict[str, FloatArray]:
    of_correlations = WeightedCorrelations(sample.scores, sample.labels)
    of_verdicts = None if sample.is_right is None else WeightedVerdicts(sample.scores, threshold, sample.is_right)
    n_questions = len(pairs.n_pairs)
    batches = []
    for question_weights in draw_questions(n_questions, len(sample.scores)):
        weights = question_weights[:, sample.question]
        batch = of_correlations(weights)
        with np.errstate(invalid="ignore"):
            batch[PAIRWISE] = (question_weights @ pairs.n_alike) / (question_weights @ pairs.n_pairs)
        batches.append(batch | (of_verdicts(weights) if of_verdicts else {}))
    # All draws of a single question are the same and have no spread.
    lone = n_questions == 1
    return {
        name: np.full(1, np.nan) if lone else np.concatenate([batch[name] for batch in batches]) for name in batches[0]
    }


def _why_no_correlation(sample: Sample) -> str | None:
    n = len(sample.scores)
    if n < _FEWEST_ROWS:
        return f"it needs {_FEWEST_ROWS} rows, and there are {n}"
    for what, values in (("scores", sample.scores), ("labels", sample.labels)):
        if is_constant(values):
            return f"all {n} {what} are {values[0]:g}, and nothing correlates with a constant"
    return None


def _why_no_pairs(sample: Sample) -> str:
    if not sample.has_questions:
        return "it compares answers to the same question: give question_ids"
    systems = "" if sample.system is None else " of different systems"
    return f"no question has two answers{systems}"
