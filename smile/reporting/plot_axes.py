"""Axes of figures: without a frame, and over the range that has points."""

import math

from matplotlib.axes import Axes

from ..aliases import FloatArray


def without_frame(axes: Axes) -> None:
    """Removes the lines above and to the right of a panel."""
    axes.spines[["top", "right"]].set_visible(False)


def start_of_axis(scores: FloatArray) -> float:
    """Returns the tenth at or under the lowest score: an axis from there to 1 spends its length on the points.

    Args:
        scores: (n,) 0 to 1.

    >>> import numpy as np
    >>> start_of_axis(np.array([0.87, 0.95])), start_of_axis(np.array([1.0])), start_of_axis(np.array([]))
    (0.8, 0.9, 0.0)
    """
    return min(0.9, math.floor(scores.min() * 10) / 10) if len(scores) else 0.0
