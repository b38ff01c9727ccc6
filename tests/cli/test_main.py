"""The command line in a process of its own, where a test needs one. `match` starts fastest, as it loads no encoder."""

import json
import os
import pty
import shlex
import subprocess
import sys
from collections.abc import Iterator
from io import StringIO
from pathlib import Path
from typing import Any

import pytest
from rich.cells import cell_len
from rich.console import Console

from smile import SmileScorer
from smile.cli.console import print_report
from smile.files.row_files import FileRows, read_rows
from smile.reporting.report import Column
from smile.reporting.score_report import Layout, lowest_rows, lowest_table, score_report
from smile.rows.checked_rows import check_rows
from tests.support.cases import cases, read_cases
from tests.support.command_line import RECORDS, ROOT, Run, python, read_sample, run_smile, without, write_jsonl
from tests.support.tiny_encoder import TinyEncoder


class TestProcess:
    def test_help_loads_nothing_heavy(self) -> None:
        for arguments, heavy in (
            ((), {"numpy", "smile.cli.commands.score"}),
            (("score",), {"torch", "sentence_transformers", "evaluate", "datasets", "matplotlib", "pyarrow"}),
        ):
            result = python("-X", "importtime", "-m", "smile", *arguments, "--help")
            assert "Usage: python -m smile" in result.stdout
            loaded = {line.rpartition("|")[2].strip() for line in result.stderr.splitlines()}
            assert "smile.cli.main" in loaded
            assert not loaded & heavy

    def test_output_that_cannot_show_every_character(self, tmp_path: Path) -> None:
        path = write_jsonl(tmp_path / "data.jsonl", RECORDS)
        result = python("-m", "smile", "match", path, env=os.environ | {"PYTHONIOENCODING": "ascii", "COLUMNS": "100"})
        assert (result.returncode, result.stderr) == (0, "")
        assert r"Wilhelm R\xf6ntgen" in result.stdout

    @pytest.mark.real_encoder
    @pytest.mark.parametrize("arguments", [[], ["--json"]])
    def test_progress_bar_is_only_for_terminals(self, arguments: list[str], data: Path) -> None:
        master, terminal = pty.openpty()
        environment = os.environ | {"TERM": "xterm"}
        command = [sys.executable, "-m", "smile", "score", data, "--setting", "fast", *arguments]
        pipes: dict[str, Any] = {"stdout": subprocess.PIPE, "stderr": terminal, "encoding": "utf-8"}
        process = subprocess.Popen(command, cwd=ROOT, env=environment, **pipes)
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


@cases
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


_CASES = read_cases(Path(__file__).parent / "errors.tsv")


@pytest.fixture(scope="module")
def files(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with files for every command."""
    rows: list[dict[str, Any]] = [
        {
            "id": f"q{i}",
            "question": f"Which number is {i // 4}?",
            "references": [f"number {i // 4}", f"no. {i // 4}"],
            "prediction": f"number {i // 4}" if i % 2 else "none",
            "dataset": "A",
            "smile": 0.5 if i % 3 else 0.9,
            "human": i % 2,
            "bob": None if i == 1 else 1,
        }
        for i in range(80)
    ]
    folder = tmp_path_factory.mktemp("files")
    write_jsonl(folder / "unlabelled.jsonl", without(rows, "human"))
    write_jsonl(folder / "scores.jsonl", without(rows, "prediction"))
    write_jsonl(folder / "unscored.jsonl", without(rows, "smile"))
    for name in ("one", "two"):
        write_jsonl(folder / f"{name}.jsonl", [row | {"references": "number"} for row in rows[:12]])
    partly = [row | {"human": row["human"] if i % 4 else None} for i, row in enumerate(rows)]
    write_jsonl(folder / "partly.jsonl", partly)
    write_jsonl(folder / "data.jsonl", rows)
    write_jsonl(folder / "bad.jsonl", [RECORDS[0], {"prediction": "a", "reference": None}])
    return folder


@pytest.fixture
def unchanged(files: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """The folder, without a provider's key; a command that fails changes nothing in it."""
    monkeypatch.chdir(files)
    for variable in ("OPENAI_API_KEY", "SMILE_API_KEY"):
        monkeypatch.delenv(variable, raising=False)
    before = {path: path.read_bytes() for path in files.iterdir()}
    yield
    assert {path: path.read_bytes() for path in files.iterdir()} == before


@pytest.mark.usefixtures("unchanged")
@pytest.mark.parametrize(("code", "command", "message"), _CASES, ids=[case[1] for case in _CASES])
def test_errors(code: str, command: str, message: str, smile: Run) -> None:
    result = smile(*command.replace("LONG", "x" * 300).split())
    assert (result.exit_code, result.stdout) == (int(code), "")
    assert message in result.stderr
    # Those of typer show how to call the command, and those about columns show the command with them.
    first, *others = result.stderr.splitlines()
    assert "Usage:" in result.stderr or (
        first.startswith("error: ") and all(each.startswith("try: ") for each in others)
    )


def test_first_columns_error_gives_the_whole_command(smile: Run, tmp_path: Path) -> None:
    path = tmp_path / "my bot.csv"
    path.write_text(
        "user query,gpt,claude,gold (KB),gold 2\nFrance?,It is Paris.,no,Paris,no\nItaly?,Rome,no,Rome,no\n",
        encoding="utf-8",
    )
    error, command = smile("score", path, "--setting", "fast").stderr.splitlines()
    assert "several columns that can be the prediction ('gpt', 'claude')" in error
    assert "several columns that can be the reference ('gold (KB)', 'gold 2')" in error
    _, program, *arguments = shlex.split(command)
    assert program == "smile"
    result = smile(*arguments)
    assert (result.exit_code, "Traceback" in result.stderr) == (0, False)
    assert "prediction = 'gpt', reference = 'gold (KB)', question = 'user query'" in result.stderr


LONG = {"id": "i" * 100, "reference": "東京" * 100, "prediction": "word " * 60 + "x" * 100, "question": "q" * 99}
LAYOUT = Layout(
    aggregates={"smile": "SMILE", "accuracy": "Accuracy"},
    numbers={"smile": Column("SMILE"), "semantic": Column("Sem.", drop=1), "lexical": Column("Lex.", drop=1)},
)


def test_report_fits_the_terminals_width() -> None:
    records = [*RECORDS, LONG]
    columns = ([record[name] for record in records] for name in ("prediction", "reference", "question"))
    rows = FileRows(check_rows(*columns), [record["id"] for record in records])
    scores = SmileScorer(encoder=TinyEncoder()).score_rows(rows.rows)
    summary, lowest = scores.summary(0.95), lowest_rows(rows, scores.items(), LAYOUT, 5)
    for width in (40, 80, 120, 200):
        console = Console(width=width, file=StringIO())
        print_report(console, score_report("Scores", summary, LAYOUT, 0.95, lowest_table(*lowest, LAYOUT)))
        output = console.file.getvalue()  # type: ignore[attr-defined]
        lines = output.splitlines()
        assert lines[-1].startswith("Signature: ")
        assert max(cell_len(line) for line in lines[:-1]) <= width
        assert "…" in output
        assert len(lines) < 60


COMMANDS = {
    "score": ["score"],
    "agree": ["agree", "--metrics", "smile,sas,f1", "--column", "label=human"],
    "agree by references": ["agree", "--metrics", "smile", "--references", "--column", "label=human"],
    "compare": ["compare"],
}


@pytest.mark.parametrize("command", COMMANDS)
def test_a_second_run_encodes_nothing(command: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    encoders: list[TinyEncoder] = []
    for module in ("encoding.encoder_choice", "baselines.sas_scorer"):
        monkeypatch.setattr(f"smile.{module}.SentenceEncoder", lambda _: encoders.append(TinyEncoder()) or encoders[-1])
    records = read_sample(1000)[::2]
    files = [write_jsonl(tmp_path / "one.jsonl", records)]
    if command == "compare":
        others = [record | {"prediction": record["references"][0]} for record in records]
        files.append(write_jsonl(tmp_path / "two.jsonl", others))
    store = ["--store", tmp_path / "store", "--set", "store_gigabytes=0.5"]
    results, n_encoded = [], []
    for options in ([], store, store):
        encoders.clear()
        done = run_smile(*COMMANDS[command], *files, "--json", *options)
        assert done.exit_code == 0, done.stderr
        results.append(json.loads(done.stdout))
        n_encoded.append(sum(len(texts) for encoder in encoders for texts in encoder.calls))
        results[-1].pop("strings", None)
    assert n_encoded[0] >= n_encoded[1] > 0
    assert n_encoded[2] == 0
    assert results[0] == results[1] == results[2]
