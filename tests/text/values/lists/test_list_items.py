"""Splitting texts into items."""

from smile.text.values.lists.list_items import items, pieces, stated_items
from tests.support.tables import each_row


@each_row(
    ("text", "expected"),
    [
        ("red, green, and blue", ["red", "green", "blue"]),
        ("1. red\n2. green", ["red", "green"]),
        ("1,000 cats & 2 dogs", ["1,000 cats", "2 dogs"]),
        ("cat/dog", ["cat", "dog"]),
        ("5 km/h", ["5 km/h"]),
        ("carbon and oregano in an inn", ["carbon", "oregano in an inn"]),
    ],
)
def test_items(text: str, expected: list[str]) -> None:
    assert [item.text for item in items(text)] == expected


def test_pieces_keep_suffixes() -> None:
    assert pieces("Sammy Davis, Jr., and Dean Martin") == ["Sammy Davis, Jr.", "Dean Martin"]


@each_row("answer", ["He likes red, green and blue. Not yellow.", "red, which I like, and blue", "word " * 200])
def test_no_list(answer: str) -> None:
    assert stated_items(answer) == ()
