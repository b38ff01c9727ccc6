"""The interval of one accuracy holds the true accuracy as often as it says."""

import itertools
import math

import numpy as np
import pytest
import scipy.stats
from hypothesis import given
from hypothesis import strategies as st
from scipy.stats import binomtest
from sklearn.metrics import accuracy_score, cohen_kappa_score, f1_score, roc_auc_score

from smile.statistics.accuracy_interval import accuracy_interval
from smile.statistics.agreement_measures import (
    best_threshold,
    correlations,
    count_pairs_in_agreement,
    krippendorff_alpha,
)
from smile.statistics.bootstrap import (
    RESAMPLES,
    SEED,
    WeightedCorrelations,
    WeightedVerdicts,
    mean_interval,
    sign_p_value,
)
from smile.statistics.corrected_share import corrected_share
from tests.support.cases import cases

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


@pytest.mark.parametrize("labels", LABELS)
@pytest.mark.parametrize("scores", SCORES)
def test_correlations_are_those_of_repeated_rows(scores: str, labels: str) -> None:
    x, y = SCORES[scores], LABELS[labels]
    found = WeightedCorrelations(x, y)(WEIGHTS)
    for draw, weights in enumerate(WEIGHTS.astype(int)):
        expected = correlations(x.repeat(weights), y.repeat(weights))
        expected["mean_correlation"] = sum(expected.values()) / 3
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


def test_the_interval_covers_the_share() -> None:
    random, share = np.random.default_rng(0), 0.3

    def accepted(is_right: np.ndarray) -> np.ndarray:
        chance = random.random(len(is_right))
        return np.where(is_right, chance < 0.9, chance >= 0.85)

    found = []
    for _ in range(300):
        labels = random.random(100) < 0.4  # another share of correct answers than that to estimate
        found.append(corrected_share(accepted(random.random(500) < share), accepted(labels), labels, 0.95))
    assert np.mean([low <= share <= high for low, high in (each.estimate_ci for each in found)]) > 0.93
    assert abs(np.mean([each.estimate for each in found]) - share) < 0.01
    assert abs(np.mean([each.metric_only for each in found]) - share) > 0.05


TABLES = st.lists(st.tuples(st.sampled_from([0.0, 0.25, 0.5, 1.0]), st.booleans()), min_size=1, max_size=12)


@given(TABLES)
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


NAN = float("nan")

# Four observers, twelve units, values 1 to 5: Krippendorff, "Computing Krippendorff's Alpha-Reliability" (2011),
# section C, which works out 0.815 for ordinal labels.
PUBLISHED = np.array(
    [
        [1, 2, 3, 3, 2, 1, 4, 1, 2, NAN, NAN, NAN],
        [1, 2, 3, 3, 2, 2, 4, 1, 2, 5, NAN, 3],
        [NAN, 3, 3, 3, 2, 3, 4, 2, 2, 5, 1, NAN],
        [1, 2, 3, 3, 2, 4, 4, 1, 2, 5, 1, NAN],
    ]
).T


def test_alpha_is_krippendorffs_own() -> None:
    assert krippendorff_alpha(PUBLISHED)[0] == pytest.approx(0.815, abs=5e-4)


@cases
def test_alpha_says_why_it_is_not(labels: list[list[float]], why_not: str) -> None:
    alpha, reason = krippendorff_alpha(np.array(labels, dtype=float))
    assert math.isnan(alpha)
    assert str(reason).startswith(why_not)


@pytest.mark.parametrize("tie", [0.0, 0.05, 0.06, 0.35])
def test_pair_counts_equal_a_plain_loop(tie: float) -> None:
    random = np.random.default_rng(2)
    question, system = random.integers(0, 20, 120), random.integers(0, 4, 120)
    question[:20] = np.arange(20)
    scores, labels = random.uniform(size=120).round(1), random.integers(0, 3, 120) / 2

    def outcome(difference: float) -> int:
        return 0 if abs(difference) < tie else int(np.sign(difference))

    n_alike, n_pairs = [0] * 20, [0] * 20
    for i, j in itertools.combinations(range(120), 2):
        if question[i] == question[j] and system[i] != system[j]:
            n_pairs[question[i]] += 1
            n_alike[question[i]] += outcome(scores[i] - scores[j]) == outcome(labels[i] - labels[j])
    counts = count_pairs_in_agreement(scores, labels, question, system, tie)
    assert counts.n_pairs.tolist() == n_pairs
    assert counts.n_alike.tolist() == n_alike
