"""SMILE in a pipeline of lighteval itself."""

from pathlib import Path
from types import ModuleType
from typing import Any

import pytest
from lighteval.logging.evaluation_tracker import EvaluationTracker
from lighteval.models.dummy.dummy_model import DummyModel, DummyModelConfig
from lighteval.models.model_output import ModelResponse
from lighteval.pipeline import ParallelismManager, Pipeline, PipelineParameters
from lighteval.tasks.registry import Registry
from lighteval.tasks.requests import Doc

from smile import DataError, SmileScorer
from tests.docs.test_readme import NEEDS_TOOLS, TEXTS, blocks
from tests.support.command_line import read_sample, write_jsonl

[TASK] = [block for block in blocks(TEXTS[NEEDS_TOOLS], "python") if "lighteval" in block]


class RecordedAnswers(DummyModel):
    """Gives the answers in the order of their questions."""

    def __init__(self, answers: list[Any], folder: Path) -> None:
        super().__init__(DummyModelConfig(cache_dir=str(folder / "cache")))
        self._answers = answers

    def greedy_until(self, docs: list[Doc]) -> list[ModelResponse]:
        return [ModelResponse(text=[self._answers[int(doc.id)]]) for doc in docs]


@pytest.fixture(autouse=True)
def own_tasks_only(monkeypatch: pytest.MonkeyPatch) -> None:
    """Without the tasks that come with lighteval: loading them downloads tables."""
    monkeypatch.setattr(Registry, "_load_from_files", staticmethod(lambda *_: {}))
    monkeypatch.setattr(Registry, "_load_from_subdirs", staticmethod(lambda *_: {}))


def run(rows: list[dict[str, Any]], folder: Path) -> dict[str, float]:
    """Runs the documented task on rows in a folder and returns its results."""
    (folder / "questions").mkdir()
    write_jsonl(folder / "questions" / "test.jsonl", rows)
    task = ModuleType("task")
    exec(TASK.replace("you/your-questions", str(folder / "questions")), vars(task))  # noqa: S102
    pipeline = Pipeline(
        tasks="sample_qa|0",
        pipeline_parameters=PipelineParameters(launcher_type=ParallelismManager.NONE, custom_tasks_directory=task),
        evaluation_tracker=EvaluationTracker(output_dir=str(folder / "results"), save_details=True),
        model=RecordedAnswers([row["prediction"] for row in rows], folder),
    )
    pipeline.evaluate()
    pipeline.save_and_push_results()
    return pipeline.get_results()["results"]["sample_qa:0"]


def test_a_task_scores_as_smile_does(calls: list[int], own_folder: Path) -> None:
    rows = read_sample(20)
    results = run(rows, own_folder)
    assert calls == [20]  # for two metrics
    expected = SmileScorer().score(*([row[name] for row in rows] for name in ("prediction", "references", "question")))
    assert results["smile"] == pytest.approx(expected.smile.mean(), abs=1e-9)
    assert results["smile_accuracy"] == pytest.approx(expected.correct.mean(), abs=1e-9)
    assert 0 < results["smile_stderr"] < 0.2


def test_invalid_document_ends_the_run(own_folder: Path) -> None:
    with pytest.raises(DataError, match=r"^document 0 of sample_qa\|0: the list of references is empty: give a string"):
        run([read_sample(1)[0] | {"references": []}], own_folder)
