import json
from pathlib import Path

import pytest

from tests.support.command_line import Run, read_items, write_jsonl
from tests.support.scripted_server import KEY, Scripted, completion

RECORDS = [
    {"id": 0, "question": "Where is the Louvre?", "reference": "Paris", "prediction": "Paris"},
    {"id": 1, "question": "What is the capital of Italy?", "reference": "Rome", "prediction": "the city of Romulus"},
    {"id": 2, "question": "Who wrote Emma?", "reference": "Jane Austen", "prediction": "Charles Dickens"},
    {"id": 3, "question": "What is 2 + 2?", "reference": "4", "prediction": "I don't know."},
]


def test_command_plans_without_key_and_asks_with_one(
    scripted: Scripted, tmp_path: Path, smile: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("OPENAI_API_KEY", raising=False)
    monkeypatch.delenv("SMILE_API_KEY", raising=False)
    data = write_jsonl(tmp_path / "data.jsonl", RECORDS)
    told = ["cascade", data, "--setting", "fast", "--provider", "openai", "--model", "gpt-4o-mini", "--ask", "0.25"]
    planned = json.loads(smile(*told, "--dry-run", "--json").stdout)
    assert (planned["n_asked"], planned["n_requests"]) == (1, 1)
    assert planned["cost"] > 0
    assert "Nothing was sent." in smile(*told, "--dry-run").stdout
    assert smile(*told).exit_code == 2  # no key
    monkeypatch.setenv("OPENAI_API_KEY", KEY)
    told += ["--base-url", scripted.base_url, "--set", f"cache={tmp_path / 'kept'}", "--output", tmp_path / "out.jsonl"]
    shown = smile(*told)
    assert shown.exit_code == 0
    assert "Verdicts that it changed" in shown.stdout
    rows = read_items(tmp_path / "out.jsonl")
    assert [row["decided_by"] for row in rows] == ["smile", "judge", "smile", "smile"]
    assert json.loads(smile(*told, "--json").stdout)["n_from_cache"] == 1
    labels = write_jsonl(tmp_path / "labels.jsonl", [{"id": i, "human": i < 2} for i in (0, 1, 2)])
    estimate = ["estimate", tmp_path / "out.jsonl", "--column", "score=correct", "--labels", labels, "--json"]
    assert json.loads(smile(*estimate).stdout)["metric_only"] == 0.5
    assert len(scripted.bodies) == 1


def test_judge_that_always_fails_is_an_error(
    scripted: Scripted, tmp_path: Path, smile: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("OPENAI_API_KEY", KEY)
    data = write_jsonl(tmp_path / "data.jsonl", RECORDS)
    told = ["cascade", data, "--setting", "fast", "--provider", "openai", "--model", "gpt-4o-mini", "--ask", "0.5"]
    told += ["--base-url", scripted.base_url, "--set", "cache=false", "--output", tmp_path / "out.jsonl"]
    scripted.reply = lambda _: (200, completion(Yes=float("nan")))
    result = smile(*told)
    assert result.exit_code == 1
    assert "error: the judge gave no verdict on any row" in result.stderr
    assert len(read_items(tmp_path / "out.jsonl")) == 4
    replies = iter([completion(Yes=-0.1)])
    scripted.reply = lambda _: (200, next(replies, completion(Yes=float("nan"))))
    assert smile(*told, "--set", "concurrency=1").exit_code == 0
    assert smile(*told[:-2], "--ask", "0").exit_code == 0
