"""Numbers in words, where they stand in an answer, and where none is looked for."""

import time

import pytest

from smile.text.values import date_grammar, numbers
from smile.text.values.found_values import may_hold_value
from smile.text.values.rule_order import find_match
from smile.text.view import View


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("the thirty-first of May", "the 31st of May"),
        ("nineteen hundred and five", "1905"),
        ("twenty twenty-four", "2024"),
        ("twenty-five", "25"),
        ("ten thirty", "10:30"),
        ("two thousand", "2000"),
        ("in his sixties", "in his sixties"),
        ("The Sixties", "The '60s"),
        ("nothing here", "nothing here"),
    ],
)
def test_in_figures(text: str, expected: str) -> None:
    assert numbers.numbers_in_figures(text).text == expected


@pytest.mark.parametrize(
    ("reference", "answer", "said"),
    [
        ("36 inches", "It is one  yard. I am sure.", ["one  yard"]),
        ("90 minutes", "At least an hour and a half!", ["At least an hour and a half"]),
        ("$1,500,000", "Well, one and a half million dollars, no?", ["one and a half million dollars"]),
        ("42.195 km", "42.195 kilometres, or about 26.2 miles", ["42.195 kilometres"]),
        ("12", "Two of two dozen? No: a dozen.", ["a dozen"]),
        ("4 July 1776", "On the fourth of July, seventeen seventy-six.", ["fourth of July, seventeen seventy-six"]),
        ("4 July 1776", "In 1776, on the 4th of July!", ["1776", "4th of July"]),
        ("the 1960s", "In the sixties, not later.", ["sixties"]),
        ("22:30", "At half past ten p.m.", ["half past ten p.m."]),
        ("World War II", "WW2. I am sure.", ["WW2"]),
        ("Henry VIII", "It was Henry the Eighth.", ["Henry the Eighth"]),
    ],
)
def test_a_match_says_where_the_answer_has_its_value(reference: str, answer: str, said: list[str]) -> None:
    view = View(answer)
    match = find_match(reference, False, view, None)
    assert match
    assert match.is_same
    assert view.quoted(match) == said


@pytest.mark.parametrize(
    "text",
    [
        *date_grammar.MONTHS,
        *date_grammar.WEEKDAYS,
        *sorted(numbers.NUMBER_WORDS),
        *(f"king {numeral}" for numeral in numbers.roman_numerals()),
        *"summer autumn fall winter spring Christmas Halloween noon midday midnight WWII WWTWO".split(),
        *("New Year's Day", "St. Patrick's Day", "Boxing Day", "last Friday", "inMay", "an hour", "the '60s", "٣ km"),
    ],
)
def test_no_number_is_overlooked(text: str) -> None:
    assert may_hold_value(f"the ({text})")


@pytest.mark.parametrize("text", ["Paris", "Barack Obama", "the Beatles", "", "photosynthesis"])
def test_other_texts_hold_none(text: str) -> None:
    assert not may_hold_value(text)


@pytest.mark.parametrize("text", ["a 1 - 2 and half of 3/4 ten ", "1,000", "a hundred ", "= 9/4 ..."])
def test_a_long_answer_is_read_in_linear_time(text: str) -> None:
    answer = View((text * 1700)[:4900])
    begin = time.process_time()
    find_match("5 km", False, answer, None)
    assert time.process_time() - begin < 0.4
