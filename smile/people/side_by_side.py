"""Several metrics against the same labels of the same rows, with all that a report shows."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np

from ..aliases import BoolArray, FloatArray, OnProgress
from ..errors import UsageError
from ..settings.named_settings import Settings
from .agreement.agreement_scorer import AgreementScorer
from .agreement.agreement_statistics import Rules, Sample
from .agreement.metrics import METRICS, SUB_SCORES, Scorers, score_metrics
from .failures import measure_trust
from .labels import LabelledRows
from .slices import Slice, find_slices

# The titles of statistics in reports, over all rows and in groups, and the captions of the figures.
STATISTICS = {
    "pearson": "Pearson",
    "spearman": "Spearman",
    "kendall_tau_b": "Kendall's tau-b",
    "mean_correlation": "Mean of the three",
    "pairwise_accuracy": "Pairwise accuracy",
    "roc_auc": "ROC AUC",
    "accuracy": "Accuracy",
    "f1": "F1",
    "bias": "Bias",
    "best_accuracy": "Best accuracy",
    "best_threshold": "at threshold",
}
IN_GROUPS = {
    "pearson": "Pearson correlation with people",
    "kendall_tau_b": "Kendall's tau-b with people",
    "accuracy": "Accuracy: share of answers judged as people judge them",
    "bias": "Bias: share of answers called right, less the share that people call right; the mean leaves out the signs",
}
CAPTIONS = {
    "correlations": "Correlation with people. The black lines are the intervals.",
    "reliability": "Share of answers that people call right, by score. A metric whose score is a probability lies on "
    "the dashed line; one that tells right from wrong rises steeply somewhere.",
    "scores_by_label": "Scores of answers that people call right and wrong. The less the two overlap, the better.",
    "parts": "SMILE's two parts. Where one of them is high and the other low, the answer is worth a look.",
}


@dataclass(frozen=True)
class SideBySide:
    """The agreement of several metrics with people.

    Attributes:
        result: The result of `AgreementScorer.score_side_by_side`; each metric that was run also has its
            `metric_signature` and `n_truncated`.
        scores: By the metric's name (n,) its scores.
        labels: The metrics' titles in tables and figures.
        is_right: (n,) whether people call the answer right; None if the labels do not tell.
        parts: (n,) SMILE's semantic and lexical sub-score; None if SMILE was not run.
        rules: Threshold and confidence level of the run.
        first_run: The sample of the first metric that was run, and the slices of its rows; None if none was run, or if
            the labels do not tell which answers are right.
    """

    result: dict[str, Any]
    scores: dict[str, FloatArray]
    labels: dict[str, str]
    is_right: BoolArray | None
    parts: tuple[FloatArray, FloatArray] | None
    rules: Rules
    first_run: tuple[Sample, list[Slice]] | None = None

    @cached_property
    def trust(self) -> dict[str, Any] | None:
        """The result of `measure_trust` for the first metric that was run; computed on first use."""
        return None if self.first_run is None else measure_trust(*self.first_run, self.rules)


def measure_columns(given: LabelledRows, scorer: AgreementScorer) -> SideBySide:
    """Measures metrics whose scores are given."""
    result = scorer.score_side_by_side(given.scores, given)
    labels = {name: name for name in given.scores}
    return SideBySide(result, given.scores, labels, scorer.right_answers(given), None, scorer.rules)


def measure_metrics(
    given: LabelledRows,
    names: Sequence[str],
    scorer: AgreementScorer,
    settings: Settings,
    on_progress: OnProgress | None = None,
    scorers: Scorers | None = None,
) -> SideBySide:
    """Scores rows with several metrics, and measures these together with the metrics whose scores are given.

    Args:
        given: The rows, their labels, and given scores.
        names: One or more of `METRICS`.
        scorer: Measures agreement.
        settings: SMILE's settings.
        on_progress: Called with the number of encoded strings and their total, then with the number of measured samples
            and their total.
        scorers: Used instead of SMILE and SAS with their own encoders.

    Raises:
        UsageError: A metric and a column of scores have the same name.
        ModelError: A model or package cannot be loaded.
    """
    for name in given.scores:
        if name in names:
            raise UsageError(f"{name} is a metric to run and a column of scores: rename the column, or leave out one")
    # SMILE's sub-scores come with it, for the figure.
    parts = [part for part in SUB_SCORES[:2] if "smile" in names and part not in names]
    ran = score_metrics(given.file.rows, [*names, *parts], settings, on_progress, scorers)
    scores = {name: ran[name].scores for name in names} | given.scores
    result = scorer.score_side_by_side(scores, given, on_progress)
    for name in names:
        result["metrics"][name] |= {"n_truncated": ran[name].n_truncated, "metric_signature": ran[name].signature}
    is_right = scorer.right_answers(given)
    first_run = None
    if is_right is not None:
        slices = find_slices(given.file.rows, settings.language, ran[names[0]].is_truncated)
        first_run = scorer.sample(scores[names[0]], given), slices
    return SideBySide(
        result=result,
        scores=scores,
        labels={name: METRICS[name] if name in ran else name for name in scores},
        is_right=is_right,
        parts=(ran["semantic"].scores, ran["lexical"].scores) if "smile" in names else None,
        rules=scorer.rules,
        first_run=first_run,
    )


def mean_over_groups(statistic: str, groups: Mapping[str, Mapping[str, Any]]) -> float:
    """Returns a statistic's mean over groups, NaN where it is undefined for one.

    Too many answers called right in one group and too few in another do not make up for each other: of `bias` it
    is the mean of the absolute values, as the paper's Overall (Table 4).

    Args:
        statistic: A name in `STATISTICS`.
        groups: By the group's name its statistics.

    >>> groups = {"a": {"bias": 0.25, "f1": 0.5}, "b": {"bias": -0.25, "f1": 1.0}}
    >>> mean_over_groups("bias", groups), mean_over_groups("f1", groups)
    (0.25, 0.75)
    """
    values = [each[statistic] for each in groups.values()]
    return float(np.mean(np.abs(values) if statistic == "bias" else values))


def best_first(metrics: Mapping[str, Mapping[str, Any]]) -> list[str]:
    """Returns the metrics' names, sorted by Pearson correlation with people, undefined ones last.

    >>> best_first({"a": {"pearson": float("nan")}, "b": {"pearson": -0.5}})
    ['b', 'a']
    """
    return sorted(metrics, key=lambda name: -float(np.nan_to_num(metrics[name]["pearson"], nan=-2.0)))
