"""Files as other tools write them: each is scored by one command, which reports the columns that it read."""

from pathlib import Path

import pytest

from smile.errors import ColumnsError, DataError
from smile.files.json_rows import json_rows_in
from smile.files.row_files import read_rows
from tests.support.cases import cases, read_cases
from tests.support.command_line import read_items, run_smile, write_jsonl, write_text

FOLDER = Path(__file__).with_name("tools")
CASES = read_cases(Path(__file__).with_name("tools.tsv"))
ROLES = ("prediction", "reference", "question", "id")


@pytest.mark.parametrize(("name", "columns", "told"), [(case[0], case[1:5], case[5]) for case in CASES])
def test_a_tools_file_is_scored_as_it_is(name: str, columns: list[str], told: str, tmp_path: Path) -> None:
    output = tmp_path / "items.jsonl"
    result = run_smile("score", FOLDER / name, "--setting", "fast", "--output", output, columns=1000)
    assert [item.get("smile_correct", item["correct"]) for item in read_items(output)] == [True, False]
    roles = ", ".join(f"{role} = {column!r}" for role, column in zip(ROLES, columns, strict=True) if column)
    assert f"note: {name}: columns by their names: {roles}\n" in result.stderr
    warned = [line for line in result.stderr.splitlines() if line.startswith("warning: ") and "not_english" not in line]
    assert len(warned) == bool(told)
    assert told in "".join(warned)


def test_each_file_of_a_tool_has_its_line() -> None:
    assert sorted(path.name for path in FOLDER.iterdir()) == sorted(case[0] for case in CASES)


@pytest.mark.parametrize(
    ("name", "column"), [("excel.csv", "Is Correct"), ("excel_unicode.csv", "Label"), ("sheet.xlsx", "correct")]
)
def test_human_labels_are_found_by_their_name(name: str, column: str) -> None:
    result = run_smile("agree", FOLDER / name, "--metrics", "smile", "--setting", "fast", "--json")
    assert f"note: {name}: the human label is the column {column!r}\n" in result.stderr
    assert '"accuracy": 1.0' in result.stdout


@pytest.mark.parametrize("labels", [[True, False], [1, 0], ["correct", "incorrect"]])
def test_human_labels_are_no_references(labels: list[object], tmp_path: Path) -> None:
    path = write_jsonl(tmp_path / "rows.jsonl", [{"prediction": "a", "label": label} for label in labels])
    with pytest.raises(ColumnsError, match=r"no column for the reference \('label' holds human labels\): choose one"):
        read_rows(path)


@cases
def test_the_rows_of_a_document_are_found(document: dict[str, object], rows: object) -> None:
    assert json_rows_in(document) == rows


@cases
def test_documents_with_unclear_rows_are_refused(text: str, message: str, tmp_path: Path) -> None:
    with pytest.raises(DataError, match=rf"rows\.json {message}"):
        read_rows(write_text(tmp_path / "rows.json", text))
