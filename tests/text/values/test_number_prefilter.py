from smile.text.values import date_grammar, numbers
from smile.text.values.number_prefilter import may_hold_number
from tests.support.tables import each_row


@each_row(
    "text",
    [
        *date_grammar.MONTHS,
        *date_grammar.WEEKDAYS,
        *numbers.NUMBER_WORDS,
        *numbers.roman_numerals(),
        *"summer autumn fall winter spring Christmas Halloween noon midday midnight half quarter twice dozen".split(),
        *"zero nought hundred thousand million billion trillion WWII WWTWO".split(),
        *("New Year's Day", "St. Patrick's Day", "Boxing Day", "last Friday", "inMay", "an hour", "the '60s", "٣ km"),
    ],
)
def test_no_number_is_overlooked(text: str) -> None:
    assert may_hold_number(f"the ({text})")


@each_row("text", ["Paris", "Barack Obama", "the Beatles", "", "photosynthesis"])
def test_other_texts_hold_none(text: str) -> None:
    assert not may_hold_number(text)
