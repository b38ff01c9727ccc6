"""Fits the joint model of the head and SMILE's features, and measures its scores."""

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt
from scipy.special import expit
from sklearn.linear_model import LogisticRegression

from smile.aliases import BoolArray, FloatArray
from smile.errors import DataError
from smile.learned.features import FEATURES, HEAD_LOGIT, joint_columns
from smile.learned.head_files import Joint

# How strongly weights of standardised columns are held near 0, against the mean loss of a row.
_PENALTY = 1e-4

N_BINS = 10


@dataclass(frozen=True)
class FeatureModel:
    """A logistic model of the features alone.

    Attributes:
        intercept: Of its logit.
        weights: (k,) of the features.
    """

    intercept: float
    weights: FloatArray

    def logits(self, table: FloatArray) -> FloatArray:
        """Returns the (n,) logits of (n, k) features."""
        return self.intercept + table @ self.weights

    def probabilities(self, table: FloatArray) -> FloatArray:
        """Returns the (n,) probabilities of (n, k) features."""
        return np.asarray(expit(self.logits(table)), dtype=np.float64)


def fit_features(table: FloatArray, is_right: BoolArray) -> FeatureModel:
    """Fits what joins the features, without a head.

    Args:
        table: (n, k) features.
        is_right: (n,) whether people call the answers right.
    """
    return FeatureModel(*_fit(table, is_right))


def fit_joint(parts: FeatureModel, table: FloatArray, head: FloatArray, is_right: BoolArray) -> Joint:
    """Fits the joint model: the head's logit beside the feature model's.

    Three numbers only, so that a few hundred answers will do; the features' own weights come from more.

    Args:
        parts: Fitted on answers that the head may have learned from.
        table: (n, k) features of answers that it has not.
        head: (n,) its probabilities of those.
        is_right: (n,) whether people call those right.
    """
    of_head = joint_columns(table, head)[:, len(FEATURES) :]
    intercept, (of_parts, of_head_logit) = _fit(np.column_stack((parts.logits(table), of_head)), is_right)
    weights = [*(of_parts * parts.weights).tolist(), float(of_head_logit)]
    names = (*FEATURES, HEAD_LOGIT)
    return Joint(intercept + float(of_parts) * parts.intercept, dict(zip(names, weights, strict=True)))


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
        scores: (n,) of answers.
        is_right: (n,) whether people call them right.
        group: (n,) the group that each is in; an empty name is in none.
    """
    of_group = {
        name: float(np.corrcoef(scores[group == name], is_right[group == name])[0, 1])
        for name in sorted(set(group.tolist()) - {""})
    }
    return float(np.mean(list(of_group.values()))), of_group


def reliability(probabilities: FloatArray, is_right: BoolArray) -> list[tuple[int, float, float]]:
    """Returns for each of ten equal bins of probability how many answers it has, their mean probability, and the share.

    The share is of those that people call right; both are NaN where there is no answer.
    """
    place = np.minimum((probabilities * N_BINS).astype(int), N_BINS - 1)
    curve = []
    for number in range(N_BINS):
        here = place == number
        n = int(here.sum())
        curve.append((n, float(probabilities[here].mean()), float(is_right[here].mean())) if n else (0, np.nan, np.nan))
    return curve


def expected_calibration_error(probabilities: FloatArray, is_right: BoolArray) -> float:
    """Returns how far each bin's mean is from its share of right answers, meant over answers, 0 to 1.

    Source: Guo et al. 2017, Equation 3, with ten bins.
    """
    curve = reliability(probabilities, is_right)
    return sum(n * abs(mean - share) for n, mean, share in curve if n) / len(probabilities)


def threshold_accuracy(scores: FloatArray, is_right: BoolArray, threshold: float) -> float:
    """Returns the share of answers on which a score over the threshold is what people say."""
    return float(((scores > threshold) == is_right).mean())
