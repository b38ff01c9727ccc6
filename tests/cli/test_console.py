"""What every command does around its scoring: errors and exit codes."""

import shlex
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.support.cases import read_cases
from tests.support.command_line import RECORDS, Run, without, write_jsonl

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


def test_names_in_errors_cannot_steer_the_terminal(smile: Run, tmp_path: Path) -> None:
    result = smile("score", tmp_path / "\x1b[31m\nred.jsonl")
    assert result.exit_code == 1
    assert result.stderr == f"error: {tmp_path}/[31m red.jsonl does not exist: check the path\n"
