"""What several people say of the same answer: one label for all of them, and how far they agree. Pure functions."""

import math
from typing import Literal, NamedTuple, get_args

import numpy as np

from ..aliases import BoolArray, FloatArray

COMBINATIONS = ("mean", "majority")
LevelOfMeasurement = Literal["nominal", "ordinal", "interval", "ratio"]
LEVELS_OF_MEASUREMENT: tuple[str, ...] = get_args(LevelOfMeasurement)

# Rows times labels times labels, which the package holds in memory at once: a few hundred megabytes.
_MOST_CELLS = 20_000_000


def mean_label(labels: FloatArray) -> FloatArray:
    """Returns the (n,) mean of each row's labels.

    Args:
        labels: (n, m) labels of up to m people, NaN where one gave none, at least one in every row.

    >>> mean_label(np.array([[1.0, 0.0], [1.0, np.nan]])).tolist()
    [0.5, 1.0]
    """
    mean: FloatArray = np.nanmean(labels, axis=1)
    return mean


def majority_label(labels: FloatArray) -> tuple[FloatArray, BoolArray]:
    """Returns the (n,) label that most people gave, and (n,) whether it shares the first place with another.

    Of labels that share the first place the lowest counts: an answer is right only where most people say so.

    Args:
        labels: (n, m) labels of up to m people, NaN where one gave none, at least one in every row.

    >>> label, is_tied = majority_label(np.array([[1.0, 0.0, 1.0], [1.0, 0.0, np.nan]]))
    >>> label.tolist(), is_tied.tolist()
    ([1.0, 0.0], [False, True])
    """
    # NaN equals nothing, so that it has no votes.
    votes = np.stack([(labels == labels[:, [j]]).sum(axis=1) for j in range(labels.shape[1])], axis=1)
    is_first = votes == votes.max(axis=1, keepdims=True)
    lowest = np.where(is_first, labels, np.inf).min(axis=1)
    highest = np.where(is_first, labels, -np.inf).max(axis=1)
    return lowest, lowest < highest


class Alpha(NamedTuple):
    """Krippendorff's alpha, 1 for full agreement and 0 for chance, or why there is none."""

    alpha: float
    why_not: str | None = None


def krippendorff_alpha(labels: FloatArray, level_of_measurement: LevelOfMeasurement) -> Alpha:
    """Returns how far people agree with each other beyond chance, by the package krippendorff.

    Args:
        labels: (n, m) labels of up to m people, NaN where one gave none. Rows with one label only do not count.
        level_of_measurement: `nominal`, `ordinal`, `interval` or `ratio`.

    >>> round(krippendorff_alpha(np.array([[1.0, 1.0], [0.0, 0.0], [1.0, 0.0], [1.0, 1.0]]), "nominal").alpha, 3)
    0.533
    """
    from krippendorff import alpha

    counted = labels[(~np.isnan(labels)).sum(axis=1) > 1]
    n_values = len(np.unique(counted[~np.isnan(counted)]))
    if len(counted) == 0:
        return Alpha(math.nan, "no row has labels of two people")
    if n_values == 1:
        return Alpha(math.nan, "all labels are the same, so that there is nothing to agree on beyond chance")
    if len(counted) * n_values**2 > _MOST_CELLS:
        return Alpha(math.nan, f"there are {n_values} different labels in {len(counted)} rows, too many to compare")
    return Alpha(float(alpha(reliability_data=counted.T, level_of_measurement=level_of_measurement)))
