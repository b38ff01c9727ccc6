"""A user's regular expression ends within its limit, wherever it comes in."""

import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import evaluate
import pytest
from hypothesis import given
from hypothesis import strategies as st

from smile import SmileScorer, UsageError
from smile.integrations.lm_eval import TaskMetric
from smile.integrations.rewards import SmileReward
from smile.text.user_patterns import last_match
from tests.support.command_line import run_smile, write_jsonl

SLOW, OUTPUT = "(a+)+$", "a" * 5000 + "!"
ROWS = {"predictions": ["a", OUTPUT], "references": ["a", "a"]}


def lm_eval(answer: str) -> None:
    task = TaskMetric("fast", answer=answer, question=None)
    rows = zip(*ROWS.values(), strict=True)
    task.smile([task.process_results({"references": gold}, [output])["smile"] for output, gold in rows])


ENTRIES: dict[str, Callable[[str], Any]] = {
    "Python": lambda answer: SmileScorer("fast", answer=answer).score(**ROWS),
    "evaluate": lambda answer: evaluate.load("smile", "fast").compute(**ROWS, answer=answer),
    "lm-eval": lm_eval,
    "rewards": lambda answer: SmileReward(answer=answer)(["?"] * 2, ROWS["predictions"], solution=ROWS["references"]),
}


@pytest.fixture(autouse=True)
def short_limit(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("smile.scoring.answers.SECONDS_OF_PATTERN", 0.2)


@pytest.mark.parametrize("entry", ENTRIES.values(), ids=ENTRIES)
def test_a_pattern_that_takes_too_long_is_an_error_with_its_row(entry: Callable[[str], Any]) -> None:
    with pytest.raises(UsageError, match=r"row 1: the pattern answer='\(a\+\)\+\$' takes too long .*5,001 characters"):
        entry(SLOW)


@pytest.mark.parametrize("command", ["score", "compare"])
def test_the_command_line_ends_too(command: str, tmp_path: Path) -> None:
    rows = [{"id": i, "prediction": OUTPUT, "reference": "a"} for i in range(2)]
    files = [write_jsonl(tmp_path / f"{name}.jsonl", rows) for name in "ab"]
    result = run_smile(command, *files[: 1 + (command == "compare")], "--setting", "fast", "--answer", SLOW)
    assert (result.exit_code, "row 0: the pattern" in result.stderr) == (2, True)


def test_many_rows_that_are_slow_but_not_too_slow_end_together(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("smile.scoring.answers._SECONDS_OF_ROW", 0.0)
    start = time.thread_time()
    with pytest.raises(UsageError, match="takes too long"):
        SmileScorer("fast", answer="(?:a+b?)+(?:a+b?)+[xy]").score(["a" * 200] * 200, ["a"] * 200)
    assert time.thread_time() - start < 5


@pytest.mark.parametrize("pattern", ["((a{1000}){1000}){1000}", "(?R)", "(", "[" * 3000, "a{99999999999}"])
def test_a_pattern_that_cannot_be_used_is_refused_before_any_row(pattern: str) -> None:
    with pytest.raises(UsageError, match="is not a valid regular expression"):
        SmileScorer("fast", answer=pattern)


@given(st.text("ab(|)*+?{}[]^$.\\1,29-", max_size=30))
def test_any_pattern_is_refused_or_ends(pattern: str) -> None:
    try:
        scorer = SmileScorer("fast", answer=pattern or "a")
        start = time.thread_time()
        scorer.score(["ab1" * 200 + "!"], ["a"])
    except UsageError:
        return
    assert time.thread_time() - start < 5


def test_the_last_match_counts() -> None:
    found = last_match(r"answer: (\w+)", "answer: Rome, no, answer: Oslo.", 1)
    assert found is not None
    assert found[1] == "Oslo"
    assert last_match("x", "abc", 1) is None
