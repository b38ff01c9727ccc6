"""The joint model and the figures that measure it, by known models and hand-worked cases."""

import numpy as np
import pytest
from scipy.special import expit
from sklearn.ensemble import HistGradientBoostingClassifier

from smile.aliases import FloatArray
from smile.learned.combiner import FEATURES, PairProbabilities, combiner_inputs
from tests.support.small_trees import stumps
from training.joining import as_trees, expected_calibration_error, fit_joint, mean_pearson


def probabilities_of(equivalence: FloatArray) -> PairProbabilities:
    """Returns readings of answers that assert what they mention, with a similarity of one half."""
    return PairProbabilities(equivalence, np.full(len(equivalence), 0.5), np.ones(len(equivalence)))


def test_a_known_model_is_found() -> None:
    chance = np.random.default_rng(0)
    n = 20_000
    table, equivalence = chance.normal(size=(n, len(FEATURES))), chance.uniform(0.02, 0.98, n)
    known = stumps(-0.4, ("semantic", 0, -1, 1), ("log_answer_words", 0.5, 0.5, -0.5), ("equivalence_logit", 1, 0, 2))
    readings = probabilities_of(equivalence)
    true = expit(known.logits(combiner_inputs(table, readings)))
    fitted = fit_joint(table, readings, chance.uniform(size=n) < true)
    assert np.abs(expit(fitted.logits(combiner_inputs(table, readings))) - true).mean() < 0.02


def test_the_trees_are_those_of_scikit_learn() -> None:
    chance = np.random.default_rng(2)
    columns, weight = chance.normal(size=(800, 5)), chance.uniform(size=800)
    model = HistGradientBoostingClassifier(max_iter=20, max_leaf_nodes=6, random_state=0)
    model.fit(columns, columns[:, 0] * columns[:, 1] + chance.normal(size=800) > 0, sample_weight=weight)
    others = chance.normal(size=(3000, 5))
    assert as_trees(model).logits(others) == pytest.approx(model.decision_function(others), abs=1e-6)


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


def test_the_mean_correlation_is_over_named_groups() -> None:
    scores, is_right = np.array([0.1, 0.9, 0.2, 0.3, 0.8, 0.5]), np.array([False, True, False, True, False, True])
    mean, of_group = mean_pearson(scores, is_right, np.array(["a", "a", "b", "b", "b", ""]))
    expected = np.corrcoef(scores[2:5], is_right[2:5])[0, 1]
    assert of_group == {"a": pytest.approx(1.0), "b": pytest.approx(expected)}
    assert mean == pytest.approx((1 + expected) / 2)
