"""Options that questions list."""

import pytest

from smile.text.values.closed.lettered_choices import options

LISTED = {"A": "whale", "B": "trout"}


@pytest.mark.parametrize(
    "listed",
    [
        "A) whale B) trout",
        "(A) whale (B) trout",
        "A. whale\nB. trout",
        "A: whale, B: trout",
        "[a] whale; [b] trout",
        "a) whale or b) trout?",
        "Options:\nA - whale\nB - trout",
    ],
)
def test_lists_of_options(listed: str) -> None:
    assert options(f"Which is it? {listed}") == LISTED


@pytest.mark.parametrize(
    "question",
    ["Who wrote it, J. K. Rowling?", "Is vitamin A better than B?", "Who is A. B. Yehoshua?", "Is a whale a fish?", ""],
)
def test_questions_without_options(question: str) -> None:
    assert options(question) == {}
