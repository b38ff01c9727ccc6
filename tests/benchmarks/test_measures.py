import numpy as np

from benchmarks.measures import lines_of_set


def test_better_scores_have_an_interval_above_zero() -> None:
    random = np.random.default_rng(0)
    is_right = np.arange(200) % 2 == 0
    # Both rank perfectly. The threshold of the other setting would call all of them wrong, or all right.
    default = np.where(is_right, 0.7, 0.6)
    learned = np.where(is_right, 0.6, 0.4)
    noise = random.random(200)
    lines = lines_of_set({"default": default, "learned": learned, "noise.json": noise}, is_right, [None] * 200, 50)
    assert [line[0] for line in lines] == ["default", "learned", "noise.json"]
    assert lines[0][1:4] == ["1.000", "1.000", "1.000"]
    assert [cell.split()[0] for cell in lines[1][1:4]] == ["1.000"] * 3
    low, high = lines[2][2].split("(")[1].rstrip(")").split(", ")
    assert float(low) < float(high) < -0.2


def test_answers_to_one_question_are_drawn_together() -> None:
    is_right = np.array([True, False] * 30)
    scores = {"default": np.linspace(0, 1, 60), "learned": np.linspace(1, 0, 60)}
    together = lines_of_set(scores, is_right, ["the same"] * 60, 20)
    assert together[1][2].endswith("(+0.033, +0.033)")
