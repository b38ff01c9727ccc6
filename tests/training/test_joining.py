"""The joint model and the figures that measure it, by known models and hand-worked cases."""

import numpy as np
import pytest

from smile import DataError
from smile.learned.features import FEATURES, JOINED, probability
from smile.learned.reader_files import Joint
from training.joining import expected_calibration_error, fit_joint, mean_pearson, reliability, threshold_accuracy


def test_a_known_model_is_found() -> None:
    chance = np.random.default_rng(0)
    n = 20_000
    table, equivalence = chance.normal(size=(n, len(FEATURES))), chance.uniform(0.02, 0.98, n)
    table[:, 3] = 1.0  # as where every reference holds a number
    weights = {**dict.fromkeys(JOINED, 0.0), "semantic": 1.0, "precision": -0.5, "equivalence_logit": 0.8}
    no, all_of_it = np.zeros(n, dtype=np.bool_), np.ones(n)
    true = probability(table, equivalence, all_of_it, no, Joint(-0.4, weights))
    fitted = fit_joint(table, equivalence, chance.uniform(size=n) < true)
    for name, weight in weights.items():
        assert name == "reference_has_number" or fitted.weights[name] == pytest.approx(weight, abs=0.1)
    assert np.abs(probability(table, equivalence, all_of_it, no, fitted) - true).mean() < 0.015


def test_one_kind_of_answers_teaches_nothing() -> None:
    with pytest.raises(DataError, match="answers that people call right and answers that they call wrong"):
        fit_joint(np.zeros((3, len(FEATURES))), np.full(3, 0.5), np.ones(3, dtype=np.bool_))


@pytest.mark.parametrize(
    ("probabilities", "is_right", "error"),
    [
        ([0.25] * 4 + [0.75] * 4, [1, 0, 0, 0, 1, 1, 1, 0], 0.0),
        ([0.0, 0.0, 1.0, 1.0], [0, 0, 1, 1], 0.0),
        ([0.9] * 4, [1, 1, 0, 0], 0.4),
        ([0.15, 0.15, 0.85, 0.85], [0, 0, 1, 0], 0.25),
    ],
)
def test_calibration_error(probabilities: list[float], is_right: list[int], error: float) -> None:
    found = expected_calibration_error(np.array(probabilities), np.array(is_right, dtype=np.bool_))
    assert found == pytest.approx(error)


def test_the_reliability_curve_has_every_answer_once() -> None:
    curve = reliability(np.array([0.0, 0.05, 0.31, 1.0]), np.array([True, False, True, True]))
    assert [n for n, _, _ in curve] == [2, 0, 0, 1, 0, 0, 0, 0, 0, 1]
    assert curve[0] == (2, pytest.approx(0.025), 0.5)
    assert np.isnan(curve[1][1])


def test_the_mean_correlation_is_over_named_groups() -> None:
    scores, is_right = np.array([0.1, 0.9, 0.2, 0.3, 0.8, 0.5]), np.array([False, True, False, True, False, True])
    mean, of_group = mean_pearson(scores, is_right, np.array(["a", "a", "b", "b", "b", ""]))
    expected = np.corrcoef(scores[2:5], is_right[2:5])[0, 1]
    assert of_group == {"a": pytest.approx(1.0), "b": pytest.approx(expected)}
    assert mean == pytest.approx((1 + expected) / 2)


def test_accuracy_is_that_of_scores_over_the_threshold() -> None:
    assert threshold_accuracy(np.array([0.5, 0.6, 0.4]), np.array([True, True, False]), 0.5) == pytest.approx(2 / 3)
