"""Draws with unequal probabilities, against counts over many draws."""

import numpy as np
import pytest

from smile.statistics.unequal_sampling import draw_rows, joint_probabilities, sampling_probabilities


def test_probabilities_add_up_and_none_is_zero_or_over_the_most() -> None:
    doubt = np.array([100.0] + [1.0] * 50 + [0.0] * 49)
    for n, most in ((1, 1.0), (20, 1.0), (40, 0.5), (100, 1.0)):
        found = sampling_probabilities(doubt, n, most)
        assert found.sum() == pytest.approx(n)
        assert found.min() > 0
        assert found.max() <= most
    assert sampling_probabilities(doubt, 20)[0] == 1
    assert sampling_probabilities(np.zeros(10), 5).tolist() == [0.5] * 10


def test_rows_are_drawn_as_often_as_their_probabilities_say() -> None:
    probabilities = sampling_probabilities(np.linspace(0, 1, 30), 10)
    random = np.random.default_rng(0)
    counts = np.zeros(30)
    for _ in range(4000):
        drawn = draw_rows(probabilities, random)
        assert len(set(drawn.tolist())) == len(drawn) == 10
        counts[drawn] += 1
    assert counts / 4000 == pytest.approx(probabilities, abs=0.04)


def test_two_rounds_together_are_unbiased() -> None:
    """The second round looks more where the first has found errors, and the total stays right."""
    random = np.random.default_rng(0)
    labels = (np.arange(60) < 20).astype(float)
    first = np.full(60, 0.25)
    totals, sizes = [], []
    for _ in range(3000):
        is_first = np.zeros(60, dtype=np.bool_)
        is_first[draw_rows(first, random)] = True
        doubt = np.ones(60) + 3 * labels * labels[is_first].mean()
        second = np.zeros(60)
        second[~is_first] = sampling_probabilities(doubt[~is_first], 15, 0.5)
        joint = joint_probabilities(first, is_first, second, np.full(60, 15), np.full(60, 15))
        both = is_first.copy()
        both[draw_rows(second, random)] = True
        totals.append((labels / joint)[both].sum())
        sizes.append((1 / joint)[both].sum())
    assert np.mean(totals) == pytest.approx(20, abs=0.3)
    assert np.mean(sizes) == pytest.approx(60, abs=0.3)
