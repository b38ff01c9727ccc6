"""Measures of scores against human labels, and the intervals of their differences."""

from collections.abc import Mapping, Sequence

import numpy as np
from scipy.stats import rankdata

from benchmarks.hard_cases import balanced_accuracy
from smile.settings.named_settings import NAMED_SETTINGS
from smile.shared_types import BoolArray, FloatArray
from smile.statistics.bootstrap import draw_questions, percentile_interval

# What a score that comes from elsewhere has to be over.
_THRESHOLD = 0.5
_N_BINS = 10
MEASURES = ("r", "area", "balanced accuracy", "calibration error")


def expected_calibration_error(probabilities: FloatArray, is_right: BoolArray) -> float:
    """Returns the mean distance of a bin's mean probability from its share of right answers, over answers, 0 to 1.

    Source: Guo et al. 2017, Equation 3, with ten equal bins.

    >>> expected_calibration_error(np.array([0.15, 0.15, 0.85, 0.85]), np.array([False, False, True, False]))
    0.25
    """
    place = np.minimum((probabilities * _N_BINS).astype(int), _N_BINS - 1)
    gap = np.bincount(place, weights=probabilities - is_right)
    return float(np.abs(gap).sum() / len(probabilities))


def measured(scores: FloatArray, is_right: BoolArray, threshold: float) -> FloatArray:
    """Returns the `MEASURES` of (n,) scores, each NaN where it is undefined.

    >>> measured(np.array([0.9, 0.6, 0.7, 0.1]), np.array([True, True, False, False]), 0.5).round(3).tolist()
    [0.594, 0.75, 0.75, 0.325]
    """
    if is_right.all() or not is_right.any():
        return np.full(len(MEASURES), np.nan)
    r = np.corrcoef(scores, is_right)[0, 1] if np.ptp(scores) else np.nan
    # scikit-learn's roc_auc_score finds the same in a hundred times the time, which is that of the bootstrap.
    n_right, n_wrong = np.sum(is_right), np.sum(~is_right)
    n_above = rankdata(scores)[is_right].sum() - n_right * (n_right + 1) / 2
    return np.array(
        [
            r,
            n_above / (n_right * n_wrong),
            balanced_accuracy(scores > threshold, is_right),
            expected_calibration_error(scores, is_right),
        ]
    )


def compared(
    scores: Mapping[str, FloatArray], is_right: BoolArray, questions: Sequence[str | None], n_draws: int
) -> dict[str, tuple[FloatArray, list[list[float]]]]:
    """Returns each column's measures, and the 95 % intervals of their differences to the first column's.

    Args:
        scores: By column (n,) scores; the first is what the others are compared with.
        is_right: (n,) whether the label of each answer is correct.
        questions: n questions; an answer without one is a question of its own.
        n_draws: Draws of the bootstrap.
    """
    thresholds = [_threshold(name) for name in scores]
    number = np.unique(
        [f"{i}" if question is None else f"q{question}" for i, question in enumerate(questions)], return_inverse=True
    )[1]
    draws = []
    for counts in draw_questions(number.max() + 1, len(number), n_draws):
        for count in counts.astype(np.int64):
            at = np.repeat(np.arange(len(number)), count[number])
            draws.append(
                [
                    measured(values[at], is_right[at], threshold)
                    for values, threshold in zip(scores.values(), thresholds, strict=True)
                ]
            )
    differences = np.array(draws) - np.array(draws)[:, :1]
    return {
        name: (
            measured(values, is_right, thresholds[place]),
            [percentile_interval(each, 0.95) for each in differences[:, place].T],
        )
        for place, (name, values) in enumerate(scores.items())
    }


def _threshold(name: str) -> float:
    return NAMED_SETTINGS[name].threshold if name in NAMED_SETTINGS else _THRESHOLD
