from smile.text.values.amounts import measures
from tests.support.tables import each_row


@each_row("word", ["cats", "people", "point", "are", "in the", "At", "am"])
def test_ordinary_words_are_no_units(word: str) -> None:
    assert measures.measures_named(word) == ()
