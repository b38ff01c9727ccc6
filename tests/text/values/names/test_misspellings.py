from smile.text.values.names import misspellings
from tests.support.tables import each_row


def finding(reference: str, prediction: str) -> bool | None:
    value = misspellings.read(reference)
    match = value and misspellings.compare(value, prediction, None)
    return match.is_same if match else None


@each_row(
    ("reference", "prediction"),
    [
        ("Mathew Perry", "Matthew Perry"),
        ("FRED TRUMAN", "It was Fred Trueman."),
        ("Velazquez", "Velasquez"),
        ("Shakespeare", "Shakespear"),
        ("Mississippi", "the Missisippi"),
        ("Beethoven", "Beethovne"),
    ],
)
def test_same(reference: str, prediction: str) -> None:
    assert finding(reference, prediction) is True


@each_row(
    ("reference", "prediction"),
    [
        ("Iran", "Iraq"),
        ("Austria", "Australia"),
        ("Slovakia", "Slovenia"),
        ("absorption", "adsorption"),
        ("North Carolina", "South Carolina"),
        ("Zambia River", "Gambia River"),
        ("Nicaragua", "Niagara"),
        ("sodium chloride", "sodium chlorite"),
        ("sulfate ions", "sulfite ions"),
        ("Michael Jackson", "Michael Johnson"),
        ("Mauritania", "Mauritius"),
        ("John Adams", "John Adam"),
    ],
)
def test_not_told(reference: str, prediction: str) -> None:
    assert finding(reference, prediction) is None
