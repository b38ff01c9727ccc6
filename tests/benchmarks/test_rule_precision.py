"""The precision of rules on labelled answers."""

from pathlib import Path

import pytest

from benchmarks.rule_precision import firings, lines, main
from tests.support.command_line import write_jsonl

_ROWS = [
    {"question": "How long is it?", "references": ["36 inches"], "prediction": "one yard", "human": True},
    {"question": "How long is it?", "references": ["36 inches"], "prediction": "two yards", "human": True},
    {"question": "How long is it?", "references": ["36 inches"], "prediction": "36 inches", "human": True},
    {"question": "How long is it?", "references": ["36 inches"], "prediction": "a yard", "human": None},
]


def test_a_rule_agrees_where_the_label_does(tmp_path: Path) -> None:
    found = firings(write_jsonl(tmp_path / "rows.jsonl", _ROWS), "fast")
    assert {decision: [agrees for *_, agrees in its] for decision, its in found.items()} == {
        ("quantity", "same"): [True],
        ("quantity", "other"): [False],
    }
    assert [line[:2] for line in lines(found)] == [["quantity", "same"], ["quantity", "other"]]
    assert sorted(" ".join(line[2:])[:7] for line in lines(found)) == ["0 1: 0.", "0 1: 1."]


def test_files_without_labels_are_passed_over(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    write_jsonl(tmp_path / "a.jsonl", _ROWS)
    write_jsonl(tmp_path / "b.jsonl", [{"similarity": 0.5}])
    main([str(tmp_path)])
    assert capsys.readouterr().out.count("| quantity") == 2
