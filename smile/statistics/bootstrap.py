"""Bootstrap and sign flips with a fixed seed, and statistics of many draws at once.

Whole questions are drawn. Statistics take weights, so that no row is copied: a row with weight w counts as w equal
rows. Weights are (d, n) whole numbers, for d draws of n rows. A statistic that is undefined in a draw, such as a
correlation with constant labels, is NaN.
"""

import math
from collections.abc import Iterator
from typing import NamedTuple

import numpy as np

from ..shared_types import BoolArray, FloatArray, IntArray

RESAMPLES = 1000
SEED = 12345

# Why there are no intervals.
ONE_QUESTION = "there is one question only, and the intervals are drawn by question"

# Rows times draws at a time: they fit into the processor's cache.
_CELLS_IN_CACHE = 500_000


def mean_interval(values: FloatArray, confidence_level: float, question: IntArray | None = None) -> list[float]:
    """Returns the percentile-bootstrap interval of the mean, the same on every call.

    Whole questions are drawn where `question` has (n,) their numbers; NaN if there is one only.

    >>> low, high = mean_interval(np.array([0.0, 1.0] * 50), 0.95)
    >>> 0.35 < low < 0.45, 0.55 < high < 0.65
    (True, True)
    """
    question = np.arange(len(values)) if question is None else question
    _, first, at, sizes = np.unique(question, return_index=True, return_inverse=True, return_counts=True)
    if len(sizes) == 1 < len(values):
        return [math.nan, math.nan]
    order = np.argsort(first)  # the numbers of questions may differ between processes
    sums, sizes = np.bincount(at, values)[order], sizes[order]
    draws = [(drawn @ sums) / (drawn @ sizes) for drawn in draw_questions(len(sizes), len(values))]
    return percentile_interval(np.concatenate(draws), confidence_level)


def draw_questions(n_questions: int, n_rows: int, n_draws: int = RESAMPLES) -> Iterator[FloatArray]:
    """Yields (d, n_questions) counts of each question in draws with replacement, `n_draws` draws in all.

    The draws are the same on every call, so that two metrics can be compared on the same rows. `n_rows`, the number of
    rows of all questions, limits d.
    """
    random = np.random.default_rng(SEED)
    at_a_time = max(1, _CELLS_IN_CACHE // n_rows)
    for start in range(0, n_draws, at_a_time):
        n_now = min(at_a_time, n_draws - start)
        drawn = random.integers(0, n_questions, size=(n_now, n_questions))
        drawn += n_questions * np.arange(n_now)[:, None]
        counts = np.bincount(drawn.ravel(), minlength=n_now * n_questions)
        yield counts.reshape(n_now, n_questions).astype(np.float64)


def draw_sign_flips(n_questions: int, n_draws: int = RESAMPLES) -> Iterator[FloatArray]:
    """Yields (d, n_questions) signs, 1 or -1, `n_draws` draws in all; the same on every call."""
    random = np.random.default_rng(SEED)
    at_a_time = max(1, _CELLS_IN_CACHE // n_questions)
    for start in range(0, n_draws, at_a_time):
        n_now = min(at_a_time, n_draws - start)
        yield (2 * random.integers(0, 2, size=(n_now, n_questions)) - 1).astype(np.float64)


def percentile_interval(draws: FloatArray, confidence_level: float) -> list[float]:
    """Returns the percentile interval of (d,) draws of a statistic, without undefined ones (NaN).

    >>> percentile_interval(np.array([0.0, 1.0, np.nan, 2.0, 3.0, 4.0]), 0.5)
    [1.0, 3.0]
    """
    defined = draws[~np.isnan(draws)]
    if len(defined) == 0:
        return [float("nan"), float("nan")]
    tail = (1 - confidence_level) / 2
    low, high = np.quantile(defined, [tail, 1 - tail])
    return [float(low), float(high)]


def sign_p_value(differences: FloatArray) -> float:
    """Returns the two-sided p-value of a difference: how often the draws have the other sign.

    One draw is added on either side, so that it is never 0. It is NaN if no draw defines the difference.

    >>> sign_p_value(np.array([0.1] * 997 + [-0.1, -0.2]))
    0.006
    """
    defined = differences[~np.isnan(differences)]
    if len(defined) == 0:
        return float("nan")
    on_one_side = min((defined <= 0).sum(), (defined >= 0).sum())
    return min(1.0, 2 * (int(on_one_side) + 1) / (len(defined) + 1))


class _Ranked:
    """Values as ranks from 0; equal values share a rank."""

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
        self._levels = [_concordance_level(x_place, y_place, bit) for bit in range(int(y_place.max()).bit_length())]

    def __call__(self, weights: FloatArray) -> FloatArray:
        """Returns the (d,) concordant minus discordant pairs, for (d, n) weights."""
        total = np.zeros(len(weights))
        for level in self._levels:
            ordered = weights[:, level.order]
            upper = np.add.reduceat(ordered * level.is_upper, level.starts, axis=1)
            lower = np.add.reduceat(ordered, level.starts, axis=1) - upper
            lower_before, upper_before = _sums_before(lower, level.segment), _sums_before(upper, level.segment)
            total += np.einsum("dg,dg->d", upper, lower_before) - np.einsum("dg,dg->d", lower, upper_before)
        return total


def _concordance_level(x_place: IntArray, y_place: IntArray, bit: int) -> _Level:
    segment_of_row = y_place >> (bit + 1)
    order = np.lexsort((x_place, segment_of_row))
    segment, x = segment_of_row[order], x_place[order]
    is_new_segment = np.diff(segment, prepend=-1) != 0
    starts = np.flatnonzero(is_new_segment | (np.diff(x, prepend=-1) != 0))
    first_of_segment = np.maximum.accumulate(np.where(is_new_segment[starts], np.arange(len(starts)), 0))
    return _Level(order, ((y_place[order] >> bit) & 1).astype(np.float64), starts, first_of_segment)


def _sums_before(runs: FloatArray, segment: IntArray) -> FloatArray:
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
