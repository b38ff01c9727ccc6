"""Bootstrap by question: which rows a draw holds, and what the spread of a statistic over draws says."""

from collections.abc import Iterator

import numpy as np
import numpy.typing as npt

from .intervals import RESAMPLES, SEED

FloatArray = npt.NDArray[np.float64]
IntArray = npt.NDArray[np.int64]

# Rows times draws at a time: few enough to stay in a processor's cache.
_CELLS = 500_000


def draw_questions(n_questions: int, n_rows: int, n_draws: int = RESAMPLES) -> Iterator[FloatArray]:
    """Yields (d, n_questions) arrays, `n_draws` draws in all: how often each draw holds each question.

    The draws are the same on every call with the same numbers, so that two metrics of the same rows compare.

    Args:
        n_questions: As many are drawn, with replacement.
        n_rows: Of all questions together; bounds how many draws come at a time.
        n_draws: The first of them are the same whatever their number.
    """
    random = np.random.default_rng(SEED)
    at_a_time = max(1, _CELLS // n_rows)
    for start in range(0, n_draws, at_a_time):
        n_now = min(at_a_time, n_draws - start)
        drawn = random.integers(0, n_questions, size=(n_now, n_questions))
        drawn += n_questions * np.arange(n_now)[:, None]
        counts = np.bincount(drawn.ravel(), minlength=n_now * n_questions)
        yield counts.reshape(n_now, n_questions).astype(np.float64)


def draw_signs(n_questions: int, n_draws: int = RESAMPLES) -> Iterator[FloatArray]:
    """Yields (d, n_questions) arrays, `n_draws` draws in all: 1 or -1 for each question, the same on every call."""
    random = np.random.default_rng(SEED)
    at_a_time = max(1, _CELLS // n_questions)
    for start in range(0, n_draws, at_a_time):
        n_now = min(at_a_time, n_draws - start)
        yield (2 * random.integers(0, 2, size=(n_now, n_questions)) - 1).astype(np.float64)


def percentile_interval(draws: FloatArray, confidence_level: float) -> list[float]:
    """Returns lower and upper end of the percentile interval; draws that leave the statistic undefined do not count.

    Args:
        draws: (d,) the statistic in each draw, NaN where undefined.
        confidence_level: Between 0 and 1.

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
    """Returns the two-sided p-value of a difference being none: how often it is of the other sign in the draws.

    One draw is added on either side, so that it is never 0; NaN where no draw defines it.

    Args:
        differences: (d,) the difference in each draw, NaN where undefined.

    >>> sign_p_value(np.array([0.1] * 997 + [-0.1, -0.2]))
    0.006
    """
    defined = differences[~np.isnan(differences)]
    if len(defined) == 0:
        return float("nan")
    on_one_side = min((defined <= 0).sum(), (defined >= 0).sum())
    return min(1.0, 2 * (int(on_one_side) + 1) / (len(defined) + 1))
