"""What evidence says of an answer; `cases.tsv` has the verdicts."""

from typing import Any, get_args

import pytest
from hypothesis import given
from hypothesis import strategies as st

from smile.scoring.explanation import explain
from smile.scoring.keywords import ngrams
from smile.scoring.reasons import NOT_ATTEMPTED, SENTENCES, WordsFound, verdict_reason
from smile.settings.named_settings import named_settings
from smile.text.attempts import NoAnswer
from smile.text.normalization import normalized_words
from smile.text.view import How
from tests.support.cases import cases


def scored(**given: Any) -> dict[str, Any]:
    nothing: dict[str, Any] = dict.fromkeys(("not_attempted", "rule", "evidence", "answer_marker", "matched_ngram"), "")
    return (
        nothing
        | {"verdict": "", "correct": False, "is_other_value": False, "equivalence": 0.5, "asserted": 1.0}
        | given
    )


NONE = WordsFound(n_key_words=1, n_missing=1, words_missing=("Ulm",))


@cases
def test_reasons_name_what_differs(given: dict[str, Any], found: dict[str, Any], expected: str) -> None:
    assert verdict_reason(scored(**given), WordsFound(**found), "Bonn.", "Ulm") == expected


def test_a_long_answer_is_not_quoted() -> None:
    reason = verdict_reason(scored(), NONE, "It is " + "very " * 20 + "old.", "Ulm")
    assert reason == "Doesn't mention Ulm"


@cases
def test_reason_of_unsure_verdict_names_the_cause(given: dict[str, Any], cause: str) -> None:
    scores = scored(**{"verdict": "unsure", "doubt_reason": "", "smile": 0.66} | given)
    assert verdict_reason(scores, NONE, "Bonn", "Ulm").endswith(f". Please check: {cause}")
    assert "Please check" not in verdict_reason(scores | {"verdict": "incorrect"}, NONE, "Bonn", "Ulm")


SETTINGS = named_settings()


@cases
def test_an_ngram_is_found_as_it_was_written(answer: str, ngram: str, expected: str) -> None:
    assert explain(answer, ngram, ngram, SETTINGS).phrase == expected


def test_reference_words_are_found_missing_or_hidden() -> None:
    explained = explain("(Cats) and a Cat slept there", "two cats slept", "cat sleep", SETTINGS)
    assert [passage.text for passage in explained.passages if passage.is_word] == ["Cats", "Cat", "slept"]
    assert (explained.n_missing, explained.n_key_words) == (1, 3)
    # As the reference writes it, not as SMILE reads it ("2").
    assert explained.words_missing == ("two",)
    assert explained.words_not_shown == ()


def test_no_lemma_is_shown() -> None:
    explained = explain("They are full of water.", "Chlorophyll reflects green light", "be full of water", SETTINGS)
    assert explained.phrase == "are full of water"
    assert explained.words_missing == ("Chlorophyll", "reflects", "green", "light")


@given(
    st.text(alphabet="aB 1,.-%'é東ー$²\n", max_size=25), st.text(alphabet="ab1 東", min_size=1, max_size=6), st.data()
)
def test_what_is_shown_normalises_to_what_was_matched(answer: str, reference: str, data: Any) -> None:
    prediction = normalized_words(answer, "smile", "en")
    if not prediction:
        return
    ngram = data.draw(st.sampled_from(ngrams(prediction, data.draw(st.integers(1, 3)))))
    explained = explain(answer, reference, ngram, SETTINGS)
    assert "".join(passage.text for passage in explained.passages) == answer
    if explained.phrase:
        assert " ".join(normalized_words(explained.phrase, "smile", "en")) == ngram


@pytest.mark.parametrize(
    ("sentences", "known"), [(SENTENCES, How), (NOT_ATTEMPTED, NoAnswer)], ids=["how", "no answer"]
)
def test_every_finding_has_its_sentence(sentences: dict[str, str], known: Any) -> None:
    assert sentences.keys() == set(get_args(known))
    assert not any(text.endswith(".") for text in sentences.values())
