"""Times with a bound."""

from smile.text.values.deadlines import compare, read
from tests.support.tables import each_row


@each_row(
    ("reference", "prediction", "expected"),
    [
        ("by 11 a.m.", "no later than eleven in the morning", True),
        ("by 11 a.m.", "11 a.m. at the latest", True),
        ("by 11 a.m.", "11:00", True),
        ("by 11 a.m.", "no earlier than 11 a.m.", False),
        ("by 11 a.m.", "by 10 a.m.", False),
        ("after 6 pm", "before 6 pm", False),
        ("after 6 pm", "from 18:00 onwards", None),
        ("after 6 pm", "no earlier than 18:00", True),
        ("before noon", "in the morning", None),
    ],
)
def test_bounds(reference: str, prediction: str, expected: bool | None) -> None:
    value = read(reference)
    assert value is not None
    match = compare(value, prediction, None)
    assert (match and match.is_same) is expected
