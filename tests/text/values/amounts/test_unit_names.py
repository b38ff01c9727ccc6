"""References that name a unit."""

from smile.text.values.amounts.unit_names import compare, read
from tests.support.tables import each_row


@each_row(
    ("reference", "prediction", "expected"),
    [
        ("kilometres per hour", "km/h", True),
        ("kg", "It is measured in kilograms.", True),
        ("joule", "J", True),
        ("kilometres per hour", "KM/H", True),
        ("metre", "the meter", True),
        ("km/h", "mph", False),
        ("newton", "pascal", False),
        ("second", "minute", False),
        ("month", "June", None),
        ("mile", "It is in Ohio.", None),
    ],
)
def test_units(reference: str, prediction: str, expected: bool | None) -> None:
    value = read(reference)
    assert value is not None
    match = compare(value, prediction, None)
    assert (match and match.is_same) is expected


@each_row("reference", ["Paris", "5 kg", "euros", ""])
def test_no_units(reference: str) -> None:
    assert read(reference) is None
