"""`smile estimate`: a file labelled in part."""

import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from smile import Estimator
from tests.support.command_line import ROOT, Run, read_items, without, write_csv, write_jsonl

RANDOM = np.random.default_rng(0)
IS_RIGHT = RANDOM.random(200) < 0.7
ROWS: list[dict[str, Any]] = [
    {
        "id": f"q{i % 100}",
        "system": "AB"[i // 100],
        "lang": "en" if i % 2 else "zh",
        "question": f"Question {i % 100}?",
        "reference": f"answer {i % 100}",
        "prediction": f"answer {i}",
        "smile": round(float(IS_RIGHT[i] * 0.6 + 0.4 * RANDOM.random()), 3),
        "human": bool(IS_RIGHT[i]) if i % 5 == int(RANDOM.integers(5)) else None,
    }
    for i in range(200)
]


@pytest.fixture
def data(tmp_path: Path) -> Path:
    return write_jsonl(tmp_path / "data.jsonl", ROWS)


@pytest.fixture
def unlabelled(tmp_path: Path) -> Path:
    return write_jsonl(tmp_path / "scores.jsonl", without(ROWS, "human"))


def column(name: str) -> list[Any]:
    return [row[name] for row in ROWS]


def fill_in(path: Path) -> Path:
    """Labels the rows that `smile label` wrote as a person would."""
    rows = read_items(path)
    for row in rows:
        row["human"] = str(IS_RIGHT[int(row["row"])]).lower()
    return write_csv(path, rows)


def test_json_is_the_estimators_result(smile: Run, data: Path) -> None:
    expected = Estimator().estimate(
        column("smile"), column("human"), column("question"), column("system"), {"lang": column("lang")}
    )
    found = json.loads(smile("estimate", data, "--column", "group=lang", "--json").stdout)
    assert found == expected | {"metric": "smile"}


def test_a_metric_scores_the_rows(smile: Run, data: Path) -> None:
    found = json.loads(smile("estimate", data, "--metric", "exact-match", "--json").stdout)
    assert (found["metric"], found["n"], "metric_signature" in found) == ("exact_match", 200, True)


def test_the_report_shows_three_estimates_and_how_the_interval_shrinks(smile: Run, data: Path, tmp_path: Path) -> None:
    report = tmp_path / "report.html"
    arguments = ["--column", "group=lang", "--report", report, "--json"]
    found = json.loads(smile("estimate", data, *arguments).stdout)
    page = report.read_text(encoding="utf-8")
    for name in ("estimate", "labels_only", "metric_only"):
        assert f"{found[name]:.3f}" in page
        assert f"{found['by_system']['B'][name]:.3f}" in page
    shown = ("Labels and scores", "Labels alone", "Scores alone", "Differences between systems")
    for heading in (*shown, found["signature"]):
        assert heading in page


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (lambda rows: [*rows, rows[0]], "it is the same row as labels.csv, line 2: keep one of them"),
        (lambda rows: [rows[0] | {"id": "other"}], "in the file of scores no row has the row "),
        (lambda rows: [rows[0] | {"row": "200"}], "no row has the row '200'"),
        (lambda rows: [row | {"human": ""} for row in rows], "none of the 200 rows has a label"),
        (lambda rows: without(rows, "row"), "several rows have the id"),
        (
            lambda rows: [row | {"system": "C"} for row in without(rows, "row")],
            "no row has the id 'q",
        ),
        (lambda rows: without(rows, "row", "id"), "are joined by id"),
        (lambda rows: without(rows, "human"), "has no column 'human' (--column label=NAME)"),
    ],
)
def test_a_file_of_labels_that_does_not_fit_is_named(
    smile: Run, unlabelled: Path, tmp_path: Path, change: Any, message: str
) -> None:
    output = tmp_path / "labels.csv"
    smile("label", unlabelled, "--n", 10, "--output", output)
    write_csv(output, change(read_items(fill_in(output))))
    result = smile("estimate", unlabelled, "--labels", output)
    assert result.exit_code == 1
    assert message in result.stderr


@pytest.mark.parametrize("log", ["inspect.eval", "lm_eval.jsonl"])
def test_a_log_is_labelled_and_estimated(log: str, smile: Run, tmp_path: Path) -> None:
    path, labels = ROOT / "assets" / "logs" / log, tmp_path / "labels.jsonl"
    assert smile("label", path, "--n", 10, "--output", labels).exit_code == 0
    drawn = read_items(labels)
    assert all(row["question"] and row["references"] and row["prediction"] for row in drawn)
    write_jsonl(labels, [row | {"human": i % 2 == 0} for i, row in enumerate(drawn)])
    result = json.loads(smile("estimate", path, "--labels", labels, "--setting", "fast", "--json").output)
    assert (result["n"], result["n_labelled"], result["labels_only"]) == (12, 10, 0.5)
    assert result["estimate_ci"][0] < result["estimate"] < result["estimate_ci"][1]
