import numpy as np
import pytest

from benchmarks.judge_shares import Verdicts, curve


def test_doubt_that_finds_errors_beats_random() -> None:
    is_right, judge_is_right = np.arange(100) >= 20, np.ones(100, dtype=np.bool_)
    questions = [str(i % 50) for i in range(100)]
    knows = np.where(is_right, 0.0, 1.0)
    found = curve(Verdicts(knows, is_right, knows), judge_is_right, questions)
    assert found.accuracy[[0, 20, 100]].tolist() == [0.8, 1.0, 1.0]
    assert found.area > 5
    assert found.area_interval[0] > 0
    assert found.low[0] < 0.8 < found.high[0]
    assert found.low[100] == 1
    assert curve(Verdicts(knows, is_right, 1 - knows), judge_is_right, questions).area == pytest.approx(
        -found.area, abs=3
    )
