"""Words that exclude each other."""

import pytest

from smile.text.values.closed.opposites import is_opposite


@pytest.mark.parametrize(
    ("one", "other"), [("dead", "alive"), ("legal", "illegal"), ("hope", "hopeless"), ("win", "lose"), ("may", "june")]
)
def test_opposites(one: str, other: str) -> None:
    assert is_opposite(one, other)
    assert is_opposite(other, one)


@pytest.mark.parametrize(("one", "other"), [("rose", "prose"), ("red", "rose"), ("open", "opener"), ("big", "great")])
def test_other_pairs(one: str, other: str) -> None:
    assert not is_opposite(one, other)
