import pytest
from hypothesis import given
from hypothesis import strategies as st
from simplemma.strategies.dictionaries.dictionary_factory import DEFAULT_DICTIONARY_FACTORY
from text_to_num import alpha2digit

from smile.text.languages import DECIMAL_COMMA_LANGUAGES, LEMMA_LANGUAGES, NUMBER_WORD_LANGUAGES
from smile.text.normalization import words
from smile.text.numerals import NUMBER_WORD, canonical_number, is_number, spelled_to_digits


def english(text: str) -> tuple[str, ...]:
    return words(text, "smile", "en")


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("1,000", "1000"),
        ("1,234,567.5", "1234567.5"),
        ("36.0", "36"),
        ("36.00", "36"),
        (".5", "0.5"),
        ("\u22125", "-5"),
        ("-$5", "$-5"),
        ("-1,000", "\u22121000"),
        ("１２３", "123"),
        ("twenty-five", "25"),
        ("one hundred and one", "101"),
        ("two thousand and twenty", "2020"),
        ("three point one four", "3.14"),
        ("five million", "5,000,000"),
        ("5 million", "five million"),
        ("1.5 million", "1,500,000"),
        ("5th", "fifth"),
        ("the 21st century", "the twenty-first century"),
        ("the 1990's", "the 1990s"),
        ("the 1990’s", "the 1990s"),
        ("25%", "25 percent"),
        ("25 ％", "twenty-five percent"),
        ("1939-45", "1939–45"),
        ("10-20", "10—20"),
        ("½", "1/2"),
        ("No.5", "No. 5"),
        ("36.", "36"),
    ],
)
def test_one_number_has_one_form(one: str, other: str) -> None:
    assert english(one) == english(other)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("3.14", "314"),
        ("-5", "5"),
        ("\u22125", "5"),
        ("-0.5", "0.5"),
        ("0.5", "5"),
        ("3.10", "3.1"),
        ("1.2.3", "123"),
        ("1.2.3", "1.2"),
        ("10.0.0.1", "10.0.1"),
        ("1990s", "1990"),
        ("25%", "25"),
        ("1,00", "100"),
        ("2½", "21/2"),
        ("10⁶", "106"),
        ("3 4", "34"),
        ("1e5", "15"),
    ],
)
def test_other_numbers_have_other_forms(one: str, other: str) -> None:
    assert english(one) != english(other)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("1939-45", "1939 45"),
        ("a score of 3-5", "a score of 3 5"),
        ("x-5", "x 5"),
        ("50%-60%", "50 percent 60 percent"),
        ("it fell to -5", "it fall to -5"),
        ("(-5)", "-5"),
        ("x=-5", "x -5"),
        ("3 - 5", "3 5"),
    ],
)
def test_a_minus_is_a_sign_only_where_it_joins_nothing(text: str, expected: str) -> None:
    assert " ".join(english(text)) == expected


@pytest.mark.parametrize("text", ["Python3.11", "v3.11", "No.5", "p.5", "It ended.5 people left"])
def test_a_full_stop_after_a_word_begins_no_decimal(text: str) -> None:
    assert not any(word.startswith("0.") for word in english(text))


# Each line: the language and a number as Unicode CLDR's default locale writes it, against plain digits.
@pytest.mark.parametrize(
    ("language", "text", "expected"),
    [
        ("de", "1.000,50", "1000.50"),
        ("de", "1.000", "1000"),
        ("de", "3,14", "3.14"),
        ("de", "3.14", "3.14"),
        ("de", "-5", "-5"),
        ("de", "1.2.3", "1.2.3"),
        ("es", "1.234.567,89", "1234567.89"),
        ("es", "-3,5", "-3.5"),
        ("fr", "1\u202f234,5", "1234.5"),
        ("fr", "1\u00a0234", "1234"),
        ("it", "36,0", "36"),
        ("nl", "1.234", "1234"),
        ("pl", "3,14", "3.14"),
        ("ru", "1 000 000,5", "1000000.5"),
        ("sv", "1 234", "1234"),
        ("tr", "1.234,5", "1234.5"),
        ("en", "1.000", "1"),
        ("ja", "1,000", "1000"),
        ("any", "1,000.5", "1000.5"),
    ],
)
def test_numbers_as_languages_write_them(language: str, text: str, expected: str) -> None:
    assert words(text, "smile", language) == (expected,)


@pytest.mark.parametrize(
    ("language", "spelled", "digits"),
    [
        ("da", "femogtyve", "25"),
        ("de", "fünfundzwanzig", "25"),
        ("en", "twenty-five", "25"),
        ("es", "veinticinco", "25"),
        ("fr", "vingt-cinq", "25"),
        ("it", "venticinque", "25"),
        ("nl", "vijfentwintig", "25"),
        ("pt", "vinte e cinco", "25"),
    ],
)
def test_number_words_are_read_in_every_language_that_promises_it(language: str, spelled: str, digits: str) -> None:
    assert language in NUMBER_WORD_LANGUAGES
    assert words(spelled, "smile", language) == (digits,)


@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("da", "en mand"),
        ("de", "ein Mann"),
        ("es", "un hombre"),
        ("fr", "un homme"),
        ("it", "un uomo"),
        ("nl", "een man"),
        ("pt", "um homem"),
    ],
)
def test_an_indefinite_article_is_no_number(language: str, text: str) -> None:
    assert not any(is_number(word) for word in words(text, "smile", language))


@pytest.mark.parametrize(
    ("language", "one", "other"),
    [
        ("fr", "le cinquième", "le 5ème"),
        ("fr", "le cinquième", "le 5e"),
        ("es", "quinto", "5º"),
        ("it", "quinto", "5º"),
        ("nl", "vijfde", "5e"),
        ("de", "am fünften Tag", "am 5. Tag"),
    ],
)
def test_ordinals_of_other_languages_have_one_form(language: str, one: str, other: str) -> None:
    assert words(one, "smile", language) == words(other, "smile", language)


@pytest.mark.parametrize(("native", "language"), [("١٢٣", "ar"), ("१२३", "hi"), ("۱۲۳", "fa")])
def test_digits_of_other_scripts_are_the_same_number(native: str, language: str) -> None:
    assert words(native, "smile", language) == ("123",)


def test_a_language_without_number_words_is_left_alone() -> None:
    assert spelled_to_digits("двадцать пять", "ru") == "двадцать пять"


def test_number_words_are_read_throughout_a_long_text() -> None:
    assert spelled_to_digits("of twenty-five people, " * 300, "en") == "of 25 people, " * 300


def test_text2num_reads_no_word_but_those_that_are_looked_for() -> None:
    """Every word of simplemma's dictionary, twice over because "o o" is 00 and "o" is no number."""
    plain = [word.lower() for word in DEFAULT_DICTIONARY_FACTORY.get_dictionary("en") if word.isascii()]
    others = [word for word in plain if not NUMBER_WORD.search(word)]
    assert 100_000 < len(others) < len(plain)
    for start in range(0, len(others), 100):
        text = " ".join(f"{word} {word}" for word in others[start : start + 100])
        assert alpha2digit(text, "en", 0.0) == text


def test_the_languages_with_rules_are_languages_we_know() -> None:
    assert NUMBER_WORD_LANGUAGES <= LEMMA_LANGUAGES
    assert DECIMAL_COMMA_LANGUAGES <= LEMMA_LANGUAGES


@given(st.integers(min_value=-(10**12), max_value=10**12))
def test_grouping_never_changes_a_whole_number(number: int) -> None:
    assert english(f"{number:,}") == english(str(number)) == (str(number),)


@given(st.integers(0, 10**6), st.integers(0, 10**6))
def test_different_whole_numbers_differ(one: int, other: int) -> None:
    assert (english(f"{one:,}") == english(f"{other:,}")) is (one == other)


@given(st.decimals(min_value=0, max_value=10**6, places=2), st.sampled_from(["en", "de"]))
def test_the_form_of_a_number_is_its_own_form(number: object, language: str) -> None:
    once = canonical_number(str(number), "en")
    assert words(once, "smile", language)[0].removesuffix(".00") == once.removesuffix(".00")


@pytest.mark.parametrize("word", ["5", "-5", "3.14", "1990s", "h2o"])
def test_words_with_digits_are_numbers(word: str) -> None:
    assert is_number(word)


@pytest.mark.parametrize("word", ["paris", "c++", "ten", "-"])
def test_words_without_digits_are_no_numbers(word: str) -> None:
    assert not is_number(word)
