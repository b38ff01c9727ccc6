"""The training command from data to files: what it writes is whole, and fits together."""

import json
import sys
from pathlib import Path
from unittest.mock import Mock

import pytest
import torch
from safetensors.torch import load_file

from smile.learned.reader_files import LEARNED, WEIGHTS, read_learned
from tests.support.small_training import small_training
from training import fitting, reader, to_fit


@pytest.mark.slow
@pytest.mark.real_encoder
def test_the_command_writes_what_ships(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    data = small_training(tmp_path, monkeypatch, 20)
    monkeypatch.setattr(to_fit, "_N_ALIASES", 30)
    monkeypatch.setattr(to_fit, "_N_MADE", 30)
    monkeypatch.setattr(to_fit, "_N_ECHOES", 30)
    monkeypatch.setattr(to_fit, "_LEAST_TO_LEARN", 10)
    monkeypatch.setattr(fitting, "_N_DRAWS", 50)
    folder = tmp_path / "reader"
    # Another set: the same answers under another name.
    other = tmp_path / "other.jsonl"
    other.write_bytes((tmp_path / "data.jsonl").read_bytes())
    command = ["reader", *data, "--judged", str(other), "--output", str(folder)]
    monkeypatch.setattr(sys, "argv", command)
    reader.main()
    first = capsys.readouterr().out
    assert "**Agreement with human labels**" in first
    assert "| SMILE (learned), its trees fitted without the data set |" in first
    assert len([line for line in first.splitlines() if line.startswith("| other, ")]) == 4
    learned = read_learned(folder / LEARNED)
    assert all(joint.trees for joint in learned.combiners.values())
    held_out = [json.loads(line) for line in (folder / "held_out.jsonl").read_text().splitlines()]
    assert held_out
    assert all(0 <= row["learned"] <= 1 for row in held_out)
    [commitments] = [line for line in first.splitlines() if line.startswith("| commitments ")]
    assert [cell.strip() for cell in commitments.split("|")[2:-1]] == ["0", "60", "60", "5"]
    assert (folder / "reliability.png").stat().st_size > 10_000
    # A second run trains nothing and goes on to measure, which takes as long as all before.
    trained = [folder / name / WEIGHTS for name in ("similarity", "all sources, seed 2", "all sources, seed 3")]
    before = [path.stat().st_mtime_ns for path in trained]
    monkeypatch.setattr(reader, "fit_and_measure", Mock(side_effect=InterruptedError))
    with pytest.raises(InterruptedError):
        reader.main()
    assert [path.stat().st_mtime_ns for path in trained] == before
    # The third phase starts from the mean of the second phase's trainings, and is what was measured.
    weights, other = (load_file(path) for path in trained[1:])
    assert any(not torch.equal(weights[name], other[name]) for name in weights)
    for name, mean in load_file(folder / "mean of both" / WEIGHTS).items():
        assert torch.allclose(mean.float(), (weights[name].float() + other[name].float()) / 2, rtol=1e-3, atol=1e-6)
    assert (folder / WEIGHTS).read_bytes() == (folder / "long answers and sentences" / WEIGHTS).read_bytes()
