from dataclasses import replace

import numpy as np
import pandas as pd
import pytest

from smile import Scores, SmileScorer, UsageError
from smile.rows.checked_rows import check_rows
from smile.scoring.results import COLUMNS, check_interval
from smile.settings.named_settings import named_settings
from smile.statistics.accuracy_interval import accuracy_interval
from smile.statistics.bootstrap import mean_interval

PLEASE_CHECK = ". Please check: it names something else too, and the score of 0.30 is close to the threshold"


@pytest.fixture
def scores() -> Scores:
    """Three rows, the last one an empty prediction; the numbers are not the metric's but easy to average."""
    return Scores(
        smile=np.array([0.9, 0.3, 0.0]),
        semantic=np.array([0.6, 0.6, 0.0]),
        lexical=np.array([1.0, 0.2, 0.0]),
        easy_match=np.array([1.0, 0.5, 0.0]),
        keyword_similarity=np.array([1.0, 0.8, 0.0]),
        rating=np.array([5, 1, 0]),
        correct=np.array([True, False, False]),
        verdict=["correct", "unsure", "incorrect"],
        doubt=np.array([0.3, 1.0, 0.0]),
        doubt_reason=["", "names others", ""],
        best_reference=np.array([1, 0, 0]),
        is_other_value=np.array([False, True, False]),
        answer_read=["Paris", "", ""],
        answer_marker=["boxed", "", ""],
        not_attempted=["", "", "empty"],
        matched_ngram=["paris", "rome", ""],
        rule=["spelling", "name", ""],
        evidence=["Same thing: paris = Paris", "Says Rome instead of Paris", ""],
        is_empty=np.array([False, False, True]),
        is_unfinished=np.array([False, False, False]),
        is_out_of_vocabulary=np.array([True, False, False]),
        is_truncated=np.array([False, True, False]),
        has_failed_rule=np.array([False, False, False]),
        signature="sig",
        rows=list(check_rows(["Paris", "Rome", ""], [["Lyon", "Paris"], "Paris", "Paris"])),
        settings=named_settings(),
    )


def test_the_aggregate_is_the_mean_of_the_items(scores: Scores) -> None:
    assert scores.summary() == {
        "smile": pytest.approx(0.4),
        "semantic": pytest.approx(0.4),
        "lexical": pytest.approx(0.4),
        "easy_match": pytest.approx(0.5),
        "keyword_similarity": pytest.approx(0.6),
        "accuracy": pytest.approx(1 / 3),
        "accuracy_given_attempted": pytest.approx(1 / 2),
        "f_score": pytest.approx(0.4),
        "hallucination_rate": pytest.approx(0.5),
        "correct_minus_incorrect": 0,
        "n_not_attempted": 1,
        "n": 3,
        "n_correct": 1,
        "n_unsure": 1,
        "n_empty_predictions": 1,
        "notes": {
            "truncated": 1,
            "out_of_vocabulary": 1,
            "unfinished": 0,
            "names_others": 1,
            "without_question": 0,
            "same_value": 1,
            "other_value": 1,
            "failed_rules": 0,
        },
        "signature": "sig",
    }


def test_the_items_are_lists_of_one_length(scores: Scores) -> None:
    assert scores.summary(per_item=True)["items"] == {
        "smile": [0.9, 0.3, 0.0],
        "semantic": [0.6, 0.6, 0.0],
        "lexical": [1.0, 0.2, 0.0],
        "easy_match": [1.0, 0.5, 0.0],
        "keyword_similarity": [1.0, 0.8, 0.0],
        "rating": [5, 1, 0],
        "correct": [True, False, False],
        "verdict": ["correct", "unsure", "incorrect"],
        "doubt": [0.3, 1.0, 0.0],
        "best_reference": [1, 0, 0],
        "answer_read": ["Paris", "", ""],
        "answer_marker": ["boxed", "", ""],
        "not_attempted": ["", "", "empty"],
        "matched_ngram": ["paris", "rome", ""],
        "rule": ["spelling", "name", ""],
        "reason": ["Same thing: paris = Paris", f"Says Rome instead of Paris{PLEASE_CHECK}", "Empty answer"],
    }
    assert scores.items(slice(1, 3))["reason"] == [f"Says Rome instead of Paris{PLEASE_CHECK}", "Empty answer"]


def test_a_row_gives_its_score_and_its_reason(scores: Scores) -> None:
    assert scores[0] == (0.9, True, "correct", "Same thing: paris = Paris")
    assert scores[-1] == (0.0, False, "incorrect", "Empty answer")
    assert [row.reason for row in scores] == [
        scores[0].reason,
        f"Says Rome instead of Paris{PLEASE_CHECK}",
        scores[2].reason,
    ]
    of_words = {"rule": [""] * 3, "evidence": [""] * 3, "is_other_value": np.zeros(3, dtype=np.bool_)}
    plain = replace(scores, **of_words, asserted=np.array([0.9, 0.05, 0.9]))
    assert plain[0].reason == "Contains the correct answer: Paris"
    assert plain[1].reason == (
        f"The model judges that it mentions the correct answer without giving it as the answer{PLEASE_CHECK}"
    )
    with pytest.raises(IndexError):
        scores[3]


def test_tables_of_pandas_and_datasets_have_the_items(scores: Scores) -> None:
    assert scores.to_pandas().to_dict("list") == scores.items()
    assert scores.to_dataset().to_dict() == scores.items()


@pytest.mark.parametrize("of", ["predictions", "references"])
def test_a_table_keeps_the_index_of_a_series(of: str) -> None:
    columns = {"predictions": ["Paris", "Oslo"], "references": ["Paris", "Rome"]}
    columns[of] = pd.Series(columns[of], index=[7, 3])
    assert SmileScorer("fast").score(**columns).to_pandas()["correct"].to_dict() == {7: True, 3: False}


def test_notebook_shows_ten_rows_and_escapes(scores: Scores) -> None:
    many = {each.name: [*getattr(scores, each.name)] * 4 for each in COLUMNS if getattr(scores, each.name) is not None}
    many = {name: value if isinstance(value[0], str) else np.array(value) for name, value in many.items()}
    shown = replace(scores, **many | {"evidence": ["<b>"] * 12}, rows=scores.rows * 4)
    assert shown._repr_html_().count("<tr>") == 11
    assert "&lt;b&gt;" in shown._repr_html_()
    assert shown._repr_html_().endswith("<p>and 2 more</p>")
    assert repr(shown).splitlines()[0] == "SMILE 0.400; 4 correct, 4 incorrect, 4 unsure"
    assert repr(shown).endswith("\n   and 2 more")


def test_intervals_are_part_of_the_signature(scores: Scores) -> None:
    result = scores.summary(confidence_level=0.9)
    assert result["smile_ci"] == mean_interval(scores.smile, 0.9)
    assert result["accuracy_ci"] == accuracy_interval(np.array([True, False, False]), 0.9)
    assert (result["signature"], scores.summary()["signature"]) == ("sig|ci:0.9", "sig")


def test_an_interval_of_a_single_row_is_refused() -> None:
    with pytest.raises(UsageError) as error:
        check_interval(0.95, 1)
    assert str(error.value) == "the confidence level 0.95 needs at least 2 rows, got 1: leave it out"


def test_stated_confidences_are_calibrated() -> None:
    outputs = ["Paris\nConfidence: 90 %", "Answer: Rome\nConfidence: 0.8", "Paris", "I don't know. Confidence: 10%"]
    found = SmileScorer("fast").score(outputs, ["Paris"] * 4)
    assert found.items()["confidence"] == [0.9, 0.8, None, 0.1]
    assert found.answer_read == ["Paris", "Rome", "", "I don't know."]
    summary = found.summary()
    assert summary["calibration_error"] == pytest.approx(abs((0.9 + 0.8 + 0.1 - 1) / 3))
    assert (summary["n_with_confidence"], summary["hallucination_rate"], summary["f_score"]) == (3, 0.5, 4 / 7)
    assert SmileScorer("fast").score(outputs, ["Paris"] * 4)[1].correct is False
    assert "calibration_error" not in found[2:3].summary()
    whole = SmileScorer("fast", answer="whole").score(outputs[:1], ["Paris"])
    assert whole.smile[0] < found.smile[0]
