"""SMILE in MLflow itself, with a store of its own."""

from collections.abc import Iterator
from typing import Any

import mlflow
import pandas as pd
import pytest

from smile import SmileScorer
from smile.integrations.mlflow import SIGNATURE_TAG, smile_metric, smile_scorer
from tests.support.command_line import read_sample

ROWS = read_sample(8)


@pytest.fixture(scope="module", autouse=True)
def store(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """One local store for all tests: MLflow takes seconds to make its tables."""
    former = mlflow.get_tracking_uri()
    folder = tmp_path_factory.mktemp("mlflow")
    mlflow.set_tracking_uri(f"sqlite:///{folder / 'mlflow.db'}")
    mlflow.create_experiment("answers", artifact_location=folder.as_uri())
    mlflow.set_experiment("answers")
    yield
    mlflow.set_tracking_uri(former)


def as_data(prediction: Any, reference: Any, question: Any) -> dict[str, Any]:
    return {"inputs": {"question": question}, "outputs": prediction, "expectations": {"expected_response": reference}}


def feedback_of(run_id: str) -> list[Any]:
    traces = mlflow.search_traces(run_id=run_id, return_type="list")
    return [each for trace in traces for each in trace.info.assessments if each.feedback is not None]


def test_the_run_has_the_scores_that_smile_gives(real_scorer: SmileScorer, calls: list[int]) -> None:
    columns = [[row[name] for row in ROWS] for name in ("prediction", "references", "question")]
    result = mlflow.genai.evaluate(data=list(map(as_data, *columns)), scorers=[smile_scorer()])
    assert sum(calls) == len(ROWS)

    expected = real_scorer.score(*columns)
    logged = mlflow.get_run(result.run_id).data.metrics
    assert logged["smile/mean"] == pytest.approx(expected.smile.mean(), abs=1e-9)
    assert logged["smile_correct/mean"] == pytest.approx(expected.correct.mean(), abs=1e-9)
    feedback = [each for each in feedback_of(result.run_id) if each.name == "smile"]
    assert sorted(each.value for each in feedback) == pytest.approx(sorted(expected.smile.tolist()), abs=1e-9)
    assert {each.metadata["signature"].partition("|")[2] for each in feedback} == {expected.signature.partition("|")[2]}


def test_wrong_rows_show_our_messages() -> None:
    wrong = {"the list of references is empty": ("a", [], "Q?"), "the reference is empty": ("a", " ", "Q?")}
    data = [as_data(*cells) for cells in (*wrong.values(), ("a", "a", "Q?"))]
    result = mlflow.genai.evaluate(data=data, scorers=[smile_scorer()])
    errors = [each.error.error_message for each in feedback_of(result.run_id) if each.error is not None]
    assert len(errors) == len(wrong)
    assert all(any(message in error for error in errors) for message in wrong)
    assert result.metrics["smile/mean"] == pytest.approx(1, abs=1e-6)


def test_the_metric_scores_a_table_in_one_call(real_scorer: SmileScorer, calls: list[int]) -> None:
    table = pd.DataFrame({name: [row[name] for row in ROWS] for name in ("prediction", "references")})
    with mlflow.start_run() as run:
        result = mlflow.models.evaluate(
            data=table, predictions="prediction", targets="references", extra_metrics=[smile_metric()]
        )
    assert calls[-1] == len(ROWS)
    assert len(calls) <= 2, "MLflow may try the first row"
    expected = real_scorer.score(table["prediction"], table["references"])
    assert result.metrics["smile/mean"] == pytest.approx(expected.smile.mean(), abs=1e-9)
    assert result.metrics["smile/accuracy"] == pytest.approx(expected.correct.mean(), abs=1e-9)
    stored = mlflow.get_run(run.info.run_id).data
    assert stored.metrics["smile/mean"] == pytest.approx(expected.smile.mean(), abs=1e-9)
    assert stored.tags[SIGNATURE_TAG] == expected.signature
