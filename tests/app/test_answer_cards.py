"""What an answer's card says of it: never what the verdict denies."""

from typing import Any

import pytest

from smile.app.pieces.answer_cards import answer_card, card_html
from smile.settings.named_settings import named_settings

SETTINGS = named_settings("learned")
NOT_COMMITTED = "mentions the reference but does not commit to it"
SAME, OTHER = "says the same as the reference in other words", "says something else than the reference"


def card(answer: str, **scores: Any) -> str:
    given = {
        "smile": 0.9 if scores["correct"] else 0.1,
        "semantic": 0.95,
        "lexical": 0.5,
        "easy_match": 0.5,
        "keyword_similarity": 0.4,
        "equivalence": 0.5,
        "asserted": 1.0,
        "rating": 5 if scores["correct"] else 0,
        "best_reference": 0,
        "matched_ngram": "paris",
        "rule": "",
        "evidence": "",
        "value_match": "",
        **scores,
    }
    made = answer_card(answer, ["Paris"], given, SETTINGS, is_truncated=False, is_unread=False)
    return card_html(made, SETTINGS.threshold)


@pytest.mark.parametrize(
    ("answer", "scores", "says"),
    [
        ("It is not Paris.", {"correct": False, "asserted": 0.1, "keyword_similarity": 1.0}, NOT_COMMITTED),
        ("It is Paris.", {"correct": True, "asserted": 0.98, "keyword_similarity": 1.0}, "word for word"),
        ("the city of light", {"correct": True, "equivalence": 0.9}, SAME),
        ("Rome", {"correct": False, "equivalence": 0.1}, OTHER),
        (
            "36 inches",
            {"correct": True, "rule": "quantity", "evidence": "36 inches = 1 yard", "value_match": "same"},
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


def test_other_settings_show_no_trained_model() -> None:
    given = dict.fromkeys(("smile", "semantic", "lexical", "easy_match", "keyword_similarity"), 0.5)
    given |= {"correct": False, "rating": 2, "best_reference": 0, "rule": "", "evidence": "", "value_match": ""}
    given["matched_ngram"] = "rome"
    settings = named_settings("default")
    made = answer_card("Rome", ["Paris"], given, settings, is_truncated=False, is_unread=False)
    assert "Asserted" not in card_html(made, settings.threshold)
