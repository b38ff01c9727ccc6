import itertools
import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from smile.statistics.agreement_measures import best_threshold, count_pairs, krippendorff_alpha

rows = st.lists(st.tuples(st.sampled_from([0.0, 0.25, 0.5, 1.0]), st.booleans()), min_size=1, max_size=12)


@given(rows)
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


@pytest.mark.parametrize(
    ("labels", "why_not"),
    [
        ([[1, NAN], [NAN, 0]], "no row has labels of two annotators"),
        ([[1, 1], [1, 1]], "all labels are the same"),
        ([[1, 1], [1, 1], [0, NAN]], "all labels are the same"),
    ],
)
def test_alpha_says_why_it_is_not(labels: list[list[float]], why_not: str) -> None:
    alpha, reason = krippendorff_alpha(np.array(labels, dtype=float))
    assert math.isnan(alpha)
    assert str(reason).startswith(why_not)


# Three systems' answers to two questions: the metric's scores, people's labels.
QUESTION = np.array([0, 0, 0, 1, 1, 1])
SYSTEM = np.array([0, 1, 2, 0, 1, 2])
SCORES = np.array([0.90, 0.86, 0.50, 0.40, 0.70, 0.75])
LABELS = np.array([1.0, 1.0, 0.5, 0.5, 0.0, 1.0])


@pytest.mark.parametrize(
    ("tie", "expected"), [(0.0, [2, 2]), (0.03, [2, 2]), (0.05, [3, 2]), (0.06, [3, 1]), (0.4, [2, 0])]
)
def test_the_tie_can_be_adjusted(tie: float, expected: list[int]) -> None:
    """With 0.05 question 0 has A-B tie and tie (alike), A-C win and win (alike), B-C win and win (alike); question 1
    A-B loss and win, A-C loss and loss (alike), B-C loss (by 0.05, which is no tie) and loss (alike). With 0.4
    question 0 has A-B tie and tie, A-C 0.4 and 0.5 no tie, B-C 0.36 a tie and 0.5 none; question 1 ties throughout in
    the scores, never in the labels."""
    counts = count_pairs(SCORES, LABELS, QUESTION, SYSTEM, tie)
    assert (counts.n_alike.tolist(), counts.n_pairs.tolist()) == (expected, [3, 3])


def test_pair_counts_equal_a_plain_loop() -> None:
    random = np.random.default_rng(2)
    question, system = random.integers(0, 20, 120), random.integers(0, 4, 120)
    question[:20] = np.arange(20)
    scores, labels = random.uniform(size=120).round(1), random.integers(0, 3, 120) / 2

    def outcome(difference: float) -> int:
        return 0 if abs(difference) < 0.05 else 1 if difference > 0 else -1

    n_alike, n_pairs = [0] * 20, [0] * 20
    for i, j in itertools.combinations(range(120), 2):
        if question[i] == question[j] and system[i] != system[j]:
            n_pairs[question[i]] += 1
            n_alike[question[i]] += outcome(scores[i] - scores[j]) == outcome(labels[i] - labels[j])
    counts = count_pairs(scores, labels, question, system, 0.05)
    assert counts.n_pairs.tolist() == n_pairs
    assert counts.n_alike.tolist() == n_alike
