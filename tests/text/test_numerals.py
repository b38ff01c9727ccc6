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


@pytest.mark.parametrize("text", ["Python3.11", "v3.11", "No.5", "p.5", "It ended.5 people left"])
def test_a_full_stop_after_a_word_begins_no_decimal(text: str) -> None:
    assert not any(word.startswith("0.") for word in english(text))


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
