"""`smile sas` with the embedded encoder, in this process."""

import json
from pathlib import Path

import pytest

from smile import SmileScorer
from smile.baselines.match_scorer import QAMatchScorer
from smile.baselines.sas_scorer import SASScorer
from smile.files.row_files import read_rows
from tests.support.command_line import RECORDS, Run, read_items, write_jsonl


@pytest.mark.real_encoder
class TestSas:
    def test_it_is_the_result_of_the_library(self, smile: Run, data: Path, embedded_model: Path) -> None:
        rows = read_rows(data).rows
        result = smile("sas", data, "--json")
        assert (result.exit_code, result.stderr) == (0, "")
        assert json.loads(result.stdout) == SASScorer().score_rows(rows).summary()
        options = {"model": str(embedded_model), "device": "cpu", "batch_size": 2, "dtype": "bfloat16"}
        flags = ["--model", embedded_model, "--set", "device=cpu", "--set", "batch_size=2", "--set", "dtype=bfloat16"]
        result = smile("sas", data, "--json", *flags)
        assert json.loads(result.stdout) == SASScorer(**options).score_rows(rows).summary()


@pytest.mark.real_encoder
@pytest.mark.parametrize("command", ["match", "sas", "score"])
def test_commands_write_items_and_take_other_columns(command: str, smile: Run, tmp_path: Path) -> None:
    renamed = {"id": "n", "question": "q", "reference": "r", "prediction": "p"}
    records = [{renamed[name]: text for name, text in record.items()} for record in RECORDS]
    path = write_jsonl(tmp_path / "renamed.jsonl", records)
    columns = [text for name, new in renamed.items() for text in ("--column", f"{name}={new}")]
    output = tmp_path / "items.jsonl"
    assert smile(command, path, *columns, "--output", output).exit_code == 0
    scorer = {"match": QAMatchScorer, "sas": SASScorer, "score": SmileScorer}[command]()
    items = scorer.score_rows(read_rows(write_jsonl(tmp_path / "usual.jsonl", RECORDS)).rows).items()
    written = read_items(output)
    assert [line["n"] for line in written] == ["good", "bad", "fair"]
    assert [line["q"] for line in written] == [record["question"] for record in RECORDS]
    assert {name: [line[name] for line in written] for name in items} == items
