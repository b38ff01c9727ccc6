"""Made examples of changed answers."""

import random

from smile.rows.checked_rows import Row
from training.examples.changed_answers import _echo

REFERENCES = ["Ann Miller", "Ben Carter", "12 May 1876", "40 km", "in the north", "red and blue", "seven", "a lamp"]
CHANCE = random.Random(0)  # noqa: S311 (no secret)
ROWS = [Row("", (text,), (None,), f"Which two things are in box {n}?") for n, text in enumerate(REFERENCES)]


def test_echo_is_correct_only_with_the_answer() -> None:
    rows = [Row("", (name,), (None,), f"Who wrote the {n}. letter?") for n, name in enumerate(("Ann Lee", "Ben Roe"))]
    pairs = [pair for _ in range(200) if (pair := _echo(rows, CHANCE))]
    assert {pair.target for pair in pairs} == {0.0, 1.0}
    for pair in pairs:
        assert "letter" in pair.prediction
        assert not {"{", "}"} & set(pair.prediction)
        assert (pair.reference in pair.prediction) == bool(pair.target)
