from smile.text.values.amounts import units
from tests.support.tables import each_row


@each_row("word", ["cats", "people", "point", "are", "in the", "At", "am"])
def test_ordinary_words_are_no_units(word: str) -> None:
    assert units.measures_named(word) == ()
