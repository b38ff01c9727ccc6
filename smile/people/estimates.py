"""Human-judged accuracy, estimated from labels of some rows and a metric's scores of all."""

import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from itertools import combinations
from typing import Any, NamedTuple, cast

import numpy as np

from ..checks import check_number, check_share
from ..result_types import EstimatedDifference, EstimateResult, MeanEstimate
from ..rows.row_scores import Signature
from ..scoring.signature import signature_of_run
from ..shared_types import FloatArray, IntArray
from ..statistics.distributions import student_interval, student_p_value
from ..statistics.prediction_powered import (
    Bounds,
    PoweredMean,
    SampledRows,
    powered_mean,
    sample_clustering,
    variance_of_parts,
)
from ..statistics.system_ranking import adjust_differences, new_difference
from .labels import SYSTEM, LabelledRows, check_rows_and_labels

# With fewer labels of some system, the share of labelled rows is taken to be that of all rows.
_FEWEST_OF_SYSTEM = 5
# How many numbers of labels a curve has.
_POINTS = 12
# Random samples are as far off as this many standard deviations less than once in ten thousand files.
_SUSPICIOUS = 4


@dataclass(frozen=True)
class Estimates:
    """The estimates for all rows and for the members of each grouping, and the differences between systems.

    `are_verdicts` says that every label is 1 or 0, so that a mean is a share of correct answers.
    """

    whole: MeanEstimate
    by_grouping: dict[str, dict[str, MeanEstimate]]
    differences: list[EstimatedDifference]
    confidence_level: float
    warnings: list[str]
    signature: Signature
    are_verdicts: bool = False

    @property
    def reasons(self) -> dict[str, str]:
        """Why a value is NaN, by the name of the grouping."""
        empty = {
            name: ", ".join(member for member, found in members.items() if found["n_labelled"] == 0)
            for name, members in self.by_grouping.items()
        }
        return {f"by_{name}": f"no row of {members} has a label" for name, members in empty.items() if members}

    def to_dict(self) -> EstimateResult:
        """Returns plain values."""
        groupings = {f"by_{name}": members for name, members in self.by_grouping.items()}
        differences = {"differences": self.differences} if SYSTEM in self.by_grouping else {}
        of_all = {"warnings": self.warnings, "reasons": self.reasons, "signature": str(self.signature)}
        return cast(EstimateResult, {**self.whole, **groupings, **differences, **of_all})


class Estimator:
    """Estimates the mean human label over all rows from labels of some rows and scores of all.

    Args:
        label_threshold: Labels above it count as correct; None takes labels as they are.
        confidence_level: The level of the intervals.

    Raises:
        UsageError: An option is out of range.

    Examples:
        >>> scores, labels = [0.9, 0.1, 0.8, 0.3] * 100, [True, False, True, False] * 10 + [None] * 360
        >>> result = Estimator().estimate(scores, labels)
        >>> round(result["estimate"], 3), result["n_labelled"], result["effective_sample_size"] > 40
        (0.5, 40, True)
    """

    def __init__(
        self,
        *,
        label_threshold: float | None = None,
        confidence_level: float = 0.95,
    ) -> None:
        self._label_threshold = None if label_threshold is None else check_number("label_threshold", label_threshold)
        self._level = check_share("confidence_level", confidence_level, open_interval=True)

    def combined(self, rows: LabelledRows) -> LabelledRows:
        """Returns the rows with one label each, which the threshold makes 1 or 0."""
        return rows.combined(self._label_threshold)

    def estimate(
        self,
        predictions: Any,
        references: Any,
        question_ids: Any = None,
        systems: Any = None,
        groups: Any = None,
    ) -> EstimateResult:
        """Estimates from columns of scores and labels; `check_rows_and_labels` says what each may hold.

        Returns:
            See `smile.result_types.EstimateResult`.

        Raises:
            DataError: A cell has the wrong type, the columns differ in length, or there is no label.
        """
        scores = {"predictions": predictions}
        rows = check_rows_and_labels(references, question_ids, systems, groups, scores, needs="some")
        return self.estimate_rows(self.combined(rows)).to_dict()

    def estimate_rows(self, rows: LabelledRows) -> Estimates:
        """Estimates from rows with one label each; see `estimate` and `combined`."""
        survey = _Survey(rows, self._level)
        members = {name: grouping.members() for name, grouping in rows.groupings.items()}
        return Estimates(
            survey.estimate(np.arange(len(rows))),
            {name: {member: survey.estimate(at) for member, at in each.items()} for name, each in members.items()},
            survey.differences(members.get(SYSTEM, {})),
            self._level,
            find_estimate_warnings(rows),
            self.signature(),
            bool(np.isin(rows.label[rows.is_labelled], (0, 1)).all()),
        )

    def curve(self, first: Callable[[int], LabelledRows], n: int) -> list[tuple[int, MeanEstimate]]:
        """Returns estimates from more and more of the n labels, each with its number of labels.

        `first` returns the rows with only the first so many labels.
        """
        counts = np.unique(np.linspace(min(2, n), n, _POINTS, dtype=np.int64)).tolist()
        surveys = {n: _Survey(first(n), self._level) for n in counts if n}
        return [(n, survey.estimate(np.arange(len(survey.rows)))) for n, survey in surveys.items()]

    def signature(self) -> Signature:
        """Returns the options and versions that decide the estimate."""
        threshold = "none" if self._label_threshold is None else str(self._label_threshold)
        return signature_of_run({"estimate": "ppi++", "label_threshold": threshold, "cl": str(self._level)})


class _Mean(NamedTuple):
    """The mean label of the rows `at`, estimated from those that are `labelled`."""

    at: IntArray
    labelled: IntArray
    found: PoweredMean


class _Survey:
    """All rows, and how some were chosen to be labelled."""

    def __init__(self, rows: LabelledRows, level: float) -> None:
        self.rows, self._level = rows, level
        self._share, labels = _shares_labelled(rows), rows.label[rows.is_labelled]
        self._bounds = Bounds(min(0.0, float(labels.min())), max(1.0, float(labels.max())))
        has_questions = rows.question is not None
        self._clustering = (
            sample_clustering(rows.question_number, rows.is_labelled, self._share) if has_questions else 0.0
        )

    def means(self, at: IntArray) -> list[_Mean]:
        """Returns the mean label of some rows from labels and scores, and from labels alone; nothing without labels."""
        rows = self.rows
        labelled = at[~np.isnan(rows.label[at])]
        if not len(labelled):
            return []
        question = np.unique(rows.question_number[labelled], return_inverse=True)[1]
        of_labelled = (rows.label[labelled], rows.score[labelled], self._share[labelled], question)
        some, mean_score = SampledRows(*of_labelled, self._clustering), float(rows.score[at].mean())
        return [_Mean(at, labelled, powered_mean(some, score, self._bounds)) for score in (mean_score, None)]

    def estimate(self, at: IntArray) -> MeanEstimate:
        """Returns the estimates for some rows."""
        means, mean_score = self.means(at), float(self.rows.score[at].mean())
        nothing = (math.nan, [math.nan, math.nan])
        (estimate, interval), (alone, interval_alone) = map(self._interval, means) if means else (nothing, nothing)
        n_labelled = len(means[0].labelled) if means else 0
        return MeanEstimate(
            estimate=estimate,
            estimate_ci=interval,
            labels_only=alone,
            labels_only_ci=interval_alone,
            metric_only=mean_score,
            bias=mean_score - estimate,
            # No number of labels is larger than the file.
            effective_sample_size=min(
                _effective_size_of_estimate(n_labelled, interval, interval_alone), float(len(at))
            ),
            n=len(at),
            n_labelled=n_labelled,
        )

    def differences(self, systems: Mapping[str, IntArray]) -> list[EstimatedDifference]:
        """Returns the differences between systems that have a label, given by their rows."""
        means = {name: found for name, at in systems.items() if (found := self.means(at))}
        differences: list[EstimatedDifference] = []
        for name, other in combinations(sorted(means, key=lambda name: -means[name][0].found.mean), 2):
            powered, alone = (self._difference(*pair) for pair in zip(means[name], means[other], strict=True))
            difference = new_difference(name, other, *powered)
            differences.append({**difference, "labels_only": alone[0], "labels_only_ci": alone[1]})
        adjust_differences(differences, self._level)
        return differences

    def _interval(self, mean: _Mean) -> tuple[float, list[float]]:
        (at, labelled, found), (low, high) = mean, self._bounds
        # The known labels cannot be otherwise.
        known, n = float(self.rows.label[labelled].sum()), len(at)
        low, high = ((known + (n - len(labelled)) * end) / n for end in (low, high))
        ends = student_interval(found.centre, self._variance(mean), found.freedom, self._level)
        estimate = min(max(found.mean, low), high)
        start, end = (min(max(each, low), high) for each in ends)
        return estimate, [min(start, estimate), max(end, estimate)]

    def _difference(self, one: _Mean, other: _Mean) -> tuple[float, list[float], float]:
        first, second = one.found, other.found
        variance, freedom = self._variance(one, other), _welch(first, second)
        low, high = student_interval(first.centre - second.centre, variance, freedom, self._level)
        difference, most = first.mean - second.mean, self._bounds.high - self._bounds.low
        interval = [min(max(low, -most), difference), max(min(high, most), difference)]
        return difference, interval, student_p_value(difference, variance, freedom)

    def _variance(self, *means: _Mean) -> float:
        """Returns the variance of a mean, or of the first mean minus the second."""
        question = self.rows.question_number
        of_label = np.unique(question[np.concatenate([mean.labelled for mean in means])], return_inverse=True)[1]
        parts = np.concatenate([sign * mean.found.parts for sign, mean in zip((1, -1), means, strict=False)])
        return variance_of_parts(parts, of_label, self._clustering) + sum(mean.found.added for mean in means)


def _shares_labelled(rows: LabelledRows) -> FloatArray:
    """Returns the (N,) shares of labelled rows: per system if every system has a few labels."""
    is_labelled, systems = rows.is_labelled, rows.groupings.get(SYSTEM)
    if systems is not None:
        n_labelled = np.bincount(systems.number, weights=is_labelled)
        if n_labelled.min() >= _FEWEST_OF_SYSTEM:
            shares: FloatArray = (n_labelled / np.bincount(systems.number))[systems.number]
            return shares
    return np.full(len(rows), is_labelled.mean())


def _effective_size_of_estimate(n_labelled: int, interval: list[float], alone: list[float]) -> float:
    """Returns how many labels alone would give an interval as narrow; NaN without an interval."""
    width, width_alone = (high - low for low, high in (interval, alone))
    return n_labelled * (width_alone / width) ** 2 if width > 0 else float(n_labelled) if width == 0 else math.nan


def _welch(first: PoweredMean, second: PoweredMean) -> float:
    """Returns the degrees of freedom of a difference (Welch 1947)."""
    one, two = (float(mean.parts @ mean.parts) for mean in (first, second))
    if not (0 < one < math.inf and 0 < two < math.inf):
        return min(first.freedom, second.freedom)
    return (one + two) ** 2 / (one**2 / first.freedom + two**2 / second.freedom)


def find_estimate_warnings(rows: LabelledRows) -> list[str]:
    """Returns why the labelled rows do not look like a random sample."""
    is_labelled, question = rows.is_labelled, rows.question_number
    n, n_rows = int(is_labelled.sum()), len(rows)
    if n == n_rows:
        return []
    # Rows of one question may have been chosen together: they count once.
    spread = math.sqrt((1 - n / n_rows) / len(np.unique(question[is_labelled])))
    positions = np.flatnonzero(is_labelled)
    off_middle = abs(float(positions.mean()) - (n_rows - 1) / 2)
    difference = float(rows.score[is_labelled].mean() - rows.score.mean())
    found = []
    if off_middle > _SUSPICIOUS * n_rows * spread / math.sqrt(12) or _are_neighbours(question, positions):
        found.append("the labelled rows stand together in the file, as the first hundred would")
    if abs(difference) > _SUSPICIOUS * float(rows.score.std()) * spread + 1e-9:
        sign = "higher" if difference > 0 else "lower"
        found.append(f"the labelled rows have {sign} scores than the others, more than chance explains")
    remedy = "an interval holds only for rows chosen at random: let `smile label` choose them"
    return [f"{reason}: {remedy}" for reason in found]


def _are_neighbours(question: IntArray, positions: IntArray) -> bool:
    """Returns whether labelled rows of different questions follow each other more often than at random."""
    follows = (np.diff(positions) == 1) & (np.diff(question[positions]) != 0)
    # Rows that were chosen with all others of their question touch those of the next only.
    n_alone = len(np.unique(question[positions]))
    expected = n_alone * len(positions) / len(question)
    return float(follows.sum()) > expected + _SUSPICIOUS * math.sqrt(expected) + _SUSPICIOUS
