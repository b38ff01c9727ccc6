import math

import numpy as np
import pytest

from smile.statistics.agreement_measures import krippendorff_alpha

NAN = float("nan")

# Four observers, twelve units, values 1 to 5: Krippendorff, "Computing Krippendorff's Alpha-Reliability" (2011),
# section C, which works out 0.815 for ordinal labels.
PUBLISHED = np.array(
    [
        [1, 2, 3, 3, 2, 1, 4, 1, 2, NAN, NAN, NAN],
        [1, 2, 3, 3, 2, 2, 4, 1, 2, 5, NAN, 3],
        [NAN, 3, 3, 3, 2, 3, 4, 2, 2, 5, 1, NAN],
        [1, 2, 3, 3, 2, 4, 4, 1, 2, 5, 1, NAN],
    ]
).T


def test_alpha_is_krippendorffs_own() -> None:
    assert krippendorff_alpha(PUBLISHED)[0] == pytest.approx(0.815, abs=5e-4)


@pytest.mark.parametrize(
    ("labels", "why_not"),
    [
        ([[1, NAN], [NAN, 0]], "no row has labels of two annotators"),
        ([[1, 1], [1, 1]], "all labels are the same"),
        ([[1, 1], [1, 1], [0, NAN]], "all labels are the same"),
    ],
)
def test_alpha_says_why_it_is_not(labels: list[list[float]], why_not: str) -> None:
    alpha, reason = krippendorff_alpha(np.array(labels, dtype=float))
    assert math.isnan(alpha)
    assert str(reason).startswith(why_not)
