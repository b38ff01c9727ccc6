"""`smile synthesize`: the file with its column, which `smile score` reads."""

import json
from pathlib import Path
from typing import Any

import pytest

from tests.support.command_line import Run, read_items, write_jsonl

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


@pytest.mark.parametrize(
    ("row", "message"),
    [
        ({"answer": "a"}, "has no column for the question"),
        ({"question": " ", "answer": "a"}, "line 1: there is no question"),
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
