"""SMILE in a pipeline of Haystack itself."""

import pytest
from haystack import Pipeline
from haystack.evaluation import EvaluationRunResult

from smile import SmileScorer
from smile.integrations.haystack import SMILEEvaluator
from tests.support.command_line import read_sample

ROWS = read_sample(20)
COLUMNS = {
    "ground_truth_answers": [row["references"] for row in ROWS],
    "predicted_answers": [row["prediction"] for row in ROWS],
    "questions": [row["question"] for row in ROWS],
}


def test_saved_pipeline_has_smiles_scores(calls: list[int]) -> None:
    pipeline = Pipeline()
    pipeline.add_component("smile", SMILEEvaluator(threshold=0.5, semantic_weight=0.4))
    loaded = Pipeline.loads(pipeline.dumps(), allowed_modules=["smile.integrations.haystack"])
    result = loaded.run({"smile": COLUMNS})["smile"]
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
