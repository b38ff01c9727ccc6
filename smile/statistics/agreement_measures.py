"""Measures of agreement between a metric and people, and among people. Pure functions over arrays.

Correlations and Williams' test of two, the ranking of pairs, the best threshold, and Krippendorff's alpha.
"""

import math
from typing import Literal, NamedTuple, get_args

import numpy as np

from ..aliases import BoolArray, FloatArray, IntArray
from .reasons import Reason

CORRELATIONS = ("pearson", "spearman", "kendall_tau_b")

# A smaller sum of correlations is rounding.
_NO_SPREAD = 1e-12


class Correlation(NamedTuple):
    """A correlation, -1 to 1, and its two-sided p-value against no correlation."""

    statistic: float
    p_value: float


def is_constant(values: FloatArray) -> bool:
    """Returns whether all values are equal."""
    return bool(np.ptp(values) == 0)


def correlations(x: FloatArray, y: FloatArray) -> dict[str, Correlation]:
    """Returns `pearson`, `spearman` and `kendall_tau_b` with scipy's p-values, NaN where x or y is constant.

    Both are (n,) finite values, n at least 3.

    >>> {name: round(found.statistic, 3) for name, found in correlations(np.arange(4), np.array([0, 1, 1, 8])).items()}
    {'pearson': 0.838, 'spearman': 0.949, 'kendall_tau_b': 0.913}
    """
    # Imported here, as it would take most of the time of importing this package.
    from scipy.stats import kendalltau, pearsonr, spearmanr

    if is_constant(x) or is_constant(y):
        return dict.fromkeys(CORRELATIONS, Correlation(math.nan, math.nan))
    found = zip(CORRELATIONS, (pearsonr(x, y), spearmanr(x, y), kendalltau(x, y, variant="b")), strict=True)
    return {name: Correlation(float(result.statistic), float(result.pvalue)) for name, result in found}


def williams_test(first: float, second: float, between: float, n: int) -> tuple[float, float]:
    """Tests whether two correlations with one variable differ, measured on the same rows.

    Williams (1959), as Steiger (1980, Equation 7) gives it and Graham and Baldwin (2014) use it for metrics:
    t = (r12 - r13) sqrt((n - 1)(1 + r23) / (2 K (n - 1) / (n - 3) + ((r12 + r13) / 2)^2 (1 - r23)^3)) with
    K = 1 - r12^2 - r13^2 - r23^2 + 2 r12 r13 r23. The test assumes independent rows.

    Returns:
        t, with n - 3 degrees of freedom, and its two-sided p-value; NaN if a correlation is NaN, n is under 4, or
        the two metrics correlate perfectly.

    >>> t, p_value = williams_test(0.80, 0.72, 0.89, 26)
    >>> round(t, 3), round(p_value, 3)
    (1.361, 0.187)
    """
    from scipy.stats import t as student

    if n < 4 or not all(map(math.isfinite, (first, second, between))):
        return math.nan, math.nan
    determinant = 1 - first**2 - second**2 - between**2 + 2 * first * second * between
    # Rounding can make it negative.
    spread = 2 * max(determinant, 0.0) * (n - 1) / (n - 3) + ((first + second) / 2) ** 2 * (1 - between) ** 3
    if spread <= _NO_SPREAD:
        return math.nan, math.nan
    t = (first - second) * math.sqrt((n - 1) * (1 + between) / spread)
    return t, float(2 * student.sf(abs(t), n - 3))


# 0.70 - 0.65 is a little less than 0.05 in floats and must not be a tie.
_ROUNDING = 1e-9


class PairCounts(NamedTuple):
    """Per question, (q,) pairs of answers on which the metric and people agree, and all pairs."""

    n_alike: FloatArray
    n_pairs: FloatArray


def count_pairs(
    scores: FloatArray, labels: FloatArray, question: IntArray, system: IntArray | None, tie_margin: float
) -> PairCounts:
    """Counts, per question, the pairs of answers on whose win, loss or tie the metric and people agree.

    A difference of less than `tie_margin` is a tie, in the scores and in the labels, as in the MORQA benchmark.

    Args:
        scores: (n,) the metric's scores.
        labels: (n,) people's labels.
        question: (n,) the number of the row's question, 0 to q - 1.
        system: (n,) the number of the row's system: answers of one system are no pair. None: every row is of another.
        tie_margin: 0 or more.

    >>> scores, labels = np.array([0.90, 0.87, 0.20]), np.array([1.0, 0.5, 0.0])
    >>> count_pairs(scores, labels, np.zeros(3, dtype=int), None, 0.05)  # the first pair is a tie for the metric only
    PairCounts(n_alike=array([2.]), n_pairs=array([3.]))
    """
    n_questions = int(question.max()) + 1
    n_alike, n_pairs = np.zeros(n_questions), np.zeros(n_questions)
    order = np.argsort(question, kind="stable")
    for distance in range(1, int(np.bincount(question).max())):
        first, second = order[:-distance], order[distance:]
        is_pair = question[first] == question[second]
        if system is not None:
            is_pair &= system[first] != system[second]
        first, second = first[is_pair], second[is_pair]
        is_alike = _outcome(scores[first] - scores[second], tie_margin) == _outcome(
            labels[first] - labels[second], tie_margin
        )
        n_alike += np.bincount(question[first], weights=is_alike, minlength=n_questions)
        n_pairs += np.bincount(question[first], minlength=n_questions)
    return PairCounts(n_alike, n_pairs)


def _outcome(difference: FloatArray, tie_margin: float) -> FloatArray:
    outcome: FloatArray = np.where(np.abs(difference) < tie_margin - _ROUNDING, 0.0, np.sign(difference))
    return outcome


class BestThreshold(NamedTuple):
    """A threshold, and the accuracy of calling the answers that score above it right."""

    threshold: float
    accuracy: float


def best_threshold(scores: FloatArray, is_right: BoolArray) -> BestThreshold:
    """Returns the threshold with the highest accuracy on these answers; among equally good ones the lowest.

    It tries the middles between neighbouring scores, the highest score (above which no answer scores), and a value just
    under the lowest (above which every answer scores), for (n,) finite scores and people's verdicts.

    >>> best_threshold(np.array([0.9, 0.8, 0.4, 0.1]), np.array([True, True, False, False]))
    BestThreshold(threshold=0.6000000000000001, accuracy=1.0)
    """
    values, position = np.unique(scores, return_inverse=True)
    n_right = np.bincount(position, weights=is_right, minlength=len(values))
    n_wrong = np.bincount(position, weights=~is_right, minlength=len(values))
    # For the thresholds under the lowest value, above the lowest, above the second lowest, ...
    n_correct = n_right.sum() + np.concatenate(([0.0], np.cumsum(n_wrong - n_right)))
    best = int(np.argmax(n_correct))
    return BestThreshold(_threshold(values, best), float(n_correct[best] / len(scores)))


def _threshold(values: FloatArray, n_under: int) -> float:
    """Returns a threshold that exactly `n_under` of the ascending values do not exceed."""
    if n_under == 0:
        return float(np.nextafter(values[0], -np.inf))
    if n_under == len(values):
        return float(values[-1])
    low, high = float(values[n_under - 1]), float(values[n_under])
    middle = low + (high - low) / 2
    # Neighbouring floats have no middle.
    return middle if middle < high else low


LevelOfMeasurement = Literal["nominal", "ordinal", "interval", "ratio"]
LEVELS_OF_MEASUREMENT: tuple[str, ...] = get_args(LevelOfMeasurement)

# Cells of the largest matrix that is made: rows or values by values. A few hundred megabytes.
_MOST_CELLS = 20_000_000


class Alpha(NamedTuple):
    """Krippendorff's alpha, 1 for full agreement and 0 for chance, or the reason why it is undefined (NaN)."""

    alpha: float
    why_not: Reason | None = None


def krippendorff_alpha(labels: FloatArray, level_of_measurement: LevelOfMeasurement) -> Alpha:
    """Returns one minus observed over expected disagreement, from the coincidence matrix of the labels.

    Krippendorff (2011), "Computing Krippendorff's Alpha-Reliability", section D.

    Args:
        labels: (n, m) labels of up to m people, NaN where one gave none. Rows with one label only do not count.
        level_of_measurement: `nominal`, `ordinal`, `interval` or `ratio`.

    >>> round(krippendorff_alpha(np.array([[1.0, 1.0], [0.0, 0.0], [1.0, 0.0], [1.0, 1.0]]), "nominal").alpha, 3)
    0.533
    """
    counted = labels[(~np.isnan(labels)).sum(axis=1) > 1]
    if len(counted) == 0:
        return Alpha(math.nan, Reason("no_two_people"))
    is_given = ~np.isnan(counted)
    values, value_of_label = np.unique(counted[is_given], return_inverse=True)
    if len(values) == 1:
        return Alpha(math.nan, Reason("same_labels"))
    if max(len(counted), len(values)) * len(values) > _MOST_CELLS:
        return Alpha(math.nan, Reason("many_labels", (len(values), len(counted))))
    # (n, v): how many people gave a row each value. A row's pairs of labels count 1 / (labels - 1) each.
    votes = np.zeros((len(counted), len(values)))
    np.add.at(votes, (np.nonzero(is_given)[0], value_of_label), 1)
    shares = votes / (votes.sum(axis=1, keepdims=True) - 1)
    coincidences = votes.T @ shares
    coincidences[np.diag_indices_from(coincidences)] -= shares.sum(axis=0)
    n_of_value = votes.sum(axis=0)
    squared = _squared_differences(values, n_of_value, level_of_measurement)
    observed = (coincidences * squared).sum()
    expected = n_of_value @ squared @ n_of_value / (n_of_value.sum() - 1)
    return Alpha(float(1 - observed / expected))


def _squared_differences(values: FloatArray, n_of_value: FloatArray, level: LevelOfMeasurement) -> FloatArray:
    """Returns the (v, v) squared differences of v values in rising order, which people gave (v,) times."""
    if level == "nominal":
        differences = 1 - np.eye(len(values))
    elif level == "ordinal":
        # The labels from one value to the other, half of those at either end: the difference of their middle ranks.
        ranks = np.cumsum(n_of_value) - n_of_value / 2
        differences = ranks[:, None] - ranks
    else:
        differences = values[:, None] - values
        if level == "ratio":
            sums = values[:, None] + values
            differences = np.divide(differences, sums, out=np.zeros_like(sums), where=sums != 0)
    squared: FloatArray = differences**2
    return squared
