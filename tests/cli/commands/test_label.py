"""`smile label`: the rows that a person labels, and the estimate from them."""

import json
from pathlib import Path

import pytest

from tests.cli.commands.test_estimate import IS_RIGHT, ROWS, fill_in, unlabelled
from tests.support.command_line import Run, read_items, without, write_csv, write_jsonl

__all__ = ["unlabelled"]  # a fixture


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


def test_no_row_left_to_label_is_reported(smile: Run, tmp_path: Path) -> None:
    path = write_jsonl(tmp_path / "all.jsonl", [row | {"human": True} for row in ROWS])
    result = smile("label", path, "--n", 40, "--output", tmp_path / "to_label.csv")
    assert result.exit_code == 1
    assert "all 200 rows" in result.stderr
    assert "have a label already (column 'human')" in result.stderr
