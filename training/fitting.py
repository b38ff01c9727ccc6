"""Fits the joint models on questions that the reader has not learned from, and measures them.

Each of these questions is measured by a joint model that was fitted without it. The made answers that measure are of
constructions that neither the reader nor the joint models have seen.
"""

import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from benchmarks.every_set import lines_of_set
from smile import SmileScorer
from smile.aliases import BoolArray, FloatArray, IntArray
from smile.learned.combiner import NOT_ASSERTED_BELOW, BoostedTrees
from smile.learned.texts import meaning_text
from smile.rows.checked_rows import Row
from smile.settings.named_settings import NAMED_SETTINGS

from .examples.natural_examples import any_references
from .examples.paraphrases import Use
from .examples.sources import MEASURED_YEAR, made_mentions
from .joining import expected_calibration_error, mean_pearson, reliability, threshold_accuracy
from .labelled_answers import LabelledAnswers
from .material import Read, ReadPairs, read_pairs
from .to_fit import HeldOut, ToFit, answers_to_fit, fit, held_out_answers, judged_sets, made_rows, rows_in_other_words

_N_MENTIONS = 2000
_N_MISTAKES = 20
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
        is_right: (n,) people's verdicts.
        is_shown: (n,) whether the answer's system is in the results.
        figures: What the tables of the model card show.
    """

    joint: dict[bool, BoostedTrees]
    scores: dict[str, FloatArray]
    is_right: BoolArray
    is_shown: BoolArray
    figures: dict[str, Any]


def fit_and_measure(
    answers: LabelledAnswers,
    held_out: Sequence[int],
    judged: Sequence[Path],
    similarity: Path,
    read: Read,
    read_without_sets: Read,
) -> Fitted:
    """Fits and measures.

    Args:
        answers: Answers with people's verdicts.
        held_out: Positions of those whose questions the reader has not learned from.
        judged: Other sets of people's judgements, as `to_fit.judged_sets` reads them.
        similarity: Pairs of sentences with people's similarity.
        read: Turns texts into the reader's probabilities.
        read_without_sets: The same, by a reader that has not learned from the judged sets.
    """
    ours = held_out_answers(answers, held_out)
    references = any_references(ours.rows, seed=21)
    single = [
        Row(row.prediction, (row.references[reference],), (None,), row.question)
        for row, reference in zip(ours.rows, references, strict=True)
    ]
    others = judged_sets(judged, is_held_out=True)
    of_default = SmileScorer().score_rows(ours.rows).smile
    joint, scores, one_reference = {}, {DEFAULT: of_default}, {}
    to_fit = answers_to_fit(ours, others, similarity)
    for with_questions, name in NAMES.items():
        pairs = read_pairs(to_fit.rows, with_questions, read)
        natural = pairs.of(np.arange(len(ours.rows)))
        alone = read_pairs(single, with_questions, read)
        joint[with_questions] = fit(pairs, to_fit)
        scores[name], one_reference[name] = np.zeros(len(ours.rows)), np.zeros(len(ours.rows))
        for measured, model in _fitted_without(pairs, to_fit, to_fit.part, ours.part):
            scores[name][measured] = natural.of(measured).scores(model)
            one_reference[name][measured] = alone.of(measured).scores(model)
        if with_questions:
            scores[READER] = np.minimum(
                natural.highest(natural.readings.equivalence), natural.highest(natural.readings.asserted)
            )
            kept_natural = float((natural.readings.asserted[natural.start] >= NOT_ASSERTED_BELOW)[ours.is_right].mean())
            _, with_others = _of_sets(ours, others, _WITH_OTHERS, pairs, to_fit, to_fit.part)
    every = judged_sets(judged, is_held_out=None)
    to_fit = answers_to_fit(ours, every, similarity)
    without_sets = read_pairs(to_fit.rows, True, read_without_sets)
    left_out, of_sets = _of_sets(ours, every, _LEFT_OUT, without_sets, to_fit, to_fit.dataset)
    scores[TRANSFERRED] = left_out[: len(ours.rows)]
    strange, strange_is_right = made_rows(ours.rows, 41, kept=True)
    of_strange = read_pairs(strange, True, read).scores(joint[True]) > 0.5
    in_other_words, is_same = rows_in_other_words(Use.MEASURING)
    of_other_words = read_pairs(in_other_words, True, read)
    of_words = of_other_words.scores(joint[True]) > 0.5
    shown = ours.group != ""
    return Fitted(
        joint,
        scores,
        ours.is_right,
        shown,
        {
            "n": len(answers),
            "n_held_out": len(ours.rows),
            "n_shown": int(shown.sum()),
            "n_questions": len(set(answers.keys)),
            "pearson": {name: mean_pearson(values, ours.is_right, ours.group) for name, values in scores.items()},
            "accuracy": {
                name: threshold_accuracy(values[shown], ours.is_right[shown], _threshold(name))
                for name, values in scores.items()
            },
            "calibration_error": {
                name: expected_calibration_error(values[shown], ours.is_right[shown]) for name, values in scores.items()
            },
            "reliability": {name: reliability(values[shown], ours.is_right[shown]) for name, values in scores.items()},
            "one_reference": {
                name: mean_pearson(values, ours.is_right, ours.group)[0] for name, values in one_reference.items()
            },
            "natural_kept": kept_natural,
            "mentions": {
                kept: _shares_of_mentions(made_mentions(ours.rows, _N_MENTIONS, 51, kept), read)
                for kept in (False, True)
            },
            "made": _shares_judged(of_strange, strange_is_right),
            "paraphrases_alone": _shares_judged(of_other_words.readings.equivalence > 0.5, is_same),
            "paraphrases": _shares_judged(of_words, is_same),
            "similarity": pearson_of_similarity(similarity, read),
            "sets": of_sets + with_others,
            "mistakes": _mistakes(scores[NAMES[True]], ours),
        },
    )


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


def _threshold(name: str) -> float:
    return NAMED_SETTINGS["default" if name == DEFAULT else "learned"].threshold


def _shares_of_mentions(examples: Sequence[Any], read: Read) -> tuple[float, float]:
    """Returns the shares of asserted and of other mentions that the reader of mentions judges rightly."""
    asserted = np.array([example.target > 0.5 for example in examples])
    return _shares_judged(read([example.text for example in examples])[:, 0] > 0.5, asserted)


def _shares_judged(verdicts: BoolArray, is_right: BoolArray) -> tuple[float, float]:
    """Returns the shares of the right and of the wrong that (n,) verdicts judge rightly."""
    return float(verdicts[is_right].mean()), float((~verdicts[~is_right]).mean())


def pearson_of_similarity(path: Path, read: Read) -> float:
    """Returns the Pearson correlation of the reader with people on the pairs of sentences kept to measure."""
    rows = [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]
    rows = [row for row in rows if row["year"] == MEASURED_YEAR]
    found = read([meaning_text(None, row["text1"], row["text2"]) for row in rows])[:, 1]
    return float(np.corrcoef(found, [row["similarity"] for row in rows])[0, 1])


def _mistakes(scores: FloatArray, ours: HeldOut) -> list[dict[str, Any]]:
    """Returns the answers with the surest wrong probabilities."""
    distance = np.where(ours.group != "", np.abs(scores - ours.is_right), 0)
    return [
        {
            "probability": float(scores[i]),
            "people": "right" if ours.is_right[i] else "wrong",
            "question": ours.rows[i].question,
            "references": list(ours.rows[i].references),
            "prediction": ours.rows[i].prediction,
        }
        for i in np.argsort(-distance, kind="stable")[:_N_MISTAKES].tolist()
    ]
