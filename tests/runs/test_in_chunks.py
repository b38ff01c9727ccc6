"""Scoring a file chunk by chunk: the same result as at once, and nothing lost when the run is killed."""

import json
import multiprocessing
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Sequence
from contextlib import redirect_stderr, redirect_stdout
from dataclasses import replace
from functools import partial
from io import BytesIO
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from pyarrow import parquet

from smile import ModelError, SmileScorer
from smile.cli.main import app
from smile.encoding.encoders import Encoded
from smile.encoding.torch_tools import available_cores
from smile.files.row_files import open_rows, read_rows
from smile.files.writing import ITEM_ENDINGS, write_item_table
from smile.rows.row_scores import Signature
from smile.runs import chunked_files
from smile.runs.checkpoints import load_checkpoint, save_checkpoint
from smile.runs.chunked_files import score_files_in_chunks, usual_workers
from smile.settings.named_settings import named_settings
from tests.support.command_line import random_rows, run_smile, write_jsonl
from tests.support.kills import flip_a_bit, kill_at_every_write
from tests.support.tiny_encoder import TinyEncoder

N = 107
score = partial(run_smile, "score")


@pytest.fixture
def data(tmp_path: Path) -> Path:
    return write_jsonl(tmp_path / "data.jsonl", [row | {"synthetic_answer": None} for row in random_rows(N)])


@pytest.fixture
def encoder(monkeypatch: pytest.MonkeyPatch) -> TinyEncoder:
    """What the commands of the test encode with, in chunks of ten rows."""
    encoder = TinyEncoder(limit=30)
    monkeypatch.setattr("smile.encoding.encoder_choice.SentenceEncoder", lambda settings: encoder)
    monkeypatch.setattr("smile.runs.chunked_files.rows_per_checkpoint", lambda settings: 10)
    return encoder


def scored(*arguments: Any) -> dict[str, Any]:
    result = score(*arguments, "--json")
    assert result.exit_code == 0, result.stderr
    return dict(json.loads(result.stdout))


@pytest.mark.parametrize("ending", ITEM_ENDINGS)
def test_chunked_output_equals_output_at_once(data: Path, tmp_path: Path, encoder: TinyEncoder, ending: str) -> None:
    at_once = read_rows(data)
    expected = SmileScorer(encoder=TinyEncoder(limit=30)).score_rows(at_once.rows)
    write_item_table(tmp_path / f"expected{ending}", at_once, expected.items())
    output = tmp_path / f"items{ending}"
    assert scored(data, "--output", output) == expected.summary(0.95)
    assert len(encoder.calls) > 20  # it was in chunks
    if ending == ".parquet":
        assert parquet.read_table(output) == parquet.read_table(tmp_path / "expected.parquet")
    else:
        assert output.read_bytes() == (tmp_path / f"expected{ending}").read_bytes()
    assert sorted(path.name for path in tmp_path.iterdir()) == ["data.jsonl", f"expected{ending}", output.name]


def run_apart(arguments: Sequence[Any], shown: Path) -> None:
    with shown.open("w") as file, redirect_stdout(file), redirect_stderr(file):
        app(["score", *map(str, arguments)])


@pytest.mark.parametrize(("options", "step"), [([], 4), (["--store"], 15)])
def test_a_run_killed_at_any_write_resumes(
    tmp_path: Path, encoder: TinyEncoder, options: list[str], step: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Each kill comes a few writes later than the one before, and each run continues after all kills before it."""
    monkeypatch.setattr("smile.runs.chunked_files.rows_per_checkpoint", lambda settings: 5)
    data = write_jsonl(tmp_path / "data.jsonl", random_rows(20))
    output, parts = tmp_path / "broken.jsonl", tmp_path / "broken.jsonl.parts"
    arguments = [data, "--json", *options, *[tmp_path / "store"] * len(options)]
    expected = scored(data, "--output", tmp_path / "unbroken.jsonl")
    whole, n_kept = (tmp_path / "unbroken.jsonl").read_bytes(), []
    for _ in kill_at_every_write(lambda: run_apart([*arguments, "--output", output], tmp_path / "shown.txt"), step):
        assert not output.exists() or output.read_bytes() == whole
        n_kept.append(len(list(parts.glob("*.npz"))))
    assert output.read_bytes() == whole
    assert max(n_kept) >= 3
    result = json.loads((tmp_path / "shown.txt").read_text())
    assert ("strings" in result) == ("--store" in options)
    result.pop("strings", None)
    assert result == expected
    assert not parts.exists()


@pytest.fixture
def begun(data: Path, tmp_path: Path, encoder: TinyEncoder) -> Path:
    """The output of a run that could not go on after three chunks."""
    output = tmp_path / "items.jsonl"
    encode, encoder.encode = encoder.encode, lambda *arguments: 1 / 0 if len(encoder.calls) > 8 else encode(*arguments)
    with pytest.raises(ZeroDivisionError):
        score(data, "--output", output)
    encoder.encode = encode
    encoder.calls.clear()
    assert len(list(tmp_path.glob("items.jsonl.parts/*.npz"))) >= 2
    return output


def test_what_is_done_is_not_done_again(data: Path, begun: Path, encoder: TinyEncoder) -> None:
    result = scored(data, "--output", begun)
    calls = list(encoder.calls)
    encoder.calls.clear()
    scored(data)
    assert calls == encoder.calls[-len(calls) :]
    assert 4 < len(calls) < len(encoder.calls) - 4
    assert result == SmileScorer(encoder=TinyEncoder(limit=30)).score_rows(read_rows(data).rows).summary(0.95)


@pytest.mark.parametrize(
    ("options", "what"),
    [("--threshold 0.5", "signature"), ("--column question=id", "choice of columns"), ("", "data file")],
)
def test_another_run_is_refused(data: Path, begun: Path, encoder: TinyEncoder, options: str, what: str) -> None:
    if not options:
        data.write_text(data.read_text().replace('"q100"', '"q1000"'))
    result = score(data, "--output", begun, *options.split())
    assert result.exit_code == 2
    assert f"with a different {what}: repeat that run's command to resume it, delete the folder" in result.stderr
    assert encoder.calls == []
    assert not begun.exists()


def test_another_back_end_than_before_is_refused(data: Path, tmp_path: Path, begun: Path, encoder: TinyEncoder) -> None:
    for path in tmp_path.glob("items.jsonl.parts/*.npz"):
        save_checkpoint(path, replace(load_checkpoint(path, named_settings(), Signature()), backend="openvino"))
    encoder.backend = "torch"
    result = score(data, "--output", begun)
    assert result.exit_code == 2
    assert "was started with the back end openvino and would continue with torch: choose openvino" in (result.stderr)
    encoder.backend = "openvino"
    assert scored(data, "--output", begun)["backend"] == "openvino"


def without_a_column(content: bytes) -> bytes:
    written = BytesIO()
    with np.load(BytesIO(content)) as kept:
        np.savez(written, **{name: kept[name] for name in kept if name != "smile"})
    return written.getvalue()


DAMAGES: dict[str, Callable[[bytes], bytes]] = {
    "empty": lambda content: b"",
    "overwritten": lambda content: b"not an archive",
    "a bit flipped": lambda content: flip_a_bit(content, 200),
    "of another version": without_a_column,
}


@pytest.mark.parametrize("damage", DAMAGES)
def test_damaged_or_old_checkpoint_is_made_again(data: Path, begun: Path, encoder: TinyEncoder, damage: str) -> None:
    path = min(begun.with_name("items.jsonl.parts").glob("*.npz"))
    path.write_bytes(DAMAGES[damage](path.read_bytes()))
    result = scored(data, "--output", begun)
    assert result == SmileScorer(encoder=TinyEncoder(limit=30)).score_rows(read_rows(data).rows).summary(0.95)


def test_two_runs_to_one_output_do_not_mix(
    data: Path, tmp_path: Path, encoder: TinyEncoder, monkeypatch: pytest.MonkeyPatch
) -> None:
    output, encode = tmp_path / "items.jsonl", encoder.encode
    monkeypatch.setattr(encoder, "encode", lambda *each: time.sleep(0.02) or encode(*each))
    fork = multiprocessing.get_context("fork")  # nothing to import anew
    process = fork.Process(target=run_apart, args=([data, "--output", output], tmp_path / "shown.txt"), daemon=True)
    process.start()
    while not (tmp_path / "items.jsonl.parts" / "manifest.json").exists():
        assert process.is_alive()
        time.sleep(0.01)
    result = score(data, "--output", output)
    assert result.exit_code == 2
    assert "another run is at work on" in result.stderr
    process.join()
    assert process.exitcode == 0
    assert len(output.read_text().splitlines()) == N


def test_run_resumes_after_a_full_disk(data: Path, tmp_path: Path, small_disk: Path, encoder: TinyEncoder) -> None:
    filler = small_disk / "filler"
    filler.write_bytes(bytes(980_000))
    output = small_disk / "items.jsonl"
    result = score(data, "--output", output)
    assert result.exit_code == 2
    assert "cannot be written (No space left on device)" in result.stderr
    assert not output.exists()
    n_kept = len(list(small_disk.glob("items.jsonl.parts/*.npz")))
    assert n_kept > 0
    filler.unlink()
    assert scored(data, "--output", output) == scored(data, "--output", tmp_path / "items.jsonl")
    assert output.read_bytes() == (tmp_path / "items.jsonl").read_bytes()


def test_workers_equal_one_process_after_a_kill(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(chunked_files, "rows_per_checkpoint", lambda settings: 10)
    data = write_jsonl(tmp_path / "data.jsonl", random_rows(107))

    def run(workers: int, on_progress: Any = None) -> tuple[Any, ...]:
        output = tmp_path / f"{workers}.jsonl"
        with score_files_in_chunks([open_rows(data)], SmileScorer("fast"), output, 5, on_progress, workers) as scored:
            scored.write()
        return scored.scores.summary(0.95), scored.lowest, output.read_bytes()

    killed: list[int] = []

    def kill_one(done: int, n: int) -> None:
        if not killed:
            killed.append(multiprocessing.active_children()[0].pid or 0)
            os.kill(killed[0], signal.SIGKILL)

    with pytest.raises(ModelError, match=r"a worker was killed.*the same command continues after the finished chunks"):
        run(2, kill_one)
    assert multiprocessing.active_children() == []
    assert list(tmp_path.glob("2.jsonl.parts/*.npz"))
    assert run(2) == run(1)
    assert multiprocessing.active_children() == []


@pytest.mark.slow
def test_workers_end_with_a_run_that_is_killed(tmp_path: Path) -> None:
    data = write_jsonl(tmp_path / "data.jsonl", random_rows(20_000))
    code = """
import multiprocessing, sys
from pathlib import Path
from smile import ModelError, SmileScorer
from smile.files.row_files import open_rows
from smile.runs.chunked_files import score_files_in_chunks

def show(done, n):
    print(*(process.pid for process in multiprocessing.active_children()), flush=True)

if __name__ == "__main__":
    with score_files_in_chunks([open_rows(Path(sys.argv[1]))], SmileScorer("fast"), None, 0, show, 2):
        pass
"""
    process = subprocess.Popen([sys.executable, "-c", code, data], stdout=subprocess.PIPE, text=True)
    assert process.stdout is not None
    workers = [int(pid) for pid in process.stdout.readline().split()]
    assert len(workers) == 2
    process.kill()
    process.wait()
    deadline = time.monotonic() + 20
    while any(Path(f"/proc/{pid}").exists() for pid in workers):
        assert time.monotonic() < deadline
        time.sleep(0.1)


def test_a_file_that_changes_meanwhile_is_an_error(
    data: Path, tmp_path: Path, encoder: TinyEncoder, monkeypatch: pytest.MonkeyPatch
) -> None:
    encode = encoder.encode

    def encode_and_change(*arguments: Any) -> Encoded:
        with data.open("a") as file:
            file.write("\n")
        return encode(*arguments)

    monkeypatch.setattr(encoder, "encode", encode_and_change)
    result = score(data, "--output", tmp_path / "items.jsonl")
    assert result.exit_code == 1
    assert "was changed while it was being scored" in result.stderr


def test_many_rows_without_a_model_use_all_cores() -> None:
    assert usual_workers(SmileScorer("fast"), 19_999) == 1
    assert usual_workers(SmileScorer("fast"), 20_000) == min(2, available_cores())
    assert usual_workers(SmileScorer("fast"), 10**9) == available_cores()
    assert usual_workers(SmileScorer("learned"), 10**9) == usual_workers(SmileScorer(), 10**9) == 1
