import math

import numpy as np
import pytest
import scipy.stats

from smile.statistics import bootstrap
from smile.statistics.bootstrap import RESAMPLES, SEED, draw_questions, mean_interval, percentile_interval, sign_p_value

SAMPLE = np.random.default_rng(7).uniform(size=120)


@pytest.mark.parametrize("level", [0.5, 0.9, 0.95, 0.99])
def test_the_interval_is_scipys_percentile_bootstrap(level: float) -> None:
    expected = scipy.stats.bootstrap(
        (SAMPLE,),
        np.mean,
        n_resamples=RESAMPLES,
        confidence_level=level,
        method="percentile",
        rng=np.random.default_rng(SEED),
    ).confidence_interval
    assert mean_interval(SAMPLE, level) == pytest.approx([expected.low, expected.high], abs=1e-12)


def test_interval_does_not_depend_on_blocks(monkeypatch: pytest.MonkeyPatch) -> None:
    whole = mean_interval(SAMPLE, 0.95)
    monkeypatch.setattr(bootstrap, "_CELLS_IN_MEMORY", 1000)
    assert mean_interval(SAMPLE, 0.95) == pytest.approx(whole, abs=1e-12)


def test_draws_are_the_same_on_every_call() -> None:
    draws, again = (np.concatenate(list(draw_questions(30, 100_000))) for _ in range(2))
    assert draws.shape == (RESAMPLES, 30)
    assert (draws.sum(axis=1) == 30).all()
    assert (draws == again).all()
    # 1,000 draws with replacement hold each question once on average, with variance 1 - 1/30.
    assert draws.mean(axis=0) == pytest.approx(np.ones(30), abs=0.15)
    assert draws.var() == pytest.approx(1 - 1 / 30, abs=0.03)


def test_interval_ignores_undefined_draws() -> None:
    draws = np.append(np.arange(101.0), [math.nan, math.nan])
    assert percentile_interval(draws, 0.9) == pytest.approx([5.0, 95.0])
    assert np.isnan(percentile_interval(np.array([math.nan]), 0.9)).all()


def test_the_p_value_of_a_difference() -> None:
    assert sign_p_value(np.array([0.1] * 999)) == 0.002
    assert sign_p_value(np.array([-0.1] * 999)) == 0.002
    assert sign_p_value(np.zeros(999)) == 1.0
    assert sign_p_value(np.array([0.1, -0.1] * 50)) == 1.0
    assert math.isnan(sign_p_value(np.array([math.nan])))


def test_the_numbers_of_questions_do_not_matter() -> None:
    values = np.linspace(0, 1, 40)
    by_question = mean_interval(values, 0.95, np.repeat(np.arange(10), 4))
    assert by_question == mean_interval(values, 0.95, np.repeat([7, 3, 9, 0, 2, 8, 1, 6, 5, 4], 4))
    low, high = mean_interval(values, 0.95)
    assert (by_question[0] < low, by_question[1] > high) == (True, True)
    assert mean_interval(values, 0.95, np.arange(40)) == [low, high]
    assert np.isnan(mean_interval(values, 0.95, np.zeros(40, int))).all()
