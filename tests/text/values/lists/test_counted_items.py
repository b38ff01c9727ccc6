"""Counted things: number and noun together."""

from smile.text.values.lists.counted_items import compare_counts, read_counts
from tests.support.tables import each_row


@each_row(
    ("answer", "expected"),
    [
        ("1 spoon, 3 forks", True),
        ("a spoon and three silver forks", True),
        ("three spoons and one fork", "1 fork"),
        ("a spoon and a dozen forks", "12 fork"),
        ("spoons and forks", None),
    ],
)
def test_compare_counts(answer: str, expected: object) -> None:
    assert compare_counts(read_counts("three forks and one spoon"), answer, None) == expected
