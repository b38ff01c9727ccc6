"""Words that exclude each other."""

from smile.text.values.closed.opposites import is_opposite
from tests.support.tables import each_row


@each_row(
    ("one", "other"), [("dead", "alive"), ("legal", "illegal"), ("hope", "hopeless"), ("win", "lose"), ("may", "june")]
)
def test_opposites(one: str, other: str) -> None:
    assert is_opposite(one, other)
    assert is_opposite(other, one)


@each_row(("one", "other"), [("rose", "prose"), ("red", "rose"), ("open", "opener"), ("big", "great")])
def test_other_pairs(one: str, other: str) -> None:
    assert not is_opposite(one, other)
