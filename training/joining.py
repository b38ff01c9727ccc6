"""Fits the joint model of the reader and the features, and measures scores."""

import numpy as np
import numpy.typing as npt
from sklearn.linear_model import LogisticRegression

from smile.aliases import BoolArray, FloatArray
from smile.errors import DataError
from smile.learned.features import JOINED, joint_columns
from smile.learned.reader_files import Joint

# Penalty on the weights of standardised columns, against the mean loss of a row.
_PENALTY = 1e-4

N_BINS = 10


def fit_joint(table: FloatArray, equivalence: FloatArray, is_right: BoolArray) -> Joint:
    """Fits the joint model on answers that the reader has not learned from.

    Args:
        table: (n, k) features of one pair of each answer.
        equivalence: (n,) the reader's probabilities that these pairs mean the same.
        is_right: (n,) whether the answers are right.

    Raises:
        DataError: All answers are right, or all wrong.
    """
    intercept, weights = _fit(joint_columns(table, equivalence), is_right)
    return Joint(intercept, dict(zip(JOINED, weights.tolist(), strict=True)))


def _fit(columns: FloatArray, is_right: BoolArray) -> tuple[float, FloatArray]:
    """Returns the intercept and the (k,) weights of a logistic model of (n, k) columns.

    Raises:
        DataError: All answers are right, or all wrong.
    """
    if is_right.all() or not is_right.any():
        raise DataError(
            "answers that people call right and answers that they call wrong are needed: give more questions"
        )
    mean, spread = columns.mean(axis=0), columns.std(axis=0)
    spread[spread == 0] = 1
    model = LogisticRegression(C=1 / (2 * _PENALTY * len(columns)), max_iter=1000)
    model.fit((columns - mean) / spread, is_right)
    weights: FloatArray = model.coef_[0] / spread
    return float(model.intercept_[0] - weights @ mean), weights


def mean_pearson(
    scores: FloatArray, is_right: BoolArray, group: npt.NDArray[np.str_]
) -> tuple[float, dict[str, float]]:
    """Returns the mean Pearson correlation of groups, and each group's.

    Args:
        scores: (n,) scores of answers.
        is_right: (n,) whether people call the answer right.
        group: (n,) names of the answers' groups; an empty name is no group.
    """
    of_group = {
        name: float(np.corrcoef(scores[group == name], is_right[group == name])[0, 1])
        for name in sorted(set(group.tolist()) - {""})
    }
    return float(np.mean(list(of_group.values()))), of_group


def reliability(probabilities: FloatArray, is_right: BoolArray) -> list[tuple[int, float, float]]:
    """Returns the number of answers, their mean probability and the share of right answers in ten equal bins.

    Mean and share are NaN in a bin without answers.
    """
    place = np.minimum((probabilities * N_BINS).astype(int), N_BINS - 1)
    curve = []
    for number in range(N_BINS):
        here = place == number
        n = int(here.sum())
        curve.append((n, float(probabilities[here].mean()), float(is_right[here].mean())) if n else (0, np.nan, np.nan))
    return curve


def expected_calibration_error(probabilities: FloatArray, is_right: BoolArray) -> float:
    """Returns the mean distance, over answers, of a bin's mean probability from its share of right answers, 0 to 1.

    Source: Guo et al. 2017, Equation 3, with ten bins.
    """
    curve = reliability(probabilities, is_right)
    return sum(n * abs(mean - share) for n, mean, share in curve if n) / len(probabilities)


def threshold_accuracy(scores: FloatArray, is_right: BoolArray, threshold: float) -> float:
    """Returns the share of answers that a threshold sorts as people do."""
    return float(((scores > threshold) == is_right).mean())
