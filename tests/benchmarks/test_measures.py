import numpy as np
import pytest

from benchmarks.measures import compared


def test_better_scores_have_an_interval_above_zero() -> None:
    random = np.random.default_rng(0)
    is_right = np.arange(200) % 2 == 0
    # Both rank perfectly. The threshold of the other setting would call all of them wrong, or all right.
    default = np.where(is_right, 0.7, 0.6)
    learned = np.where(is_right, 0.6, 0.4)
    noise = random.random(200)
    found = compared({"default": default, "learned": learned, "noise.json": noise}, is_right, [None] * 200, 50)
    assert [values[:3].tolist() for values, _ in found.values()][:2] == [[pytest.approx(1)] * 3] * 2
    low, high = found["noise.json"][1][1]
    assert low < high < -0.2


def test_answers_to_one_question_are_drawn_together() -> None:
    is_right = np.array([True, False] * 30)
    scores = {"default": np.linspace(0, 1, 60), "learned": np.linspace(1, 0, 60)}
    together = compared(scores, is_right, ["the same"] * 60, 20)
    assert together["learned"][1][1] == pytest.approx([1 / 30, 1 / 30])
