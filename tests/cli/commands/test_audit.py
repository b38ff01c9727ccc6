"""The command `smile audit`: from answers to a review, and from the review to a corrected data set."""

import json
from pathlib import Path
from typing import Any

import pytest

from tests.support.command_line import Run, read_items, without, write_jsonl

QUESTIONS = {
    "What is the capital of Australia?": ("Sydney", ("Canberra", "It is Canberra.", "Sydney")),
    "Who wrote Hamlet?": ("Shakespeare", ("Shakespeare", "William Shakespeare", "Marlowe")),
    "Who wrote Emma?": ("Charlotte Brontë", ("Jane Austen", "It was Jane Austen.", "Austen, Jane Austen")),
}
ROWS: list[dict[str, Any]] = [
    {"system": f"system {i}", "question": question, "reference": reference, "prediction": answers[i]}
    for i in range(3)
    for question, (reference, answers) in QUESTIONS.items()
]
FOUND = {"What is the capital of Australia?": "Canberra", "Who wrote Emma?": "Jane Austen"}


@pytest.mark.parametrize("ending", [".jsonl", ".csv"])
def test_from_answers_to_the_corrected_data_set(ending: str, smile: Run, tmp_path: Path) -> None:
    path, review, new = write_jsonl(tmp_path / "all.jsonl", ROWS), tmp_path / f"review{ending}", tmp_path / "new.jsonl"
    result = smile("audit", path, "--output", review)
    assert result.exit_code == 0, result.output
    assert "2 of 3 questions have a reference to check" in result.output
    proposals = read_items(review)
    assert {each["question"]: each["proposed"] for each in proposals} == FOUND
    assert proposals[0]["question"] == "Who wrote Emma?"
    review.write_text(review.read_text(encoding="utf-8").replace('"decision": ""', '"decision": "replace"'), "utf-8")
    if ending == ".csv":
        text = review.read_text(encoding="utf-8")
        review.write_text(text.replace('\n"",', '\n"replace",'), encoding="utf-8")
    result = smile("audit", path, "--apply", review, "--output", new, "--json")
    assert json.loads(result.output)["rows"] == 6
    expected = [row | {"reference": FOUND.get(row["question"], row["reference"])} for row in ROWS]
    assert read_items(new) == expected
    assert json.loads(smile("audit", new, "--json").output)["proposals"] == []


def test_answers_of_files_or_rows_are_systems(smile: Run, tmp_path: Path) -> None:
    answers = without(ROWS, "system")
    files = [write_jsonl(tmp_path / f"{name}.jsonl", answers[3 * i : 3 * i + 3]) for i, name in enumerate("xyz")]
    whole = write_jsonl(tmp_path / "whole.jsonl", answers)
    found = [json.loads(smile("audit", *paths, "--json").output)["proposals"] for paths in ([whole], files)]
    assert [[each["proposed"] for each in proposals] for proposals in found] == [["Jane Austen", "Canberra"]] * 2
    assert found[0][0]["agreeing"] == ["answer 1", "answer 2", "answer 3"]
    assert found[1][0]["agreeing"] == ["x", "y", "z"]


def test_reviewed_file_is_not_overwritten(smile: Run, tmp_path: Path) -> None:
    path, review = write_jsonl(tmp_path / "all.jsonl", ROWS), tmp_path / "review.csv"
    assert smile("audit", path, "--output", review).exit_code == 0
    assert smile("audit", path, "--output", review).exit_code == 0
    reviewed = review.read_text(encoding="utf-8").replace('\n"",', '\n"reject",', 1)
    review.write_text(reviewed, encoding="utf-8")
    result = smile("audit", path, "--output", review)
    assert result.exit_code == 2
    assert f"{review} has 1 decisions in its column 'decision', which would be overwritten" in result.stderr
    assert review.read_text(encoding="utf-8") == reviewed


def test_apply_needs_one_file_and_an_output(smile: Run, tmp_path: Path) -> None:
    path = write_jsonl(tmp_path / "all.jsonl", ROWS)
    result = smile("audit", path, "--apply", path)
    assert (result.exit_code, result.output) == (
        2,
        "error: --apply needs a single FILE and --output for the corrected file: give both\n",
    )
    assert smile("audit", path, "--output", path).exit_code == 2
