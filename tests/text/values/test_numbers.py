from smile.text.values.numbers import dates_in_figures
from tests.support.tables import each_row


@each_row(
    ("text", "expected"),
    [
        ("the thirty-first of May", "the 31st of May"),
        ("nineteen hundred and five", "1905"),
        ("the nineteen hundreds", "the 1900s"),
        ("nineteen oh five", "1905"),
        ("twenty twenty-four", "2024"),
        ("twenty-five", "twenty-five"),
        ("ten thirty", "ten thirty"),
        ("two thousand", "2000"),
        ("in his sixties", "in his sixties"),
        ("The Sixties", "The '60s"),
        ("nothing here", "nothing here"),
    ],
)
def test_with_figures(text: str, expected: str) -> None:
    assert dates_in_figures(text).text == expected
