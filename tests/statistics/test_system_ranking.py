"""Which of several systems is better: pure statistics over arrays."""

from itertools import combinations
from typing import Any

import numpy as np
import pytest

from smile import UsageError
from smile.statistics.bootstrap import draw_questions, draw_signs, mean_interval, percentile_interval
from smile.statistics.system_ranking import draws_needed, holm, rank_systems


def random_scores(seed: int, *means: float, n: int = 60) -> dict[str, np.ndarray]:
    random = np.random.default_rng(seed)
    return {f"system {i}": mean + random.normal(0, 0.1, n) for i, mean in enumerate(means)}


def difference(ranking: dict[str, Any], system: str, other: str) -> dict[str, Any]:
    [found] = [each for each in ranking["differences"] if (each["system"], each["other"]) == (system, other)]
    return dict(found)


def ranks(ranking: dict[str, Any]) -> list[tuple[str, int, int]]:
    return [(each["system"], each["best_rank"], each["worst_rank"]) for each in ranking["systems"]]


class TestHolm:
    @pytest.mark.parametrize(
        ("p_values", "corrected"),
        [
            # By hand: the smallest times 3, the next times 2, the largest as it is.
            ([0.01, 0.02, 0.03], [0.03, 0.04, 0.04]),
            # 0.03 * 4, 0.04 * 3, 0.05 * 2 (less than the one before: raised to it), 0.5.
            ([0.05, 0.5, 0.03, 0.04], [0.12, 0.5, 0.12, 0.12]),
            ([0.6, 0.7], [1.0, 1.0]),
            ([0.2], [0.2]),
        ],
    )
    def test_worked_by_hand(self, p_values: list[float], corrected: list[float]) -> None:
        assert holm(p_values) == pytest.approx(corrected)


class TestRanking:
    def test_means_and_differences_worked_by_hand(self) -> None:
        ranking = rank_systems({"a": [0.1, 0.2, 0.3], "b": [0.5, 0.9, 0.7], "c": [0.4, 0.4, 0.7]})
        assert [each["system"] for each in ranking["systems"]] == ["b", "c", "a"]
        assert [each["mean"] for each in ranking["systems"]] == pytest.approx([0.7, 0.5, 0.2])
        pairs = [(each["system"], each["other"]) for each in ranking["differences"]]
        assert pairs == [("b", "c"), ("b", "a"), ("c", "a")]
        assert [each["difference"] for each in ranking["differences"]] == pytest.approx([0.2, 0.5, 0.3])
        assert (ranking["n_questions"], ranking["n_draws"], ranking["reasons"]) == (3, 1000, {})

    def test_intervals_and_p_values_follow_the_draws(self) -> None:
        scores = random_scores(1, 0.50, 0.53, 0.60)
        ranking = rank_systems(scores, 0.9)
        draws, signs = np.concatenate(list(draw_questions(60, 60))), np.concatenate(list(draw_signs(60)))
        p_values = []
        for found in ranking["differences"]:
            by_question = scores[found["system"]] - scores[found["other"]]
            in_draws = draws @ by_question / 60
            n_as_large = (np.abs(signs @ by_question) >= by_question.sum()).sum()
            assert found["difference_ci"] == pytest.approx(percentile_interval(in_draws, 0.9))
            assert found["p_value"] == (n_as_large + 1) / 1001
            p_values.append(found["p_value"])
        assert [found["adjusted_p_value"] for found in ranking["differences"]] == holm(p_values)
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


class TestDraws:
    def test_many_systems_can_still_be_told_apart(self) -> None:
        # With 1,000 draws the smallest p-value times 66 pairs would be 0.13.
        scores = {f"system {i:02d}": np.linspace(0, 1, 50) + 0.01 * i for i in range(12)}
        ranking = rank_systems(scores)
        assert ranking["n_draws"] == 13200
        assert all(each["significant"] for each in ranking["differences"])
        assert [first for _, first, _ in ranks(ranking)] == list(range(1, 13))

    def test_more_than_can_be_had(self) -> None:
        assert draws_needed(2, 0.95) == draws_needed(3, 0.95) == 1000
        assert draws_needed(4, 0.95) == 1200
        with pytest.raises(UsageError, match=r"0\.9999 with 10 systems \(45 pairs\) needs 4,500,000 draws"):
            rank_systems(random_scores(0, *[0.5] * 10), 0.9999)
