"""Correlations of a metric with people (Pearson, Spearman, Kendall), and Williams' test of two metrics."""

import math
from typing import NamedTuple

import numpy as np

from ..aliases import FloatArray

CORRELATIONS = ("pearson", "spearman", "kendall_tau_b")

# A smaller sum of correlations is rounding.
_NO_SPREAD = 1e-12


class Correlation(NamedTuple):
    """A correlation, -1 to 1, and its two-sided p-value against no correlation."""

    statistic: float
    p_value: float


def is_constant(values: FloatArray) -> bool:
    """Returns whether all values are equal."""
    return bool(np.ptp(values) == 0)


def correlations(x: FloatArray, y: FloatArray) -> dict[str, Correlation]:
    """Returns `pearson`, `spearman` and `kendall_tau_b` with scipy's p-values, NaN where x or y is constant.

    Both are (n,) finite values, n at least 3.

    >>> {name: round(found.statistic, 3) for name, found in correlations(np.arange(4), np.array([0, 1, 1, 8])).items()}
    {'pearson': 0.838, 'spearman': 0.949, 'kendall_tau_b': 0.913}
    """
    # Imported here, as it would take most of the time of importing this package.
    from scipy.stats import kendalltau, pearsonr, spearmanr

    if is_constant(x) or is_constant(y):
        return dict.fromkeys(CORRELATIONS, Correlation(math.nan, math.nan))
    found = zip(CORRELATIONS, (pearsonr(x, y), spearmanr(x, y), kendalltau(x, y, variant="b")), strict=True)
    return {name: Correlation(float(result.statistic), float(result.pvalue)) for name, result in found}


class Williams(NamedTuple):
    """The t of Williams' test, with n - 3 degrees of freedom, and its two-sided p-value."""

    t: float
    p_value: float


def williams_test(first: float, second: float, between: float, n: int) -> Williams:
    """Tests whether two correlations with one variable differ, measured on the same rows.

    Williams (1959), as Steiger (1980, Equation 7) gives it and Graham and Baldwin (2014) use it for metrics:
    t = (r12 - r13) sqrt((n - 1)(1 + r23) / (2 K (n - 1) / (n - 3) + ((r12 + r13) / 2)^2 (1 - r23)^3)) with
    K = 1 - r12^2 - r13^2 - r23^2 + 2 r12 r13 r23. The test assumes independent rows.

    Returns:
        NaN if a correlation is NaN, n is under 4, or the two metrics correlate perfectly.

    >>> t, p_value = williams_test(0.80, 0.72, 0.89, 26)
    >>> round(t, 3), round(p_value, 3)
    (1.361, 0.187)
    """
    from scipy.stats import t as student

    if n < 4 or not all(map(math.isfinite, (first, second, between))):
        return Williams(math.nan, math.nan)
    determinant = 1 - first**2 - second**2 - between**2 + 2 * first * second * between
    # Rounding can make it negative.
    spread = 2 * max(determinant, 0.0) * (n - 1) / (n - 3) + ((first + second) / 2) ** 2 * (1 - between) ** 3
    if spread <= _NO_SPREAD:
        return Williams(math.nan, math.nan)
    t = (first - second) * math.sqrt((n - 1) * (1 + between) / spread)
    return Williams(t, float(2 * student.sf(abs(t), n - 3)))
