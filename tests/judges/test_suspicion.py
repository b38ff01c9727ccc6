from pathlib import Path

import pytest

from smile.judges.judge import is_suspicious
from tests.support.cases import read_cases
from tests.support.command_line import read_sample


@pytest.mark.parametrize(("answer", "expected"), read_cases(Path(__file__).parent / "suspicious.tsv"))
def test_cases(answer: str, expected: str) -> None:
    assert is_suspicious(answer) == (expected == "yes")


def test_no_sample_answer_is_suspicious() -> None:
    predictions = [row["prediction"] for row in read_sample()]
    assert len(predictions) >= 140
    assert [prediction for prediction in predictions if is_suspicious(prediction)] == []
