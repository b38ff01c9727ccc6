"""What docs/integrations.md says is run as it is written, with the tools themselves."""

import contextlib
import shlex
from pathlib import Path
from types import ModuleType, SimpleNamespace

import evaluate
import pytest
from evaluate.evaluation_suite import SubTask
from huggingface_hub import ModelCard
from huggingface_hub.errors import RepositoryNotFoundError

from tests.docs.test_readme import NEEDS_TOOLS, TEXTS, blocks
from tests.integrations.test_lm_eval import TASK

TEXT = TEXTS[NEEDS_TOOLS]
PINS = (Path(__file__).resolve().parents[2] / "requirements" / "integrations.txt").read_text(encoding="utf-8")


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


def test_what_evaluate_cannot_do_is_still_so() -> None:
    with pytest.raises(KeyError, match="question-answering has been removed from transformers"):
        evaluate.evaluator("question-answering")
    suite = evaluate.EvaluationSuite("questions")
    suite.suite = [SubTask("question-answering", data="you/your-questions", args_for_task={})]
    with pytest.raises(KeyError, match="question-answering has been removed from transformers"):
        suite.run("you/your-model")


def test_a_pushed_result_goes_into_the_card(monkeypatch: pytest.MonkeyPatch) -> None:
    [push] = [block for block in blocks(TEXT, "text") if "push_to_hub" in block]
    names = {"evaluate": evaluate, "result": {"smile": 0.5, "signature": "nrefs:1"}}
    pushed: list[ModelCard] = []
    # The card without the Hub: all else is evaluate's and huggingface_hub's own.
    monkeypatch.setattr(ModelCard, "load", lambda *_, **__: ModelCard("---\nlicense: mit\n---\n"))
    monkeypatch.setattr(ModelCard, "push_to_hub", lambda card, *_, **__: pushed.append(card))
    monkeypatch.setattr("evaluate.hub.model_info", lambda _: None)
    monkeypatch.setattr("evaluate.hub.dataset_info", lambda _: None)
    exec(push, names)  # noqa: S102
    [entry] = ModelCard(str(pushed[0])).data.eval_results
    assert (entry.metric_type, entry.metric_value, entry.metric_args) == ("smile", 0.5, {"signature": "nrefs:1"})

    missing = RepositoryNotFoundError("404", response=SimpleNamespace(headers={}, request=None))

    def not_there(_: str) -> None:
        raise missing

    monkeypatch.setattr("evaluate.hub.dataset_info", not_there)
    with pytest.raises(RepositoryNotFoundError):
        exec(push, names)  # noqa: S102
    assert len(pushed) == 1


def test_the_table_has_the_versions_that_ran() -> None:
    table = TEXT[: TEXT.index("## ")]
    for pin in PINS.splitlines():
        if "==" in pin:
            assert pin.partition(";")[0].partition("==")[2] in table, pin
