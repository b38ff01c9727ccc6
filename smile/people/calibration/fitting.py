"""Fits semantic weight and threshold to people's labels. Pure functions over arrays.

The scores of the rows' sample are those at every weight: (W, n) SMILE with each of `WEIGHTS`, 0 to 1.

The fitted weight has the highest Pearson correlation with the labels; the fitted threshold has, at that weight, the
highest accuracy. Among equally good values the one nearest to the named setting's is taken.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from ...aliases import FloatArray, IntArray
from ...statistics.bootstrap_statistics import pearson_of_means
from ..agreement.agreement_statistics import Sample

# The values that are tried; those of the named settings are among them.
WEIGHTS: tuple[float, ...] = tuple(i / 20 for i in range(21))
THRESHOLDS: tuple[float, ...] = tuple(i / 100 for i in range(101))

# Correlations that agree to this many digits count as equal; further digits are rounding.
_DIGITS = 9
# A smaller variance is rounding.
_NO_SPREAD = 1e-12


@dataclass(frozen=True)
class Parameters:
    """A semantic weight, one of `WEIGHTS`, and a threshold, one of `THRESHOLDS`."""

    semantic_weight: float
    threshold: float


def fit(rows: Sample, start: Parameters) -> Parameters:
    """Returns the weight and threshold that agree best with people; among equals those nearest to the start."""
    once = np.ones((1, len(rows)))
    weight = int(best_weights(product_sums(rows, once), start)[0])
    threshold = int(best_thresholds(count_correct(rows, weight, once), start)[0])
    return Parameters(WEIGHTS[weight], THRESHOLDS[threshold])


def product_sums(rows: Sample, drawn: FloatArray, at: IntArray | slice = slice(None)) -> FloatArray:
    """Returns (d, W, 6) sums of 1, x, y, x * x, y * y and x * y over some rows, for scores x and labels y.

    From them Pearson's correlation at every weight follows; `drawn` (d, n) is how often each draw holds each row.
    """
    # Scaled and shifted to around 0, so that the sums of squares keep their digits.
    x = rows.scores[:, at] - 0.5
    centred = rows.labels - rows.labels.mean()
    y = np.broadcast_to((centred / (np.abs(centred).max() or 1.0))[at], x.shape)
    columns = np.stack((np.ones_like(x), x, y, x * x, y * y, x * y), axis=1)
    sums: FloatArray = drawn[:, at] @ columns.reshape(-1, x.shape[1]).T
    return sums.reshape(len(drawn), len(WEIGHTS), 6)


def pearson_of_sums(sums: FloatArray) -> FloatArray:
    """Returns the correlations that follow from (..., 6) `product_sums`, NaN where scores or labels are constant."""
    n, *of_products = np.moveaxis(sums, -1, 0)
    with np.errstate(divide="ignore", invalid="ignore"):
        x, y, xx, yy, xy = (total / n for total in of_products)
        has_spread = (xx - x**2 > _NO_SPREAD) & (yy - y**2 > _NO_SPREAD)
        found: FloatArray = np.where(has_spread, pearson_of_means(x, y, xx, yy, xy), np.nan)
    return found


def count_correct(rows: Sample, weight: int, drawn: FloatArray, at: IntArray | slice = slice(None)) -> FloatArray:
    """Returns (d, T): how many of some rows each of `THRESHOLDS` judges as people do, at one of `WEIGHTS`."""
    is_over = rows.scores[weight, at][:, None] > np.array(THRESHOLDS)
    found: FloatArray = drawn[:, at] @ (is_over == rows.right[at][:, None]).astype(np.float64)
    return found


def best_weights(sums: FloatArray, start: Parameters) -> IntArray:
    """Returns the (d,) positions of the weights with the highest correlation; the start's if none is defined."""
    pearson = pearson_of_sums(sums)
    return _best(np.where(np.isnan(pearson), -np.inf, pearson).round(_DIGITS), WEIGHTS, start.semantic_weight)


def best_thresholds(n_correct: FloatArray, start: Parameters) -> IntArray:
    """Returns the (d,) positions of the thresholds that judge most rows as people do."""
    return _best(n_correct, THRESHOLDS, start.threshold)


def _best(goodness: FloatArray, grid: Sequence[float], start: float) -> IntArray:
    """Returns the (d,) positions of the best values of the grid; among equals, of the one nearest to the start."""
    nearest_first = np.argsort(np.abs(np.array(grid) - start).round(_DIGITS), kind="stable")
    best: IntArray = nearest_first[np.argmax(goodness[:, nearest_first], axis=1)]
    return best
