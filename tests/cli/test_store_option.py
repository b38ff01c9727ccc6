"""A store beside every command that encodes: the same result, and a second run that encodes nothing."""

import json
from pathlib import Path
from typing import Any

import pytest

from tests.support.command_line import read_sample, run_smile, write_jsonl
from tests.support.tiny_encoder import TinyEncoder

COMMANDS = {
    "score": ["score"],
    "agree": ["agree", "--metrics", "smile,sas,f1", "--column", "label=human"],
    "agree by references": ["agree", "--metrics", "smile", "--references", "--column", "label=human"],
    "compare": ["compare"],
}


@pytest.fixture
def encoders(monkeypatch: pytest.MonkeyPatch) -> list[TinyEncoder]:
    """The encoders that commands make."""
    made: list[TinyEncoder] = []

    def make(settings: Any) -> TinyEncoder:
        made.append(TinyEncoder())
        return made[-1]

    for module in ("encoding.encoder_choice", "baselines.sas_scorer"):
        monkeypatch.setattr(f"smile.{module}.SentenceEncoder", make)
    return made


@pytest.fixture
def files(tmp_path: Path) -> list[Path]:
    """Rows of the sample, and the same questions with other answers."""
    records = read_sample(1000)[::2]
    others = [record | {"prediction": record["references"][0]} for record in records]
    return [write_jsonl(tmp_path / f"{name}.jsonl", rows) for name, rows in (("one", records), ("two", others))]


@pytest.mark.parametrize("command", COMMANDS)
def test_a_second_run_encodes_nothing(
    command: str, files: list[Path], tmp_path: Path, encoders: list[TinyEncoder]
) -> None:
    store = ["--store", tmp_path / "store", "--set", "store_gigabytes=0.5"]
    given = files if command == "compare" else files[:1]
    results, n_encoded = [], []
    for options in ([], store, store):
        encoders.clear()
        done = run_smile(*COMMANDS[command], *given, "--json", *options)
        assert done.exit_code == 0, done.stderr
        results.append(json.loads(done.stdout))
        n_encoded.append(sum(len(texts) for encoder in encoders for texts in encoder.calls))
    assert n_encoded[0] >= n_encoded[1] > 0
    assert n_encoded[2] == 0
    for result in results:
        for name in ("encoded", "stored"):
            result.get("notes", {}).pop(name, None)
    assert results[0] == results[1] == results[2]
