"""Made examples of changed answers."""

import random

import pytest

from smile.rows.checked_rows import Row
from training.examples.changed_answers import _echo, _echoed, _month, _name, _number, _opposite, _unit, changed_answers
from training.examples.grammar.questions import echo_of

REFERENCES = ["Ann Miller", "Ben Carter", "12 May 1876", "40 km", "in the north", "red and blue", "seven", "a lamp"]
CHANCE = random.Random(0)  # noqa: S311 (no secret)
ROWS = [Row("", (text,), (None,), f"Which two things are in box {n}?") for n, text in enumerate(REFERENCES)]


def test_right_and_wrong_answers_are_made_in_good_share() -> None:
    pairs = changed_answers(ROWS, 1000, 0)
    assert {pair.target for pair in pairs} == {0.0, 1.0}
    assert 0.3 < sum(pair.target for pair in pairs) / 1000 < 0.6
    assert all(pair.prediction.strip() for pair in pairs)
    assert not any("{" in pair.prediction for pair in pairs if "correct" not in pair.prediction)


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


@pytest.mark.parametrize(
    ("question", "echoed"),
    [
        ("Who wrote Hamlet?", "deed"),
        ("What is the capital of Canada?", "subject"),
        ("What is the bridge made of?", "thing"),
        ("What did the man who left buy?", "thing"),
        ("When was the first prize given?", "time"),
        ("In which country was he born?", "place"),
        ("How many moons has Mars?", "number"),
        ("Who did she marry?", "person"),
    ],
)
def test_a_question_gives_one_kind_of_echo(question: str, echoed: str) -> None:
    assert _echoed(echo_of(question)) == echoed


def test_an_echo_is_right_only_if_it_names_the_answer() -> None:
    rows = [Row("", (name,), (None,), f"Who wrote the {n}. letter?") for n, name in enumerate(("Ann Lee", "Ben Roe"))]
    pairs = [pair for _ in range(200) if (pair := _echo(rows, CHANCE))]
    assert {pair.target for pair in pairs} == {0.0, 1.0}
    for pair in pairs:
        assert "letter" in pair.prediction
        assert not {"{", "}"} & set(pair.prediction)
        assert (pair.reference in pair.prediction) == bool(pair.target)


def test_a_question_without_an_echo_gives_none() -> None:
    assert not any(_echo(ROWS, CHANCE) for _ in range(50))
