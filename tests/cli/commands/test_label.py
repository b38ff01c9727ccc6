"""`smile label`: the rows that a person labels, and the estimate from them."""

import json
from pathlib import Path

from tests.cli.commands.test_estimate import IS_RIGHT, ROWS, fill_in, unlabelled
from tests.support.command_line import Run, read_items, without, write_jsonl

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


def test_ids_of_their_own_need_no_number_of_the_row(smile: Run, tmp_path: Path) -> None:
    path = write_jsonl(tmp_path / "one.jsonl", without(ROWS[:100], "system"))
    output = tmp_path / "to_label.jsonl"
    smile("label", path, "--n", 20, "--output", output)
    written = read_items(output)
    assert list(written[0]) == ["id", "question", "references", "prediction", "human"]
    assert json.loads(smile("estimate", path, "--labels", output, "--json").stdout)["n_labelled"] > 0
