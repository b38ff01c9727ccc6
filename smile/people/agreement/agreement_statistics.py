"""Statistics of agreement on one sample of scores and labels, with intervals and the reasons for missing ones."""

from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from ...aliases import BoolArray, FloatArray, IntArray
from ...statistics.bootstrap import draw_questions, percentile_interval, sign_p_value
from ...statistics.bootstrap_statistics import WeightedCorrelations, WeightedVerdicts
from ...statistics.classification import accuracy, best_threshold, f1, roc_auc
from ...statistics.correlations import CORRELATIONS, correlations, is_constant, williams_test
from ...statistics.pairwise_ranking import PairCounts, count_pairs
from ..labels import NO_RIGHT_ANSWERS

MEAN, PAIRWISE = "mean_correlation", "pairwise_accuracy"
VERDICTS = ("roc_auc", "accuracy", "f1", "bias")
# Fewer rows always lie on a line.
_FEWEST_ROWS = 3


@dataclass(frozen=True)
class Sample:
    """Rows to measure.

    Attributes:
        scores: (n,) the metric's scores.
        labels: (n,) one label per row.
        question: (n,) the number of the row's question; if questions are not known, each row has its own.
        system: (n,) the number of the row's system; None if not known.
        is_right: (n,) whether people call the answer right; None if the labels do not tell.
        has_questions: Whether questions are known.
    """

    scores: FloatArray
    labels: FloatArray
    question: IntArray
    system: IntArray | None
    is_right: BoolArray | None
    has_questions: bool

    def at(self, rows: IntArray) -> "Sample":
        """Returns some of the rows, with their questions renumbered."""
        return replace(
            self,
            scores=self.scores[rows],
            labels=self.labels[rows],
            question=np.unique(self.question[rows], return_inverse=True)[1],
            system=None if self.system is None else self.system[rows],
            is_right=None if self.is_right is None else self.is_right[rows],
        )


@dataclass(frozen=True)
class Rules:
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
class Measured:
    """The statistics of one sample.

    Attributes:
        result: The statistics by name with `_p_value` and `_ci`, the counts, and `reasons`: why a statistic is NaN.
        draws: By name (d,) the statistic in each draw of the bootstrap, NaN where it is undefined; empty without
            intervals.
    """

    result: dict[str, Any]
    draws: dict[str, FloatArray]


def measure_agreement(sample: Sample, rules: Rules) -> Measured:
    """Measures one sample."""
    pairs = count_pairs(sample.scores, sample.labels, sample.question, sample.system, rules.tie_margin)
    n_pairs = int(pairs.n_pairs.sum())
    reasons: dict[str, str] = {}
    result = _correlations(sample, reasons)
    result[PAIRWISE] = float(pairs.n_alike.sum() / n_pairs) if n_pairs else float("nan")
    if not n_pairs:
        reasons[PAIRWISE] = _why_no_pairs(sample)
    result |= _verdicts(sample, rules.threshold, reasons)
    draws: dict[str, FloatArray] = {}
    if rules.confidence_level is not None:
        draws = _draw(sample, pairs, rules.threshold)
        for name in (*CORRELATIONS, MEAN, PAIRWISE, *VERDICTS):
            result[f"{name}_ci"] = percentile_interval(draws.get(name, np.empty(0)), rules.confidence_level)
        if sample.question.max() == 0:
            reasons["intervals"] = "there is one question only, and the intervals are drawn by question"
    n_questions = int(sample.question.max()) + 1
    counts = {"n": len(sample.scores), "n_questions": n_questions, "n_pairs": n_pairs}
    return Measured(result | counts | {"reasons": reasons}, draws)


def compare_metrics(
    sample: Sample, measured: Measured, other_sample: Sample, other_measured: Measured, rules: Rules
) -> dict[str, Any]:
    """Returns the differences between two metrics' agreement on the same rows, and tests of them.

    Args:
        sample: The rows with the first metric's scores.
        measured: The first metric's statistics.
        other_sample: The same rows with the second metric's scores.
        other_measured: The second metric's statistics.
        rules: The rules of the run.

    Returns:
        `other` (the second metric's statistics), `difference` (first minus second), with intervals also
        `difference_ci` and `bootstrap_p_value`, both of the paired bootstrap by question; `williams_t` and
        `williams_p_value` of the two Pearson correlations; `reasons`.
    """
    first, second = measured.result, other_measured.result
    names = (*CORRELATIONS, MEAN, PAIRWISE, "roc_auc")
    result: dict[str, Any] = {
        "other": {name: second[name] for name in names},
        "difference": {name: first[name] - second[name] for name in names},
    }
    if rules.confidence_level is not None:
        draws, other_draws = measured.draws, other_measured.draws
        differences = {name: draws[name] - other_draws[name] for name in names if name in draws}
        result["difference_ci"] = {
            name: percentile_interval(found, rules.confidence_level) for name, found in differences.items()
        }
        result["bootstrap_p_value"] = {name: sign_p_value(found) for name, found in differences.items()}
    reasons = {name: f"of the other metric: {why}" for name, why in second["reasons"].items()} | first["reasons"]
    reasons = {name: why for name, why in reasons.items() if name in names}
    n = len(sample.scores)
    between = (
        correlations(sample.scores, other_sample.scores)["pearson"].statistic if n >= _FEWEST_ROWS else float("nan")
    )
    result["williams_t"], result["williams_p_value"] = williams_test(first["pearson"], second["pearson"], between, n)
    if np.isnan(result["williams_t"]):
        reasons["williams_t"] = reasons.get("pearson") or (
            "the two metrics correlate perfectly" if n > _FEWEST_ROWS else f"it needs 4 rows, and there are {n}"
        )
    return result | {"reasons": reasons}


def _correlations(sample: Sample, reasons: dict[str, str]) -> dict[str, Any]:
    why_not = _why_no_correlation(sample)
    if why_not:
        reasons |= dict.fromkeys((*CORRELATIONS, MEAN), why_not)
        nothing = {name: float("nan") for known in CORRELATIONS for name in (known, f"{known}_p_value")}
        return nothing | {MEAN: float("nan")}
    found = correlations(sample.scores, sample.labels)
    result: dict[str, Any] = {}
    for name, (statistic, p_value) in found.items():
        result |= {name: statistic, f"{name}_p_value": p_value}
    return result | {MEAN: float(np.mean([correlation.statistic for correlation in found.values()]))}


def _verdicts(sample: Sample, threshold: float, reasons: dict[str, str]) -> dict[str, float]:
    is_right, is_over = sample.is_right, sample.scores > threshold
    if is_right is None:
        names = (*VERDICTS, "best_threshold", "best_accuracy")
        reasons |= dict.fromkeys(names, NO_RIGHT_ANSWERS)
        return dict.fromkeys(names, float("nan"))
    best = best_threshold(sample.scores, is_right)
    result = {
        "roc_auc": roc_auc(sample.scores, is_right),
        "accuracy": accuracy(is_over, is_right),
        "f1": f1(is_over, is_right),
        "bias": float(np.mean(is_over) - np.mean(is_right)),
        "best_threshold": best.threshold,
        "best_accuracy": best.accuracy,
    }
    if np.isnan(result["roc_auc"]):
        reasons["roc_auc"] = f"people call {'all' if is_right.all() else 'none'} of the answers right"
    if np.isnan(result["f1"]):
        reasons["f1"] = "neither people nor the metric call any answer right"
    return result


def _draw(sample: Sample, pairs: PairCounts, threshold: float) -> dict[str, FloatArray]:
    """Returns each statistic in every draw of the bootstrap, NaN where it is undefined."""
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
