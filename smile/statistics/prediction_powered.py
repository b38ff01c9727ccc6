"""Means from a few labels and all scores: prediction-powered inference with power tuning. Pure functions.

Angelopoulos, Duchi and Zrnic (2023), "PPI++: Efficient Prediction-Powered Inference". For the rows of one file it is
the regression estimator of survey sampling (Särndal, Swensson and Wretman 1992, chapter 6), with its variances.
"""

import math
from functools import partial
from typing import NamedTuple

import numpy as np

from ..shared_types import BoolArray, FloatArray, IntArray

# With fewer labels the scores are not used, because their tuning would be a guess.
FEWEST_TUNED = 10
# These pseudo-labels, half of them correct and half incorrect, give intervals their coverage if labels are few (Agresti
# and Coull 1998, "Approximate is better than exact for interval estimation of binomial proportions"). With Student's
# quantiles two are enough; if all labels are the same, their four.
ADDED, ADDED_TO_SAME = 2, 4


class Bounds(NamedTuple):
    """The lowest and the highest possible label."""

    low: float = 0.0
    high: float = 1.0


class SampledRows(NamedTuple):
    """The labelled rows of the sample, among all rows whose mean is estimated.

    Attributes:
        probabilities: (n,) the share of labelled rows among those that the row represents; above 0, at most 1.
        question: (n,) the number of each row's question.
        clustering: 0 if each row was drawn on its own, 1 if whole questions were drawn.
    """

    labels: FloatArray
    scores: FloatArray
    probabilities: FloatArray
    question: IntArray
    clustering: float = 0.0


class PoweredMean(NamedTuple):
    """An estimated mean of labels over rows of which some are labelled.

    Attributes:
        centre: The centre of its interval; with few labels it is nearer to the middle of the bounds.
        tuning: The weight of the scores: 0 ignores them, 1 counts them as labels.
        parts: (n,) each labelled row's part in the error. If rows were drawn one by one, the squares add up to the
            variance.
        added: The variance that the pseudo-labels add; infinite where the labels do not tell how far they are apart.
        freedom: Degrees of freedom, at least 1.
    """

    mean: float
    centre: float
    tuning: float
    parts: FloatArray
    added: float
    freedom: float


def powered_mean(
    rows: SampledRows, mean_score: float | None, bounds: Bounds | None = None, tuning: float | None = None
) -> PoweredMean:
    """Estimates the mean label of all rows from the labels of some and the scores of all.

    The estimate is the weighted mean of the labels, corrected by how much the scores of the labelled rows differ from
    those of all: mean(Y) + tuning * (mean score of all - mean(f)). Each row's weight is the inverse of its probability,
    divided by the sum of these (Hájek). Unlike Horvitz and Thompson's estimator, it does not depend on the number of
    rows that happen to be drawn, and it follows a constant added to all labels. The tuning minimises the variance, so
    that an uninformative metric has no weight.

    Args:
        rows: One labelled row or more.
        mean_score: The mean score of all rows; None ignores the scores.
        bounds: The lowest and the highest label; None adds no pseudo-labels.
        tuning: A given tuning in place of the best.

    >>> labels, scores = np.array([1.0, 0.0] * 10), np.array([0.9, 0.1] * 10)
    >>> rows = SampledRows(labels, scores, np.full(20, 0.01), np.arange(20))
    >>> round(powered_mean(rows, mean_score=0.58).mean, 3)  # 0.5, and 0.08 of the scores' 0.8 more
    0.6
    """
    weight = 1 / rows.probabilities
    weight /= weight.sum()
    root = np.sqrt(1 - rows.probabilities)
    mean = float(weight @ rows.labels)
    distance = rows.labels - mean
    part = root * weight * distance
    joined = partial(_parts_by_question, question=rows.question, clustering=rows.clustering)
    label_variance = float(joined(part) @ part)
    n = _effective_labels(weight, rows)
    n_fitted, tuned, parts = 1, 0.0, part
    if mean_score is not None and (len(part) >= FEWEST_TUNED or tuning is not None):
        sample_score = float(weight @ rows.scores)
        missed = mean_score - sample_score
        of_score = root * weight * (rows.scores - sample_score)
        score_variance = float(joined(of_score) @ of_score)
        if tuning is not None:
            tuned, parts = tuning, part - tuning * of_score
        elif score_variance > 0 and np.ptp(rows.scores) > 1e-12 * np.abs(rows.scores).max():
            tuned = float(joined(part) @ of_score) / score_variance
            # The tuning is itself estimated from these rows: each has a part in its error too.
            parts = (part - tuned * of_score) * (1 + missed * root * joined(of_score) / score_variance)
            n_fitted = 2
        mean += tuned * missed
    centre, added = mean, 0.0
    if n > n_fitted:
        parts = parts * math.sqrt(n / (n - n_fitted))
    elif root.any():
        added = math.inf  # a single label does not tell how far labels are apart
    if bounds is not None:
        is_known = label_variance > 0 and math.isfinite(added)
        unexplained = min(1.0, float(joined(parts) @ parts) / label_variance) if is_known else 1.0
        unlabelled = float(weight @ root**2)
        n_added = ADDED if np.ptp(rows.labels) > 0 else ADDED_TO_SAME
        width = bounds.high - bounds.low
        # The squares of the made-up labels' distances to the mean, as far as the scores do not foresee them.
        middle = (bounds.low + bounds.high) / 2
        lean = min(1.0, abs(mean - middle) / (width / 2))
        squares = n_added / 4 * width**2 * (1 + unexplained * lean**2)
        centre += unlabelled * unexplained * n_added * (middle - mean) / (n + n_added)
        parts, added = parts * (n / (n + n_added)), added + unlabelled * squares / (n + n_added) ** 2
    return PoweredMean(mean, centre, tuned, parts, added, max(1.0, n - n_fitted))


def variance_of_parts(parts: FloatArray, question: IntArray, clustering: float) -> float:
    """Returns the variance from the labelled rows' contributions; see `SampledRows` and `PoweredMean`.

    With the parts of one estimate minus those of another, it is the variance of their difference.

    >>> variance_of_parts(np.array([0.1, -0.1]), np.array([0, 0]), clustering=0.0)
    0.020000000000000004
    >>> variance_of_parts(np.array([0.1, -0.1]), np.array([0, 0]), clustering=1.0)
    0.0
    """
    return float(_parts_by_question(parts, question, clustering) @ parts)


def sample_clustering(question: IntArray, is_labelled: BoolArray, probabilities: FloatArray) -> float:
    """Returns to what degree whole questions (1), not single rows (0), were sampled for labelling.

    It compares the number of labelled pairs of one question with that expected if each of N rows were drawn on its own.

    >>> question, is_labelled = np.repeat(np.arange(10), 2), np.repeat([True, False, False, False, False] * 2, 2)
    >>> sample_clustering(question, is_labelled, np.full(20, 0.2))
    1.0
    """
    n_labelled = np.bincount(question, weights=is_labelled)
    n_pairs = float((n_labelled**2 - n_labelled).sum())
    share = float(probabilities.mean())
    if n_pairs == 0 or share >= 1:
        return 0.0
    expected = np.bincount(question, weights=probabilities) ** 2 - np.bincount(question, weights=probabilities**2)
    return float(np.clip((1 - expected.sum() / n_pairs) / (1 - share), 0, 1))


def _effective_labels(weight: FloatArray, rows: SampledRows) -> float:
    """Returns the effective number of labels, or of questions if these were drawn (Kish 1965)."""
    n = 1 / float(weight @ weight)
    if rows.clustering == 0:
        return n
    of_question = np.bincount(rows.question, weights=weight)
    return (1 - rows.clustering) * n + rows.clustering / float(of_question @ of_question)


def _parts_by_question(parts: FloatArray, question: IntArray, clustering: float) -> FloatArray:
    """Returns the (n,) contributions, summed over each question to the degree that questions were sampled."""
    if clustering == 0:
        return parts
    joined: FloatArray = (1 - clustering) * parts + clustering * np.bincount(question, weights=parts)[question]
    return joined
