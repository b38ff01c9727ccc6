"""Words of the reference, found in the answer as written."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from smile.scoring.explanation import explain
from smile.scoring.keywords import ngrams
from smile.settings.named_settings import named_settings
from smile.text.normalization import words

SETTINGS = named_settings()


def ngram_shown(answer: str, reference: str, ngram: str) -> str:
    explained = explain(answer, reference, ngram, SETTINGS)
    return explained.phrase


@pytest.mark.parametrize(
    ("answer", "ngram", "expected"),
    [
        ("The capital is PARIS, on the Seine.", "paris", "PARIS"),
        ("Two kittens are asleep", "kitten", "kittens"),
        ("They paid $1,000.50, not $1,000.", "1000", "$1,000"),
        ("It was -5 or 5 degrees", "5", "5"),
        ("minus five degrees", "-5", "minus five"),
        ("eighteen eighty-nine and twenty-five", "25", "twenty-five"),
        ("Made in the U.S.A. today", "usa", "U.S.A"),
        ("It rose by 25% a year", "25 percent", "25%"),
        ("Wilhelm Röntgen's discovery", "rontgen", "Röntgen's"),
        ("東京タワー 333m", "タ ワ ー", "タワー"),
        ("2.5 million people", "2500000 people", "2.5 million people"),
        # The punctuation before a word belongs to no word.
        ('He said "Paris", (Paris) and -5.', "paris", "Paris"),
        ("It was “Paris”.", "paris", "Paris"),
    ],
)
def test_an_ngram_is_found_as_it_was_written(answer: str, ngram: str, expected: str) -> None:
    assert ngram_shown(answer, ngram, ngram) == expected


def test_what_is_not_there_is_not_shown() -> None:
    # 1000 stands in "$1,000.50" for who looks at the letters only.
    assert ngram_shown("They paid $1,000.50", "1000", "1000") == ""
    assert ngram_shown("It was -5", "5", "5") == ""


def test_reference_words_are_found_missing_or_hidden() -> None:
    explained = explain("(Cats) and a Cat slept there", "two cats slept", "cat sleep", SETTINGS)
    assert [passage.text for passage in explained.passages if passage.is_word] == ["Cats", "Cat", "slept"]
    assert (explained.n_missing, explained.n_key_words) == (1, 3)
    # As the reference writes it, not as SMILE reads it ("2").
    assert explained.words_missing == ("two",)
    assert explained.words_not_shown == ()


def test_function_words_are_never_missing() -> None:
    explained = explain("A black umbrella in the hall", "an umbrella at the door", "umbrella in the hall", SETTINGS)
    assert (explained.n_key_words, explained.words_missing) == (2, ("door",))


def test_no_lemma_is_shown() -> None:
    explained = explain("They are full of water.", "Chlorophyll reflects green light", "be full of water", SETTINGS)
    assert explained.phrase == "are full of water"
    assert explained.words_missing == ("Chlorophyll", "reflects", "green", "light")


@given(
    st.text(alphabet="aB 1,.-%'é東ー$²\n", max_size=25), st.text(alphabet="ab1 東", min_size=1, max_size=6), st.data()
)
def test_what_is_shown_normalises_to_what_was_matched(answer: str, reference: str, data: Any) -> None:
    prediction = words(answer, "smile", "en")
    if not prediction:
        return
    ngram = data.draw(st.sampled_from(ngrams(prediction, data.draw(st.integers(1, 3)))))
    explained = explain(answer, reference, ngram, SETTINGS)
    assert "".join(passage.text for passage in explained.passages) == answer
    if explained.phrase:
        assert " ".join(words(explained.phrase, "smile", "en")) == ngram
