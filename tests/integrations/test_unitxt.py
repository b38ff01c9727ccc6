"""SMILE in unitxt itself."""

import pytest
from unitxt import create_dataset, evaluate

from smile import SmileScorer
from smile.integrations.unitxt import Smile
from tests.support.command_line import read_sample

ROWS = read_sample(12)


def test_data_set_has_smiles_scores(calls: list[int]) -> None:
    test_set = [{"question": row["question"], "answers": row["references"]} for row in ROWS]
    predictions = [row["prediction"] for row in ROWS]
    dataset = create_dataset(
        task="tasks.qa.open",
        test_set=test_set,
        split="test",
        format="formats.chat_api",
        metrics=[Smile(options={"threshold": 0.5})],
    )
    results = evaluate(predictions, dataset)
    assert calls == [len(ROWS)]
    expected = SmileScorer(threshold=0.5).score(
        predictions, *([row[name] for row in test_set] for name in ("answers", "question"))
    )
    assert results.global_scores["smile"] == pytest.approx(expected.smile.mean(), abs=1e-9)
    assert results.global_scores["smile_accuracy"] == pytest.approx(expected.correct.mean(), abs=1e-9)
    scores = results.instance_scores
    assert [score["smile"] for score in scores] == pytest.approx(expected.smile.tolist(), abs=1e-9)
    assert {score["signature"] for score in scores} == {expected.signature}
