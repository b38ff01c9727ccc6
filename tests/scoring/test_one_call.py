"""Python as a new user guesses it."""

import json
from collections.abc import Callable
from typing import Any

import pandas as pd
import pytest

import smile
from smile import AgreementScorer, Estimator, Scores, SmileScorer, UsageError, find_wrong_references, rank_systems

PREDICTIONS = ["Paris", "Rome", "It is Oslo.", "Bern", "", "Canberra"]
REFERENCES = ["Paris", "Paris", "Oslo", "Bern", "Kyiv", "Sydney"]
LABELS = [1, 0, 1, 1, 0, 0]
QUESTIONS = [f"Capital {i}?" for i in range(6)]


@pytest.fixture(scope="module")
def scores() -> Scores:
    return smile.score(PREDICTIONS, REFERENCES, setting="fast")


def test_columns_slices_and_plain_values(scores: Scores) -> None:
    assert scores.accuracy == scores.summary()["accuracy"] == 0.5
    assert scores.reason == [row.reason for row in scores]
    assert [scores[i].smile for i in (2, 3)] == scores[2:4].tolist()
    assert json.loads(json.dumps(scores.to_dict())) == scores.summary(per_item=True)
    labelled = SmileScorer("fast")(pd.Series(PREDICTIONS, index=list("abcdef")), REFERENCES)
    assert labelled[1:3].to_pandas().index.tolist() == ["b", "c"]


def test_scores_stand_where_numbers_are_asked_for(scores: Scores) -> None:
    numbers = scores.smile.tolist()
    for measure in (AgreementScorer().score, Estimator().estimate):
        assert str(measure(scores, LABELS)) == str(measure(numbers, LABELS))
    assert rank_systems({"a": scores, "b": scores}) == rank_systems({"a": numbers, "b": numbers})
    rows = (PREDICTIONS * 2, REFERENCES * 2, ["a"] * 6 + ["b"] * 6, QUESTIONS * 2)
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
    smile.assert_accuracy(scores, 0.5)
    with pytest.raises(AssertionError) as error:
        smile.assert_accuracy(scores, 0.9)
    first, _, *rows = str(error.value).splitlines()
    assert first == "the accuracy is 0.500, under 0.9: 3 of 6 answers are not correct"
    assert [int(row.split()[0]) for row in rows] == [4, 1, 5]
