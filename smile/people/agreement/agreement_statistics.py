"""Statistics of agreement of one metric's scores with labels, with intervals and the reasons for missing ones."""

import math
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from ...aliases import FloatArray
from ...statistics.agreement_measures import (
    CORRELATIONS,
    PairCounts,
    best_threshold,
    correlations,
    count_pairs,
    is_constant,
)
from ...statistics.bootstrap import ONE_QUESTION, draw_questions, percentile_interval, sign_p_value
from ...statistics.bootstrap_statistics import WeightedCorrelations, WeightedVerdicts
from ..labels import NO_RIGHT_ANSWERS, SYSTEM, LabelledRows

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
class Comparison:
    """A metric's agreement minus another's on the same rows, by the statistic's name; `reasons` say why it is NaN.

    The intervals and p-values come from a paired bootstrap of the questions.
    """

    difference: dict[str, float]
    difference_ci: dict[str, list[float]]
    p_value: dict[str, float]
    reasons: dict[str, str]


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
    comparison: Comparison | None = None

    def to_dict(self) -> dict[str, Any]:
        """Returns plain values: each statistic by its name, with `_ci`, and groupings as `by_NAME`."""
        result: dict[str, Any] = {}
        for name, value in self.values.items():
            result[name] = value
            if name in self.intervals:
                result[f"{name}_ci"] = self.intervals[name]
        result |= {"n": self.n, "n_questions": self.n_questions, "n_pairs": self.n_pairs}
        result["reasons"] = self.reasons
        for name, members in self.groups.items():
            result[f"by_{name}"] = {member: found.to_dict() for member, found in members.items()}
        return result | ({} if self.comparison is None else {"comparison": vars(self.comparison)})


def measure_agreement(rows: LabelledRows, options: AgreementOptions) -> Agreement:
    """Measures the first metric of rows with one label each."""
    system = rows.groupings[SYSTEM].number if SYSTEM in rows.groupings else None
    pairs = count_pairs(rows.score, rows.label, rows.question_number, system, options.tie_margin)
    n_pairs = int(pairs.n_pairs.sum())
    reasons: dict[str, str] = {}
    values = _correlations(rows, reasons)
    values[PAIRWISE] = float(pairs.n_alike.sum() / n_pairs) if n_pairs else math.nan
    if rows.question is None:
        reasons[PAIRWISE] = "it compares answers to the same question: give question_ids"
    elif not n_pairs:
        reasons[PAIRWISE] = "no question has two answers" + ("" if system is None else " of different systems")
    values |= _verdicts(rows, options.threshold, reasons)
    draws = _draw(rows, pairs, options.threshold)
    intervals = {
        name: percentile_interval(draws.get(name, np.empty(0)), options.confidence_level)
        for name in (*CORRELATIONS, MEAN, PAIRWISE, *VERDICTS)
    }
    if rows.n_questions == 1:
        reasons["intervals"] = ONE_QUESTION
    return Agreement(values, intervals, len(rows), rows.n_questions, n_pairs, reasons, draws)


def compare_metrics(first: Agreement, second: Agreement, options: AgreementOptions) -> Comparison:
    """Returns the differences between two metrics' agreement on the same rows, with paired bootstrap tests."""
    names = (*CORRELATIONS, MEAN, PAIRWISE, "roc_auc")
    draws = {name: first.draws[name] - second.draws[name] for name in names if name in first.draws}
    reasons = {name: f"of the other metric: {why}" for name, why in second.reasons.items()} | first.reasons
    return Comparison(
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


def _verdicts(rows: LabelledRows, threshold: float, reasons: dict[str, str]) -> dict[str, float]:
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


def _draw(rows: LabelledRows, pairs: PairCounts, threshold: float) -> dict[str, FloatArray]:
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
