"""Bootstrap and sign flips with a fixed seed. `mean_interval` draws items, the others draw whole questions."""

from collections.abc import Iterator

import numpy as np

from ..aliases import FloatArray

RESAMPLES = 1000
SEED = 12345

# Why there are no intervals.
ONE_QUESTION = "there is one question only, and the intervals are drawn by question"

# The most items times resamples of `mean_interval` in memory.
_CELLS_IN_MEMORY = 10_000_000

# Rows times draws at a time: they fit into the processor's cache.
_CELLS_IN_CACHE = 500_000


def mean_interval(values: FloatArray, confidence_level: float) -> list[float]:
    """Returns the percentile-bootstrap interval of the mean, the same on every call.

    >>> low, high = mean_interval(np.array([0.0, 1.0] * 50), 0.95)
    >>> 0.35 < low < 0.45, 0.55 < high < 0.65
    (True, True)
    """
    # Not scipy's `bootstrap`, which gives the same numbers but takes longer to import than 1,000 rows take to score.
    random = np.random.default_rng(SEED)
    at_a_time = max(1, _CELLS_IN_MEMORY // len(values))
    means = [
        values[random.integers(0, len(values), size=(min(at_a_time, RESAMPLES - start), len(values)))].mean(axis=-1)
        for start in range(0, RESAMPLES, at_a_time)
    ]
    return percentile_interval(np.concatenate(means), confidence_level)


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


def draw_signs(n_questions: int, n_draws: int = RESAMPLES) -> Iterator[FloatArray]:
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
