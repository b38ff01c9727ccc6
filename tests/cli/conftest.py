"""Fixtures that the tests of several commands need."""

from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from smile.cli.main import app
from tests.support.command_line import RECORDS, Run, write_jsonl


@pytest.fixture
def data(tmp_path: Path) -> Path:
    return write_jsonl(tmp_path / "data.jsonl", RECORDS)


@pytest.fixture
def smile(monkeypatch: pytest.MonkeyPatch) -> Run:
    """Runs the command line in this process; the encoder is loaded once for all tests."""

    def run(*arguments: Any, columns: int = 100) -> Any:
        monkeypatch.setenv("COLUMNS", str(columns))
        return CliRunner().invoke(app, [str(argument) for argument in arguments], catch_exceptions=False)

    return run
