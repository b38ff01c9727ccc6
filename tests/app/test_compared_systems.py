"""A file with a column of systems: they are compared as `smile compare` does."""

import json
from pathlib import Path
from threading import Event
from typing import Any

import numpy as np
import pytest

from smile.app.engine import ChosenSetting
from smile.app.limits import Limits
from smile.app.requests.scored_file import ScoredFile, corrected, file_report, score_file
from smile.app.uploads import SentFile
from smile.errors import DataError
from smile.files.systems import pair_systems, read_systems
from smile.reporting.report_html import report_html
from smile.runs.system_comparison import compare_systems
from tests.support.command_line import read_items, write_jsonl
from tests.support.tiny_engine import tiny_engine

LIMITS = Limits(rows=160)
QUESTIONS = [("Where?", "Paris"), ("How many?", "five"), ("Who?", "Ann"), ("What?", "a cat")]


def answers(system: Any, **columns: Any) -> list[dict[str, Any]]:
    return [
        {"question": question, "reference": reference, "prediction": reference, "system": system}
        | {name: values[i] for name, values in columns.items()}
        for i, (question, reference) in enumerate(QUESTIONS)
    ]


def scored(path: Path, rows: list[dict[str, Any]]) -> tuple[ScoredFile, list[dict[str, Any]]]:
    """Returns the scores, and the downloaded rows."""
    sent = SentFile(str(write_jsonl(path, rows)), system="system")
    for step in score_file(tiny_engine(LIMITS), Event(), sent, ChosenSetting("default")):
        if not isinstance(step, str):
            return step, read_items(Path(step.downloads[1]))
    raise AssertionError("no scores")


def test_it_is_the_comparison_of_the_command(tmp_path: Path) -> None:
    said = ["Paris", "six", "Bob", "a cat"]
    # The systems take turns, and one lacks a question.
    both = (answers("A", n=range(4)), answers("B", prediction=said, n=range(4)))
    rows = [row for pair in zip(*both, strict=True) for row in pair]
    path = tmp_path / "both.jsonl"
    found, records = scored(path, rows[:-1])
    paired = pair_systems(read_systems([path]))
    assert found.compared is not None
    # The rows keep the file's order, and the one that only one system answers is scored, too.
    assert found.rows == SentFile(str(path)).read(LIMITS).rows.rows
    some = found.scores.at(np.array([0, 2, 4, 1, 3, 5]))
    expected = compare_systems(some, paired.systems, 0.95, "question", paired.left_out, ["1", "3", "5"])
    assert json.dumps(found.compared.to_dict()) == json.dumps(expected.to_dict())
    assert [(record["system"], record["n"]) for record in records] == [
        *((w, n) for n in range(3) for w in "AB"),
        ("A", 3),
    ]
    assert "left_out" not in records[0]
    assert [record["verdict"] for record in records] == found.scores.verdict
    assert len(found.scores) == 7
    shown = report_html(file_report(found), {"comparison": ""})
    assert "both.jsonl: 5 correct, 2 incorrect" in shown
    assert "3 of 4 questions are in every system and are compared" in shown


def test_what_cannot_be_compared_is_said(tmp_path: Path) -> None:
    other = {"question": "Why?", "reference": "a", "prediction": "b", "system": "B"}
    unasked = [{"reference": "a", "prediction": "a", "system": who} for who in "AAABB"]
    cases: list[tuple[list[dict[str, Any]], str]] = [
        ([*answers("A"), other], "no question is in every"),
        ([*answers("A"), *answers(None)], r"rows\.jsonl, line 5: the system is None"),
        ([row for i in range(21) for row in answers(i)], "21 systems: at most 20"),
        (unasked, "A has 3; B has 2"),
        ([*unasked[1:], unasked[0] | {"reference": []}], "are paired by position, so no row can be skipped"),
    ]
    for rows, message in cases:
        with pytest.raises(DataError, match=message):
            scored(tmp_path / "rows.jsonl", rows)


def test_reference_that_systems_contradict_is_suspect(tmp_path: Path) -> None:
    said = [answers(name, prediction=["Rome", "five", "Ann", "a cat"]) for name in "AB"]
    found, _ = scored(tmp_path / "rows.jsonl", [*said[0], *said[1], *answers("C")])
    told = "2 systems agree on ‘Rome’; the reference says ‘Paris’. The reference may be incorrect or incomplete."
    assert found.suspicions == [told, "", "", ""] * 3
    assert "checked for errors" not in report_html(file_report(found), {"comparison": ""})


def test_failed_audit_is_reported_and_costs_no_result(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_: Any, **__: Any) -> None:
        raise DataError("too odd")

    monkeypatch.setattr("smile.app.requests.scored_file.audit_rows", fail)
    found, _ = scored(tmp_path / "rows.jsonl", [*answers("A"), *answers("B")])
    assert found.suspicions == [""] * 8
    shown = report_html(file_report(found), {"comparison": ""})
    assert "The references were not checked for errors: too odd." in shown


def test_a_correction_changes_the_comparison(tmp_path: Path) -> None:
    found, _ = scored(tmp_path / "rows.jsonl", [*answers("A"), *answers("B", prediction=["Rome", "six", "Bob", "ox"])])
    changed = corrected(found, {4: True, 5: True})
    assert [[each.accuracy for each in of.compared.systems] for of in (found, changed) if of.compared] == [
        [1.0, 0.0],
        [1.0, 0.5],
    ]
    means = [[each.smile for each in of.compared.systems] for of in (found, changed) if of.compared]
    assert means[0] == means[1]
