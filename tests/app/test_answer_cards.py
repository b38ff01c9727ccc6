"""What an answer's card says of it: never what the verdict denies."""

from typing import Any

import pytest

from smile.app.pieces.answer_cards import answer_card
from smile.settings.named_settings import named_settings
from tests.support.cases import cases

# What an item has where there is nothing to tell.
NOTHING: dict[str, Any] = {"doubt_reason": "", "best_reference": 0, "is_other_value": False}
NOTHING |= dict.fromkeys(("answer_read", "answer_marker", "not_attempted", "rule", "evidence"), "")


def card_of(answer: str, reference: str = "Paris", ngram: str = "", **scores: Any) -> str:
    settings = named_settings("default")
    given: dict[str, Any] = dict.fromkeys(("smile", "semantic", "lexical", "easy_match", "keyword_similarity"), 0.5)
    given |= NOTHING | {"correct": False, "rating": 2, "matched_ngram": ngram or answer.lower()} | scores
    given = {"verdict": "correct" if given["correct"] else "incorrect"} | given
    return "".join(answer_card(answer, [reference], given, settings, is_truncated=False, is_out_of_vocabulary=False))


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
        (("It is not Paris", False, {"not_attempted": "refusal"}), ">Doesn&#x27;t answer the question (a refusal"),
        (("Paris", True, {"smile": 0.6731}), "<strong>0.673</strong>"),
    ],
)
def test_a_card_explains_its_verdict(given: tuple[str, bool, dict[str, Any]], expected: str) -> None:
    answer, is_right, scores = given
    card = card_of(answer, correct=is_right, **scores)
    assert expected in card, card


@cases
def test_only_the_same_order_is_verbatim(answer: str, reference: str, ngram: str, expected: str) -> None:
    card = card_of(answer, reference, ngram, correct=True, keyword_similarity=1.0)
    assert expected in card
