"""Trains the equivalence head of the setting `learned`: `python -m training.equivalence --data FILE`.

It trains five heads, each without a fold of the questions, and measures each on its fold; two heads on one data set,
measured on the other; and one head on all questions, which it writes. The joint model of a head and the features is
fitted on questions that the head neither learned from nor is measured on.
"""

import argparse
import json
import multiprocessing
import os
import time
from collections.abc import Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import asdict, dataclass
from hashlib import sha256
from pathlib import Path
from typing import Any

import numpy as np

from smile.aliases import FloatArray
from smile.learned.head_files import ADAPTER, ADAPTER_CONFIG, LEARNED
from smile.reporting.agreement_figures import reliability_curves
from smile.reporting.pictures import png

from .attack_examples import attack_examples
from .card import card
from .fine_tuning import Example, Recipe, fine_tune
from .labelled_answers import DATASET, N_FOLDS, LabelledAnswers, read_answers
from .material import Material, prepare
from .measuring import MEASURED_AS, Task, is_shown, measure, print_figures

# Share of the training questions with two made-up answers, a wrong and a right one.
_ATTACKED = 0.15


@dataclass(frozen=True)
class Training:
    """The training of a head: its recipe, device, number format and threads."""

    recipe: Recipe
    device: str
    dtype: str
    n_threads: int


def main() -> None:
    """Trains, measures, prints and writes."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--data", type=Path, required=True, help="JSON lines, as benchmarks.human_agreement takes them")
    parser.add_argument("--output", type=Path, default=Path("build/equivalence"), help="the folder to write")
    parser.add_argument("--device", default="cpu", help="as torch calls it")
    parser.add_argument("--dtype", default="bfloat16", choices=["bfloat16", "float32"], help="of the matrix products")
    parser.add_argument("--processes", type=int, default=os.cpu_count(), help="heads trained at a time")
    parser.add_argument("--epochs", type=int, default=Recipe().epochs, help="fewer only to see that it runs")
    arguments = parser.parse_args()

    start = time.monotonic()
    arguments.output.mkdir(parents=True, exist_ok=True)
    n_threads = max(1, (os.cpu_count() or 1) // arguments.processes)
    training = Training(Recipe(epochs=arguments.epochs), arguments.device, arguments.dtype, n_threads)
    material = prepare(read_answers(arguments.data))
    tasks = _tasks(material.answers, arguments.output)
    jobs = [_Job.of(task, material, training) for task in tasks]
    heads = _run(jobs, arguments.processes)
    figures = measure(tasks, heads, material)
    _write(arguments.output, figures, heads["all"]["layer"].tolist(), material, training, arguments.data.name)
    print_figures(figures)
    print(f"\n{(time.monotonic() - start) / 60:.0f} minutes. For smile/learned/head_files.py:")
    for name in (ADAPTER, ADAPTER_CONFIG, LEARNED):
        print(f"    {name}: {sha256((arguments.output / name).read_bytes()).hexdigest()}")


def _tasks(answers: LabelledAnswers, output: Path) -> list[Task]:
    """Returns the heads to train; a head learns from, fits or is measured on all answers to a question."""
    everything = np.ones(len(answers), dtype=np.bool_)
    tasks = [Task.of("all", everything, ~everything, ~everything, output)]
    for fold in range(N_FOLDS):
        is_measured = answers.fold == fold
        is_fitted = (answers.fold == (fold + 1) % N_FOLDS) & answers.is_in_slice
        tasks.append(Task.of(f"fold {fold + 1}", ~is_measured & ~is_fitted, is_fitted, is_measured))
    dataset = answers.members(DATASET)
    names = sorted(set(dataset.tolist()))
    for name, other in ((name, other) for name in names for other in names if name != other):
        known = {answers.keys[i] for i in np.flatnonzero(dataset == name)}
        is_new = np.array([key not in known for key in answers.keys])
        is_fitted = (dataset == name) & (answers.fold == 0) & answers.is_in_slice
        is_learned = (dataset == name) & ~is_fitted
        tasks.append(Task.of(f"{name} to {other}", is_learned, is_fitted, (dataset == other) & is_new))
    return tasks


@dataclass(frozen=True)
class _Job:
    """The part of a task that a process gets."""

    name: str
    examples: list[Example]
    texts: Mapping[str, list[str]]
    folder: Path | None
    training: Training

    @classmethod
    def of(cls, task: Task, material: Material, training: Training) -> "_Job":
        rows = [material.answers.rows[i] for i in task.learned.tolist()]
        best = material.pairs[True].reference_index[material.pairs[True].best(task.learned)].tolist()
        is_right = material.answers.is_right[task.learned].tolist()
        examples = [
            Example(row.question or "", row.references[reference], row.prediction, right)
            for row, reference, right in zip(rows, best, is_right, strict=True)
        ]
        examples += attack_examples(rows, _ATTACKED, training.recipe.seed)
        return cls(task.name, examples, task.texts(material), task.folder, training)

    def run(self) -> dict[str, FloatArray]:
        """Returns the head's probabilities of the texts and, where it is written, its `layer`."""
        import torch

        torch.set_num_threads(self.training.n_threads)
        training = self.training
        head = fine_tune(self.examples, training.recipe, training.device, training.dtype, self.name, self.folder)
        probabilities = {what: head.probabilities(texts) for what, texts in self.texts.items() if texts}
        if self.folder is not None:
            probabilities["layer"] = head.layer()
        return probabilities


def _run(jobs: Sequence[_Job], n_processes: int) -> dict[str, dict[str, FloatArray]]:
    """Returns each task's head probabilities, by task name and kind of text."""
    if n_processes == 1:
        return {job.name: job.run() for job in jobs}
    with ProcessPoolExecutor(n_processes, mp_context=multiprocessing.get_context("spawn")) as pool:
        futures = {job.name: pool.submit(job.run) for job in jobs}
        return {name: future.result() for name, future in futures.items()}


def _write(
    folder: Path, figures: Mapping[str, Any], layer: list[float], material: Material, training: Training, data: str
) -> None:
    """Writes `learned.json`, the scores of held-out answers, and the card."""
    learned = {
        "layer": [float(f"{weight:.8g}") for weight in layer[:-1]],
        "layer_bias": float(f"{layer[-1]:.8g}"),
        "joint": {name: asdict(joint) for name, joint in figures["joint"].items()},
        "pearson": {name: figures["pearson"][metric][0] for name, metric in MEASURED_AS.items()},
        "questions": sorted(set(material.answers.keys)),
    }
    (folder / LEARNED).write_text(json.dumps(learned, indent=1) + "\n", encoding="utf-8")
    rows, people = material.answers.rows, material.answers.file.people
    records = zip(
        rows,
        people.groups[DATASET],
        people.systems or (),
        material.answers.is_right.tolist(),
        figures["held_out"][MEASURED_AS["q"]].tolist(),
        strict=True,
    )
    with (folder / "held_out.jsonl").open("w", encoding="utf-8", newline="\n") as file:
        for row, dataset, system, is_right, learned_score in records:
            record = {
                "dataset": dataset,
                "system": system,
                "question": row.question,
                "references": list(row.references),
                "prediction": row.prediction,
                "human": is_right,
                "learned": learned_score,
            }
            file.write(json.dumps(record, ensure_ascii=False) + "\n")
    facts = asdict(training.recipe) | {"data": data, "dtype": training.dtype, "attacked": _ATTACKED}
    (folder / "card.md").write_text(card(figures, facts), encoding="utf-8")
    shown = is_shown(material.answers)
    names = ("SMILE (default)", "head alone", MEASURED_AS["q"])
    curves = reliability_curves(
        {name: figures["held_out"][name][shown] for name in names},
        material.answers.is_right[shown],
        {name: name for name in names},
    )
    (folder / "reliability.png").write_bytes(png(curves))


if __name__ == "__main__":
    main()
