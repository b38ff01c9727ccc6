"""Krippendorff's alpha: how far several people agree beyond chance. Pure functions."""

import math
from typing import Literal, NamedTuple, get_args

import numpy as np

from ..aliases import FloatArray

LevelOfMeasurement = Literal["nominal", "ordinal", "interval", "ratio"]
LEVELS_OF_MEASUREMENT: tuple[str, ...] = get_args(LevelOfMeasurement)

# Cells of the largest matrix that is made: rows or values by values. A few hundred megabytes.
_MOST_CELLS = 20_000_000


class Alpha(NamedTuple):
    """Krippendorff's alpha, 1 for full agreement and 0 for chance, or the reason why it is undefined (NaN)."""

    alpha: float
    why_not: str | None = None


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
        return Alpha(math.nan, "no row has labels of two people")
    is_given = ~np.isnan(counted)
    values, value_of_label = np.unique(counted[is_given], return_inverse=True)
    if len(values) == 1:
        return Alpha(math.nan, "all labels are the same, so that there is nothing to agree on beyond chance")
    if max(len(counted), len(values)) * len(values) > _MOST_CELLS:
        return Alpha(math.nan, f"there are {len(values)} different labels in {len(counted)} rows, too many to compare")
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
