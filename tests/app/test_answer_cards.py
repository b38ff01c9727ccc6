"""What an answer's card says of it: never what the verdict denies."""

from typing import Any

import pytest

from smile.app.pieces.answer_cards import answer_card
from smile.settings.named_settings import named_settings

SETTINGS = named_settings("learned")
NOT_COMMITTED = "without giving it as the answer"
SAME, OTHER = "judges that the meanings match", "judges that the meanings differ"


# What an item has where there is nothing to tell.
NOTHING: dict[str, Any] = {"doubt_reason": "", "best_reference": 0, "is_other_value": False}
NOTHING |= dict.fromkeys(("answer_read", "answer_marker", "not_attempted", "rule", "evidence"), "")


def card(answer: str, **scores: Any) -> str:
    given = {
        **NOTHING,
        "smile": 0.9 if scores["correct"] else 0.1,
        "semantic": 0.95,
        "lexical": 0.5,
        "easy_match": 0.5,
        "keyword_similarity": 0.4,
        "equivalence": 0.5,
        "asserted": 1.0,
        "rating": 5 if scores["correct"] else 0,
        "matched_ngram": "paris" if "Paris" in answer else answer.lower(),
        **scores,
    }
    given["verdict"] = "correct" if scores["correct"] else "incorrect"
    is_unknown = bool(given.pop("is_unknown", False))
    return "".join(answer_card(answer, ["Paris"], given, SETTINGS, is_truncated=False, is_out_of_vocabulary=is_unknown))


@pytest.mark.parametrize(
    ("answer", "scores", "says"),
    [
        ("It is not Paris.", {"correct": False, "asserted": 0.1, "keyword_similarity": 1.0}, NOT_COMMITTED),
        ("It is Paris.", {"correct": True, "asserted": 0.98, "keyword_similarity": 1.0}, "answer: Paris."),
        ("the city of light", {"correct": True, "equivalence": 0.9}, SAME),
        ("Rome", {"correct": False, "equivalence": 0.1}, "Says Rome instead of Paris."),
        (
            "36 inches",
            {"correct": True, "rule": "quantity", "evidence": "Same thing: 36 inches = 1 yard"},
            "36 inches = 1 yard",
        ),
    ],
)
def test_the_sentence_says_why(answer: str, scores: dict[str, Any], says: str) -> None:
    assert says in card(answer, **scores)


def test_it_does_not_contradict_the_verdict() -> None:
    right = card("Paris or so", correct=True, asserted=0.1, equivalence=0.1)
    assert NOT_COMMITTED not in right
    assert OTHER not in right
    assert SAME not in card("Rome", correct=False, equivalence=0.9)
    assert OTHER not in card("Rome", correct=False, equivalence=0.5)


def default_card(answer: str, reference: str = "Paris", ngram: str = "", **scores: Any) -> str:
    settings = named_settings("default")
    given: dict[str, Any] = dict.fromkeys(("smile", "semantic", "lexical", "easy_match", "keyword_similarity"), 0.5)
    given |= NOTHING | {"correct": False, "rating": 2, "matched_ngram": ngram or answer.lower()} | scores
    given = {"verdict": "correct" if given["correct"] else "incorrect"} | given
    return "".join(answer_card(answer, [reference], given, settings, is_truncated=False, is_out_of_vocabulary=False))


def test_only_what_the_trained_model_read_is_shown() -> None:
    unread = card("Not France", correct=False, equivalence=0.1, asserted=1.0)
    assert "Same meaning" in unread
    assert "Asserted" not in unread
    read = card("Not Paris", correct=False, equivalence=1.0, asserted=0.01)
    assert "Same meaning" not in read
    assert "Same meaning" not in card("😀", correct=False, is_unknown=True)
    assert "Asserted" in read


WORD_FOR_WORD = {"keyword_similarity": 1.0, "matched_ngram": "paris"}


@pytest.mark.parametrize(
    ("given", "expected"),
    [
        (("Paris", True, WORD_FOR_WORD), ">Contains the correct answer: Paris.<"),
        (("Paris", False, WORD_FOR_WORD), "answer: Paris, but the score is below the threshold.<"),
        (("Lyon", False, {}), ">Says Lyon instead of Paris.<"),
        (("Lyon", True, {}), ">Has Lyon, which is close to the correct answer.<"),
        (
            ("Rome", False, {"is_other_value": True, "rule": "number", "evidence": "Says 4 instead of 5"}),
            ">Says 4 instead of 5.<",
        ),
        (("Yes", True, {"rule": "closed answer", "evidence": "Answers “yes”"}), ">Answers “yes”.<"),
        (("I don't know.", False, {"not_attempted": "refusal"}), "Incorrect</h2>"),
        ((".", False, {"not_attempted": "no words"}), ">No words or numbers to compare.<"),
        (
            ("It is not Paris", False, {"not_attempted": "refusal"}),
            ">Doesn&#x27;t answer the question (a refusal",
        ),
        (("Paris", True, {"smile": 0.6731}), "<strong>0.673</strong>"),
    ],
)
def test_a_card_explains_its_verdict(given: tuple[str, bool, dict[str, Any]], expected: str) -> None:
    answer, is_right, scores = given
    card = default_card(answer, correct=is_right, **scores)
    assert expected in card, card


@pytest.mark.parametrize(
    ("answer", "reference", "ngram", "expected"),
    [
        # Static vectors of the same words in another order are the same vector.
        ("Ben beat Anna", "Anna beat Ben", "ben beat anna", "words in a different order.<"),
        (
            "Obama, Barack",
            "Barack Obama",
            "obama barack",
            "Contains the correct answer&#x27;s words in a different order.<",
        ),
        ("one thousand", "1,000", "1000", "Contains the correct answer in another form: one thousand."),
        ("They sold 1000 copies", "1,000", "1000", "Contains the correct answer in another form: 1000."),
        ("two kittens", "kitten", "kitten", "Contains the correct answer in another form: kittens."),
        ("I said: PARIS!", "Paris", "paris", "Contains the correct answer: Paris."),
        ("It is 1,000.", "$1,000", "1000", "Contains the correct answer in another form: 1,000."),
        ("It is 2x^2.", "2x", "2 x", "Contains the correct answer in another form"),
        ("It is £7.25.", "$7.25", "7.25", "words, but with another sign.<"),
    ],
)
def test_only_the_same_order_is_verbatim(answer: str, reference: str, ngram: str, expected: str) -> None:
    card = default_card(answer, reference, ngram, correct=True, keyword_similarity=1.0)
    assert expected in card


@pytest.mark.parametrize(
    ("scores", "why"),
    [
        ({"doubt_reason": "refusal"}, "Please check: it also contains a refusal."),
        ({"doubt_reason": "word order"}, "Please check: the same words in a different order may mean something else."),
        (
            {"correct": False, "doubt_reason": "reader"},
            "Please check: the score is below the threshold, but the trained model judges that the meanings match.",
        ),
        ({"doubt_reason": "names others"}, "Please check: it names something else too, and the score of "),
        ({"correct": False}, "is close to the threshold."),
    ],
)
def test_unsure_verdict_names_its_cause(scores: dict[str, Any], why: str) -> None:
    given: dict[str, Any] = {**WORD_FOR_WORD, "correct": True, "verdict": "unsure", **scores}
    found = default_card("Paris", **given)
    assert "Unsure</h2>" in found
    assert why in found
