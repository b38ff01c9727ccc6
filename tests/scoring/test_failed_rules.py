"""A rule for values that fails: the words decide, and the row is counted and named. Elsewhere this is an error."""

import re
from pathlib import Path
from typing import Any

import pytest

from smile import SmileScorer
from smile.errors import ModelError, RuleWarning
from smile.scoring import plan
from tests.support.command_line import run_smile, write_jsonl

BAD = "a fault"


@pytest.fixture(autouse=True)
def failing_rule(monkeypatch: pytest.MonkeyPatch) -> None:
    """The rules fail on one answer: no text is known that makes them fail."""
    find_match = plan.find_match

    def fail(reference: str, is_found: bool, answer: Any, question: str | None) -> Any:
        if answer.text == BAD:
            raise ValueError(f"cannot read {reference}")
        return find_match(reference, is_found, answer, question)

    monkeypatch.setattr(plan, "find_match", fail)


@pytest.mark.parametrize("setting", ["fast", "learned"])
@pytest.mark.filterwarnings("ignore::smile.errors.LearnedWarning")
@pytest.mark.real_encoder
def test_the_words_decide_and_the_row_is_named(setting: str) -> None:
    scorer = SmileScorer(setting)
    message = "failed on 2 of 3 rows.*: row 1, 'a fault' (ValueError: cannot read .*); row 2, 'a fault' (Val"
    with pytest.warns(RuleWarning, match=re.escape(message).replace(r"\.\*", ".*")):
        scores = scorer.score(["one yard", BAD, BAD], ["36 inches", ["Rome", BAD], "Rome"])
    assert scores.correct.tolist() == [True, True, False]
    assert scores.has_failed_rule.tolist() == [False, True, True]
    assert scores.summary()["notes"]["failed_rules"] == 2


def test_an_error_on_purpose_still_ends_the_run(monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_: Any) -> None:
        raise ModelError("no dictionary")

    monkeypatch.setattr(plan, "find_match", fail)
    with pytest.raises(ModelError, match="no dictionary"):
        SmileScorer("fast").score(["Paris"], ["Rome"])


@pytest.mark.parametrize("workers", [[], ["--workers", "1"]])
def test_a_file_names_rows_of_all_chunks(workers: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("smile.runs.chunked_files.chunk_rows", lambda _: 2)
    answers = ["Rome", BAD, "Oslo", BAD, "Bergen"]
    file = write_jsonl(tmp_path / "rows.jsonl", [{"prediction": text, "reference": "Rome"} for text in answers])
    result = run_smile("score", file, "--setting", "fast", *workers)
    assert result.exit_code == 0
    assert re.findall(r"row \d+", result.stderr) == ["row 1", "row 3"]
    assert "2 rows have a value that could not be read" in " ".join(result.stdout.split())
