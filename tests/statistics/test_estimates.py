"""Means from few labels and all scores, held to closed forms, to worked examples and to another library's values."""

import math
import warnings
from itertools import combinations
from typing import Any

import numpy as np
import pytest

from smile.statistics.bootstrap import draw_questions, draw_sign_flips, mean_interval, percentile_interval
from smile.statistics.prediction_powered import (
    Bounds,
    SampledRows,
    powered_mean,
    variance_of_parts,
)
from smile.statistics.system_ranking import holm_p_values, rank_systems
from tests.support.cases import cases

Y = np.array([1, 0, 1, 1, 0, 1, 1, 0, 1, 1.0])
F = np.array([0.9, 0.2, 0.8, 0.7, 0.4, 0.95, 0.6, 0.1, 0.85, 0.3])
# Scores of rows without labels.
U = np.array(
    [0.7, 0.5, 0.9, 0.1, 0.3, 0.8, 0.95, 0.6, 0.2, 0.4, 0.85, 0.75, 0.15, 0.65, 0.9, 0.95, 0.85, 0.8, 0.7, 0.9]
)


def rows(labels: np.ndarray = Y, scores: np.ndarray = F, share: float = 1e-9, **options: object) -> SampledRows:
    n = len(labels)
    return SampledRows(labels, scores, np.full(n, share), np.arange(n), **options)  # type: ignore[arg-type]


def variance(sample: SampledRows, mean_score: float | None, tuning: float | None = None) -> float:
    found = powered_mean(sample, mean_score, tuning=tuning)
    return variance_of_parts(found.parts, sample.question, sample.clustering)


@pytest.mark.parametrize(("tuning", "expected"), [(0.0, 0.7), (0.5, 0.73375), (1.0, 0.7675)])
def test_the_point_is_that_of_ppi_python(tuning: float, expected: float) -> None:
    """`ppi_mean_pointestimate(Y, F, U, lam=tuning)` of ppi-python 0.2.3, which keeps labelled rows out of U."""
    mean_score = float(np.concatenate([F, U]).mean())
    ours = tuning * (len(Y) + len(U)) / len(U)
    assert powered_mean(rows(), mean_score, tuning=ours).mean == pytest.approx(expected, abs=1e-12)


def test_without_scores_mean_and_standard_error() -> None:
    assert powered_mean(rows(), None).mean == 0.7
    assert variance(rows(), None) == pytest.approx(0.21 / 9, rel=1e-6)
    # With ten of twenty rows labelled the other half alone is unknown.
    assert variance(rows(share=0.5), None) == pytest.approx(0.21 / 9 / 2)


def test_the_tuning_is_the_slope_of_regression() -> None:
    """The regression estimator of survey sampling: its variance is that of a prediction, without the new label's."""
    slope = np.cov(Y, F)[0, 1] / F.var(ddof=1)
    found = powered_mean(rows(), 0.68)
    assert found.tuning == pytest.approx(slope)
    assert found.mean == pytest.approx(0.7 + slope * 0.1)
    residuals = Y - 0.7 - slope * (F - F.mean())
    weights = 1 + 0.1 * (F - F.mean()) / F.var()
    assert variance(rows(), 0.68) == pytest.approx(
        float((residuals * weights) @ (residuals * weights)) / 10 / 8, rel=1e-6
    )


def test_rows_drawn_by_question_count_once() -> None:
    twice, question = np.repeat(Y, 2), np.repeat(np.arange(10), 2)
    scores = np.repeat(F, 2)
    probabilities = np.full(20, 1e-9)
    together = SampledRows(twice, scores, probabilities, question, clustering=1.0)
    alone = SampledRows(twice, scores, probabilities, question)
    assert variance(together, None) == pytest.approx(variance(rows(), None))
    assert variance(alone, None) < variance(together, None)
    assert powered_mean(together, 0.5).mean == pytest.approx(powered_mean(rows(), 0.5).mean)
    assert variance(together, 0.5) == pytest.approx(variance(rows(), 0.5))


@pytest.mark.parametrize("clustering", [0.0, 0.5, 1.0])
def test_single_labelled_question_has_infinite_variance(clustering: float) -> None:
    rows = SampledRows(np.array([1.0, 0.0]), np.array([0.9, 0.2]), np.full(2, 0.1), np.zeros(2, dtype=int), clustering)
    one = SampledRows(*(column[:1] for column in rows[:4]), clustering)
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        for some in (rows, one):
            found = powered_mean(some, 0.5, Bounds())
            variance = variance_of_parts(found.parts, some.question, clustering) + found.added
            assert math.isfinite(variance) == (len(some.labels) == 2 and clustering < 1)


def random_scores(seed: int, *means: float, n: int = 60) -> dict[str, np.ndarray]:
    random = np.random.default_rng(seed)
    return {f"system {i}": mean + random.normal(0, 0.1, n) for i, mean in enumerate(means)}


def difference(ranking: dict[str, Any], system: str, other: str) -> dict[str, Any]:
    [found] = [each for each in ranking["differences"] if (each["system"], each["other"]) == (system, other)]
    return dict(found)


def ranks(ranking: dict[str, Any]) -> list[tuple[str, int, int]]:
    return [(each["system"], each["best_rank"], each["worst_rank"]) for each in ranking["systems"]]


@cases
def test_worked_by_hand(p_values: list[float], corrected: list[float]) -> None:
    assert holm_p_values(p_values) == pytest.approx(corrected)


class TestRanking:
    def test_intervals_and_p_values_follow_the_draws(self) -> None:
        scores = random_scores(1, 0.50, 0.53, 0.60)
        ranking = rank_systems(scores, 0.9)
        draws, signs = np.concatenate(list(draw_questions(60, 60))), np.concatenate(list(draw_sign_flips(60)))
        p_values = []
        for found in ranking["differences"]:
            by_question = scores[found["system"]] - scores[found["other"]]
            in_draws = draws @ by_question / 60
            n_as_large = (np.abs(signs @ by_question) >= by_question.sum()).sum()
            assert found["difference_ci"] == pytest.approx(percentile_interval(in_draws, 0.9))
            assert found["p_value"] == (n_as_large + 1) / 1001
            p_values.append(found["p_value"])
        assert [found["adjusted_p_value"] for found in ranking["differences"]] == holm_p_values(p_values)
        for member in ranking["systems"]:
            assert member["mean_ci"] == mean_interval(scores[member["system"]], 0.9)

    def test_identical_systems_cannot_be_told_apart(self) -> None:
        [same] = random_scores(3, 0.5).values()
        [lower] = random_scores(4, 0.1).values()
        ranking = rank_systems({"a": same, "low": lower, "b": same.copy(), "c": same.copy()})
        for pair in combinations("abc", 2):
            found = difference(ranking, *pair)
            assert (found["difference"], found["difference_ci"]) == (0.0, [0.0, 0.0])
            assert (found["p_value"], found["adjusted_p_value"], found["significant"]) == (1.0, 1.0, False)
        assert ranks(ranking) == [("a", 1, 3), ("b", 1, 3), ("c", 1, 3), ("low", 4, 4)]

    def test_rank_is_a_range_of_significant_differences(self) -> None:
        # c is really behind a, and b is between the two and told apart from neither.
        random = np.random.default_rng(0)
        noise = random.normal(0, 0.1, (3, 100))
        scores = dict(zip("abc", noise - noise.mean(axis=1, keepdims=True) + [[0.540], [0.515], [0.490]], strict=True))
        ranking = rank_systems(scores)
        assert [difference(ranking, *pair)["significant"] for pair in ("ab", "ac", "bc")] == [False, True, False]
        assert ranks(ranking) == [("a", 1, 2), ("b", 1, 3), ("c", 2, 3)]

    @pytest.mark.parametrize(("n_differing", "p_value"), [(1, 1.0), (2, 0.5), (5, 0.0625), (8, 2 / 256)])
    def test_a_few_questions_prove_little(self, n_differing: int, p_value: float) -> None:
        # Better on each of n questions, as good on another: of 2^n ways to flip the signs two are as extreme.
        lower, higher = np.zeros(n_differing + 1), np.zeros(n_differing + 1)
        higher[:n_differing] = 1.0
        found = rank_systems({"a": lower, "b": higher})["differences"][0]
        assert found["p_value"] == pytest.approx(p_value, abs=0.03)
        assert found["significant"] == (n_differing == 8)

    def test_one_question_gives_a_reason(self) -> None:
        ranking = rank_systems({"a": [0.2], "b": [0.9], "c": [0.9]})
        assert ranking["reasons"] == {
            "intervals": "there is one question only, and the intervals are drawn by question"
        }
        assert [each["mean"] for each in ranking["systems"]] == [0.9, 0.9, 0.2]
        assert ranks(ranking) == [("b", 1, 3), ("c", 1, 3), ("a", 1, 3)]
        for each in ranking["differences"]:
            assert np.isnan([each["p_value"], each["adjusted_p_value"], *each["difference_ci"]]).all()
            assert not each["significant"]


def test_many_systems_can_still_be_told_apart() -> None:
    # With 1,000 draws the smallest p-value times 66 pairs would be 0.13.
    scores = {f"system {i:02d}": np.linspace(0, 1, 50) + 0.01 * i for i in range(12)}
    ranking = rank_systems(scores)
    assert ranking["n_draws"] == 13200
    assert all(each["significant"] for each in ranking["differences"])
    assert [first for _, first, _ in ranks(ranking)] == list(range(1, 13))
