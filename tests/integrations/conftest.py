"""What the tests of the tools share; `make test-integrations` runs them where the tools are installed."""

import os

# Before a tool is imported: none of them reports the run to its makers, or asks a hub.
os.environ |= {
    "DEEPEVAL_TELEMETRY_OPT_OUT": "1",
    "DO_NOT_TRACK": "1",
    "HAYSTACK_TELEMETRY_ENABLED": "False",
    "HF_HUB_OFFLINE": "1",
    "MLFLOW_DISABLE_TELEMETRY": "true",
    "MLFLOW_GENAI_EVAL_MAX_WORKERS": "4",
}

from pathlib import Path
from typing import Any

import pytest

from smile import SmileScorer
from smile.rows.checked_rows import Row


@pytest.fixture(autouse=True)
def own_folder(tmp_path: Path, repository: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A working folder with the assets and the scripts, where the tools may write."""
    for name in ("assets", "smile"):
        (tmp_path / name).symlink_to(repository / name)
    (tmp_path / "build").mkdir()
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr("datasets.config.HF_DATASETS_CACHE", tmp_path / "datasets")
    return tmp_path


@pytest.fixture
def calls(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """The number of rows in each call of a scorer, as they come."""
    rows_of_calls: list[int] = []
    score_rows = SmileScorer.score_rows

    def counted(self: SmileScorer, rows: list[Row], *arguments: Any) -> Any:
        rows_of_calls.append(len(rows))
        return score_rows(self, rows, *arguments)

    monkeypatch.setattr(SmileScorer, "score_rows", counted)
    return rows_of_calls
