"""Options that questions list."""

from smile.text.values.closed.lettered_choices import options
from tests.support.tables import each_row

LISTED = {"A": "whale", "B": "trout"}


@each_row(
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


@each_row(
    "question",
    ["Who wrote it, J. K. Rowling?", "Is vitamin A better than B?", "Who is A. B. Yehoshua?", "Is a whale a fish?", ""],
)
def test_questions_without_options(question: str) -> None:
    assert options(question) == {}
