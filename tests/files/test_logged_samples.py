"""Logs of other evaluation tools, as rows; `python -m tools.example_logs` had the tools write those in assets/logs."""

import json
import zipfile
from pathlib import Path
from typing import Any

import pyarrow
import pytest
from pyarrow import parquet

from smile import SmileScorer
from smile.errors import DataError
from smile.files.row_columns import RowColumns
from smile.files.row_files import read_rows
from smile.files.systems import pair_systems, read_systems
from smile.rows.checked_rows import check_rows
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


def test_details_of_lighteval_have_the_rows_of_its_documents(tmp_path: Path) -> None:
    log = lighteval_details(tmp_path / "details.parquet", ["Canberra."])
    assert read_rows(log).ids == ["0"]
    assert read_rows(log).rows == check_rows(["Canberra."], [["Canberra"]], ["Which?"])
    assert read_rows(log, RowColumns(question="doc.query")).rows[0].question == "Which city?"


def test_samples_of_lmms_eval_have_the_rows_that_smile_was_given(tmp_path: Path) -> None:
    other_metric = {name: cell for name, cell in LMMS_EVAL.items() if name != "smile"} | {"doc_id": 1}
    path = write_jsonl(tmp_path / "samples.jsonl", [LMMS_EVAL, other_metric])
    file = read_rows(path)
    assert file.ids == [0, 1]
    assert file.rows == check_rows(["Canberra."] * 2, [["Canberra"]] * 2, [LMMS_EVAL["smile"]["question"], None])
    assert read_rows(path, RowColumns(question="input")).rows[1].question == LMMS_EVAL["input"]
    with pytest.raises(DataError, match="has document 0 twice; the filters of its task are"):
        read_rows(write_jsonl(tmp_path / "filters.jsonl", [LMMS_EVAL, LMMS_EVAL]))


def test_logs_of_several_tools_pair_up_and_name_their_models() -> None:
    paired = pair_systems(read_systems([LOGS / name for name in ("inspect.eval", "lm_eval.jsonl", "plain.jsonl")]))
    assert paired.systems == ["mockllm/by-rule", "lm_eval", "plain"]
    assert paired.paired_by == "id"
    assert len(paired.rows) == 36


@pytest.mark.parametrize(
    ("sample", "question"),
    [
        ({"input": "What?"}, "What?"),
        ({"input": [{"role": "system", "content": "Be short."}]}, None),
        ({"input": [{"role": "user", "content": "First?"}, {"role": "user", "content": "Last?"}]}, "Last?"),
        ({"input": [{"role": "user", "content": [{"type": "text", "text": "What"}, {"type": "image"}]}]}, "What"),
    ],
)
def test_the_question_is_the_text_of_the_input(tmp_path: Path, sample: dict[str, Any], question: str | None) -> None:
    [row] = read_rows(inspect_log(tmp_path / "run.eval", [sample])).rows
    assert row.question == question


def test_other_columns_can_take_a_role(tmp_path: Path) -> None:
    log = inspect_log(tmp_path / "run.eval", [{"metadata": {"asked": "Where?"}}])
    assert read_rows(log, RowColumns(question="metadata.asked")).rows[0].question == "Where?"
    sample = LM_EVAL | {"doc": {"asked": "Where?"}, "doc_id": 7, "target": "[a] or [b]"}
    samples = read_rows(write_jsonl(tmp_path / "samples.jsonl", [sample]), RowColumns(question="doc.asked"))
    assert samples.ids == [7]
    assert samples.rows == check_rows(["Canberra."], ["[a] or [b]"], ["Where?"])


@pytest.mark.parametrize(
    ("log", "message"),
    [
        ({"samples": [], "status": "error"}, "run that did not finish .status 'error'"),
        ({"samples": [{"error": {"message": "Timeout"}}]}, "sample 0, epoch 1: the sample ended in an error .Timeout"),
        ({"samples": [{"target": ""}]}, "sample 0, epoch 1: the reference is empty"),
        ({"samples": [{"output": {}}]}, "cannot be read as an Inspect log .KeyError: 'completion'"),
        ({"samples": []}, "has no rows"),
    ],
)
def test_a_log_that_is_not_whole_is_refused(tmp_path: Path, log: dict[str, Any], message: str) -> None:
    with pytest.raises(DataError, match=message):
        read_rows(inspect_log(tmp_path / "run.eval", **log))


def test_a_damaged_log_is_refused(tmp_path: Path) -> None:
    content = bytearray((LOGS / "inspect.eval").read_bytes())
    for name, damaged, message in (
        ("text", b"{}", "cannot be read as an Inspect log .BadZipFile"),
        ("short", content[: len(content) // 2], "cannot be read as an Inspect log .BadZipFile"),
    ):
        path = tmp_path / f"{name}.eval"
        path.write_bytes(damaged)
        with pytest.raises(DataError, match=message):
            read_rows(path)
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


@pytest.mark.parametrize(
    ("changed", "message"),
    [
        ({"filter": "strict"}, "twice; the filters of its task are 'none', 'strict': choose one filter"),
        (
            {"doc_id": 9, "filtered_resps": [["-3.2", "False"], ["-1.5", "True"]]},
            "line 2: the prediction is .*not a string",
        ),
        ({"doc_id": 9, "target": "3", "doc": {"question": ["a", "b"]}}, "line 2: the question is .*not a string"),
    ],
)
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


def test_answers_with_thinking_score_as_their_text_without_it(tmp_path: Path) -> None:
    thought = "<think>\nIt could be Sydney, or Melbourne.\n</think>\n\n"
    answers = ["Canberra.", "The answer is Canberra.", "It is **Sydney**.", r"\boxed{\text{Canberra}}", ""]
    logs: list[list[float]] = []
    for before in ("", thought):
        said = [before + answer for answer in answers]
        samples = [LM_EVAL | {"doc_id": i, "doc": {}, "filtered_resps": [text]} for i, text in enumerate(said)]
        logs.append(_scores(write_jsonl(tmp_path / "samples.jsonl", samples)))
        logs.append(_scores(lighteval_details(tmp_path / "details.parquet", said)))
        outputs = [{"output": {"completion": text}, "target": "Canberra"} for text in said]
        logs.append(_scores(inspect_log(tmp_path / "run.eval", outputs)))
    assert logs[:3] == logs[3:]
    assert logs[0] == pytest.approx([1.0, 1.0, logs[0][2], 1.0, 0.0], abs=0.05)
    assert logs[0][2] < 0.67


def test_a_cell_may_hold_chat_messages(tmp_path: Path) -> None:
    asked = {"role": "user", "content": "Which city?"}
    parts = [{"type": "reasoning", "reasoning": "Rome?"}, {"type": "text", "text": "Paris"}]
    cells: list[Any] = [
        [asked, {"role": "assistant", "content": "Paris"}],
        {"role": "assistant", "content": parts},
        json.dumps([asked, {"role": "assistant", "content": "<think>Rome?</think>Paris"}]),
    ]
    path = write_jsonl(tmp_path / "chats.jsonl", [{"prediction": cell, "reference": "Paris"} for cell in cells])
    assert _scores(path) == [1.0, 1.0, 1.0]
    with pytest.raises(DataError, match="the prediction is"):
        read_rows(write_jsonl(path, [{"prediction": [asked], "reference": "Paris"}]))


def _scores(path: Path) -> list[float]:
    return [round(score, 6) for score in SmileScorer("fast").score_rows(read_rows(path).rows).smile.tolist()]


def test_a_log_that_unpacks_to_too_much_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "large.eval"
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as log:
        log.writestr("header.json", '{"status": "success"}' + " " * 5_000_000)
    with pytest.raises(DataError, match="no rows"):
        read_rows(path)
    monkeypatch.setattr("smile.files.logged_samples._MOST_BYTES", 1e6)
    with pytest.raises(DataError, match=r"unpacks to 0\.005 GB, more than the limit"):
        read_rows(path)
