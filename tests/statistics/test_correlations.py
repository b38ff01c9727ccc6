import math

import numpy as np
import pytest

from smile.statistics.agreement_measures import correlations, williams_test

RANDOM = np.random.default_rng(3)
X = RANDOM.normal(size=60)


def test_they_are_what_a_hand_works_out() -> None:
    """x 1 2 3 4, y 0 0 1 1: Pearson 2 / sqrt(5 * 1); ranks of y 1.5 1.5 3.5 3.5 give Spearman 4 / sqrt(5 * 4); of the
    six pairs four are concordant and two tie in y: tau-b 4 / sqrt(6 * 4)."""
    found = correlations(np.array([1.0, 2, 3, 4]), np.array([0.0, 0, 1, 1]))
    expected = {"pearson": 2 / math.sqrt(5), "spearman": 4 / math.sqrt(20), "kendall_tau_b": 4 / math.sqrt(24)}
    assert {name: result.statistic for name, result in found.items()} == pytest.approx(expected)


def test_nothing_correlates_with_a_constant(recwarn: pytest.WarningsRecorder) -> None:
    for x, y in ((X, np.ones(60)), (np.zeros(60), X)):
        assert np.isnan(list(correlations(x, y).values())).all()
    assert not recwarn.list


def test_williams_test_of_published_examples() -> None:
    """Howell, Statistical Methods for Psychology (6th ed., p. 262): t(23) = 1.361, p = .187. And the example of
    nlp-williams, a Python version of Graham and Baldwin's script: one-sided p = 0.20928617286753592."""
    t, p_value = williams_test(0.80, 0.72, 0.89, 26)
    assert (t, p_value) == pytest.approx((1.361, 0.187), abs=5e-4)
    assert williams_test(0.72, 0.80, 0.89, 26) == (-t, p_value)
    assert williams_test(0.65, 0.55, 0.3, 50)[1] / 2 == pytest.approx(0.20928617286753592, rel=1e-9)


@pytest.mark.parametrize(
    ("first", "second", "between", "n"), [(0.5, 0.5, 1.0, 50), (0.5, 0.4, 0.3, 3), (math.nan, 0.4, 0.3, 50)]
)
def test_williams_test_is_nan_where_it_cannot_be_had(first: float, second: float, between: float, n: int) -> None:
    assert np.isnan(williams_test(first, second, between, n)).all()


def test_williams_test_finds_as_many_differences_as_its_level_says() -> None:
    """Where two metrics are equally good, 5 % of samples have a p-value under 0.05: here of 2,000, to 1.5 %."""
    random = np.random.default_rng(11)
    truth = random.normal(size=(2000, 40))
    first, second = (truth + random.normal(size=truth.shape) for _ in range(2))
    under = 0
    for person, one, other in zip(truth, first, second, strict=True):
        r = np.corrcoef([person, one, other])
        under += williams_test(r[0, 1], r[0, 2], r[1, 2], 40)[1] < 0.05
    assert under / 2000 == pytest.approx(0.05, abs=0.015)
