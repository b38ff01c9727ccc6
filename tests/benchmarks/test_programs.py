"""Each program of `benchmarks` runs on a few rows, and its tables have their columns."""

import re
import sys
from importlib import import_module
from pathlib import Path

import pytest

from tests.support.cases import cases
from tests.support.command_line import write_jsonl

_ROWS = [
    {
        "question": f"When was bridge {i} built?",
        "references": [str(1800 + i)],
        "prediction": f"{1800 + i + i // 2 % 2}" + " built" * (11, 59, 0, 149)[i % 4],
        **dict.fromkeys(("human", "right"), i // 2 % 2 == 0),
        **{"dataset": "NQ", "system": "GPT-4", "category": "dates", "kind": ("date", "name")[i // 8]},
        "split": ("held out", "rules")[i // 4 % 2],
    }
    for i in range(16)
]


@pytest.mark.slow
@pytest.mark.real_encoder
@cases
def test_tables_have_their_columns(
    name: str,
    options: str,
    columns: list[str],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    path = write_jsonl(tmp_path / "rows.jsonl", _ROWS)
    monkeypatch.setattr(sys, "argv", [name, *options.format(path, tmp_path).split()])
    monkeypatch.setattr("benchmarks.multilingual.CASES", tmp_path)
    import_module(f"benchmarks.{name}").main()
    heads = re.findall(r"^\| (.+) \|\n\| -.*\n\| ", capsys.readouterr().out, re.MULTILINE)
    assert [re.sub(r" +\|", " |", head).rstrip() for head in heads] == columns
