import unicodedata

from smile.text.values.answer import Answer
from smile.text.values.dates import compare, read
from tests.support.tables import each_row


def finding(reference: str, prediction: str, question: str | None = None) -> bool | None:
    value = read(unicodedata.normalize("NFKC", reference))
    assert value is not None
    match = compare(value, Answer(unicodedata.normalize("NFKC", prediction)), question)
    return None if match is None else match.is_same


@each_row(
    ("reference", "prediction"),
    [
        *[
            ("4 July 1776", form)
            for form in (
                "July 4, 1776",
                "July 4th 1776",
                "the fourth of July, 1776",
                "4 Jul 1776",
                "Jul. 4, 1776",
                "1776-07-04",
                "1776/7/4",
                "4/7/1776",
                "4-Jul-1776",
                "4th of July, seventeen seventy-six",
                "It was adopted on Thursday, July 4th, 1776, in Philadelphia.",
                "It was adopted in 1776, on the 4th of July.",
            )
        ],
        ("14 July", "It's the fourteenth of July every year."),
        ("July 4, 1776", "07/04/1776"),
        ("13 April 2020", "13/04/2020"),
        ("April 13, 2020", "13.04.20"),
        ("04/05/2020", "4/5/2020"),
        ("1776", "4 July 1776"),
        ("1776", "07/04/1776"),
        ("July 1776", "July 4, 1776"),
        ("July 4", "4 July 1776"),
        ("the 18th century", "1776"),
        ("the 18th century", "the 1700s"),
        ("1700s", "the eighteenth century"),
        ("the 1960s", "the sixties"),
        ("the 1960s", "the ’60s"),
        ("the sixties", "1960's"),
        ("1960s", "In July 1969"),
        ("1960s", "the early 1960s"),
        ("early 1980s", "1981"),
        ("44 BC", "44 B.C.E."),
        ("44 BC", "March 44 BC"),
        ("AD 44", "44 CE"),
        ("1969", "nineteen sixty-nine"),
        ("1066", "ten sixty-six"),
        ("2001", "two thousand and one"),
        ("1939-1945", "from 1939 until 1945"),
        ("1939–45", "1939 to 1945"),
        ("1999-2000", "1999-00"),
        ("264–146 BC", "264 BC to 146 BC"),
        ("28 July 1914 – 11 November 1918", "from July 28, 1914 to November 11, 1918"),
        ("1939", "1939-45"),
        ("July 1776", "1776-07"),
        ("25 December", "Christmas Day"),
        ("New Year's Eve", "31 December"),
        ("Monday", "Mon"),
        ("Tuesday", "Tues."),
        ("January", "Jan."),
        ("second Sunday of March", "the 2nd Sunday in March"),
        ("fall 1998", "autumn of 1998"),
        ("summer of 1969", "July 20, 1969"),
        ("March 6, 2018", "It was published onMarch 6, 20181."),
    ],
)
def test_the_same_date_in_another_form_is_right(reference: str, prediction: str) -> None:
    assert finding(reference, prediction) is True


@each_row(
    ("reference", "prediction"),
    [
        ("4 July 1776", "2 July 1776"),
        ("4 July 1776", "July 4, 1777"),
        ("4 July 1776", "4 June 1776"),
        ("4 July 1776", "5/8/1776"),
        ("2020-04-07", "2020-07-04"),
        ("4 July 1776", "1776"),
        ("4 July 1776", "July 1776"),
        ("1776", "He was there in 1779."),
        ("July", "August"),
        ("44 BC", "44 AD"),
        ("44 BC", "AD 44"),
        ("the 18th century", "the 19th century"),
        ("the 18th century", "1832"),
        ("5th century BC", "the 5th century AD"),
        ("1960s", "the seventies"),
        ("early 1980s", "late 1980s"),
        ("1939-1945", "1914-1918"),
        ("25 December", "Christmas Eve"),
        ("Monday", "on Tuesdays"),
        ("Spring 1998", "autumn 1998"),
    ],
)
def test_another_or_a_coarser_date_is_wrong(reference: str, prediction: str) -> None:
    assert finding(reference, prediction) is False


@each_row(
    ("reference", "prediction"),
    [
        ("May 4, 2020", "4/5/2020"),
        ("5 April 2020", "04/05/2020"),
        ("5 April 2020", "On Sunday"),
        ("1440", "about 1450"),
        ("44 BC", "44"),
        ("1939-1945", "1941"),
        ("1776", "some time before 1790"),
        ("1776", "1500 people, $1200 and 1800 metres"),
        ("the 10th century BC", "the 10th century"),
        ("1776", "nobody knows"),
    ],
)
def test_what_is_ambiguous_is_left_to_the_words(reference: str, prediction: str) -> None:
    assert finding(reference, prediction) is None


def test_the_question_counts() -> None:
    assert finding("1500", "In 1600", "How many were there?") is None
    assert finding("4 July 1776", "4 July", "On which day of 1776 was it?") is True
    assert finding("4 July 1776", "1776", "When was it?") is None
    assert finding("September 2001", "2001-2009", "When was it?") is None
    assert finding("4 July 1776", "July 1776", "On what date was it?") is False
    assert finding("1776", "the 18th century", "In what year was it?") is False
    assert finding("1483-1520", "1500", "Give any year in the life of Raphael.") is True
    assert finding("1776", "It began in 1775", "What came of the war of 1775?") is None


@each_row(
    "reference",
    [
        "",
        "Apollo 11",
        "World War II",
        "50 Cent",
        "War of 1812",
        "1500 metres",
        "$1500",
        "300",
        "he may",
        "about 24 hours",
    ],
)
def test_other_references_are_no_dates(reference: str) -> None:
    assert read(reference) is None
