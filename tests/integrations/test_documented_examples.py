"""What docs/integrations.md says is run as it is written, with the tools themselves."""

import contextlib
import shlex
from pathlib import Path
from types import ModuleType, SimpleNamespace

import pytest

from tests.docs.test_readme import NEEDS_TOOLS, TEXTS, blocks
from tests.integrations.test_lm_eval import TASK

TEXT = TEXTS[NEEDS_TOOLS]


def test_the_python_examples_run_one_after_the_other(monkeypatch: pytest.MonkeyPatch) -> None:
    # Inspect's mock model reports how many tokens it was sent, for which it would download a tokenizer.
    monkeypatch.setattr("tiktoken.get_encoding", lambda _: SimpleNamespace(encode=lambda text, **_: text.split()))
    examples = vars(ModuleType("examples"))
    for block in blocks(TEXT, "python"):
        if "deepeval" not in block:  # test_deepeval.py runs that one
            exec(block, examples)  # noqa: S102


def test_the_task_runs_from_the_command_line(own_folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from lm_eval.__main__ import cli_evaluate

    [task] = blocks(TEXT, "yaml")
    assert task == TASK.read_text(encoding="utf-8")
    (own_folder / "sample_qa.yaml").write_text(task, encoding="utf-8")
    [command] = [line for line in "".join(blocks(TEXT, "bash")).splitlines() if line.startswith("lm_eval ")]
    monkeypatch.setattr("sys.argv", shlex.split(command))
    with contextlib.suppress(SystemExit):
        cli_evaluate()
    assert len(list((own_folder / "build" / "lm_eval").rglob("samples_sample_qa_*.jsonl"))) == 1
