import math

import numpy as np
import pytest

from smile.statistics.agreement_measures import correlations

RANDOM = np.random.default_rng(3)
X = RANDOM.normal(size=60)


def test_they_are_what_a_hand_works_out() -> None:
    """x 1 2 3 4, y 0 0 1 1: Pearson 2 / sqrt(5 * 1); ranks of y 1.5 1.5 3.5 3.5 give Spearman 4 / sqrt(5 * 4); of the
    six pairs four are concordant and two tie in y: tau-b 4 / sqrt(6 * 4)."""
    found = correlations(np.array([1.0, 2, 3, 4]), np.array([0.0, 0, 1, 1]))
    expected = {"pearson": 2 / math.sqrt(5), "spearman": 4 / math.sqrt(20), "kendall_tau_b": 4 / math.sqrt(24)}
    assert found == pytest.approx(expected)


def test_nothing_correlates_with_a_constant(recwarn: pytest.WarningsRecorder) -> None:
    for x, y in ((X, np.ones(60)), (np.zeros(60), X)):
        assert np.isnan(list(correlations(x, y).values())).all()
    assert not recwarn.list
