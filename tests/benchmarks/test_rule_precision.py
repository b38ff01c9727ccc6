"""The precision of rules on labelled answers."""

from pathlib import Path

import pytest

from benchmarks.rule_precision import firings, is_kept_aside, lines, main
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
    [[rule, *cells]] = lines(found)
    assert rule == "quantity"
    assert [cell[:7] for cell in cells if cell] == ["1: 1.00", "1: 0.00"]
    assert [bool(cell) for cell in cells] == [aside == is_kept_aside("How long is it?") for aside in (False, True)] * 2


def test_files_without_labels_are_passed_over(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    write_jsonl(tmp_path / "a.jsonl", _ROWS)
    write_jsonl(tmp_path / "b.jsonl", [{"similarity": 0.5}])
    main([str(tmp_path)])
    assert capsys.readouterr().out.count("| quantity") == 1
