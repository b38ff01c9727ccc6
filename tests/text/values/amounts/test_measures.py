from smile.text.values.amounts import measures
from tests.support.tables import each_row


def test_pint_knows_every_unit() -> None:
    short, words = measures._names()
    for found in (*short.values(), *words.values()):
        for measure in found:
            if not measure.is_money and measure.unit != "percent":
                assert measures.converted(1.0, measure.unit, measure.unit) == 1.0
                assert measures.converted(1.0, measure.unit, "candela") is None


@each_row("word", ["cats", "people", "point", "are", "in the", "At", "am"])
def test_ordinary_words_are_no_units(word: str) -> None:
    assert measures.measures_named(word) == ()
