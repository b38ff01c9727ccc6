"""What the README says is run as it stands there."""

import os
import re
import shlex
import shutil
import subprocess
import sys
from pathlib import Path
from types import ModuleType

import evaluate
import pytest

import smile

ROOT = Path(__file__).resolve().parents[2]
README = (ROOT / "README.md").read_text(encoding="utf-8")
PYTHON_BLOCKS = re.findall(r"```python\n(.*?)```", README, re.DOTALL)
COMMANDS = re.findall(r"^python -m smile .*$", README, re.MULTILINE)


@pytest.mark.real_encoder
def test_the_examples_run_one_after_the_other(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.chdir(ROOT)
    monkeypatch.setattr(evaluate.config, "HF_METRICS_CACHE", str(tmp_path / "metrics"))
    monkeypatch.setattr("datasets.config.HF_DATASETS_CACHE", tmp_path / "datasets")
    assert len(PYTHON_BLOCKS) >= 6
    module = ModuleType("readme")
    monkeypatch.setitem(sys.modules, "readme", module)  # where other processes find its functions
    for block in PYTHON_BLOCKS:
        exec(block, vars(module))  # noqa: S102
    assert vars(module)["dataset"].num_rows == 150


@pytest.mark.real_encoder
@pytest.mark.parametrize("command", COMMANDS)
def test_the_commands_run(command: str, tmp_path: Path) -> None:
    shutil.copytree(ROOT / "assets", tmp_path / "assets")
    shutil.copytree(ROOT / "smile", tmp_path / "smile", ignore=shutil.ignore_patterns("__pycache__"))
    (tmp_path / "build").mkdir()
    done = subprocess.run(
        [sys.executable, *shlex.split(command)[1:]], cwd=tmp_path, capture_output=True, text=True, timeout=300
    )
    assert done.returncode == 0, done.stderr
    for path in re.findall(r"build/\S+", command):
        assert (tmp_path / path).stat().st_size > 1000


@pytest.mark.real_encoder
def test_the_comparison_shown_is_the_one_printed() -> None:
    [command] = [command for command in COMMANDS if " compare assets/" in command and "--" not in command]
    [shown] = re.findall(r"```text\n(.*?)```", README, re.DOTALL)
    done = subprocess.run(
        [sys.executable, *shlex.split(command)[1:]],
        cwd=ROOT,
        env=os.environ | {"COLUMNS": "100"},
        capture_output=True,
        text=True,
        timeout=300,
    )
    printed = "\n".join(line.rstrip() for line in done.stdout.splitlines())
    assert printed.startswith(shown)


def test_every_module_has_its_line() -> None:
    lines = README.split("## How it is built")[1].split("## Citation")[0]
    modules = [path.relative_to(ROOT) for path in (ROOT / "smile").rglob("*.py") if not path.name.startswith("__")]
    missing = [str(path) for path in modules if f"`{path}`" not in lines and f"`{path.name}`" not in lines]
    assert missing == []


def test_the_signature_shown_is_that_of_this_version() -> None:
    shown = re.search(r"`(nrefs:\S+)`", README)
    assert shown is not None
    assert shown[1].endswith(f"|version:{smile.__version__}")


def test_the_space_runs_the_gradio_that_is_pinned() -> None:
    pins = (ROOT / "requirements.txt").read_text(encoding="utf-8")
    version = re.search(r"^sdk_version: (\S+)$", README, re.MULTILINE)
    assert version is not None
    assert f"gradio[mcp]=={version[1]}\n" in pins
