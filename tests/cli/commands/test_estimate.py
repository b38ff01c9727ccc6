"""`smile estimate`: a file labelled in part."""

import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from smile import Estimator
from tests.support.command_line import Run, read_items, run_smile, without, write_csv, write_jsonl

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


def test_share_and_labels_come_before_the_method(smile: Run, data: Path) -> None:
    found = Estimator().estimate(column("smile"), column("human"), column("question"), column("system"))
    text = " ".join(smile("estimate", data).stdout.split())
    parts = [
        "of the 200 answers are correct",
        f"{found['n_labelled']} of 200 answers have a human label. If the interval is too wide, label more",
        "Share correct",
        f"Without scores, {found['effective_sample_size']:.0f} labels would give",
    ]
    at = [text.find(part) for part in parts]
    assert at == sorted(at)
    assert at[0] >= 0


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


def test_there_and_back(smile: Run, unlabelled: Path, tmp_path: Path) -> None:
    output = tmp_path / "to_label.csv"
    result = smile("label", unlabelled, "--n", 40, "--output", output)
    assert (result.exit_code, result.stderr) == (0, "")
    rows = read_items(output)
    assert list(rows[0]) == ["id", "question", "references", "prediction", "row", "human"]
    assert (len(rows), {row["human"] for row in rows}) == (40, {""})
    assert all(ROWS[int(row["row"])]["prediction"] == row["prediction"] for row in rows)

    found = json.loads(smile("estimate", unlabelled, "--labels", fill_in(output), "--json").stdout)
    assert (found["n"], found["n_labelled"], found["warnings"]) == (200, 40, [])
    low, high = found["estimate_ci"]
    assert low <= IS_RIGHT.mean() <= high

    more = tmp_path / "more.csv"
    again = json.loads(smile("label", unlabelled, "--labels", output, "--n", 30, "--output", more, "--json").stdout)
    assert (again["n"], again["n_new"], again["n_earlier"]) == (70, 30, 40)
    assert sum(row["human"] == "" for row in read_items(more)) == 30
    both = json.loads(smile("estimate", unlabelled, "--labels", fill_in(more), "--json").stdout)
    assert both["n_labelled"] == 70
    low, high = both["estimate_ci"]
    assert low <= IS_RIGHT.mean() <= high


@pytest.mark.parametrize("given", [(), ("--column", "id=")])
@pytest.mark.parametrize("ending", [".csv", ".jsonl", ".parquet"])
def test_rows_without_ids_join_by_number(smile: Run, tmp_path: Path, ending: str, given: tuple[str, ...]) -> None:
    dropped = ("system", "human", *(() if given else ("id",)))
    path, labels = write_jsonl(tmp_path / "one.jsonl", without(ROWS[:100], *dropped)), tmp_path / f"labels{ending}"
    assert smile("label", path, *given, "--n", 20, "--output", labels).exit_code == 0
    drawn, filled = read_items(labels), write_jsonl(tmp_path / "filled.jsonl", [])
    write_jsonl(filled, [row | {"human": i % 2 == 0} for i, row in enumerate(drawn)])
    found = json.loads(smile("estimate", path, *given, "--labels", filled, "--json").stdout)
    assert (found["n_labelled"], found["labels_only"]) == (20, 0.5)
    more = smile("label", path, *given, "--labels", filled, "--n", 5, "--output", tmp_path / "more.csv", "--json")
    assert json.loads(more.stdout)["n_earlier"] == 20


def test_filled_in_file_is_not_overwritten(smile: Run, unlabelled: Path, tmp_path: Path) -> None:
    output = tmp_path / "to_label.csv"
    for _ in range(2):  # nobody has filled in the first
        assert smile("label", unlabelled, "--n", 20, "--output", output).exit_code == 0
    rows = read_items(output)
    rows[3]["human"] = "yes"
    before = write_csv(output, rows).read_bytes()
    result = smile("label", unlabelled, "--n", 40, "--output", output)
    assert result.exit_code == 2
    assert f"{output} has 1 labels in its column 'human', which would be overwritten" in result.stderr
    assert output.read_bytes() == before
    again = ("label", unlabelled, "--labels", output, "--n", 5, "--output", tmp_path / "more.csv")
    assert [smile(*again).exit_code for _ in range(2)] == [0, 0]  # the label in it is written again
