"""SMILE in lmms-eval itself; `make test-integrations TOOLS=lmms-eval` runs this where it is installed."""

from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("lmms_eval")

from lmms_eval.api.model import lmms
from lmms_eval.evaluator import simple_evaluate
from lmms_eval.loggers import EvaluationTracker
from lmms_eval.tasks import TaskManager

from smile import SmileScorer
from smile.files.row_files import read_rows
from tests.support.command_line import SAMPLE, read_sample

TASK = (SAMPLE.parent / "logs" / "sample_qa.yaml").read_text(encoding="utf-8")


class RecordedAnswers(lmms):
    """Gives each document's own `prediction`."""

    is_simple = True

    def generate_until(self, requests: Any) -> list[str]:
        return [self.task_dict[task][split][i]["prediction"] for *_, i, task, split in (each.args for each in requests)]

    def loglikelihood(self, requests: Any) -> Any:
        raise NotImplementedError

    def generate_until_multi_round(self, requests: Any) -> Any:
        raise NotImplementedError


def run(task: str, folder: Path, limit: int | None = None) -> tuple[dict[str, Any], Path]:
    """Runs a task and returns its results, and the file with its samples."""
    (folder / "tasks").mkdir()
    (folder / "tasks" / "sample_qa.yaml").write_text(task, encoding="utf-8")
    tracker = EvaluationTracker(output_path=str(folder / "results"))
    manager = TaskManager(include_path=str(folder / "tasks"), include_defaults=False)
    results = simple_evaluate(
        model=RecordedAnswers(), tasks=["sample_qa"], limit=limit, evaluation_tracker=tracker, task_manager=manager
    )
    samples = results.pop("samples")
    tracker.save_results_aggregated(results, samples, "now")
    tracker.save_results_samples("sample_qa", samples["sample_qa"])
    [path] = (folder / "results").rglob("*_samples_sample_qa.jsonl")
    return results["results"]["sample_qa"], path


def test_lm_eval_task_has_smiles_scores(calls: list[int], own_folder: Path) -> None:
    rows = read_sample(20)
    results, samples = run(TASK, own_folder, limit=20)
    assert calls == [20]  # for two aggregations
    expected = SmileScorer().score(*([row[name] for row in rows] for name in ("prediction", "references", "question")))
    assert results["smile,none"] == pytest.approx(expected.smile.mean(), abs=1e-9)
    assert results["smile_accuracy,none"] == pytest.approx(expected.correct.mean(), abs=1e-9)
    logged = SmileScorer().score_rows(read_rows(samples).rows)
    assert logged.smile.tolist() == pytest.approx(expected.smile.tolist(), abs=1e-9)
