"""Fixtures that the tests of several commands need."""

from pathlib import Path

import pytest

from tests.support.command_line import RECORDS, Run, run_smile, write_jsonl


@pytest.fixture
def data(tmp_path: Path) -> Path:
    return write_jsonl(tmp_path / "data.jsonl", RECORDS)


@pytest.fixture
def smile() -> Run:
    """Runs the command line in this process; the encoder is loaded once for all tests."""
    return run_smile
