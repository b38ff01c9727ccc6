"""Statistics of many bootstrap draws at once. Rows have weights, so that none is copied.

A row with weight w counts as w equal rows. Weights are (d, n) whole numbers, for d draws of n rows. Order and ties
depend only on the values and are computed once. A statistic that is undefined in a draw, such as a correlation with
constant labels, is NaN.
"""

from typing import NamedTuple

import numpy as np

from ..aliases import BoolArray, FloatArray, IntArray


class _Ranked:
    """Values as places counted from 0; equal values share a place."""

    def __init__(self, values: FloatArray) -> None:
        _, place = np.unique(values, return_inverse=True)
        self.place: IntArray = place
        self._order = np.argsort(place, kind="stable")
        self._starts = np.flatnonzero(np.diff(place[self._order], prepend=-1))

    def place_weights(self, weights: FloatArray) -> FloatArray:
        """Returns the (d, places) sum of weights at each place."""
        found: FloatArray = np.add.reduceat(weights[:, self._order], self._starts, axis=1)
        return found


class _Level(NamedTuple):
    """One step of the count of concordant pairs; see `Concordance`."""

    order: IntArray  # (n,) rows sorted by segment, then by x
    is_upper: FloatArray  # (n,) in that order, 1 if the row's y has the bit set, else 0
    starts: IntArray  # the first row of each run of rows with the same segment and the same x
    segment: IntArray  # for each run, the number of the first run in its segment


class Concordance:
    """Concordant minus discordant pairs of rows, by (n,) places of x and of y: the S of Kendall's tau.

    Written in binary, two different places in y first differ at exactly one bit. So each pair is counted in one step:
    the step of that bit. Rows with equal higher bits form a segment; within it, rows with the bit set ("upper") are
    compared with those without ("lower") as in a rank-sum test. Two labels need one step, v places log2(v) steps, and
    no sorting depends on the draw.

    >>> concordance = Concordance(np.array([0, 1, 2, 2]), np.array([0, 2, 1, 3]))
    >>> concordance(np.array([[1.0, 1, 1, 1], [2, 1, 0, 1]]))  # each row once; the first twice, without the third
    array([3., 5.])
    """

    def __init__(self, x_place: IntArray, y_place: IntArray) -> None:
        self._levels = [_level(x_place, y_place, bit) for bit in range(int(y_place.max()).bit_length())]

    def __call__(self, weights: FloatArray) -> FloatArray:
        """Returns the (d,) concordant minus discordant pairs, for (d, n) weights."""
        total = np.zeros(len(weights))
        for level in self._levels:
            ordered = weights[:, level.order]
            upper = np.add.reduceat(ordered * level.is_upper, level.starts, axis=1)
            lower = np.add.reduceat(ordered, level.starts, axis=1) - upper
            lower_before, upper_before = _before(lower, level.segment), _before(upper, level.segment)
            total += np.einsum("dg,dg->d", upper, lower_before) - np.einsum("dg,dg->d", lower, upper_before)
        return total


def _level(x_place: IntArray, y_place: IntArray, bit: int) -> _Level:
    segment_of_row = y_place >> (bit + 1)
    order = np.lexsort((x_place, segment_of_row))
    segment, x = segment_of_row[order], x_place[order]
    is_new_segment = np.diff(segment, prepend=-1) != 0
    starts = np.flatnonzero(is_new_segment | (np.diff(x, prepend=-1) != 0))
    first_of_segment = np.maximum.accumulate(np.where(is_new_segment[starts], np.arange(len(starts)), 0))
    return _Level(order, ((y_place[order] >> bit) & 1).astype(np.float64), starts, first_of_segment)


def _before(runs: FloatArray, segment: IntArray) -> FloatArray:
    """Returns, for each run, the sum of the runs before it in its segment."""
    before = np.cumsum(runs, axis=1) - runs
    within: FloatArray = before - before[:, segment]
    return within


class WeightedCorrelations:
    """Pearson, Spearman and Kendall's tau-b of two variables of (n,) finite values."""

    def __init__(self, x: FloatArray, y: FloatArray) -> None:
        # Centred and scaled, so that the sums of squares keep their digits.
        scaled_x, scaled_y = _standardised(x), _standardised(y)
        products = (scaled_x, scaled_y, scaled_x * scaled_x, scaled_y * scaled_y, scaled_x * scaled_y)
        self._products = np.column_stack(products)
        self._x_ranked, self._y_ranked = _Ranked(x), _Ranked(y)
        places = sorted((self._x_ranked.place, self._y_ranked.place), key=lambda place: -int(place.max()))
        self._concordance = Concordance(*places)

    def __call__(self, weights: FloatArray) -> dict[str, FloatArray]:
        """Returns (d,) `pearson`, `spearman`, `kendall_tau_b` and `mean_correlation`."""
        n = weights.sum(axis=1)
        x_weights, y_weights = self._x_ranked.place_weights(weights), self._y_ranked.place_weights(weights)
        x_pairs, y_pairs = (n * (n - 1) - (each * (each - 1)).sum(axis=1) for each in (x_weights, y_weights))
        x_ranks = _centred_ranks(x_weights, n)[:, self._x_ranked.place]
        y_ranks = _centred_ranks(y_weights, n)[:, self._y_ranked.place]
        covariance, x_variance, y_variance = (
            np.einsum("dn,dn,dn->d", weights, one, other)
            for one, other in ((x_ranks, y_ranks), (x_ranks, x_ranks), (y_ranks, y_ranks))
        )
        with np.errstate(divide="ignore", invalid="ignore"):
            x, y, xx, yy, xy = (weights @ self._products).T / n
            found = {
                "pearson": (xy - x * y) / np.sqrt((xx - x**2) * (yy - y**2)),
                "spearman": covariance / np.sqrt(x_variance * y_variance),
                "kendall_tau_b": 2 * self._concordance(weights) / np.sqrt(x_pairs * y_pairs),
            }
        # Counts of pairs are whole numbers, so that 0 exactly means a constant variable.
        is_defined = (x_pairs > 0) & (y_pairs > 0)
        found = {name: np.where(is_defined, np.clip(values, -1, 1), np.nan) for name, values in found.items()}
        return found | {"mean_correlation": np.mean(list(found.values()), axis=0)}


def _standardised(values: FloatArray) -> FloatArray:
    centred = values - values.mean()
    largest = np.abs(centred).max()
    scaled: FloatArray = centred / largest if largest else centred
    return scaled


def _centred_ranks(place_weights: FloatArray, n: FloatArray) -> FloatArray:
    """Returns the (d, places) mid-ranks minus their mean."""
    before = np.cumsum(place_weights, axis=1) - place_weights
    return before + (place_weights - n[:, None]) / 2


class WeightedVerdicts:
    """ROC AUC, accuracy, Cohen's kappa, F1 and bias."""

    def __init__(self, scores: FloatArray, threshold: float, is_right: BoolArray) -> None:
        is_over = scores > threshold
        self._concordance = Concordance(_Ranked(scores).place, is_right.astype(np.int64))
        self._counted = np.column_stack((is_right, is_over == is_right, is_over & is_right, is_over)).astype(np.float64)

    def __call__(self, weights: FloatArray) -> dict[str, FloatArray]:
        """Returns (d,) `roc_auc`, `accuracy`, `cohen_kappa`, `f1` and `bias`."""
        n = weights.sum(axis=1)
        n_right, n_correct, n_hits, n_over = (weights @ self._counted).T
        n_pairs = n_right * (n - n_right)
        # Times n squared, the accuracy of verdicts that are independent of the labels.
        by_chance = n_right * n_over + (n - n_right) * (n - n_over)
        with np.errstate(divide="ignore", invalid="ignore"):
            return {
                "roc_auc": (self._concordance(weights) + n_pairs) / (2 * n_pairs),
                "accuracy": n_correct / n,
                "cohen_kappa": (n * n_correct - by_chance) / (n**2 - by_chance),
                "f1": 2 * n_hits / (n_right + n_over),
                "bias": (n_over - n_right) / n,
            }
