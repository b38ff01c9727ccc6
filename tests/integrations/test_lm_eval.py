"""SMILE in lm-evaluation-harness itself."""

from pathlib import Path

import pytest

from smile import DataError, SmileScorer
from smile.files.row_files import read_rows
from smile.integrations.lm_eval import TaskMetric
from tests.support.command_line import read_sample, write_jsonl
from tools.example_logs import run_lm_eval

TASK = Path(__file__).resolve().parents[2] / "assets" / "logs" / "sample_qa.yaml"


def test_a_task_scores_as_smile_does(real_scorer: SmileScorer, calls: list[int], own_folder: Path) -> None:
    rows = read_sample(20)
    results, samples = run_lm_eval(TASK, own_folder / "results", limit=20)
    assert calls == [20]  # for two aggregations
    expected = real_scorer.score(*([row[name] for row in rows] for name in ("prediction", "references", "question")))
    assert results["smile,none"] == pytest.approx(expected.smile.mean(), abs=1e-9)
    assert results["smile_accuracy,none"] == pytest.approx(expected.correct.mean(), abs=1e-9)

    logged = read_rows(samples)
    assert logged.ids == [row["id"] for row in rows]
    assert real_scorer.score_rows(logged.rows).smile.tolist() == pytest.approx(expected.smile.tolist(), abs=1e-9)


def test_invalid_document_ends_the_run(own_folder: Path) -> None:
    write_jsonl(own_folder / "bad.jsonl", [read_sample(1)[0] | {"references": []}])
    task = own_folder / "bad.yaml"
    task.write_text(TASK.read_text(encoding="utf-8").replace("assets/sample_qa.jsonl", "bad.jsonl"), encoding="utf-8")
    with pytest.raises(DataError, match=r"^document 'short-001': the list of references is empty: give a string"):
        run_lm_eval(task, own_folder / "results")


def test_a_document_without_the_column_is_named() -> None:
    with pytest.raises(DataError, match=r"^a document has no column 'references', only answer: name the columns"):
        TaskMetric(question=None).process_results({"answer": "a"}, ["a"])
