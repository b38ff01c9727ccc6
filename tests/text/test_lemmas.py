from pathlib import Path

import pytest
import simplemma
from simplemma.strategies.dictionaries.dictionary_factory import SUPPORTED_LANGUAGES

from smile import ModelError
from smile.text.languages import LEMMA_LANGUAGES
from smile.text.lemmas import simple_lemma, wordnet_lemmas


def test_the_languages_are_those_of_simplemma() -> None:
    assert simplemma.__version__ == "2.0.0"
    assert LEMMA_LANGUAGES == SUPPORTED_LANGUAGES


@pytest.mark.parametrize(
    ("word", "language", "lemma"),
    [
        ("kittens", "en", "kitten"),
        ("ran", "en", "run"),
        ("ging", "de", "gehen"),
        ("häuser", "de", "haus"),
        ("chevaux", "fr", "cheval"),
        ("allait", "fr", "aller"),
        ("libros", "es", "libro"),
        ("книги", "ru", "книга"),
    ],
)
def test_simplemma_finds_the_dictionary_form(word: str, language: str, lemma: str) -> None:
    assert simple_lemma(word, language) == lemma


@pytest.mark.parametrize("language", ["any", "zh", "ja", "ko"])
def test_without_a_dictionary_the_word_stays(language: str) -> None:
    assert simple_lemma("kittens", language) == "kittens"


def test_what_no_dictionary_holds_is_not_looked_up() -> None:
    assert simple_lemma("kittens" * 6, "en") == "kittens" * 6


@pytest.mark.usefixtures("wordnet")
@pytest.mark.parametrize(
    ("sentence", "lemmas"),
    [
        ("the dogs were running", "the dog be run"),
        ("the leaves were green", "the leaf be green"),
        ("he leaves early", "he leave early"),
        ("they are meeting", "they be meet"),
        ("the meeting was old", "the meeting be old"),
        ("the bigger dogs", "the big dog"),
        ("the geese ate quickly", "the goose eat quickly"),
    ],
)
def test_wordnet_lemmas_depend_on_the_part_of_speech(sentence: str, lemmas: str) -> None:
    """WordNet is the real one, the tagger's weights are the tests' own (see the fixture `nltk_data`)."""
    assert " ".join(wordnet_lemmas(sentence.split())) == lemmas


@pytest.mark.usefixtures("forget_nltk_data")
def test_without_nltk_data_the_error_names_the_download(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("nltk.data.path", [str(tmp_path)])
    with pytest.raises(ModelError, match=r"`python -m nltk\.downloader wordnet averaged_perceptron_tagger_eng`"):
        wordnet_lemmas(["test"])


def test_no_words_need_no_nltk_data() -> None:
    assert wordnet_lemmas([]) == []
