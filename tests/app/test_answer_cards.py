"""What an answer's card says of it: never what the verdict denies."""

from typing import Any

import pytest

from smile.app.pieces.answer_cards import answer_card
from smile.settings.named_settings import named_settings
from tests.support.cases import cases

SETTINGS = named_settings("learned")
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


def default_card(answer: str, reference: str = "Paris", ngram: str = "", **scores: Any) -> str:
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
    card = default_card(answer, correct=is_right, **scores)
    assert expected in card, card


@cases
def test_only_the_same_order_is_verbatim(answer: str, reference: str, ngram: str, expected: str) -> None:
    card = default_card(answer, reference, ngram, correct=True, keyword_similarity=1.0)
    assert expected in card
