from smile.text.values.answer import Answer
from smile.text.values.ordinal_names import compare, read
from tests.support.tables import each_row

SAME = """
World War II | World War 2
World War II | Second World War
World War II | WWII
World War II | the 2nd World War
World War Two | WW2
WWI | First World War
Henry VIII | Henry the Eighth
Henry VIII | Henry 8
King Henry VIII | Henry the 8th
Chapter IV | chapter 4
Chapter 4 | the fourth chapter
Super Bowl XLIV | Super Bowl 44
Rocky II | Rocky 2
Final Fantasy VII | Final Fantasy 7
Elizabeth II | Queen Elizabeth the Second
Louis XIV | Louis XIV of France
Louis XIV of France | Louis the Fourteenth
Apollo 11 | Apollo XI
Apollo 11 | Apollo eleven
Formula 1 | Formula One
John Paul II | Pope John Paul the 2nd
Season 5 | season five
Richard III | Richard the Third
Act V | act five
Boeing 747 | Boeing-747
Part II | Part Two
Charles the Second | Charles II
Catch-22 | Catch 22
Blink-182 | Blink 182
Type 2 | type II
Article 5 | Article V
Type 2 diabetes | diabetes type II
First Amendment | the 1st Amendment
"""

OTHER = """
World War II | World War I
World War II | the First World War
Henry VIII | Henry VII
Henry VIII | It was Henry the Seventh
Super Bowl XLIV | Super Bowl 45
Chapter 4 | chapter 6
Apollo 11 | Apollo 13
Boeing 747 | Boeing 737
Louis XIV | Louis XVI
George V | George VI
Rocky II | Rocky III
iPhone 12 | iPhone 13
Type 2 diabetes | Type 1 diabetes
First Amendment | the Second Amendment
Fifth Avenue | Sixth Avenue
the second floor | on the third floor
Elizabeth II | Elizabeth I
"""

UNCLEAR = """
Vitamin C | Vitamin D
Malcolm X | Malcolm
Rocky II | Rocky
May 5 | May 6
In 1996 | 1997
Over 50 | Over 60
Nicholas 11 | Nicholas II
Henry VIII | Henry VII and Henry VI
"""


def cases() -> list[tuple[str, str, bool | None]]:
    tables = ((SAME, True), (OTHER, False), (UNCLEAR, None))
    return [(*line.split(" | "), expected) for table, expected in tables for line in table.strip().splitlines()]


@each_row(("reference", "prediction", "expected"), cases())
def test_a_name_with_its_number(reference: str, prediction: str, expected: bool | None) -> None:
    value = read(reference)
    match = compare(value, Answer(prediction), None) if value else None
    assert (None if match is None else match.is_same) is expected
