import numpy as np
import pytest
from scipy.stats import binom

from smile.cascade.guarantee import guarantee, labels_needed

TARGET, DELTA = 0.9, 0.1


@pytest.mark.parametrize("n_errors", [0, 1, 5])
def test_the_labels_needed_are_the_fewest_that_pass_the_exact_test(n_errors: int) -> None:
    n = labels_needed(0.95, 0.1, n_errors)
    assert binom.cdf(n_errors, n, 0.05) <= 0.1 < binom.cdf(n_errors, n - 1, 0.05)


@pytest.mark.parametrize("slope", [0.05, 0.2, 0.4])
def test_the_promise_is_broken_in_at_most_delta_of_the_draws(slope: float) -> None:
    random = np.random.default_rng(0)
    n, n_draws = 2000, 400
    doubt = np.sort(random.random(n))
    agrees = random.random(n) > slope * doubt
    n_right = np.cumsum(agrees)
    broken, shares = 0, []
    for _ in range(n_draws):
        is_labelled = np.zeros(n, dtype=np.bool_)
        is_labelled[random.choice(n, 300, replace=False)] = True
        found = guarantee(doubt, is_labelled, agrees, TARGET, DELTA)
        n_alone = round(found.share * n)
        shares.append(found.share)
        broken += n_alone > 0 and n_right[n_alone - 1] < TARGET * n_alone
    assert broken / n_draws <= DELTA
    assert np.mean(shares) > (0.9 if slope == 0.05 else 0.1)


def test_rows_with_the_same_doubt_stay_together() -> None:
    doubt = np.repeat([0.1, 0.9], 500)
    found = guarantee(doubt, np.ones(1000, dtype=np.bool_), doubt < 0.5, 0.95, 0.1)
    assert (found.share, found.most_doubt) == (0.5, 0.1)


def test_the_surest_rows_may_be_no_better_than_the_others() -> None:
    """Where half of the surest tenth is wrong, small shares promise nothing, and large ones do."""
    doubt = np.linspace(0, 1, 1000)
    agrees = (doubt > 0.1) | (np.arange(1000) % 2 == 0)
    assert guarantee(doubt, np.arange(1000) % 3 == 0, agrees, 0.85, 0.1).share == 1


def test_where_nothing_can_be_promised_the_labels_that_could_are_estimated() -> None:
    doubt = np.linspace(0, 1, 100)
    ones = np.ones(100, dtype=np.bool_)
    few = guarantee(doubt, np.arange(100) < 20, ones, 0.95, 0.1)
    assert few.share == 0
    # Each of the two sequences has half of delta.
    assert few.n_labels_needed == labels_needed(0.95, 0.05) == 59
    never = guarantee(doubt, ones, np.arange(100) % 2 == 0, 0.95, 0.1)
    assert never.share == 0
    assert never.n_labels_needed is None
    # What the few labels of the surest fifth say counts, though they are too few to test.
    surest = guarantee(doubt, np.arange(100) % 2 == 0, doubt < 0.3, 0.95, 0.1)
    assert (surest.n_labels_needed, surest.n_labels, surest.n_agree) == (59 * 5, 10, 10)
