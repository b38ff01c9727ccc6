"""Several processes score a file: the result is that of one, whatever happens to a worker."""

import multiprocessing
import os
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest

from smile import ModelError, SmileScorer
from smile.encoding.torch_tools import available_cores
from smile.files.row_files import open_rows
from smile.runs import chunked_files
from smile.runs.chunked_files import score_files, usual_workers
from tests.support.command_line import write_jsonl
from tests.support.random_rows import random_rows


def test_workers_equal_one_process_after_a_kill(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(chunked_files, "chunk_rows", lambda settings: 10)
    data = write_jsonl(tmp_path / "data.jsonl", random_rows(107))

    def run(workers: int, on_progress: Any = None) -> tuple[Any, ...]:
        output = tmp_path / f"{workers}.jsonl"
        with score_files([open_rows(data)], SmileScorer("fast"), output, 5, on_progress, workers) as scored:
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
from smile.runs.chunked_files import score_files

def show(done, n):
    print(*(process.pid for process in multiprocessing.active_children()), flush=True)

if __name__ == "__main__":
    with score_files([open_rows(Path(sys.argv[1]))], SmileScorer("fast"), None, 0, show, 2):
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


def test_many_rows_without_a_model_use_all_cores() -> None:
    assert usual_workers(SmileScorer("fast"), 19_999) == 1
    assert usual_workers(SmileScorer("fast"), 20_000) == min(2, available_cores())
    assert usual_workers(SmileScorer("fast"), 10**9) == available_cores()
    assert usual_workers(SmileScorer("learned"), 10**9) == usual_workers(SmileScorer(), 10**9) == 1
