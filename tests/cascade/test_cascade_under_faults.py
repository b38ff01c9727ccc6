"""`smile cascade` against a real server behind a proxy that spoils answers: nothing is lost or paid twice."""

import json
import subprocess
import sys
import time
from collections import Counter
from pathlib import Path

import pytest

from tests.support.command_line import write_jsonl
from tests.support.fault_proxy import FaultProxy


@pytest.mark.slow
def test_a_killed_cascade_goes_on_and_pays_for_no_row_twice(llama_server: str, tmp_path: Path) -> None:
    n = 1000
    records = [
        {"id": i, "question": f"What is {i} and {i}?", "reference": f"{2 * i}", "prediction": f"It is {2 * i}."}
        for i in range(n)
    ]
    told = [sys.executable, "-m", "smile", "cascade", write_jsonl(tmp_path / "rows.jsonl", records)]
    told += ["--setting", "fast", "--ask", "1", "--provider", "llama.cpp", "--model", "tiny", "--json"]
    told += ["--set", "concurrency=8", "--set", "timeout=1", "--set", "max_retries=16"]
    told += ["--set", f"cache={tmp_path / 'kept.sqlite'}"]
    with FaultProxy(llama_server, 0.2) as proxy:
        command = [str(part) for part in [*told, "--base-url", proxy.base_url]]
        run = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        while sum(proxy.forwarded.values()) < n // 3:
            assert run.poll() is None
            time.sleep(0.01)
        run.kill()
        run.wait()
        time.sleep(2)  # what was under way at the server
        before = Counter(proxy.forwarded)
        result = json.loads(subprocess.run(command, capture_output=True, check=True, text=True).stdout)
        assert result["n_asked"] == n
        # The tiny model says neither yes nor no of some rows, and a few replies are unusable twice.
        told_failures = [each for each in result["failures"] if each.startswith("row ")]
        reasons = ("no Yes or No among the likeliest tokens", "the reply is not JSON", "the reply has no log-prob")
        assert all(each.partition(": ")[2].startswith(reasons) for each in told_failures)
        assert result["n_from_cache"] > 0
        assert result["n_requests"] >= n - result["n_from_cache"]
        proxy.share = 0.0
        result = json.loads(subprocess.run(command, capture_output=True, check=True, text=True).stdout)
        assert len(proxy.forwarded) == n
        # What was under way when the run was killed is all that a second run may ask again.
        assert sum(((proxy.forwarded - before) & before).values()) <= 8
        assert all(proxy.met[fault] > 0 for fault in ("429", "500", "cut", "slow", "half"))
        forwarded = proxy.forwarded.copy()
        again = json.loads(subprocess.run(command, capture_output=True, check=True, text=True).stdout)
        assert (again["n_requests"], again["n_from_cache"]) == (0, n)
        assert (again["accuracy"], proxy.forwarded) == (result["accuracy"], forwarded)
