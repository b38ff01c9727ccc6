"""`smile estimate`: a file labelled in part."""

import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from smile import Estimator
from tests.support.command_line import ROOT, Run, read_items, run_smile, without, write_csv, write_jsonl

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


def test_report_shows_three_estimates(smile: Run, data: Path, tmp_path: Path) -> None:
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
        (lambda rows: [row | {"system": "C"} for row in without(rows, "row")], "no row has the id 'q"),
        (lambda rows: without(rows, "row", "id"), "has neither a column 'id' nor 'row'"),
        (lambda rows: without(rows, "human"), "has no column 'human' (--column label=NAME)"),
    ],
)
def test_labels_that_do_not_fit_are_named(
    smile: Run, unlabelled: Path, tmp_path: Path, change: Any, message: str
) -> None:
    output = tmp_path / "labels.csv"
    smile("label", unlabelled, "--n", 10, "--output", output)
    write_csv(output, change(read_items(fill_in(output))))
    result = smile("estimate", unlabelled, "--labels", output)
    assert result.exit_code == 1
    assert message in result.stderr


@pytest.mark.parametrize("given", [(), ("--setting", "fast")], ids=["scores in the file", "scored now"])
@pytest.mark.parametrize(
    "change",
    [{"prediction": "another"}, {"question": "Another?"}, {"reference": "another"}],
    ids=["prediction", "question", "reference"],
)
@pytest.mark.parametrize("ending", [".csv", ".jsonl"])
def test_labels_of_other_answers_are_left_out(
    change: dict[str, str], given: tuple[str, ...], ending: str, smile: Run, tmp_path: Path
) -> None:
    rows = without(ROWS[:100], "system", "human")
    old, labels = write_jsonl(tmp_path / "old.jsonl", rows), tmp_path / f"labels{ending}"
    smile("label", old, "--n", 20, "--output", labels)
    drawn = [row | {"human": "true"} for row in read_items(labels)]
    (write_csv if ending == ".csv" else write_jsonl)(labels, drawn)
    changed = {row["id"] for row in drawn[:6]}
    new = write_jsonl(tmp_path / "new.jsonl", [row | change if row["id"] in changed else row for row in rows])
    result = smile("estimate", new, "--labels", labels, *given, "--json")
    assert json.loads(result.stdout)["n_labelled"] == 14
    [role] = change
    assert "left out 6 of 20 labels, as they belong to other answers" in result.stderr
    assert f"the {role} is" in result.stderr
    every = write_jsonl(tmp_path / "every.jsonl", [row | change for row in rows])
    result = smile("estimate", every, "--labels", labels, *given)
    assert result.exit_code == 1
    assert "all 20 labels belong to other answers" in result.stderr


def test_white_space_and_form_make_no_other_answer(smile: Run, tmp_path: Path) -> None:
    rows = [row | {"prediction": f"=a {i}\n b", "reference": "x"} for i, row in enumerate(without(ROWS[:50], "system"))]
    path = write_jsonl(tmp_path / "one.jsonl", without(rows, "human"))
    drawn = [row | {"prediction": f"'=a  {i} b ", "reference": '["x"]', "human": "1"} for i, row in enumerate(rows)]
    labels = write_csv(tmp_path / "labels.csv", drawn[:9])
    result = smile("estimate", path, "--labels", labels, "--json")
    assert (json.loads(result.stdout)["n_labelled"], result.stderr) == (9, "")


@pytest.mark.parametrize(("command", "option"), [("estimate", "--metric smile"), ("agree", "--metrics smile")])
def test_missing_scores_name_the_option(command: str, option: str, smile: Run, tmp_path: Path) -> None:
    path = write_jsonl(tmp_path / "one.jsonl", without(ROWS[:20], "smile"))
    assert f"or {option} to score the rows" in smile(command, path).stderr


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


def test_labels_of_other_answers_correct_the_errors(tmp_path: Path) -> None:
    right = [{"prediction": "Paris", "reference": "Paris", "human": True}] * 9
    wrong = [{"prediction": "Rome", "reference": "Paris", "human": each} for each in [False] * 9 + [True]]
    labelled = write_jsonl(tmp_path / "labelled.jsonl", right + wrong)
    new = write_jsonl(tmp_path / "new.jsonl", [{"prediction": "Paris", "reference": "Paris"}] * 8 + wrong[:12])
    result = run_smile("estimate", new, "--errors-from", labelled, "--setting", "fast", "--json")
    found = json.loads(result.stdout)
    assert (found["sensitivity"], found["specificity"], found["n"], found["n_labelled"]) == (0.9, 1, 18, 19)
    assert found["estimate"] == pytest.approx(8 / 18 / 0.9)
    shown = run_smile("estimate", new, "--errors-from", labelled, "--setting", "fast").stdout
    assert shown.startswith("About 49 % of the 18 answers are correct (95 % interval ")


def test_no_effective_sample_is_larger_than_the_file(tmp_path: Path) -> None:
    rows = [{"smile": i % 2, "human": bool(i % 2) if i < 20 else None} for i in range(30)]
    path = write_jsonl(tmp_path / "rows.jsonl", rows)
    assert json.loads(run_smile("estimate", path, "--json").stdout)["effective_sample_size"] <= 30
