"""Fits the joint models on questions that the reader was not trained on, and measures them.

Each question is measured by a joint model that was fitted without it.
"""

import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from benchmarks.labelled import markdown_table
from benchmarks.measures import MEASURES, lines_of_set
from smile import SmileScorer
from smile.aliases import BoolArray, FloatArray, IntArray
from smile.learned.combiner import NOT_ASSERTED_BELOW, BoostedTrees
from smile.learned.texts import meaning_text
from smile.settings.named_settings import NAMED_SETTINGS

from .examples.paraphrases import Use
from .examples.sources import MEASURED_YEAR
from .joining import expected_calibration_error, mean_pearson, threshold_accuracy
from .labelled_answers import LabelledAnswers
from .material import Read, ReadPairs, read_pairs
from .to_fit import HeldOut, ToFit, answers_to_fit, fit, held_out_answers, judged_sets, rows_in_other_words

_N_DRAWS = 500

# What the tables call the setting, with its questions and without.
NAMES = {True: "SMILE (learned)", False: "SMILE (learned), without questions"}
DEFAULT, READER = "SMILE (default)", "reader alone"
TRANSFERRED = "SMILE (learned), its trees fitted without the data set"
# What the table of every set calls its columns: trees fitted without the set, and with other questions of it.
_LEFT_OUT, _WITH_OTHERS = "learned, the set left out", "learned, its questions left out"


@dataclass(frozen=True)
class Fitted:
    """What is found on the answers held out.

    Attributes:
        joint: The joint models with questions (True) and without (False), fitted on all of them.
        scores: By name the (n,) scores of the answers, each by a model that was fitted without its question.
        pearson: By name the mean Pearson correlation of these scores with human labels.
        is_right: (n,) people's verdicts.
        is_shown: (n,) whether the answer's system is in the results.
        tables: The Markdown tables by title.
    """

    joint: dict[bool, BoostedTrees]
    scores: dict[str, FloatArray]
    pearson: dict[str, float]
    is_right: BoolArray
    is_shown: BoolArray
    tables: dict[str, str]


def fit_and_measure(
    answers: LabelledAnswers,
    held_out: Sequence[int],
    judged: Sequence[Path],
    similarity: Path,
    read: Read,
    read_without_sets: Read | None,
) -> Fitted:
    """Fits and measures.

    Args:
        answers: Answers with human labels.
        held_out: Positions of those whose questions the reader has not learned from.
        judged: Other judged data sets, as `to_fit.judged_sets` reads them.
        similarity: Pairs of sentences with human similarity grades.
        read: Turns texts into the reader's probabilities.
        read_without_sets: The same, by a reader that was not trained on the judged sets; None skips what it measures.
    """
    ours = held_out_answers(answers, held_out)
    others = judged_sets(judged, is_held_out=True)
    joint, scores = {}, {DEFAULT: SmileScorer().score_rows(ours.rows).smile}
    to_fit = answers_to_fit(ours, others, similarity)
    for with_questions, name in NAMES.items():
        pairs = read_pairs(to_fit.rows, with_questions, read)
        natural = pairs.of(np.arange(len(ours.rows)))
        joint[with_questions] = fit(pairs, to_fit)
        scores[name] = np.zeros(len(ours.rows))
        for measured, model in _fitted_without(pairs, to_fit, to_fit.part, ours.part):
            scores[name][measured] = natural.of(measured).scores(model)
        if with_questions:
            readings = natural.readings
            scores[READER] = np.minimum(natural.highest(readings.equivalence), natural.highest(readings.asserted))
            let_pass = float((readings.asserted[natural.start] >= NOT_ASSERTED_BELOW)[ours.is_right].mean())
            _, with_others = _of_sets(ours, others, _WITH_OTHERS, pairs, to_fit, to_fit.part)
    of_sets: list[list[str]] = []
    if read_without_sets is not None:
        every = judged_sets(judged, is_held_out=None)
        to_fit = answers_to_fit(ours, every, similarity)
        without_sets = read_pairs(to_fit.rows, True, read_without_sets)
        left_out, of_sets = _of_sets(ours, every, _LEFT_OUT, without_sets, to_fit, to_fit.dataset)
        scores[TRANSFERRED] = left_out[: len(ours.rows)]
    in_other_words, is_same = rows_in_other_words(Use.MEASURING)
    paraphrases = read_pairs(in_other_words, True, read)
    reading = [
        ["natural right answers that the reader of mentions lets pass", f"{let_pass:.3f}"],
        [
            "paraphrases not learned, by the reader alone: right, wrong",
            _shares_judged(paraphrases.readings.equivalence > 0.5, is_same),
        ],
        [
            "paraphrases not learned, by `learned`: right, wrong",
            _shares_judged(paraphrases.scores(joint[True]) > 0.5, is_same),
        ],
        [
            "sentence similarity, STS 2016: Pearson of the reader alone",
            f"{pearson_of_similarity(similarity, read):.3f}",
        ],
    ]
    pearson = {name: mean_pearson(values, ours.is_right, ours.group) for name, values in scores.items()}
    return Fitted(
        joint,
        scores,
        {name: mean for name, (mean, _) in pearson.items()},
        ours.is_right,
        ours.group != "",
        {
            "Agreement with human labels": _agreement(scores, pearson, ours),
            "Every set, with 95 % intervals of the difference to `default`": markdown_table(
                ["set, answers", "", *MEASURES], of_sets + with_others
            ),
            "Reading": markdown_table(["", "accuracy"], reading),
        },
    )


def _agreement(scores: dict[str, FloatArray], pearson: dict[str, tuple[float, dict[str, float]]], ours: HeldOut) -> str:
    """Returns the table of correlations with human labels, accuracies and calibration errors."""
    shown = ours.group != ""
    groups = list(pearson[DEFAULT][1])
    lines = []
    for name, (mean, of_group) in pearson.items():
        values, is_right = scores[name][shown], ours.is_right[shown]
        threshold = NAMED_SETTINGS["default" if name == DEFAULT else "learned"].threshold
        measured = (
            mean,
            *(of_group[group] for group in groups),
            threshold_accuracy(values, is_right, threshold),
            expected_calibration_error(values, is_right),
        )
        lines.append([name, *(f"{value:.3f}" for value in measured)])
    header = ["", "mean Pearson", *(group.replace(", ", "/") for group in groups), "accuracy", "calibration error"]
    return markdown_table(header, lines)


def _fitted_without(
    pairs: ReadPairs, to_fit: ToFit, group_to_fit: npt.NDArray[Any], group: npt.NDArray[Any]
) -> Iterator[tuple[IntArray, BoostedTrees]]:
    """Yields the positions of each group of the answers held out, and a joint model fitted without the group.

    Args:
        pairs: The pairs of the answers to fit on.
        to_fit: These n answers.
        group_to_fit: (n,) their groups.
        group: (m,) the groups of the answers held out.
    """
    for each in np.unique(group):
        yield np.flatnonzero(group == each), fit(pairs, to_fit, group_to_fit != each)


def _of_sets(
    ours: HeldOut, others: HeldOut, name: str, pairs: ReadPairs, to_fit: ToFit, group_to_fit: npt.NDArray[Any]
) -> tuple[FloatArray, list[list[str]]]:
    """Scores answers, each by a joint model that was fitted without its group.

    Args:
        ours: Answers held out.
        others: m answers of other sets.
        name: What the table calls these scores.
        pairs: The pairs of the answers to fit on, of which these n + m are the first.
        to_fit: The answers to fit on.
        group_to_fit: Their groups.

    Returns:
        The (n + m,) scores, and the lines of a table: each data set's number of answers, and its measures beside those
        of `default`.
    """
    rows, is_right = [*ours.rows, *others.rows], np.concatenate((ours.is_right, others.is_right))
    dataset = np.concatenate((ours.dataset, others.dataset))
    judged = pairs.of(np.arange(len(rows)))
    found = np.zeros(len(rows))
    for measured, model in _fitted_without(pairs, to_fit, group_to_fit, group_to_fit[: len(rows)]):
        found[measured] = judged.of(measured).scores(model)
    scores = {"default": SmileScorer().score_rows(rows).smile, name: found}
    lines = []
    for each in dict.fromkeys(dataset.tolist()):
        here = np.flatnonzero(dataset == each)
        of_part = {column: values[here] for column, values in scores.items()}
        questions = [rows[i].question for i in here.tolist()]
        lines += [
            [f"{each}, {len(here):,}", *line] for line in lines_of_set(of_part, is_right[here], questions, _N_DRAWS)
        ]
    return found, lines


def _shares_judged(verdicts: BoolArray, is_right: BoolArray) -> str:
    """Returns the shares of the right and of the wrong answers that (n,) verdicts judge rightly."""
    return f"{verdicts[is_right].mean():.3f}, {(~verdicts[~is_right]).mean():.3f}"


def pearson_of_similarity(path: Path, read: Read) -> float:
    """Returns the Pearson correlation of the reader with human grades on the pairs of sentences kept to measure."""
    rows = [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]
    rows = [row for row in rows if row["year"] == MEASURED_YEAR]
    found = read([meaning_text(None, row["text1"], row["text2"]) for row in rows])[:, 1]
    return float(np.corrcoef(found, [row["similarity"] for row in rows])[0, 1])
