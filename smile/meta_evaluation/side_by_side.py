"""The order in which metrics measured side by side are shown."""

from collections.abc import Mapping
from typing import Any

import numpy as np


def best_first(metrics: Mapping[str, Mapping[str, Any]]) -> list[str]:
    """Returns the metrics' names, by Pearson correlation with people, best first and those without one last.

    >>> best_first({"a": {"pearson": float("nan")}, "b": {"pearson": -0.5}})
    ['b', 'a']
    """
    return sorted(metrics, key=lambda name: -float(np.nan_to_num(metrics[name]["pearson"], nan=-2.0)))
