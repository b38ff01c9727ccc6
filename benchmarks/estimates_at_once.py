"""The estimates of `Estimator` for many draws of labels at once, over arrays.

One at a time, thousands of draws take minutes. `benchmarks.estimate_coverage` compares the first draws of each cell
with `Estimator`, so the two cannot drift apart.
"""

from collections.abc import Mapping
from typing import NamedTuple

import numpy as np
from scipy.special import stdtrit

from smile.aliases import FloatArray, IntArray
from smile.statistics.prediction_powered import ADDED, ADDED_TO_SAME, FEWEST_TUNED

LEVEL = 0.95


class Draws(NamedTuple):
    """Estimates of the mean of N rows from d draws of n labels.

    Attributes:
        at: (d, n) the positions of the labelled rows.
        mean: (d,) the estimate.
        centre: (d,) the middle of its interval.
        parts: (d, n) each labelled row's part in the error.
        added: (d,) the variance that the made-up labels add.
        freedom: (d,) degrees of freedom.
    """

    at: IntArray
    mean: FloatArray
    centre: FloatArray
    parts: FloatArray
    added: FloatArray
    freedom: FloatArray

    def variance(self) -> FloatArray:
        """Returns the (d,) variance of the mean, of rows drawn one by one."""
        found: FloatArray = (self.parts**2).sum(1) + self.added
        return found


def estimate_draws(labels: FloatArray, scores: FloatArray | None, at: IntArray) -> Draws:
    """Does what `smile.statistics.prediction_powered.powered_mean` does, for every draw.

    Args:
        labels: (N,) from 0 to 1.
        scores: (N,), or None to leave them out.
        at: (d, n) the positions of the labelled rows of each draw.
    """
    n, given = at.shape[1], labels[at]
    unlabelled = 1 - n / len(labels)
    root = np.sqrt(unlabelled)
    mean = given.mean(1)
    parts = root / n * (given - mean[:, None])
    label_variance = (parts**2).sum(1)
    n_fitted = np.ones(len(at))
    if scores is not None and n >= FEWEST_TUNED:
        found = scores[at]
        sample_score = found.mean(1)
        missed = scores.mean() - sample_score
        of_score = root / n * (found - sample_score[:, None])
        score_variance = (of_score**2).sum(1)
        is_tuned = np.ptp(found, axis=1) > 1e-12 * np.abs(found).max(1)
        score_variance[~is_tuned] = 1
        tuning = np.where(is_tuned, (parts * of_score).sum(1) / score_variance, 0)
        own = 1 + (missed * is_tuned / score_variance)[:, None] * root * of_score
        parts = (parts - tuning[:, None] * of_score) * own
        mean, n_fitted = mean + tuning * missed, n_fitted + is_tuned
    parts *= np.sqrt(n / (n - n_fitted))[:, None]
    explained = np.divide((parts**2).sum(1), label_variance, out=np.ones(len(at)), where=label_variance > 0)
    unexplained = np.minimum(1, explained)
    n_added = np.where(np.ptp(given, axis=1) > 0, ADDED, ADDED_TO_SAME)
    lean = np.minimum(1, np.abs(2 * mean - 1))
    centre = mean + unlabelled * unexplained * n_added * (0.5 - mean) / (n + n_added)
    added = unlabelled * n_added / 4 * (1 + unexplained * lean**2) / (n + n_added) ** 2
    return Draws(at, mean, centre, parts * (n / (n + n_added))[:, None], added, np.maximum(1.0, n - n_fitted))


def mean_intervals(draws: Draws, labels: FloatArray) -> FloatArray:
    """Returns (d, 2) the intervals of the mean of these N rows, within what the known labels leave open."""
    n_rows, known = len(labels), labels[draws.at].sum(1)
    low, high = known / n_rows, (known + n_rows - draws.at.shape[1]) / n_rows
    estimate = np.clip(draws.mean, low, high)
    half = _quantile(draws.freedom) * np.sqrt(draws.variance())
    start, end = np.clip(draws.centre - half, low, high), np.clip(draws.centre + half, low, high)
    return np.stack([np.minimum(start, estimate), np.maximum(end, estimate)], axis=1)


def difference_intervals(one: Draws, other: Draws, shared: FloatArray) -> FloatArray:
    """Returns (d, 2) the intervals of the difference of two systems' means.

    Args:
        one: The estimates of a system.
        other: Those of another.
        shared: (d,) the part of the variance that is counted by question, less that counted by row (`shared_variance`).
    """
    first, second = ((draws.parts**2).sum(1) for draws in (one, other))
    variance = first + second + one.added + other.added + shared
    freedom = (first + second) ** 2 / (first**2 / one.freedom + second**2 / other.freedom)
    half, difference = _quantile(freedom) * np.sqrt(variance), one.mean - other.mean
    centre = one.centre - other.centre
    return np.stack(
        [
            np.minimum(np.maximum(centre - half, -1), difference),
            np.maximum(np.minimum(centre + half, 1), difference),
        ],
        axis=1,
    )


def shared_variance(
    one: Draws, other: Draws, questions: tuple[IntArray, IntArray], clustering: FloatArray
) -> FloatArray:
    """Returns (d,) what labels of the same question, chosen together, add to the variance of a difference.

    Args:
        one: The estimates of a system.
        other: Those of another.
        questions: For each of the two, (N,) the number of each row's question; a system has one row of a question.
        clustering: (d,) how far labels of a question were drawn together.
    """
    n_questions = max(int(each.max()) for each in questions) + 1
    in_both = []
    for draws, question in zip((one, other), questions, strict=True):
        parts = np.zeros((len(draws.at), n_questions))
        np.put_along_axis(parts, question[draws.at], draws.parts, axis=1)
        in_both.append(parts)
    found: FloatArray = -2 * clustering * np.einsum("ij,ij->i", *in_both)
    return found


def drawn_clustering(
    at: Mapping[str, IntArray], questions: Mapping[str, IntArray], shares: Mapping[str, float]
) -> FloatArray:
    """Does what `sample_clustering` does, for every draw.

    Args:
        at: By system (d, n) the positions of the labelled rows among its rows.
        questions: By system (N,) the number of each row's question.
        shares: By system the share of its rows that is labelled.
    """
    n_questions = max(int(each.max()) for each in questions.values()) + 1
    counts = np.zeros((len(next(iter(at.values()))), n_questions), dtype=np.int16)
    expected, squares = np.zeros(n_questions), np.zeros(n_questions)
    for system, rows in at.items():
        np.put_along_axis(counts, (asked := questions[system][rows]), np.take_along_axis(counts, asked, 1) + 1, axis=1)
        expected[questions[system]] += shares[system]
        squares[questions[system]] += shares[system] ** 2
    n_pairs = (counts.astype(np.float64) ** 2 - counts).sum(1)
    share = np.average(list(shares.values()), weights=[len(each) for each in questions.values()])
    by_chance = float((expected**2 - squares).sum())
    return np.where(n_pairs > 0, np.clip((1 - by_chance / np.maximum(n_pairs, 1)) / (1 - share), 0, 1), 0)


def _quantile(freedom: FloatArray) -> FloatArray:
    found: FloatArray = stdtrit(freedom, (1 + LEVEL) / 2)
    return found
