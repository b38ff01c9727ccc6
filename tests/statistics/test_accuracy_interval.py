"""The interval of one accuracy holds the true accuracy as often as it says."""

import numpy as np
import pytest
from scipy.stats import binomtest

from smile.statistics.accuracy_interval import accuracy_interval

DRAWS = 1000
FEWEST_HELD = 0.93


@pytest.mark.parametrize("n", [10, 50])
@pytest.mark.parametrize("accuracy", [0.8, 0.95, 0.98])
@pytest.mark.parametrize("alike", [None, 0.5, 1.0])
def test_the_interval_holds_the_truth_in_95_percent(n: int, accuracy: float, alike: float | None) -> None:
    """One row a question (None), or three of which a share copies the first one."""
    random, held = np.random.default_rng(0), 0
    rows_of_question = 1 if alike is None else 3
    question = np.repeat(np.arange(n), rows_of_question)
    for _ in range(DRAWS):
        correct = random.random(len(question)) < accuracy
        if alike is not None:
            is_copy = random.random(len(question)) < alike
            correct = np.where(is_copy, correct[::rows_of_question][question], correct)
        low, high = accuracy_interval(correct, 0.95, question)
        held += low <= accuracy <= high
    assert held / DRAWS >= FEWEST_HELD


@pytest.mark.parametrize(("n_correct", "n"), [(0, 1), (13, 13), (34, 39), (0, 5), (9, 10), (4000, 4686)])
@pytest.mark.parametrize("level", [0.5, 0.95, 0.99])
def test_of_independent_rows_it_is_wilsons(n_correct: int, n: int, level: float) -> None:
    found = accuracy_interval(np.arange(n) < n_correct, level)
    assert found == pytest.approx(binomtest(n_correct, n).proportion_ci(level, method="wilsoncc"))


def test_copies_of_all_rows_do_not_narrow_it() -> None:
    correct = np.arange(40) % 5 > 0
    low, high = accuracy_interval(correct, 0.95)
    low_of_copies, high_of_copies = accuracy_interval(np.repeat(correct, 4), 0.95, np.repeat(np.arange(40), 4))
    assert low_of_copies <= low
    assert high_of_copies >= high
