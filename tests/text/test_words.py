from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from simplemma.strategies.dictionaries.dictionary_factory import DEFAULT_DICTIONARY_FACTORY
from text_to_num import alpha2digit

from smile import ModelError
from smile.checks import is_blank
from smile.text.languages import LEMMA_LANGUAGES
from smile.text.lemmas import simple_lemma, wordnet_lemma
from smile.text.normalization import normalized_text_to_encode, normalized_words, without_invisible
from smile.text.numerals import NUMBER_WORD, is_number
from tests.support.cases import cases, read_cases

_CASES = read_cases(Path(__file__).parent / "words.tsv")


@pytest.mark.parametrize(("language", "text", "relation", "other"), _CASES)
def test_cases(request: pytest.FixtureRequest, language: str, text: str, relation: str, other: str) -> None:
    if language == "paper":
        request.getfixturevalue("wordnet")
    form = ("paper", "en") if language == "paper" else ("smile", language)
    if relation in ("=", "!="):
        assert (normalized_words(text, *form) == normalized_words(other, *form)) is (relation == "=")
    else:
        found = {
            "is": " ".join(normalized_words(text, *form)),
            "lemma": simple_lemma(text, form[1]),
            "seen": without_invisible(text),
        }
        assert found[relation] == other


@pytest.mark.parametrize("language", ["en", "de", "fr", "ar", "ja", "any"])
@given(text=st.text(max_size=40))
def test_only_blank_text_has_no_words(language: str, text: str) -> None:
    found = normalized_words(text, "smile", language)
    assert found or is_blank(text)
    assert all(word and not word.isspace() for word in found)


@given(st.text())
def test_upper_and_lower_case_make_no_difference(text: str) -> None:
    lowered = text.lower()
    if lowered.upper().lower() == lowered:  # not so for some letters: ß, ŉ, Greek final sigma
        assert normalized_words(lowered.upper(), "smile", "any") == normalized_words(lowered, "smile", "any")


INVISIBLE = st.sampled_from("\u00ad\u200b\u200c\u200d\u200e\u200f\u202a\u2060\u2066\ufeff\ufe0f")


@pytest.mark.parametrize("language", ["en", "fr", "ru", "any"])
@given(data=st.data())
def test_an_invisible_character_in_a_word_changes_nothing(language: str, data: st.DataObject) -> None:
    seen = data.draw(st.sampled_from(["Paris", "O'Brien", "1,000", "U.S.", "Россия", "l'été", "-5", "dogs", "3.14"]))
    at = data.draw(st.integers(0, len(seen)))
    text = seen[:at] + data.draw(INVISIBLE) + seen[at:]
    assert normalized_words(text, "smile", language) == normalized_words(seen, "smile", language)
    assert normalized_text_to_encode(text, "smile") == normalized_text_to_encode(seen, "smile")


@pytest.mark.parametrize(
    ("language", "with_joiner", "without"),
    [("fa", "کتاب\u200cها", "کتاب"), ("any", "می\u200cخواهم", "میخواهم"), ("hi", "क्\u200dया", "क्या")],
)
def test_a_joiner_of_spelling_stays_within_words(language: str, with_joiner: str, without: str) -> None:
    assert normalized_text_to_encode(with_joiner, "smile") == with_joiner
    assert normalized_words(with_joiner, "smile", language) == normalized_words(without, "smile", language)
    assert len(normalized_words(with_joiner, "smile", language)) == 1


# One letter of each script that simplemma's dictionaries are written in, and the small words that they know best.
SHORT_WORDS = "us am pm me m i is it an a in no un la el il du ja на по мы я με το في من है को ది מה ია ես ന് او".split()


@pytest.mark.parametrize("language", sorted(LEMMA_LANGUAGES))
def test_words_of_two_letters_keep_their_form(language: str) -> None:
    for word in SHORT_WORDS:
        assert simple_lemma(word, language) == simple_lemma(word.upper(), language) == word


@pytest.mark.usefixtures("wordnet")
@pytest.mark.parametrize(
    ("word", "lemma"),
    [("dogs", "dog"), ("were", "be"), ("bigger", "big"), ("geese", "goose"), ("meeting", "meeting"), ("gone", "go")],
)
def test_a_word_has_one_wordnet_lemma(word: str, lemma: str) -> None:
    """WordNet is the real one, the tagger's weights are the tests' own (see the fixture `nltk_data`)."""
    assert wordnet_lemma(word) == lemma


@pytest.mark.usefixtures("forget_nltk_data")
def test_without_nltk_data_the_error_names_the_download(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("nltk.data.path", [str(tmp_path)])
    with pytest.raises(ModelError, match=r"`python -m nltk\.downloader wordnet averaged_perceptron_tagger_eng`"):
        wordnet_lemma("test")


def english(text: str) -> tuple[str, ...]:
    return normalized_words(text, "smile", "en")


@pytest.mark.parametrize("text", ["Python3.11", "v3.11", "No.5", "p.5", "It ended.5 people left"])
def test_a_full_stop_begins_no_decimal(text: str) -> None:
    assert not any(word.startswith("0.") for word in english(text))


def test_text2num_reads_only_words_looked_for() -> None:
    """Every word of simplemma's dictionary, twice over because "o o" is 00 and "o" is no number."""
    plain = [word.lower() for word in DEFAULT_DICTIONARY_FACTORY.get_dictionary("en") if word.isascii()]
    others = [word for word in plain if not NUMBER_WORD.search(word)]
    assert 100_000 < len(others) < len(plain)
    for start in range(0, len(others), 100):
        text = " ".join(f"{word} {word}" for word in others[start : start + 100])
        assert alpha2digit(text, "en", 0.0) == text


@given(st.integers(min_value=-(10**12), max_value=10**12))
def test_grouping_never_changes_a_whole_number(number: int) -> None:
    assert english(f"{number:,}") == english(str(number)) == (str(number),)


@cases
def test_an_indefinite_article_is_no_number(language: str, text: str) -> None:
    assert not any(is_number(word) for word in normalized_words(text, "smile", language))
