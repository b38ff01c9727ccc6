"""Weighted statistics are held against scipy's on rows that are really repeated."""

import numpy as np
import numpy.typing as npt
import pytest
from sklearn.metrics import accuracy_score, cohen_kappa_score, f1_score, roc_auc_score

from smile.statistics.agreement_measures import correlations
from smile.statistics.bootstrap import WeightedCorrelations, WeightedVerdicts

RANDOM = np.random.default_rng(9)
N = 50
X = RANDOM.normal(size=N)
LABELS = {
    "binary": (X + RANDOM.normal(size=N) > 0).astype(float),
    "ordinal": np.round(X + RANDOM.normal(size=N)),
    "real": X + RANDOM.normal(size=N),
}
SCORES = {"real": X, "rounded": np.round(X, 1), "large": 1e9 + X, "two": (X > 0.3).astype(float)}
WEIGHTS = RANDOM.poisson(1.0, size=(6, N)).astype(float)


def expected_correlations(x: npt.NDArray[np.float64], y: npt.NDArray[np.float64]) -> dict[str, float]:
    found = correlations(x, y)
    return found | {"mean_correlation": sum(found.values()) / 3}


@pytest.mark.parametrize("labels", LABELS)
@pytest.mark.parametrize("scores", SCORES)
def test_correlations_are_those_of_repeated_rows(scores: str, labels: str) -> None:
    x, y = SCORES[scores], LABELS[labels]
    found = WeightedCorrelations(x, y)(WEIGHTS)
    for draw, weights in enumerate(WEIGHTS.astype(int)):
        expected = expected_correlations(x.repeat(weights), y.repeat(weights))
        assert {name: values[draw] for name, values in found.items()} == pytest.approx(expected, abs=1e-6)


def test_constant_draw_is_nan(recwarn: pytest.WarningsRecorder) -> None:
    x, y = np.array([0.1, 0.2, 0.3]), np.array([0.0, 1.0, 1.0])
    found = WeightedCorrelations(x, y)(np.array([[0.0, 2, 1], [0, 3, 0], [1, 1, 1]]))
    for draws in found.values():
        assert np.isnan(draws).tolist() == [True, True, False]
    assert not recwarn.list


@pytest.mark.parametrize("scores", SCORES)
def test_verdicts_are_those_of_repeated_rows(scores: str) -> None:
    x, is_right = SCORES[scores], LABELS["binary"] > 0
    found = WeightedVerdicts(x, 0.2, is_right)(WEIGHTS)
    for draw, weights in enumerate(WEIGHTS.astype(int)):
        repeated, right = x.repeat(weights), is_right.repeat(weights)
        assert {name: values[draw] for name, values in found.items()} == pytest.approx(
            {
                "roc_auc": roc_auc_score(right, repeated),
                "accuracy": accuracy_score(right, repeated > 0.2),
                "cohen_kappa": cohen_kappa_score(right, repeated > 0.2),
                "f1": f1_score(right, repeated > 0.2),
                "bias": np.mean(repeated > 0.2) - np.mean(right),
            }
        )
