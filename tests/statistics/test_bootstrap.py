import math

import numpy as np
import pytest

from smile.statistics.bootstrap import RESAMPLES, draw_questions, draw_signs, percentile_interval, sign_p_value


def test_draws_are_whole_and_the_same_on_every_call() -> None:
    draws, again = (np.concatenate(list(draw_questions(30, 100_000))) for _ in range(2))
    assert draws.shape == (RESAMPLES, 30)
    assert (draws.sum(axis=1) == 30).all()
    assert (draws == again).all()
    # 1,000 draws with replacement hold each question once on average, with variance 1 - 1/30.
    assert draws.mean(axis=0) == pytest.approx(np.ones(30), abs=0.15)
    assert draws.var() == pytest.approx(1 - 1 / 30, abs=0.03)


def test_more_draws_begin_with_the_same() -> None:
    few, many = (np.concatenate(list(draw_questions(30, 10_000, n_draws))) for n_draws in (70, 130))
    assert many.shape == (130, 30)
    assert (many[:70] == few).all()


def test_signs_are_even_and_the_same_on_every_call() -> None:
    few, many = (np.concatenate(list(draw_signs(20_000, n_draws))) for n_draws in (40, 60))
    assert many.shape == (60, 20_000)
    assert (many[:40] == few).all()
    assert set(np.unique(many)) == {-1.0, 1.0}
    assert many.mean() == pytest.approx(0, abs=0.01)


def test_the_interval_is_the_percentiles_of_what_is_defined() -> None:
    draws = np.append(np.arange(101.0), [math.nan, math.nan])
    assert percentile_interval(draws, 0.9) == pytest.approx([5.0, 95.0])
    assert np.isnan(percentile_interval(np.array([math.nan]), 0.9)).all()


def test_the_p_value_of_a_difference() -> None:
    assert sign_p_value(np.array([0.1] * 999)) == 0.002
    assert sign_p_value(np.array([-0.1] * 999)) == 0.002
    assert sign_p_value(np.zeros(999)) == 1.0
    assert sign_p_value(np.array([0.1, -0.1] * 50)) == 1.0
    assert math.isnan(sign_p_value(np.array([math.nan])))
