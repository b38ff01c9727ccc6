"""Streets and their types."""

from smile.text.values.names.streets import compare, read
from tests.support.tables import each_row


@each_row(
    ("reference", "prediction", "expected"),
    [
        ("21 Oak Street", "21 Oak St.", True),
        ("21 Oak Street", "It is at 21 Oak Ave.", False),
        ("Fifth Avenue", "5th Ave", True),
        ("Abbey Road", "in Abbey Rd", True),
        ("Abbey Road", "Abbey Lane", False),
        ("Abbey Road", "Penny Lane", None),
        ("Sunset Boulevard", "Sunset", None),
    ],
)
def test_streets(reference: str, prediction: str, expected: bool | None) -> None:
    value = read(reference)
    assert value is not None
    match = compare(value, prediction, None)
    assert (match and match.is_same) is expected


@each_row("reference", ["by the way", "Street", "in the first place", "Oak"])
def test_no_streets(reference: str) -> None:
    assert read(reference) is None
