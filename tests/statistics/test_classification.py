import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from smile.statistics.agreement_measures import best_threshold

rows = st.lists(st.tuples(st.sampled_from([0.0, 0.25, 0.5, 1.0]), st.booleans()), min_size=1, max_size=12)


def test_the_best_threshold_of_a_hand_worked_table() -> None:
    """Scores 0.1 0.3 0.4 0.8 0.9, right 0 1 0 1 1: above 0.2 one is wrong (0.4), above 0.6 one too (0.3)."""
    is_right = np.array([False, True, False, True, True])
    assert best_threshold(np.array([0.1, 0.3, 0.4, 0.8, 0.9]), is_right) == pytest.approx((0.2, 0.8))


@given(rows)
def test_no_threshold_is_better_than_the_best(table: list[tuple[float, bool]]) -> None:
    scores, is_right = np.array([score for score, _ in table]), np.array([right for _, right in table])
    best = best_threshold(scores, is_right)
    assert best.accuracy == np.mean((scores > best.threshold) == is_right)
    tried = [-1.0, *scores, *(scores + 0.1)]
    assert best.accuracy == max(np.mean((scores > threshold) == is_right) for threshold in tried)


def test_neighbouring_floats_can_be_told_apart() -> None:
    scores = np.array([0.5, np.nextafter(0.5, 1)])
    best = best_threshold(scores, np.array([False, True]))
    assert (scores > best.threshold).tolist() == [False, True]
