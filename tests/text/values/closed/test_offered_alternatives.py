"""Alternatives that questions offer."""

from smile.text.values.closed.offered_alternatives import alternatives
from tests.support.tables import each_row


@each_row(
    ("question", "reference", "expected"),
    [
        ("Is it tea or coffee in the cup?", "tea", ("tea", "coffee")),
        ("In the film, is it tea or coffee?", "coffee", ("tea", "coffee")),
        ("Which is heavier, a proton or an electron?", "an electron", ("a proton", "an electron")),
        ("Which of the two is larger, Earth or Mars?", "Mars", ("Earth", "Mars")),
        ("Choose one: red, blue, green", "green", ("red", "blue", "green")),
        ("What is it (red, blue, or green)?", "red", ("red", "blue", "green")),
        ("Is the water hot/cold?", "hot", ("hot", "cold")),
        ("Is he a doctor, a lawyer or an engineer?", "a lawyer", ("a doctor", "a lawyer", "an engineer")),
        ("who has more wins nfc or afc", "NFC", ("nfc", "afc")),
        ("Did Tom Hanks or Tom Cruise star in it?", "Tom Cruise", ("Tom Hanks", "Tom Cruise")),
    ],
)
def test_offered(question: str, reference: str, expected: tuple[str, ...]) -> None:
    found = alternatives(question, reference)
    assert found is not None
    assert found.texts == expected


@each_row(
    ("question", "reference"),
    [
        ("Is it true or false that fish swim?", "true"),
        ("Is the sky blue or not?", "blue"),
        ("In which town or city is the museum?", "Port Talbot"),
        ("Who or what was Gentle Ben?", "a bear"),
        ("How fast is 5 km/h?", "fast"),
        ("Is it tea?", "tea"),
    ],
)
def test_nothing_offered(question: str, reference: str) -> None:
    assert alternatives(question, reference) is None
