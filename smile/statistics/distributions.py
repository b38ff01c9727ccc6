"""The logistic function, and Student's distribution."""

import math

import numpy as np

from ..caches import cached
from ..shared_types import FloatArray

# Nodes of the integral: its error is below 1e-8 for all degrees of freedom.
_NODES = 200
# From here on, Student's distribution is the normal one to 1e-8.
_MOST_FREEDOM = 1e8
_HALVINGS = 60


def expit(x: FloatArray) -> FloatArray:
    """Returns the logistic function.

    >>> expit(np.array([-np.inf, 0, np.inf])).tolist()
    [0.0, 0.5, 1.0]
    """
    result: FloatArray = np.exp(-np.logaddexp(0, -x))
    return result


def logit(p: FloatArray | float) -> FloatArray:
    """Returns the inverse of `expit`.

    >>> logit(np.array([0.0, 0.5, 1.0])).tolist()
    [-inf, 0.0, inf]
    """
    with np.errstate(divide="ignore"):
        result: FloatArray = np.log(p) - np.log1p(np.negative(p))
    return result


def student_tail(t: float, freedom: float) -> float:
    """Returns the probability, 0 to 0.5, that Student's t exceeds `t`, which is at least 0.

    >>> round(student_tail(2.228, 10), 4), round(student_tail(1.96, math.inf), 4)
    (0.025, 0.025)
    """
    freedom = min(freedom, _MOST_FREEDOM)
    return _student_tail_by_angle(math.atan2(t, math.sqrt(freedom)), freedom)


@cached(1024)
def student_quantile(freedom: float, share: float) -> float:
    """Returns the quantile of Student's distribution for a share of at least 0.5.

    >>> round(student_quantile(10, 0.975), 3), round(student_quantile(1, 0.975), 3)
    (2.228, 12.706)
    """
    freedom = min(freedom, _MOST_FREEDOM)
    low, high = 0.0, math.pi / 2
    for _ in range(_HALVINGS):
        middle = (low + high) / 2
        low, high = (low, middle) if _student_tail_by_angle(middle, freedom) < 1 - share else (middle, high)
    return math.tan(low) * math.sqrt(freedom)


def _student_tail_by_angle(angle: float, freedom: float) -> float:
    """Returns the tail above `t = sqrt(freedom) tan(angle)`; in the angle, the density is a power of the cosine."""
    nodes, weights = _gauss_legendre()
    scale = math.exp(math.lgamma((freedom + 1) / 2) - math.lgamma(freedom / 2)) / math.sqrt(math.pi)
    below = scale * angle / 2 * float(weights @ np.cos(angle * (nodes + 1) / 2) ** (freedom - 1))
    return min(max(0.5 - below, 0.0), 0.5)


@cached()
def _gauss_legendre() -> tuple[FloatArray, FloatArray]:
    return np.polynomial.legendre.leggauss(_NODES)


def student_interval(centre: float, variance: float, freedom: float, confidence_level: float) -> list[float]:
    """Returns the lower and upper end of Student's interval.

    >>> [round(end, 3) for end in student_interval(0.5, 0.01, 10, 0.95)]
    [0.277, 0.723]
    """
    if not math.isfinite(variance):
        return [-math.inf, math.inf]
    half = student_quantile(freedom, (1 + confidence_level) / 2) * math.sqrt(variance)
    return [centre - half, centre + half]


def student_p_value(difference: float, variance: float, freedom: float) -> float:
    """Returns the two-sided p-value of a difference.

    >>> round(student_p_value(0.2228, 0.01, 10), 3), student_p_value(0.1, 0.0, 10)
    (0.05, 0.0)
    """
    if variance == 0 or not math.isfinite(variance):
        return float(difference == 0 or variance > 0)
    return 2 * student_tail(abs(difference) / math.sqrt(variance), freedom)
