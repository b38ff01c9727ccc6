"""Fits the joint model of the head and the features, and measures it on questions held out."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from benchmarks.labelled import markdown_table
from smile import SmileScorer
from smile.aliases import BoolArray, FloatArray, IntArray
from smile.learned.features import probability
from smile.learned.head_files import Joint
from smile.settings.named_settings import NAMED_SETTINGS

from .joining import (
    FeatureModel,
    expected_calibration_error,
    fit_features,
    fit_joint,
    mean_pearson,
    reliability,
    threshold_accuracy,
)
from .labelled_answers import GROUP, LabelledAnswers
from .material import Material

HeadProbabilities = Mapping[str, Mapping[str, FloatArray]]

# The systems of the paper's Table 3; a file without them is measured on all its systems.
_MEASURED = ("GPT-3.5", "GPT-4")
# Numbers of references that the comparison of readings reads.
_READ = (1, 2, 4)
_N_MISTAKES = 20

# What the tables call the setting, with its questions and without.
MEASURED_AS = {"q": "SMILE (learned)", "no_q": "SMILE (learned), without questions"}
_QUESTIONS = {True: "q", False: "no_q"}


@dataclass(frozen=True)
class Task:
    """A head to train, with the positions of its answers.

    Attributes:
        name: Name of the task.
        learned: Answers that the head learns from.
        fitted: Answers that fit the joint model.
        measured: Answers that measure the head.
        folder: The folder to write the head to; None keeps only its probabilities.
    """

    name: str
    learned: IntArray
    fitted: IntArray
    measured: IntArray
    folder: Path | None = None

    @staticmethod
    def of(name: str, learned: BoolArray, fitted: BoolArray, measured: BoolArray, folder: Path | None = None) -> "Task":
        """Returns a task from (n,) masks."""
        return Task(name, np.flatnonzero(learned), np.flatnonzero(fitted), np.flatnonzero(measured), folder)

    def texts(self, material: Material) -> dict[str, list[str]]:
        """Returns the texts for the head, by purpose."""
        texts = {
            f"{what}, {name}": [material.text(i, with_question) for i in part.tolist()]
            for what, part in (("fitted", self.fitted), ("measured", self.measured))
            for with_question, name in _QUESTIONS.items()
        }
        if self.name == "fold 1":
            texts["references"] = [material.text(i, True, reference) for i, reference in _in_turn(self, material)]
        return texts


def is_shown(answers: LabelledAnswers) -> BoolArray:
    """Returns a (n,) mask of the answers by the systems in the results."""
    chosen = np.isin(np.array(answers.file.people.systems), _MEASURED)
    return chosen if chosen.any() else np.ones(len(answers), dtype=np.bool_)


def _in_turn(task: Task, material: Material) -> list[tuple[int, int]]:
    """Returns the answers that measure a task, each with up to `_READ[-1]` references."""
    shown = is_shown(material.answers)
    return [(i, reference) for i in task.measured.tolist() if shown[i] for reference in material.ranked[i][: _READ[-1]]]


def measure(tasks: Sequence[Task], heads: HeadProbabilities, material: Material) -> dict[str, Any]:
    """Fits the joint models and measures them.

    Args:
        tasks: All heads.
        heads: By task name, the head's probabilities of `Task.texts`.
        material: The answers.

    Returns:
        `joint` and `pearson`, by `q` and `no_q`; `metrics`, by name with their scores held out, and their statistics;
        `transfer`, `reading`, `calibration` and `mistakes`.
    """
    answers = material.answers
    shown, is_right = is_shown(answers), answers.is_right
    folds = [task for task in tasks if task.name.startswith("fold")]
    groups = np.where(shown, answers.members(GROUP), "")
    default = np.zeros(len(answers))
    default[shown] = SmileScorer().score_rows([answers.rows[i] for i in np.flatnonzero(shown).tolist()]).smile

    parts_alone = np.zeros(len(answers))
    for task in folds:
        parts_alone[task.measured] = _feature_model(task, material, True).probabilities(
            material.tables[True][task.measured]
        )
    held_out = {with_questions: _held_out(folds, heads, material, with_questions) for with_questions in _QUESTIONS}

    scores = {
        "SMILE (default)": default,
        "parts and signs alone": parts_alone,
        "head alone": held_out[True].head,
        MEASURED_AS["q"]: held_out[True].joined,
        MEASURED_AS["no_q"]: held_out[False].joined,
    }
    thresholds = {name: NAMED_SETTINGS["default"].threshold if "default" in name else 0.5 for name in scores}
    pearson = {name: mean_pearson(values, is_right, groups) for name, values in scores.items()}
    return {
        "n": len(answers),
        "n_shown": int(shown.sum()),
        "n_questions": len(set(answers.keys)),
        "joint": {name: held_out[with_questions].joint for with_questions, name in _QUESTIONS.items()},
        "held_out": scores,
        "pearson": pearson,
        "accuracy": {
            name: threshold_accuracy(values[shown], is_right[shown], thresholds[name])
            for name, values in scores.items()
        },
        "calibration_error": {
            name: expected_calibration_error(values[shown], is_right[shown]) for name, values in scores.items()
        },
        "reliability": {name: reliability(values[shown], is_right[shown]) for name, values in scores.items()},
        "transfer": {
            task.name: _transfer(task, heads, material, default, groups) for task in tasks if " to " in task.name
        },
        "reading": _reading(folds[0], heads, material, groups),
        "mistakes": _mistakes(held_out[True].joined, answers, shown),
    }


@dataclass(frozen=True)
class _HeldOut:
    """Probabilities by heads that have not seen the questions, and the joint model for the last head.

    Attributes:
        head: (n,) the heads' own probabilities.
        joined: (n,) probabilities by the joint models.
        joint: A joint model fitted on the answers that fit the folds' models.
    """

    head: FloatArray
    joined: FloatArray
    joint: Joint


def _held_out(folds: Sequence[Task], heads: HeadProbabilities, material: Material, with_questions: bool) -> _HeldOut:
    table, is_right, name = material.tables[with_questions], material.answers.is_right, _QUESTIONS[with_questions]
    head, joined = np.zeros(len(is_right)), np.zeros(len(is_right))
    for task in folds:
        joint = _joint(task, heads, material, with_questions)
        head[task.measured] = heads[task.name][f"measured, {name}"]
        joined[task.measured] = probability(table[task.measured], head[task.measured], joint)
    fitted = np.concatenate([task.fitted for task in folds])
    of_fitted = np.concatenate([heads[task.name][f"fitted, {name}"] for task in folds])
    feature_model = fit_features(table, is_right)
    return _HeldOut(head, joined, fit_joint(feature_model, table[fitted], of_fitted, is_right[fitted]))


def _feature_model(task: Task, material: Material, with_questions: bool) -> FeatureModel:
    """Fits a feature model on all answers that do not measure the task."""
    known = np.concatenate((task.learned, task.fitted))
    return fit_features(material.tables[with_questions][known], material.answers.is_right[known])


def _joint(task: Task, heads: HeadProbabilities, material: Material, with_questions: bool) -> Joint:
    """Fits the joint model of a task on answers that its head has not learned from."""
    of_fitted = heads[task.name][f"fitted, {_QUESTIONS[with_questions]}"]
    table, is_right = material.tables[with_questions][task.fitted], material.answers.is_right[task.fitted]
    return fit_joint(_feature_model(task, material, with_questions), table, of_fitted, is_right)


def _transfer(
    task: Task, heads: HeadProbabilities, material: Material, default: FloatArray, groups: npt.NDArray[np.str_]
) -> dict[str, tuple[float, dict[str, float]]]:
    table, is_right = material.tables[True], material.answers.is_right
    joint = _joint(task, heads, material, True)
    joined = probability(table[task.measured], heads[task.name]["measured, q"], joint)
    return {
        "SMILE (default)": mean_pearson(default[task.measured], is_right[task.measured], groups[task.measured]),
        "SMILE (learned)": mean_pearson(joined, is_right[task.measured], groups[task.measured]),
    }


def _reading(
    task: Task, heads: HeadProbabilities, material: Material, groups: npt.NDArray[np.str_]
) -> dict[int, tuple[float, float]]:
    """Measures what reading more references than the best one brings; the highest probability counts.

    Returns:
        By the number of references, the mean Pearson correlation and the texts read per answer.
    """
    table, is_right = material.tables[True], material.answers.is_right
    joint = _joint(task, heads, material, True)
    of_answer: dict[int, list[float]] = {}
    for (i, _), value in zip(_in_turn(task, material), heads[task.name]["references"].tolist(), strict=True):
        of_answer.setdefault(i, []).append(value)
    rows = np.array(list(of_answer), dtype=np.int64)
    found = {}
    for n in _READ:
        head = np.array([max(read[:n]) for read in of_answer.values()])
        joined = probability(table[rows], head, joint)
        n_read = sum(len(read[:n]) for read in of_answer.values())
        found[n] = (mean_pearson(joined, is_right[rows], groups[rows])[0], n_read / len(rows))
    return found


def _mistakes(joined: FloatArray, answers: LabelledAnswers, shown: BoolArray) -> list[dict[str, Any]]:
    """Returns the wrongest answers, those with the surest probability first."""
    distance = np.where(shown, np.abs(joined - answers.is_right), 0)
    worst = np.argsort(-distance, kind="stable")[:_N_MISTAKES].tolist()
    return [
        {
            "probability": float(joined[i]),
            "people": "right" if answers.is_right[i] else "wrong",
            "question": answers.rows[i].question,
            "references": list(answers.rows[i].references),
            "prediction": answers.rows[i].prediction,
        }
        for i in worst
    ]


def tables(figures: Mapping[str, Any]) -> dict[str, str]:
    """Returns the figures as Markdown tables, by title."""
    groups = list(next(iter(figures["pearson"].values()))[1])
    agreement = [
        [
            name,
            f"{mean:.4f}",
            *(f"{of_group[group]:.3f}" for group in groups),
            f"{figures['accuracy'][name]:.4f}",
            f"{figures['calibration_error'][name]:.3f}",
        ]
        for name, (mean, of_group) in figures["pearson"].items()
    ]
    header = ["", "mean Pearson", *(group.replace(", ", "/") for group in groups), "accuracy", "calibration error"]
    transfer = [
        [task, name, f"{mean:.4f}", ", ".join(f"{group} {value:.3f}" for group, value in of_group.items())]
        for task, found in figures["transfer"].items()
        for name, (mean, of_group) in found.items()
    ]
    reading = [[str(n), f"{mean:.4f}", f"{texts:.2f}"] for n, (mean, texts) in figures["reading"].items()]
    bins = [
        [f"{number / 10:.1f} to {(number + 1) / 10:.1f}"]
        + [
            f"{n}: {mean:.2f}, {share:.2f}" if n else ""
            for n, mean, share in (figures["reliability"][name][number] for name in figures["reliability"])
        ]
        for number in range(10)
    ]
    return {
        "Questions held out": markdown_table(header, agreement),
        "Trained on one data set, measured on the other": markdown_table(
            ["", "", "mean Pearson", "by system"], transfer
        ),
        "References read (fold 1)": markdown_table(["the best", "mean Pearson", "texts an answer"], reading),
        "Reliability: answers, their mean score, share that people call right": markdown_table(
            ["score", *figures["reliability"]], bins
        ),
    }


def print_figures(figures: Mapping[str, Any]) -> None:
    """Prints the tables."""
    for title, table in tables(figures).items():
        print(f"\n**{title}**\n\n{table}")
