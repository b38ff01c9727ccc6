"""Names within longer names."""

from smile.text.values.names.longer_names import compare, read
from tests.support.tables import each_row


@each_row(
    ("reference", "prediction", "expected"),
    [
        ("Sudan", "South Sudan", False),
        ("Sudan", "Sudan, which borders South Sudan", None),
        ("Mexico", "New Mexico", False),
        ("the Netherlands", "the Netherlands Antilles", False),
        ("Ireland", "Northern Ireland", False),
        ("York", "New York", False),
        ("New York City", "In York, of course! You can see it from the ferry.", False),
        ("New York City", "New York", None),
        ("New Zealand", "Zealand", False),
    ],
)
def test_longer_names(reference: str, prediction: str, expected: bool | None) -> None:
    value = read(reference)
    assert value is not None
    match = compare(value, prediction, None)
    assert (match and match.is_same) is expected


@each_row("reference", ["Paris", "Washington", "China", "New Delhi", "Africa"])
def test_no_longer_names(reference: str) -> None:
    value = read(reference)
    assert value is None or compare(value, f"Republic of {reference}", None) is None
