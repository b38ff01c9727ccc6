"""Results as a user takes them: sums, items, rows, tables, and in the place of numbers."""

import json
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import numpy as np
import pandas as pd
import pytest

import smile
from smile import AgreementScorer, Estimator, Scores, SmileScorer, UsageError, find_wrong_references, rank_systems
from smile.result_types import ScoreItems
from smile.rows.row_table import COLUMNS
from smile.statistics.accuracy_interval import accuracy_interval
from smile.statistics.bootstrap import mean_interval

PREDICTIONS = ["Paris", "Rome", "It is Oslo.", "Bern", "", "Canberra", "a red cap", "<think>5", "36 inches"]
REFERENCES: list[Any] = ["Paris", "Paris", "Oslo", "Bern", "Kyiv", "Sydney", "a red hat", "6", ["a foot", "a yard"]]
LABELS = [1, 0, 1, 1, 0, 0, 0, 0, 1]
QUESTIONS = [f"Capital {i}?" for i in range(len(LABELS))]


@pytest.fixture(scope="module")
def scores() -> Scores:
    return smile.score(PREDICTIONS, REFERENCES, setting="fast")


def test_sums_are_those_of_the_items(scores: Scores) -> None:
    found = scores.summary(per_item=True)
    items = found["items"]
    assert {len(column) for column in items.values()} == {9}
    for name in ("smile", "semantic", "lexical", "easy_match", "keyword_similarity"):
        assert found[name] == pytest.approx(np.mean(items[name]))
    assert items["correct"] == [True, False, True, True, False, False, True, False, True]
    assert items["not_attempted"] == [*[""] * 4, "empty", "", "", "unfinished", ""]
    assert " ".join(items["verdict"]) == ("correct incorrect correct correct incorrect unsure unsure incorrect correct")
    assert (items["rule"][8], items["best_reference"][8]) == ("quantity", 1)
    # Of 9 answers 2 attempt nothing, and 5 are correct, one of them unsure.
    counts = {"n": 9, "n_correct": 4, "n_unsure": 2, "n_not_attempted": 2, "n_empty_predictions": 1}
    shares = {"accuracy": 5 / 9, "accuracy_given_attempted": 5 / 7, "f_score": 2 * 5 / (9 + 7)}
    shares |= {"hallucination_rate": 2 / 4, "correct_minus_incorrect": (5 - 2) / 9}
    assert {name: found[name] for name in counts | shares} == pytest.approx(counts | shares)
    notes = {"truncated": 0, "unfinished": 1, "same_value": 1, "other_value": 0, "failed_rules": 0}
    assert {name: found["notes"][name] for name in notes} == notes


def test_columns_have_the_kinds_of_their_values(scores: Scores) -> None:
    found = scores.columns()
    assert {name: {*map(type, values)} for name, values in found.items()} == {name: {COLUMNS[name]} for name in found}
    assert COLUMNS.keys() - found.keys() == {"equivalence", "asserted"}
    assert ScoreItems.__annotations__.keys() - COLUMNS.keys() == {"reason"}


def test_rows_have_scores_and_reasons(scores: Scores) -> None:
    assert scores[0] == (1.0, True, "correct", "Contains the correct answer: Paris")
    assert scores[-1].reason == "Same thing, written differently: 36 inches = a yard"
    assert scores.reason == [row.reason for row in scores] == scores.items()["reason"]
    assert [scores[i].smile for i in (2, 3)] == scores[2:4].tolist()
    with pytest.raises(IndexError):
        scores[9]


def test_tables_have_items_and_keep_an_index(scores: Scores) -> None:
    assert scores.to_pandas().to_dict("list") == scores.items()
    assert json.loads(json.dumps(scores.to_dict())) == scores.summary(per_item=True)
    labelled = SmileScorer("fast")(pd.Series(PREDICTIONS, index=list("abcdefghi")), REFERENCES)
    assert labelled[1:3].to_pandas().index.tolist() == ["b", "c"]


def test_notebook_shows_ten_rows_and_escapes(scores: Scores) -> None:
    many = {
        name: value * 2 if COLUMNS[name] is str else np.array(value * 2) for name, value in scores.columns().items()
    }
    shown = replace(scores, **many | {"evidence": ["<b>"] * 18, "rule": ["name"] * 18}, rows=scores.rows * 2)
    assert shown._repr_html_().count("<tr>") == 11
    assert "&lt;b&gt;" in shown._repr_html_()
    assert shown._repr_html_().endswith("<p>and 8 more</p>")
    assert repr(shown).splitlines()[0].endswith("8 correct, 6 incorrect, 4 unsure")
    assert repr(shown).endswith("\n   and 8 more")


def test_intervals_are_part_of_the_signature(scores: Scores) -> None:
    result = scores.summary(confidence_level=0.9)
    assert result["smile_ci"] == mean_interval(scores.smile, 0.9)
    assert result["accuracy_ci"] == accuracy_interval(scores.correct, 0.9)
    assert result["signature"] == f"{scores.signature}|ci:0.9"
    with pytest.raises(UsageError, match=r"the confidence level 0\.9 needs at least 2 rows, got 1: leave it out"):
        scores[:1].summary(confidence_level=0.9)


def test_stated_confidences_are_calibrated() -> None:
    outputs = ["Paris\nConfidence: 90 %", "Answer: Rome\nConfidence: 0.8", "Paris", "I don't know. Confidence: 10%"]
    found = SmileScorer("fast").score(outputs, ["Paris"] * 4)
    assert found.items()["confidence"] == [0.9, 0.8, None, 0.1]
    assert found.answer_read == ["Paris", "Rome", "", "I don't know."]
    summary = found.summary()
    assert summary["calibration_error"] == pytest.approx(abs((0.9 + 0.8 + 0.1 - 1) / 3))
    assert (summary["n_with_confidence"], summary["hallucination_rate"], summary["f_score"]) == (3, 0.5, 4 / 7)
    assert "calibration_error" not in found[2:3].summary()
    assert SmileScorer("fast", answer="whole").score(outputs[:1], ["Paris"]).smile[0] < found.smile[0]


def test_scores_stand_where_numbers_are_asked_for(scores: Scores) -> None:
    numbers = scores.smile.tolist()
    for measure in (AgreementScorer().score, Estimator().estimate):
        assert str(measure(scores, LABELS)) == str(measure(numbers, LABELS))
    assert rank_systems({"a": scores, "b": scores}) == rank_systems({"a": numbers, "b": numbers})
    rows = (PREDICTIONS * 2, REFERENCES * 2, ["a"] * 9 + ["b"] * 9, QUESTIONS * 2)
    twice = smile.score(*rows[:2], QUESTIONS * 2, setting="fast")
    assert find_wrong_references(*rows, scores=twice).to_dict() == find_wrong_references(*rows).to_dict()


@pytest.mark.parametrize(
    ("call", "hint"),
    [
        (lambda scores: scores.mean(), "scores.smile.mean()"),
        (lambda scores: scores.to_csv("a.csv"), "scores.to_pandas().to_csv"),
        (lambda scores: scores["smile"], "write scores.smile"),
        (lambda scores: SmileScorer().compute(predictions=[], references=[]), "scorer.score(predictions, references"),
        (lambda scores: SmileScorer().score(["a"], ["a"], question=["b"]), "did you mean 'questions'"),
    ],
)
def test_other_guesses_name_what_to_write(call: Callable[[Scores], Any], hint: str, scores: Scores) -> None:
    with pytest.raises((AttributeError, TypeError, UsageError)) as error:
        call(scores)
    assert hint in str(error.value)


def test_a_failed_assertion_lists_the_worst_rows(scores: Scores) -> None:
    smile.assert_accuracy(scores, 0.4)
    with pytest.raises(AssertionError) as error:
        smile.assert_accuracy(scores, 0.9)
    first, _, *rows = str(error.value).splitlines()
    assert first == "the accuracy is 0.556, under 0.9: 4 of 9 answers are not correct"
    assert {int(row.split()[0]) for row in rows} == {1, 4, 5, 7}


def test_verdicts_follow_doubt_and_leave_correct() -> None:
    answers = ["It is Paris.", "Lyon", "stone cold heart", "I don't know. It is Paris.", "a red cap"]
    scores = SmileScorer("fast").score(answers, ["Paris", "Paris", "cold heart stone", "Paris", "a red hat"])
    assert scores.verdict == ["correct", "incorrect", "unsure", "unsure", "unsure"]
    assert scores.correct.tolist()[:4] == [True, False, True, True]
    assert [each == "unsure" for each in scores.verdict] == (scores.doubt > 0.7).tolist()
    assert ((scores.doubt >= 0) & (scores.doubt <= 1)).all()
    assert [reason.partition(" Please check: ")[2] for reason in scores.reason] == [
        "",
        "",
        "the same words in a different order may mean something else",
        "it also contains a refusal",
        f"the score of {scores.smile[4]:.2f} is close to the threshold",
    ]
