import json
from pathlib import Path

import pytest

from smile.judges.judge import is_suspicious
from tests.support.cases import read_cases

SAMPLE = Path(__file__).parents[2] / "assets" / "sample_qa.jsonl"


@pytest.mark.parametrize(("answer", "expected"), read_cases(Path(__file__).parent / "suspicious.tsv"))
def test_cases(answer: str, expected: str) -> None:
    assert is_suspicious(answer) == (expected == "yes")


def test_no_sample_answer_is_suspicious() -> None:
    predictions = [json.loads(line)["prediction"] for line in SAMPLE.read_text(encoding="utf-8").splitlines()]
    assert len(predictions) >= 140
    assert [prediction for prediction in predictions if is_suspicious(prediction)] == []
