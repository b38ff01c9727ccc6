import numpy as np

from benchmarks.cascade import accuracy_curve, area_over_chance


def test_doubt_that_finds_the_errors_first_beats_chance_and_the_opposite_loses() -> None:
    human = np.ones(100, dtype=np.bool_)
    verdicts, judge = np.arange(100) >= 20, np.ones(100, dtype=np.bool_)
    knows = np.where(verdicts, 0.0, 1.0)
    assert accuracy_curve(verdicts, judge, human, knows, np.array([0, 0.2, 1])).tolist() == [0.8, 1.0, 1.0]
    assert area_over_chance(verdicts, judge, human, knows) > 5
    assert area_over_chance(verdicts, judge, human, 1 - knows) < -5
