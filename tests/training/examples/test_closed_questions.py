"""Made examples of closed questions."""

from smile.rows.checked_rows import Row
from training.examples.closed_questions import closed_questions

ROWS = [Row("", (f"place {n}", f"town {n}"), (None, None), f"Where is thing {n}?") for n in range(9)]


def test_right_and_wrong_answers_are_made_in_good_share() -> None:
    pairs = closed_questions(ROWS, 1000, 0)
    assert len(pairs) == 1000
    assert {pair.target for pair in pairs} == {0.0, 1.0}
    assert 0.35 < sum(pair.target for pair in pairs) / 1000 < 0.6
    assert all(pair.prediction.strip() and pair.reference.strip() for pair in pairs)
