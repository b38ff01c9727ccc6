"""Writes example logs of real evaluation tools: `python -m tools.example_logs FOLDER` (assets/logs).

Runs Inspect and lm-evaluation-harness on the same questions, with models that answer by rule. `make test-integrations`
sets up an environment that has both tools.
"""

import json
import shutil
import sys
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

from inspect_ai import Task
from inspect_ai import eval as inspect_eval
from inspect_ai.dataset import MemoryDataset, Sample
from inspect_ai.log import EvalLog
from inspect_ai.model import ModelOutput, ModelUsage, get_model
from lm_eval import simple_evaluate
from lm_eval.api.model import LM
from lm_eval.loggers import EvaluationTracker
from lm_eval.tasks import TaskManager

from smile.integrations.inspect_ai import smile

SAMPLE = Path(__file__).resolve().parent.parent / "assets" / "sample_qa.jsonl"
N_ROWS = 12

Rows = Sequence[Mapping[str, Any]]


def run_inspect(rows: Rows, answer: Callable[[str], str], folder: Path, **scorer_options: Any) -> EvalLog:
    """Evaluates a model that answers by rule with Inspect; the log is written into a folder.

    Args:
        rows: Each with `id`, `question` and `references`.
        answer: Returns the model's answer to a question.
        folder: Where the log goes.
        **scorer_options: Of the scorer `smile`.
    """

    def output(messages: Any, *_: Any) -> ModelOutput:
        made = ModelOutput.from_content("mockllm/by-rule", answer(messages[-1].text))
        made.usage = ModelUsage()  # else Inspect downloads a tokenizer to count tokens
        return made

    samples = [Sample(id=row["id"], input=row["question"], target=row["references"]) for row in rows]
    task = Task(name="sample_qa", dataset=MemoryDataset(samples), scorer=smile(**scorer_options))
    model = get_model("mockllm/by-rule", custom_outputs=output)
    [log] = inspect_eval(task, model=model, log_dir=str(folder), display="none", fail_on_error=False)
    return log


class RecordedAnswers(LM):
    """A model for lm-eval that gives each document's own `prediction`."""

    def generate_until(self, requests: Any, disable_tqdm: bool = False) -> list[str]:
        """Returns the answers."""
        return [request.doc["prediction"] for request in requests]

    def loglikelihood(self, requests: Any, disable_tqdm: bool = False) -> Any:
        """Refuses."""
        raise NotImplementedError("it only generates")

    def loglikelihood_rolling(self, requests: Any, disable_tqdm: bool = False) -> Any:
        """Refuses."""
        raise NotImplementedError("it only generates")


def run_lm_eval(task: Path, folder: Path, limit: int | None = None) -> tuple[dict[str, Any], Path]:
    """Evaluates `RecordedAnswers` with lm-eval.

    Args:
        task: The YAML file of a task.
        folder: Where the samples go.
        limit: How many documents; None takes all.

    Returns:
        The results of the task, and the file with its samples.
    """
    tracker = EvaluationTracker(output_path=str(folder))
    results = simple_evaluate(
        model=RecordedAnswers(),
        tasks=[str(task)],
        limit=limit,
        log_samples=True,
        evaluation_tracker=tracker,
        task_manager=TaskManager(include_defaults=False),
    )
    [(name, samples)] = results.pop("samples").items()
    tracker.save_results_aggregated(results, {name: samples})
    tracker.save_results_samples(name, samples)
    [path] = folder.rglob(f"samples_{name}_*.jsonl")
    return results["results"][name], path


def main(folder: Path) -> None:
    """Writes the log of Inspect, the samples of lm-eval and a plain file with the same questions."""
    rows = [json.loads(line) for line in SAMPLE.read_text(encoding="utf-8").splitlines()[:N_ROWS]]
    made = folder / "made"
    first = {row["question"]: row["references"][0] for row in reversed(rows)}
    run_inspect(rows, lambda question: f"I think it is {first[question]}.", made)
    [log] = made.glob("*.eval")
    log.replace(folder / "inspect.eval")
    task = folder / "sample_qa.yaml"
    _, samples = run_lm_eval(task, made, N_ROWS)
    samples.replace(folder / "lm_eval.jsonl")
    shutil.rmtree(made)
    plain = [{"id": row["id"], "question": row["question"], "references": row["references"]} for row in rows]
    lines = [json.dumps(row | {"prediction": "I do not know."}, ensure_ascii=False) + "\n" for row in plain]
    (folder / "plain.jsonl").write_text("".join(lines), encoding="utf-8")


if __name__ == "__main__":
    main(Path(sys.argv[1]))
