"""SMILE in Inspect itself."""

from pathlib import Path

import pytest

from smile import DataError, SmileScorer
from smile.files.row_files import read_rows
from smile.rows.checked_rows import check_rows
from tests.support.command_line import read_sample
from tools.example_logs import run_inspect

ROWS = read_sample(24)


def test_a_log_has_the_scores_that_smile_gives(real_scorer: SmileScorer, calls: list[int], own_folder: Path) -> None:
    answers = {row["question"]: row["prediction"] for row in ROWS}
    log = run_inspect(ROWS, answers.__getitem__, own_folder)
    assert log.status == "success"
    assert sum(calls) == len(ROWS)
    assert len(calls) <= len(ROWS) / 2, "samples that end together are scored together"

    predictions = [answers[row["question"]] for row in ROWS]
    expected = real_scorer.score(predictions, *([row[name] for row in ROWS] for name in ("references", "question")))
    scores = {sample.id: sample.scores["smile"] for sample in log.samples}
    for i, row in enumerate(ROWS):
        score = scores[row["id"]]
        assert score.value["smile"] == pytest.approx(expected.smile[i], abs=1e-9)
        assert score.value["correct"] == expected.correct[i]
        assert score.metadata["semantic"] == pytest.approx(expected.semantic[i], abs=1e-9)
    again = real_scorer.score_rows(check_rows(predictions[:1], [ROWS[0]["references"]], [ROWS[0]["question"]]))
    assert scores[ROWS[0]["id"]].metadata["signature"] == again.signature
    metrics = {each.name: each.metrics for each in log.results.scores}
    assert metrics["smile"]["mean"].value == pytest.approx(expected.smile.mean(), abs=1e-9)
    assert metrics["smile"]["stderr"].value > 0
    assert metrics["correct"]["accuracy"].value == pytest.approx(expected.correct.mean(), abs=1e-9)


def test_a_wrong_sample_shows_our_message(own_folder: Path) -> None:
    log = run_inspect([ROWS[0] | {"references": " "}, ROWS[2]], lambda _: "CO2", own_folder)
    failed, scored = log.samples
    assert failed.error.message.startswith(
        "DataError(\"sample 'short-001': the reference is empty (' '): give a string"
    )
    assert scored.scores["smile"].value["smile"] > 0
    [path] = own_folder.glob("*.eval")
    with pytest.raises(DataError, match=r"sample 'short-001', epoch 1: the sample ended in an error \(DataError"):
        read_rows(path)
