"""Several metrics of the same rows against the same labels, with all that a report shows of them."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np

from ...aliases import BoolArray, FloatArray, OnProgress
from ...errors import UsageError
from ...settings.named_settings import Settings
from ..failures import measure_trust
from ..labelled_files import RowsAndLabels, ScoredAndLabelled
from ..slices import Slice, find_slices
from .agreement_scorer import AgreementScorer
from .agreement_statistics import Rules, Sample
from .metrics import METRICS, SUB_SCORES, Scorers, score_metrics

# What reports call the statistics of all rows and of groups, and what they say of the figures.
STATISTICS = {
    "pearson": "Pearson",
    "spearman": "Spearman",
    "kendall_tau_b": "Kendall's tau-b",
    "mean_correlation": "Mean of the three",
    "pairwise_accuracy": "Pairwise accuracy",
    "roc_auc": "ROC AUC",
    "accuracy": "Accuracy",
    "f1": "F1",
    "deviation": "Deviation",
    "best_accuracy": "Best accuracy",
    "best_threshold": "at threshold",
}
IN_GROUPS = {
    "pearson": "Pearson correlation with people",
    "kendall_tau_b": "Kendall's tau-b with people",
    "accuracy": "Accuracy: share of answers judged as people judge them",
    "deviation": "Deviation: share of answers called right, less the share that people call right",
}
CAPTIONS = {
    "correlations": "Correlation with people. The black lines are the intervals.",
    "reliability": "How often people call answers of a score right. A metric whose score can be read as a probability "
    "lies on the dashed line; one that tells right from wrong rises steeply somewhere.",
    "scores_by_label": "Scores of answers that people call right and wrong. The less the two overlap, the better.",
    "parts": "SMILE's two parts. Where one of them is high and the other low, the answer is worth a look.",
}


@dataclass(frozen=True)
class SideBySide:
    """Metrics and people.

    Attributes:
        result: What `AgreementScorer.score_side_by_side` found; each metric that was run here has its
            `metric_signature` and `n_truncated` too.
        scores: By the metric's name (n,) its scores.
        labels: What tables and figures call the metrics.
        is_right: (n,) whether people call the answer right; None where the labels do not say.
        parts: (n,) SMILE's semantic and lexical part; None where SMILE was not run.
        rules: Threshold and level of the run.
        first_run: The sample of the first metric that was run, and the kinds of its rows; None where none was, or where
            the labels do not say what is right.
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
        """What `measure_trust` finds of the first metric that was run; measured where somebody wants to know."""
        return None if self.first_run is None else measure_trust(*self.first_run, self.rules)


def measure_columns(given: ScoredAndLabelled, scorer: AgreementScorer) -> SideBySide:
    """Measures metrics whose scores are known."""
    result = scorer.score_side_by_side(given.scores, given.people)
    labels = {name: name for name in given.scores}
    return SideBySide(result, given.scores, labels, scorer.right_answers(given.people), None, scorer.rules)


def measure_metrics(
    given: RowsAndLabels,
    names: Sequence[str],
    scorer: AgreementScorer,
    settings: Settings,
    on_progress: OnProgress | None = None,
    scorers: Scorers | None = None,
) -> SideBySide:
    """Scores rows by several metrics and measures these, and those whose scores are known already.

    Args:
        given: The rows, their labels, and scores.
        names: Some of `METRICS`, one or more.
        scorer: What measures agreement.
        settings: SMILE's.
        on_progress: Called with how many strings are encoded and how many there are, then with how many samples are
            measured and how many there are.
        scorers: In place of SMILE and SAS with their own encoders.

    Raises:
        UsageError: A metric and a column of scores have one name.
        ModelError: A model or package cannot be had.
    """
    for name in given.scores:
        if name in names:
            raise UsageError(f"{name} is a metric to run and a column of scores: rename the column, or leave out one")
    # SMILE's parts come with it, for the figure.
    parts = [part for part in SUB_SCORES[:2] if "smile" in names and part not in names]
    ran = score_metrics(given.file.rows, [*names, *parts], settings, on_progress, scorers)
    scores = {name: ran[name].scores for name in names} | given.scores
    result = scorer.score_side_by_side(scores, given.people, on_progress)
    for name in names:
        result["metrics"][name] |= {"n_truncated": ran[name].n_truncated, "metric_signature": ran[name].signature}
    is_right = scorer.right_answers(given.people)
    first_run = None
    if is_right is not None:
        slices = find_slices(given.file.rows, settings.language, ran[names[0]].is_truncated)
        first_run = scorer.sample(scores[names[0]], given.people), slices
    return SideBySide(
        result=result,
        scores=scores,
        labels={name: METRICS[name] if name in ran else name for name in scores},
        is_right=is_right,
        parts=(ran["semantic"].scores, ran["lexical"].scores) if "smile" in names else None,
        rules=scorer.rules,
        first_run=first_run,
    )


def best_first(metrics: Mapping[str, Mapping[str, Any]]) -> list[str]:
    """Returns the metrics' names, by Pearson correlation with people, best first and those without one last.

    >>> best_first({"a": {"pearson": float("nan")}, "b": {"pearson": -0.5}})
    ['b', 'a']
    """
    return sorted(metrics, key=lambda name: -float(np.nan_to_num(metrics[name]["pearson"], nan=-2.0)))
