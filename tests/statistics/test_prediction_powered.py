"""Means from few labels and all scores, held to closed forms, to worked examples and to another library's values."""

import math
import warnings

import numpy as np
import pytest

from smile.statistics.prediction_powered import (
    Bounds,
    SampledRows,
    powered_mean,
    sample_clustering,
    student_interval,
    student_p_value,
    variance_of_parts,
)

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


def test_perfect_metric_leaves_only_pseudo_label_error() -> None:
    found = powered_mean(rows(scores=Y), 0.6, Bounds())
    assert found.mean == pytest.approx(0.6)
    assert found.parts @ found.parts == pytest.approx(0, abs=1e-20)
    assert found.added > 0


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


def test_clustering_follows_from_pairs() -> None:
    random = np.random.default_rng(0)
    question = np.repeat(np.arange(500), 4)
    by_row = np.zeros(2000, dtype=np.bool_)
    by_row[random.choice(2000, 400, replace=False)] = True
    by_question = np.isin(question, random.choice(500, 100, replace=False))
    share = np.full(2000, 0.2)
    assert sample_clustering(question, by_row, share) < 0.2
    assert sample_clustering(question, by_question, share) == 1
    assert sample_clustering(np.arange(2000), by_row, share) == 0


def test_p_values_and_intervals_agree() -> None:
    low, high = student_interval(0.2, 0.01, 7, 0.95)
    assert student_p_value(0.2 - low, 0.01, 7) == pytest.approx(0.05)
    assert high - 0.2 == pytest.approx(0.2 - low)
    assert student_p_value(0.0, 0.0, 7) == 1
    assert student_p_value(0.1, math.inf, 7) == 1


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
