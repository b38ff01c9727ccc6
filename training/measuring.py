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
from smile.learned.features import is_equal, probability
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
from .material import MOST_READ, Material, RankedPairs

HeadProbabilities = Mapping[str, Mapping[str, FloatArray]]

# The systems of the paper's Table 3; a file without them is measured on all its systems.
_MEASURED = ("GPT-3.5", "GPT-4")
# Numbers of references that the comparison of readings reads.
_READ = (1, 2, MOST_READ)
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
        """Returns the texts for the head, by purpose: the best pairs to fit with, all pairs to measure."""
        texts = {}
        for with_questions, name in _QUESTIONS.items():
            pairs = material.pairs[with_questions]
            texts[f"fitted, {name}"] = material.texts(pairs.best(self.fitted), with_questions)
            texts[f"measured, {name}"] = material.texts(pairs.of(self.measured), with_questions)
        return texts


def is_shown(answers: LabelledAnswers) -> BoolArray:
    """Returns a (n,) mask of the answers by the systems in the results."""
    chosen = np.isin(np.array(answers.file.people.systems), _MEASURED)
    return chosen if chosen.any() else np.ones(len(answers), dtype=np.bool_)


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

    held_out = {with_questions: _held_out(folds, heads, material, with_questions) for with_questions in _QUESTIONS}
    joined = {with_questions: each.highest(each.joined) for with_questions, each in held_out.items()}

    scores = {
        "SMILE (default)": default,
        "parts and signs alone": held_out[True].highest(held_out[True].alone),
        "head alone": held_out[True].highest(held_out[True].head),
        MEASURED_AS["q"]: joined[True],
        MEASURED_AS["no_q"]: joined[False],
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
        "reading": _reading(held_out[True], is_right, groups),
        "mistakes": _mistakes(joined[True], answers, shown),
    }


@dataclass(frozen=True)
class _HeldOut:
    """Probabilities of P pairs by heads that have not seen the questions, and the joint model for the last head.

    Attributes:
        pairs: The pairs.
        alone: (P,) probabilities by models of the features alone.
        head: (P,) the heads' own probabilities.
        joined: (P,) probabilities by the joint models.
        joint: A joint model fitted on the answers that fit the folds' models.
    """

    pairs: RankedPairs
    alone: FloatArray
    head: FloatArray
    joined: FloatArray
    joint: Joint

    def highest(self, probabilities: FloatArray, n: int = MOST_READ) -> FloatArray:
        """Returns each answer's highest of the (P,) probabilities of its first n pairs."""
        return self.pairs.highest(np.where(self.pairs.rank < n, probabilities, 0))


def _held_out(folds: Sequence[Task], heads: HeadProbabilities, material: Material, with_questions: bool) -> _HeldOut:
    pairs, is_right = material.pairs[with_questions], material.answers.is_right
    alone, head, joined = (np.zeros(len(pairs.row)) for _ in range(3))
    for task in folds:
        measured = pairs.of(task.measured)
        without_head = _feature_model(task, material, with_questions).without_head()
        table, is_other = pairs.table[measured], pairs.is_other_value[measured]
        alone[measured] = probability(table, np.full(len(table), 0.5), is_other, without_head)
        head[measured], joined[measured] = _measured(task, heads, material, with_questions)
    fitted = np.concatenate([task.fitted for task in folds])
    of_fitted = np.concatenate([_of_fitted(task, heads, material, with_questions) for task in folds])
    best = pairs.table[pairs.best(np.arange(len(is_right)))]
    joint = fit_joint(fit_features(best, is_right), best[fitted], of_fitted, is_right[fitted])
    return _HeldOut(pairs, alone, head, joined, joint)


def _feature_model(task: Task, material: Material, with_questions: bool) -> FeatureModel:
    """Fits a feature model on the best pairs of all answers that do not measure the task."""
    known, pairs = np.concatenate((task.learned, task.fitted)), material.pairs[with_questions]
    return fit_features(pairs.table[pairs.best(known)], material.answers.is_right[known])


def _joint(task: Task, heads: HeadProbabilities, material: Material, with_questions: bool) -> Joint:
    """Fits the joint model of a task on the best pairs of answers that its head has not learned from."""
    pairs = material.pairs[with_questions]
    table, is_right = pairs.table[pairs.best(task.fitted)], material.answers.is_right[task.fitted]
    of_fitted = _of_fitted(task, heads, material, with_questions)
    return fit_joint(_feature_model(task, material, with_questions), table, of_fitted, is_right)


def _of_fitted(task: Task, heads: HeadProbabilities, material: Material, with_questions: bool) -> FloatArray:
    """Returns the head's probabilities of the pairs that fit a task's joint model, 1 where it reads none."""
    pairs = material.pairs[with_questions]
    return _read(pairs.table[pairs.best(task.fitted)], heads[task.name][f"fitted, {_QUESTIONS[with_questions]}"])


def _measured(
    task: Task, heads: HeadProbabilities, material: Material, with_questions: bool
) -> tuple[FloatArray, FloatArray]:
    """Returns the head's probabilities of the pairs that measure a task, and the joint model's."""
    pairs = material.pairs[with_questions]
    measured = pairs.of(task.measured)
    table, is_other = pairs.table[measured], pairs.is_other_value[measured]
    head = _read(table, heads[task.name][f"measured, {_QUESTIONS[with_questions]}"])
    return head, probability(table, head, is_other, _joint(task, heads, material, with_questions))


def _read(table: FloatArray, head: FloatArray) -> FloatArray:
    return np.where(is_equal(table), 1.0, head)


def _transfer(
    task: Task, heads: HeadProbabilities, material: Material, default: FloatArray, groups: npt.NDArray[np.str_]
) -> dict[str, tuple[float, dict[str, float]]]:
    pairs, is_right = material.pairs[True], material.answers.is_right
    joined = np.zeros(len(pairs.row))
    joined[pairs.of(task.measured)] = _measured(task, heads, material, True)[1]
    joined = pairs.highest(joined)
    return {
        name: mean_pearson(scores[task.measured], is_right[task.measured], groups[task.measured])
        for name, scores in (("SMILE (default)", default), ("SMILE (learned)", joined))
    }


def _reading(held_out: _HeldOut, is_right: BoolArray, groups: npt.NDArray[np.str_]) -> dict[int, tuple[float, float]]:
    """Measures what reading more references than the best one by SMILE brings; the highest probability counts.

    Returns:
        By the number of references, the mean Pearson correlation and the texts per answer.
    """
    found = {}
    for n in _READ:
        scores = held_out.highest(held_out.joined, n)
        n_texts = (held_out.pairs.rank < n) & (groups != "")[held_out.pairs.row]
        found[n] = (mean_pearson(scores, is_right, groups)[0], n_texts.sum() / (groups != "").sum())
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
        "References read": markdown_table(["the best", "mean Pearson", "texts an answer"], reading),
        "Reliability: answers, their mean score, share that people call right": markdown_table(
            ["score", *figures["reliability"]], bins
        ),
    }


def print_figures(figures: Mapping[str, Any]) -> None:
    """Prints the tables."""
    for title, table in tables(figures).items():
        print(f"\n**{title}**\n\n{table}")
