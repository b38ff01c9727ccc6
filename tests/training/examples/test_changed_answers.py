"""Made examples of changed answers."""

import random

import pytest

from smile.rows.checked_rows import Row
from training.examples.changed_answers import (
    _month,
    _name,
    _number,
    _opposite,
    _unit,
    changed_answers,
)
from training.examples.made_examples import read_bank

REFERENCES = ["Ann Miller", "Ben Carter", "12 May 1876", "40 km", "in the north", "red and blue", "seven", "a lamp"]
CHANCE = random.Random(0)  # noqa: S311 (no secret)
ROWS = [Row("", (text,), (None,), f"Which two things are in box {n}?") for n, text in enumerate(REFERENCES)]


def test_the_same_seed_makes_the_same_pairs() -> None:
    assert changed_answers(ROWS, 200, 1) == changed_answers(ROWS, 200, 1) != changed_answers(ROWS, 200, 2)


def test_right_and_wrong_answers_are_made_in_good_share() -> None:
    pairs = changed_answers(ROWS, 1000, 0)
    assert {pair.target for pair in pairs} == {0.0, 1.0}
    assert 0.3 < sum(pair.target for pair in pairs) / 1000 < 0.6
    assert all(pair.prediction.strip() for pair in pairs)
    assert not any("{" in pair.prediction for pair in pairs if "correct" not in pair.prediction)


def test_it_needs_no_rows() -> None:
    assert len(changed_answers([], 50, 0)) == 50


@pytest.mark.parametrize(
    ("change", "reference", "kept"),
    [(_number, "12 May 1876", "May"), (_month, "12 June 1876", "1876"), (_name, "Ann Miller", " ")],
)
def test_a_change_leaves_the_rest(change, reference: str, kept: str) -> None:  # noqa: ANN001
    changed = change(reference, ROWS, CHANCE)
    assert changed != reference
    assert kept in changed


def test_units_and_directions_are_turned_round() -> None:
    assert _unit("40 km", ROWS, CHANCE) == "40 miles"
    assert _opposite("in the north", ROWS, CHANCE) == "in the south"
    assert _unit("a lamp", ROWS, CHANCE) is None


def test_the_banks_are_large_enough() -> None:
    sizes = {"paraphrases": 120, "non_answers": 60, "claims": 30, "refusals": 40}
    assert all(len(read_bank(name)) >= size for name, size in sizes.items())
