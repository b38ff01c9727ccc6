"""Greek letters."""

from smile.text.values.names.greek_letters import compare, read
from tests.support.tables import each_row


@each_row(
    ("reference", "prediction", "expected"),
    [
        ("π", "pi", True),
        ("the letter π", "That's the letter phi.", False),
        ("lambda", "λ", True),
        ("Σ", "σ", True),
        ("omega", "Alpha and Omega", True),
        ("delta", "alpha or beta", None),
        ("delta", "a triangle", None),
    ],
)
def test_letters(reference: str, prediction: str, expected: bool | None) -> None:
    value = read(reference)
    assert value is not None
    match = compare(value, prediction, None)
    assert (match and match.is_same) is expected


@each_row("reference", ["alpha particle", "the Nile delta", "5"])
def test_no_letters(reference: str) -> None:
    assert read(reference) is None
