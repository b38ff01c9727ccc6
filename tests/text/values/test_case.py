"""No finding depends on the case of a whole answer: many data sets are in small letters, and people shout."""

from smile.text.values.answer import Answer
from smile.text.values.rules import ReferenceValue
from tests.support.tables import each_row

_ROWS: list[tuple[str, str, str | None, bool | None]] = [
    ("100 °C", "It boils at 100 °F.", None, False),
    ("100 °C", "It boils at 212 °F.", None, True),
    ("1 TB", "1 GB", None, False),
    ("1 GB", "1024 MB", None, True),
    ("5 kW", "5000 W", None, True),
    ("half an hour", "About 30 min.", None, True),
    ("4", "I count three people", "How many people are there?", False),
    ("$3.50", "three dollars and fifty cents", None, True),
    ("$26.2 billion", "Around USD 26.2bn", None, True),
    ("2000 yen", "JPY 2,000", None, True),
    ("3 million", "$5M", None, None),
    ("sodium chloride", "NaCl", None, True),
    ("carbon dioxide", "CO2", None, True),
    ("gold", "Au", None, True),
    ("gold", "Ag", None, False),
    ("National Football League", "the NFL", None, True),
    ("National Football League", "the NHL", None, False),
    ("World Health Organization", "That was the WHO.", None, True),
    ("World Health Organization", "Nobody knows who did it.", None, None),
    ("NASA", "the National Aeronautics and Space Administration", None, True),
    ("PEI", "It is Prince Edward Island, in the east.", None, True),
    ("United States", "the U.S.", None, True),
    ("United States", "It was the US in 1994.", None, True),
    ("United States", "Tell us more about it.", None, None),
    ("United States", "the U.K.", None, False),
    ("Italy", "I would say so, it was.", None, None),
    ("California", "San Diego, CA", None, True),
    ("Oregon", "one or two", None, None),
    ("New York City", "In NYC, of course!", None, True),
    ("Steven Spielberg", "Spielberg, Steven", None, True),
    ("J. K. Rowling", "It was written by JK Rowling.", None, True),
    ("Edgar Allan Poe", "E. A. Poe", None, True),
    ("Wolfgang Amadeus Mozart", "Leopold Mozart", None, False),
    ("Wolfgang Amadeus Mozart", "Mozart", None, None),
    ("Marie Curie", "Marie's husband, Pierre Curie", None, None),
    ("Super Bowl III", "Super Bowl XIII, as he had promised", None, False),
    ("Louis the Sixteenth", "It was Louis XVI.", None, True),
    ("May", "It may be so.", None, None),
    ("D", "**Answer: (D)**", None, True),
    ("D", "**Answer: (B)**, definitely", None, False),
    ("C", "I think C", "Which is it? A) red B) blue C) green", True),
    ("no", "The telephone was invented by Bell.", "Did Edison invent the telephone?", True),
    ("yes", "They won it by two goals.", "Did the team win the match?", True),
    ("Jupiter", "I'm not sure which: Jupiter, Saturn, or Mars.", None, False),
    ("France and Spain", "France, Spain and Italy", "Which countries border Andorra?", False),
]


@each_row(("reference", "prediction", "question", "is_same"), _ROWS)
def test_case_changes_no_finding(reference: str, prediction: str, question: str | None, is_same: bool | None) -> None:
    value = ReferenceValue(reference)
    is_found = f" {reference.lower()} " in f" {prediction.lower().replace(',', ' ')} "
    for text in (prediction, prediction.lower(), prediction.upper()):
        found = value.compare(Answer(text), question, is_found)
        assert (found.is_same if found else None) is is_same
