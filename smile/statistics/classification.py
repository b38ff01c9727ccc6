"""The threshold that tells right answers from wrong ones best."""

from typing import NamedTuple

import numpy as np

from ..aliases import BoolArray, FloatArray


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
