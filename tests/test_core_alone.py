"""What works without extras, and what each missing one says, in a process that sees the core's packages alone."""

import shutil
from pathlib import Path

import pytest

from tests.support.command_line import python


@pytest.mark.slow
@pytest.mark.real_encoder
def test_the_readme_works_without_extras(repository: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    shutil.copytree(repository / "assets", tmp_path / "assets")
    (tmp_path / "build").mkdir()
    monkeypatch.chdir(tmp_path)
    done = python(repository / "tests/support/core_alone.py", tmp_path, "hide")
    assert done.returncode == 0, done.stdout + done.stderr
