import itertools

import numpy as np
import pytest

from smile.statistics.agreement_measures import count_pairs

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


def test_two_answers_of_one_system_are_no_pair() -> None:
    question, system = np.zeros(4, dtype=int), np.array([0, 0, 1, 1])
    values = np.array([0.1, 0.9, 0.5, 0.2])
    assert count_pairs(values, values, question, system, 0.05).n_pairs.tolist() == [4]
    assert count_pairs(values, values, question, None, 0.05).n_pairs.tolist() == [6]


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
