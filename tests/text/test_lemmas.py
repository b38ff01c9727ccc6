from pathlib import Path

import pytest
import simplemma
from hypothesis import given
from hypothesis import strategies as st
from simplemma.strategies.dictionaries.dictionary_factory import SUPPORTED_LANGUAGES

from smile import ModelError
from smile.text.languages import LEMMA_LANGUAGES
from smile.text.lemmas import simple_lemma, wordnet_lemma


def test_the_languages_are_those_of_simplemma() -> None:
    assert simplemma.__version__ == "2.0.0"
    assert LEMMA_LANGUAGES == SUPPORTED_LANGUAGES


def test_what_no_dictionary_holds_is_not_looked_up() -> None:
    assert simple_lemma("kittens" * 6, "en") == "kittens" * 6


# One letter of each script that simplemma's dictionaries are written in, and the small words that they know best.
SHORT_WORDS = "us am pm me m i is it an a in no un la el il du ja на по мы я με το في من है को ది מה ია ես ന് او".split()


@pytest.mark.parametrize("language", sorted(LEMMA_LANGUAGES))
def test_a_word_of_one_or_two_letters_keeps_its_form(language: str) -> None:
    for word in SHORT_WORDS:
        assert simple_lemma(word, language) == simple_lemma(word.upper(), language) == word


@given(word=st.text(st.characters(categories=["Ll", "Lo"]), min_size=1, max_size=2), data=st.data())
def test_no_dictionary_changes_two_letters(word: str, data: st.DataObject) -> None:
    assert simple_lemma(word, data.draw(st.sampled_from(sorted(LEMMA_LANGUAGES)))) == word.lower()


@pytest.mark.parametrize("word", ["US", "AIDS", "SAT", "LED", "SOS", "SARS", "LAN", "UPS", "MLS"])
def test_a_short_form_keeps_its_form_in_capitals_and_without(word: str) -> None:
    assert simple_lemma(word, "en") == simple_lemma(word.lower(), "en") == word.lower()


@pytest.mark.parametrize(("language", "word"), [("de", "rußt")])
def test_a_letter_without_a_capital_of_its_own_makes_no_short_form(language: str, word: str) -> None:
    assert simple_lemma(word, language) == simplemma.lemmatize(word, lang=language).lower() != word


@pytest.mark.usefixtures("wordnet")
@pytest.mark.parametrize(
    ("word", "lemma"),
    [("dogs", "dog"), ("were", "be"), ("bigger", "big"), ("geese", "goose"), ("meeting", "meeting"), ("gone", "go")],
)
def test_a_word_has_one_wordnet_lemma_whatever_stands_beside_it(word: str, lemma: str) -> None:
    """WordNet is the real one, the tagger's weights are the tests' own (see the fixture `nltk_data`)."""
    assert wordnet_lemma(word) == lemma


@pytest.mark.usefixtures("forget_nltk_data")
def test_without_nltk_data_the_error_names_the_download(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("nltk.data.path", [str(tmp_path)])
    with pytest.raises(ModelError, match=r"`python -m nltk\.downloader wordnet averaged_perceptron_tagger_eng`"):
        wordnet_lemma("test")
