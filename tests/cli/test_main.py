"""The command line in a process of its own, where a test needs one. `match` starts fastest, as it loads no encoder."""

import json
import os
import pty
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from smile import SmileScorer, __version__
from smile.files.row_files import read_rows
from tests.support.command_line import RECORDS, ROOT, python, run_smile, write_jsonl


def start(*arguments: Any, **options: Any) -> Any:
    """Starts the command line in a process of its own, whose output can be read."""
    pipes = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE} | options
    return subprocess.Popen([sys.executable, "-m", "smile", *map(str, arguments)], cwd=ROOT, encoding="utf-8", **pipes)


class TestProcess:
    def test_version(self) -> None:
        result = python("-m", "smile", "--version")
        assert (result.returncode, result.stdout, result.stderr) == (0, f"smile {__version__}\n", "")

    def test_the_list_of_commands_imports_no_command(self) -> None:
        result = python("-X", "importtime", "-m", "smile", "--help")
        assert "estimate" in result.stdout
        loaded = {line.rpartition("|")[2].strip() for line in result.stderr.splitlines()}
        assert not {name for name in loaded if name.startswith("smile.cli.commands.") or name == "numpy"}

    def test_help_loads_nothing_heavy(self) -> None:
        result = python("-X", "importtime", "-m", "smile", "score", "--help")
        assert result.returncode == 0
        assert "Usage: python -m smile" in result.stdout
        loaded = {line.rpartition("|")[2].strip() for line in result.stderr.splitlines()}
        assert "smile.cli.main" in loaded
        assert not loaded & {"torch", "sentence_transformers", "evaluate", "datasets", "matplotlib", "pyarrow"}

    def test_error_is_one_line_with_exit_code(self) -> None:
        result = python("-m", "smile", "score", "nothing.jsonl")
        error = "error: nothing.jsonl does not exist: check the path\n"
        assert (result.returncode, result.stdout, result.stderr) == (1, "", error)

    def test_output_that_cannot_show_every_character(self, tmp_path: Path) -> None:
        path = write_jsonl(tmp_path / "data.jsonl", RECORDS)
        result = python("-m", "smile", "match", path, env=os.environ | {"PYTHONIOENCODING": "ascii", "COLUMNS": "100"})
        assert (result.returncode, result.stderr) == (0, "")
        assert r"Wilhelm R\xf6ntgen" in result.stdout

    @pytest.mark.skipif(not Path("/dev/full").exists(), reason="there is no /dev/full here")
    def test_printing_to_a_full_disk(self, data: Path) -> None:
        with Path("/dev/full").open("w") as full:
            process = start("match", data, stdout=full)
        _, error = process.communicate(timeout=300)
        assert (process.returncode, error) == (1, "error: [Errno 28] No space left on device\n")

    def test_a_reader_that_has_seen_enough(self, data: Path, tmp_path: Path) -> None:
        output = tmp_path / "items.jsonl"
        process = start("match", data, "--output", output)
        process.stdout.close()
        assert process.stderr.read() == ""
        process.wait(timeout=300)
        assert len(output.read_text(encoding="utf-8").splitlines()) == 3

    @pytest.mark.real_encoder
    @pytest.mark.parametrize("arguments", [[], ["--json"]])
    def test_progress_bar_is_only_for_terminals(self, arguments: list[str], data: Path) -> None:
        master, terminal = pty.openpty()
        environment = os.environ | {"TERM": "xterm"}
        process = start("score", data, "--setting", "fast", *arguments, stderr=terminal, env=environment)
        os.close(terminal)
        shown = b""
        while True:
            try:
                shown += os.read(master, 4096)
            except OSError:  # the process has ended
                break
        os.close(master)
        output, _ = process.communicate(timeout=300)
        assert process.returncode == 0
        assert "Scoring" not in output
        if arguments:
            assert shown == b""
            assert json.loads(output) == SmileScorer("fast").score_rows(read_rows(data).rows).summary(0.95)
        else:
            assert b"Scoring rows" in shown


@pytest.mark.parametrize(
    ("text", "code", "message"),
    [
        ("[score]\nfail-under = 0.6", 3, "under --fail-under 0.6"),
        ("fail-under = 0.6\n[score]\nfail-under = 0.5", 0, ""),
        ("lisetd = 1", 2, "unknown option 'lisetd'"),
        ("[score]\nn = 1", 2, "unknown option 'n': smile score has"),
        ("[scores]\nworst = 1", 2, "unknown option 'scores'"),
        ("n = 5", 0, ""),
        ("worst = ", 2, "cannot be read as TOML"),
    ],
)
def test_a_file_holds_the_options_of_every_day(text: str, code: int, message: str, tmp_path: Path) -> None:
    rows = [{"prediction": each, "gold": "Paris"} for each in ("Paris", "Rome")]
    config, data = tmp_path / "my.toml", write_jsonl(tmp_path / "a.jsonl", rows)
    config.write_text(f"setting = 'fast'\ncolumn = ['reference=gold']\n{text}")
    result = run_smile("--config", config, "score", data, columns=500)
    assert (result.exit_code, message in " ".join(result.stderr.split())) == (code, True)
    assert run_smile("score", "-h").stdout == run_smile("score", "--help").stdout


@pytest.mark.skipif(os.name == "nt", reason="SIGTERM ends a process on Windows at once")
def test_a_stopped_run_leaves_no_folder(tmp_path: Path) -> None:
    environment = os.environ | {"TMPDIR": str(tmp_path)}
    command = [sys.executable, "-m", "smile", "score", "-", "--setting", "fast"]
    with subprocess.Popen(
        command, stdin=subprocess.PIPE, stderr=subprocess.PIPE, env=environment, cwd=ROOT, text=True
    ) as run:
        assert run.stderr is not None
        while not list(tmp_path.glob("smile-*")):
            assert run.poll() is None
        run.terminate()
        assert "interrupted: with --output, the same command continues" in run.stderr.read()
    assert (run.returncode, list(tmp_path.glob("smile-*"))) == (143, [])
