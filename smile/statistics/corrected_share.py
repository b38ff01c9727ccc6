"""The share of correct answers, estimated from verdicts and a metric's error rates on other answers."""

import math
from dataclasses import dataclass
from statistics import NormalDist

from ..errors import DataError
from ..shared_types import BoolArray


@dataclass(frozen=True)
class CorrectedShare:
    """A share of correct answers, corrected for a metric's errors.

    Attributes:
        estimate: The corrected share.
        estimate_ci: Its interval, for the errors in both the verdicts and the labels.
        metric_only: The share that the metric accepts.
        sensitivity: The share of accepted answers among those labelled correct.
        specificity: The share of rejected answers among those labelled incorrect.
        n: The number of answers without a label.
        n_labelled: The number of labelled answers.
    """

    estimate: float
    estimate_ci: list[float]
    metric_only: float
    sensitivity: float
    specificity: float
    n: int
    n_labelled: int


def corrected_share(
    accepted: BoolArray, accepted_labelled: BoolArray, labels: BoolArray, level: float
) -> CorrectedShare:
    """Returns the share of correct answers (Rogan and Gladen 1978), with the interval of Lee et al. (arXiv 2511.21140).

    Args:
        accepted: (n,) whether the metric accepts each answer.
        accepted_labelled: (m,) whether it accepts each labelled answer.
        labels: (m,) whether each of these is labelled correct.
        level: The level of the interval.

    Raises:
        DataError: No answer is labelled correct, or none incorrect, or the verdicts do not go with the labels.

    >>> import numpy as np
    >>> accepted, labels = np.array([True] * 60 + [False] * 40), np.array([True] * 50 + [False] * 50)
    >>> accepted_labelled = np.array([True] * 45 + [False] * 5 + [True] * 10 + [False] * 40)
    >>> found = corrected_share(accepted, accepted_labelled, labels, 0.95)
    >>> round(found.estimate, 3), [round(end, 3) for end in found.estimate_ci]
    (0.571, [0.396, 0.743])
    """
    if labels.all() or not labels.any():
        raise DataError("all labels are equal: give labels of correct and of incorrect answers")
    n, m0, m1 = len(accepted), int((~labels).sum()), int(labels.sum())
    p, q0, q1 = (
        float(accepted.mean()),
        float((~accepted_labelled[~labels]).mean()),
        float(accepted_labelled[labels].mean()),
    )
    if q0 + q1 <= 1:
        raise DataError(
            f"the verdicts do not go with the labels (sensitivity {q1:.3f}, specificity {q0:.3f}): nothing can be "
            "estimated from them"
        )
    estimate = min(max((p + q0 - 1) / (q0 + q1 - 1), 0.0), 1.0)
    # Each share moves towards 1/2, as for Agresti and Coull, and the estimate with it.
    z = NormalDist().inv_cdf((1 + level) / 2)
    size, size0, size1 = n + z**2, m0 + 2, m1 + 2
    p_moved, q0_moved, q1_moved = (n * p + z**2 / 2) / size, (m0 * q0 + 1) / size0, (m1 * q1 + 1) / size1
    slope = q0_moved + q1_moved - 1
    of_specificity, of_sensitivity = (q * (1 - q) / s for q, s in ((q0_moved, size0), (q1_moved, size1)))
    moved = (p_moved + q0_moved - 1) / slope
    centre = moved + 2 * z**2 * (moved * of_sensitivity - (1 - moved) * of_specificity)
    variance = p_moved * (1 - p_moved) / size + (1 - moved) ** 2 * of_specificity + moved**2 * of_sensitivity
    width = z * math.sqrt(variance) / abs(slope)
    low, high = (min(max(end, 0.0), 1.0) for end in (centre - width, centre + width))
    return CorrectedShare(estimate, [min(low, estimate), max(high, estimate)], p, q1, q0, n, len(labels))
