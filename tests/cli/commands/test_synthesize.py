"""`smile synthesize`: the file with its column, which `smile score` reads."""

import json
from pathlib import Path
from typing import Any

import pytest

from tests.support.command_line import Run, read_items, write_csv, write_jsonl
from tests.support.scripted_server import KEY, Scripted

ROWS: list[dict[str, Any]] = [
    {"question": "Capital of France?", "answer": ["Paris", "the city of Paris"], "source": {"page": 3}, "model": None},
    {"question": "Who won?", "answer": ["Anna"], "source": {"page": 4}, "model": "b"},
]
SENTENCES = [["Capital of France? Paris", "Capital of France? the city of Paris"], ["Who won? Anna"]]


@pytest.mark.parametrize("ending", [".jsonl", ".csv", ".parquet"])
def test_the_file_gets_a_column_that_score_reads(smile: Run, tmp_path: Path, ending: str) -> None:
    file, output = write_jsonl(tmp_path / "data.jsonl", ROWS), tmp_path / f"out{ending}"
    done = smile("synthesize", file, "--output", output, "--json")
    assert done.exit_code == 0, done.stderr
    counts = {"n_generated": 0, "n_regenerated": 0, "n_by_template": 3}
    assert json.loads(done.stdout) == {"n": 2, "n_pairs": 3, **counts, "output": str(output)}
    expected = [row | {"synthetic_answer": answers} for row, answers in zip(ROWS, SENTENCES, strict=True)]
    if ending == ".csv":
        as_text = {"answer", "source", "synthetic_answer"}
        expected = [
            {name: json.dumps(cell) if name in as_text else cell or "" for name, cell in row.items()}
            for row in expected
        ]
    assert read_items(output) == expected
    scored = smile("score", output, "--column", "prediction=question", "--setting", "fast", "--json")
    assert "|syn:all|" in json.loads(scored.stdout)["signature"]


def test_one_reference_a_row_has_one_sentence(smile: Run, tmp_path: Path) -> None:
    file = write_csv(tmp_path / "data.csv", [{"question": "Who won?", "gold": "Anna", "n": "007"}])
    done = smile("synthesize", file, "--output", tmp_path / "out.csv", "--column", "reference=gold")
    assert 'Sentences "question reference"' in done.stdout
    assert read_items(tmp_path / "out.csv") == [
        {"question": "Who won?", "gold": "Anna", "n": "007", "synthetic_answer": "Who won? Anna"}
    ]


def test_a_failed_request_is_counted_named_and_asked_again(
    smile: Run, tmp_path: Path, scripted: Scripted, monkeypatch: pytest.MonkeyPatch
) -> None:
    def reply(body: dict[str, Any]) -> tuple[int, Any]:
        if "Who won?" in body["messages"][0]["content"] and is_broken:
            return 500, {"error": {"message": "out of order"}}
        usage = {"prompt_tokens": 7, "completion_tokens": 5}
        return 200, {"choices": [{"message": {"content": "It is the city of Paris, or Anna."}}], "usage": usage}

    monkeypatch.setenv("OPENAI_API_KEY", KEY)
    scripted.reply = reply
    file = write_jsonl(tmp_path / "data.jsonl", ROWS)
    command = ["synthesize", file, "--provider", "openai", "--model", "gpt-4o-mini", "--set", "max_retries=0"]
    command += ["--base-url", scripted.base_url, "--output"]
    is_broken = True
    done = smile(*command, tmp_path / "out.jsonl")
    assert done.exit_code == 0
    assert "Failed: question 'Who won?', reference 'Anna': 500: out of order" in done.stdout
    assert read_items(tmp_path / "out.jsonl")[1]["synthetic_answer"] == ["Who won? Anna"]
    stopped = smile(*command, tmp_path / "stopped.jsonl", "--set", "on_error=raise")
    assert (stopped.exit_code, (tmp_path / "stopped.jsonl").exists()) == (1, False)
    is_broken = False
    again = json.loads(smile(*command, tmp_path / "again.jsonl", "--json").stdout)
    assert (again["n_asked"], again["n_from_cache"], again["n_failed"], again["n_generated"]) == (1, 2, 0, 3)


@pytest.mark.parametrize(
    ("row", "message"),
    [
        ({"answer": "a"}, "has no column for the question"),
        ({"question": " ", "answer": "a"}, "line 1 has no question"),
        (
            {"question": "q?", "answer": "a", "syn_ans": "b"},
            "already has the column 'syn_ans': remove or rename the column",
        ),
    ],
)
def test_rows_that_cannot_get_one_are_refused(smile: Run, tmp_path: Path, row: dict[str, Any], message: str) -> None:
    done = smile("synthesize", write_jsonl(tmp_path / "data.jsonl", [row]), "--output", tmp_path / "out.jsonl")
    assert (done.exit_code, (tmp_path / "out.jsonl").exists()) == (1, False)
    assert message in done.stderr
