"""SMILE in a pipeline of Haystack itself."""

from typing import Any

import pytest
from haystack import Pipeline
from haystack.evaluation import EvaluationRunResult

from smile import SmileScorer
from smile.errors import UsageError
from smile.integrations.haystack import SMILEEvaluator
from tests.support.command_line import read_sample

ROWS = read_sample(20)
COLUMNS = {
    "ground_truth_answers": [row["references"] for row in ROWS],
    "predicted_answers": [row["prediction"] for row in ROWS],
    "questions": [row["question"] for row in ROWS],
}


def pipeline_of(evaluator: SMILEEvaluator) -> Pipeline:
    pipeline = Pipeline()
    pipeline.add_component("smile", evaluator)
    return pipeline


def test_a_pipeline_from_its_file_scores_as_smile_does(calls: list[int]) -> None:
    text = pipeline_of(SMILEEvaluator(threshold=0.5, semantic_weight=0.4)).dumps()
    result = Pipeline.loads(text, allowed_modules=["smile.integrations.haystack"]).run({"smile": COLUMNS})["smile"]
    assert calls == [20]
    expected = SmileScorer(threshold=0.5, semantic_weight=0.4).score(
        COLUMNS["predicted_answers"], COLUMNS["ground_truth_answers"], COLUMNS["questions"]
    )
    assert result["individual_scores"] == pytest.approx(expected.smile.tolist(), abs=1e-9)
    assert result["score"] == pytest.approx(expected.smile.mean(), abs=1e-9)
    assert result["accuracy"] == expected.correct.mean()
    assert result["signature"] == expected.signature

    report = EvaluationRunResult("run", {"question": COLUMNS["questions"]}, {"smile": result})
    assert report.aggregated_report() == {"metrics": ["smile"], "score": [result["score"]]}
    assert report.detailed_report()["smile"] == result["individual_scores"]


@pytest.mark.parametrize(
    ("truths", "answers", "message"),
    [
        ([], [], "there are no rows to score"),
        (["a"], None, "predictions is missing"),
        (["a"], [None], "row 0: the prediction is None"),
        ([[]], ["a"], "row 0: the list of references is empty"),
        ([3], ["a"], "row 0: the reference is 3"),
        (["a", "b"], ["a"], "predictions has 1 rows and references has 2"),
    ],
)
def test_wrong_input_shows_our_message(truths: Any, answers: Any, message: str) -> None:
    with pytest.raises(Exception, match=message):
        pipeline_of(SMILEEvaluator()).run({"smile": {"ground_truth_answers": truths, "predicted_answers": answers}})


def test_an_unknown_option_is_refused_when_the_component_is_made() -> None:
    with pytest.raises(UsageError, match="unknown option 'tresh'"):
        SMILEEvaluator(tresh=0.5)
