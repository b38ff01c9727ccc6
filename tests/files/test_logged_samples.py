"""Logs of other evaluation tools, as rows; `python -m tools.example_logs` had the tools write those in assets/logs."""

import json
import zipfile
from pathlib import Path
from typing import Any

import pyarrow
import pytest
from pyarrow import parquet

from smile.errors import DataError
from smile.files.row_columns import RowColumns
from smile.files.row_files import read_rows
from smile.rows.checked_rows import check_rows
from tests.support.cases import cases
from tests.support.command_line import SAMPLE, read_sample, run_smile, write_jsonl

LOGS = SAMPLE.parent / "logs"
SAMPLED = read_sample(12)
LM_EVAL = json.loads((LOGS / "lm_eval.jsonl").read_text(encoding="utf-8").splitlines()[0])

# As lmms-eval 0.7.3 logs the first sample, with the answer in place of its dummy model's.
LMMS_EVAL = {
    "doc_id": 0,
    "target": "['Canberra']",
    "filtered_resps": "Canberra.",
    "token_counts": [None],
    "doc_hash": "74234e98afe7498fb5daf1f36ac2d78acc339464f950703b8c019892f982b90b",
    "smile": {"prediction": "Canberra.", "references": ["Canberra"], "question": "What is the capital of Australia?"},
    "input": "Question: What is the capital of Australia?\nAnswer:",
}


def inspect_log(path: Path, samples: list[dict[str, Any]], status: str = "success") -> Path:
    """Writes a log by the names and keys of Inspect's, packed as Python's zipfile packs."""
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as log:
        for i, sample in enumerate(samples):
            usual = {"id": i, "epoch": 1, "target": "a", "output": {"completion": "b"}, "input": "c", "metadata": {}}
            log.writestr(f"samples/{i}_epoch_1.json", json.dumps(usual | sample))
        log.writestr("header.json", json.dumps({"status": status, "eval": {"model": "mockllm/model"}}))
    return path


def lighteval_details(path: Path, answers: list[str]) -> Path:
    """Writes what lighteval saves of answers to one question."""
    doc = {"query": "Which city?", "choices": ["Sydney", "Canberra"], "gold_index": [1]}
    doc |= {"specific": {"question": "Which?"}}
    details = [
        {"doc": doc | {"id": str(i)}, "metric": {"em": 0.0}, "model_response": {"text": [answer]}}
        for i, answer in enumerate(answers)
    ]
    parquet.write_table(pyarrow.Table.from_pylist(details), path)
    return path


def test_a_log_has_the_rows_of_its_questions() -> None:
    references, questions = ([row[name] for row in SAMPLED] for name in ("references", "question"))
    from_lm_eval = read_rows(LOGS / "lm_eval.jsonl")
    assert from_lm_eval.ids == [row["id"] for row in SAMPLED]
    assert from_lm_eval.rows == check_rows([row["prediction"] for row in SAMPLED], references, questions)

    from_inspect = read_rows(LOGS / "inspect.eval")
    rows = dict(zip(from_inspect.ids, from_inspect.rows, strict=True))
    assert rows.keys() == set(from_lm_eval.ids)
    asked = [rows[row["id"]] for row in SAMPLED]
    assert [list(row.references) for row in asked] == references
    assert [row.question for row in asked] == questions
    assert asked[0].prediction == "I think it is Canberra."


def test_details_of_lighteval_have_its_documents(tmp_path: Path) -> None:
    log = lighteval_details(tmp_path / "details.parquet", ["Canberra."])
    assert read_rows(log).ids == ["0"]
    assert read_rows(log).rows == check_rows(["Canberra."], [["Canberra"]], ["Which?"])
    assert read_rows(log, RowColumns(question="doc.query")).rows[0].question == "Which city?"


def test_samples_of_lmms_eval_have_their_rows(tmp_path: Path) -> None:
    other_metric = {name: cell for name, cell in LMMS_EVAL.items() if name != "smile"} | {"doc_id": 1}
    path = write_jsonl(tmp_path / "samples.jsonl", [LMMS_EVAL, other_metric])
    file = read_rows(path)
    assert file.ids == [0, 1]
    assert file.rows == check_rows(["Canberra."] * 2, [["Canberra"]] * 2, [LMMS_EVAL["smile"]["question"], None])
    assert read_rows(path, RowColumns(question="input")).rows[1].question == LMMS_EVAL["input"]
    with pytest.raises(DataError, match="has document 0 twice; the filters of its task are"):
        read_rows(write_jsonl(tmp_path / "filters.jsonl", [LMMS_EVAL, LMMS_EVAL]))


@cases
def test_the_question_is_the_inputs_text(tmp_path: Path, sample: dict[str, Any], question: str | None) -> None:
    [row] = read_rows(inspect_log(tmp_path / "run.eval", [sample])).rows
    assert row.question == question


def test_other_columns_can_take_a_role(tmp_path: Path) -> None:
    log = inspect_log(tmp_path / "run.eval", [{"metadata": {"asked": "Where?"}}])
    assert read_rows(log, RowColumns(question="metadata.asked")).rows[0].question == "Where?"
    sample = LM_EVAL | {"doc": {"asked": "Where?"}, "doc_id": 7, "target": "[a] or [b]"}
    samples = read_rows(write_jsonl(tmp_path / "samples.jsonl", [sample]), RowColumns(question="doc.asked"))
    assert samples.ids == [7]
    assert samples.rows == check_rows(["Canberra."], ["[a] or [b]"], ["Where?"])


@cases
def test_a_log_that_is_not_whole_is_refused(tmp_path: Path, log: dict[str, Any], message: str) -> None:
    with pytest.raises(DataError, match=message):
        read_rows(inspect_log(tmp_path / "run.eval", **log))


def test_a_damaged_log_is_refused(tmp_path: Path) -> None:
    content = (LOGS / "inspect.eval").read_bytes()
    for damaged in (b"{}", content[: len(content) // 2]):
        (tmp_path / "damaged.eval").write_bytes(damaged)
        with pytest.raises(DataError, match=r"cannot be read as an Inspect log .BadZipFile"):
            read_rows(tmp_path / "damaged.eval")
    # What unpacks to more than it says is not unpacked.
    whole = inspect_log(tmp_path / "whole.eval", [{"input": "c" * 1000}]).read_bytes()
    with zipfile.ZipFile(tmp_path / "whole.eval") as log:
        size = log.getinfo("samples/0_epoch_1.json").file_size
    (tmp_path / "lies.eval").write_bytes(whole.replace(size.to_bytes(4, "little"), (50).to_bytes(4, "little")))
    with pytest.raises(DataError, match=r"cannot be read as an Inspect log .BadZipFile: Bad CRC-32"):
        read_rows(tmp_path / "lies.eval")
    with zipfile.ZipFile(tmp_path / "other.eval", "w", zipfile.ZIP_LZMA) as log:
        log.writestr("header.json", "{}")
    with pytest.raises(DataError, match="compressed with a method that Inspect does not use"):
        read_rows(tmp_path / "other.eval")
    with zipfile.ZipFile(tmp_path / "empty.eval", "w") as log:
        log.writestr("_journal/start.json", "{}")
    with pytest.raises(DataError, match="either it is not an Inspect log, or its run did not finish"):
        read_rows(tmp_path / "empty.eval")


@cases
def test_samples_that_are_no_single_answers_are_refused(tmp_path: Path, changed: dict[str, Any], message: str) -> None:
    path = write_jsonl(tmp_path / "samples.jsonl", [LM_EVAL, LM_EVAL | changed])
    with pytest.raises(DataError, match=message):
        read_rows(path)


def test_one_of_several_filters_is_read(tmp_path: Path) -> None:
    samples = [LM_EVAL | {"filter": name, "filtered_resps": [name]} for name in ("strict", "flexible")]
    path = write_jsonl(tmp_path / "samples.jsonl", samples)
    assert [row.prediction for row in read_rows(path, RowColumns(log_filter="flexible")).rows] == ["flexible"]
    result = run_smile("score", path, "--setting", "fast", "--filter", "strict", "--json")
    assert (result.exit_code, json.loads(result.stdout)["n"]) == (0, 1)
    with pytest.raises(DataError, match="has no samples of the filter 'none': it has 'flexible', 'strict'"):
        read_rows(path, RowColumns(log_filter="none"))
