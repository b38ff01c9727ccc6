"""Fits the joint models on questions that the reader has not learned from, and measures them.

Each of these questions is measured by a joint model that was fitted without it. The made answers that measure are of
constructions that neither the reader nor the joint models have seen.
"""

import json
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from smile import SmileScorer
from smile.aliases import BoolArray, FloatArray, IntArray
from smile.learned.boosted_trees import BoostedTrees
from smile.learned.features import NOT_ASSERTED_BELOW, meaning_text
from smile.rows.checked_rows import Row
from smile.settings.named_settings import NAMED_SETTINGS

from .examples.changed_answers import echoes
from .examples.made_examples import Pair
from .examples.natural_examples import alias_pairs, any_references
from .examples.paraphrases import Use, kept_paraphrases
from .examples.sources import MEASURED_YEAR, made_answers, made_mentions
from .joining import expected_calibration_error, fit_joint, mean_pearson, reliability, threshold_accuracy
from .labelled_answers import GROUP, LabelledAnswers
from .material import Read, ReadPairs, read_pairs

# The systems of the paper's Table 3; a file without them is measured on all its systems.
_MEASURED = ("GPT-3.5", "GPT-4")
_N_SLICES = 5
_N_MADE = 1500
_N_MENTIONS = 2000
_N_ALIASES = 1400
_N_ECHOES = 1000
# An answer with a person's verdict weighs 1. A larger weight of the others costs agreement with these verdicts.
_WEIGHT_WITHOUT_VERDICT = 0.25
_N_MISTAKES = 20

# What the tables call the setting, with its questions and without.
NAMES = {True: "SMILE (learned)", False: "SMILE (learned), without questions"}
DEFAULT, READER = "SMILE (default)", "reader alone"


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


@dataclass(frozen=True)
class _Answers:
    """n answers held out from the reader.

    Attributes:
        rows: The rows.
        is_right: (n,) people's verdicts.
        group: (n,) data set and system, "" for systems that are not in the results.
        part: (n,) 0 to 4, the same for all answers to a question.
    """

    rows: list[Row]
    is_right: BoolArray
    group: Any
    part: IntArray


def fit_and_measure(answers: LabelledAnswers, held_out: Sequence[int], similarity: Path, read: Read) -> Fitted:
    """Fits and measures.

    Args:
        answers: Answers with people's verdicts.
        held_out: Positions of those whose questions the reader has not learned from.
        similarity: Pairs of sentences with people's similarity.
        read: Turns texts into the reader's probabilities.
    """
    ours = _held_out(answers, held_out)
    references = any_references(ours.rows, seed=21)
    single = [
        Row(row.prediction, (row.references[reference],), (None,), row.question)
        for row, reference in zip(ours.rows, references, strict=True)
    ]
    joint, scores, one_reference = {}, {DEFAULT: SmileScorer().score_rows(ours.rows).smile}, {}
    to_fit = _to_fit(ours)
    for with_questions, name in NAMES.items():
        pairs = read_pairs(to_fit.rows, with_questions, read)
        natural = pairs.of(np.arange(len(ours.rows)))
        alone = read_pairs(single, with_questions, read)
        joint[with_questions] = _fit(pairs, to_fit, without=None)
        scores[name], one_reference[name] = np.zeros(len(ours.rows)), np.zeros(len(ours.rows))
        for part in range(_N_SLICES):
            measured = np.flatnonzero(ours.part == part)
            model = _fit(pairs, to_fit, without=part)
            scores[name][measured] = natural.of(measured).scores(model)
            one_reference[name][measured] = alone.of(measured).scores(model)
        if with_questions:
            scores[READER] = np.minimum(
                natural.highest(natural.readings.equivalence), natural.highest(natural.readings.asserted)
            )
            kept_natural = float((natural.readings.asserted[natural.start] >= NOT_ASSERTED_BELOW)[ours.is_right].mean())
    strange, strange_is_right = _made(ours.rows, 41, kept=True)
    of_strange = read_pairs(strange, True, read).scores(joint[True]) > 0.5
    in_other_words, is_same = _in_other_words(Use.MEASURING)
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
                kept: _judged(made_mentions(ours.rows, _N_MENTIONS, 51, kept), read) for kept in (False, True)
            },
            "made": _shares_judged(of_strange, strange_is_right),
            "paraphrases_alone": _shares_judged(of_other_words.readings.equivalence > 0.5, is_same),
            "paraphrases": _shares_judged(of_words, is_same),
            "similarity": _similarity(similarity, read),
            "mistakes": _mistakes(scores[NAMES[True]], ours),
        },
    )


def _threshold(name: str) -> float:
    return NAMED_SETTINGS["default" if name == DEFAULT else "learned"].threshold


def _held_out(answers: LabelledAnswers, held_out: Sequence[int]) -> _Answers:
    systems = np.array(answers.file.people.systems)
    chosen = np.isin(systems, _MEASURED)
    group = np.where(chosen if chosen.any() else True, answers.members(GROUP), "")
    keys = [answers.keys[i] for i in held_out]
    order = {key: place for place, key in enumerate(dict.fromkeys(keys))}
    return _Answers(
        [answers.rows[i] for i in held_out],
        answers.is_right[list(held_out)],
        group[list(held_out)],
        np.array([order[key] % _N_SLICES for key in keys]),
    )


def _made(rows: Sequence[Row], seed: int, kept: bool) -> tuple[list[Row], BoolArray]:
    """Returns made answers to the rows' questions, and whether they commit to the right one."""
    made, is_right = [], []
    answers = made_answers(rows, seed, kept)
    for _ in range(_N_MADE):
        row, _candidates, _rows, answer = next(answers)
        made.append(Row(answer.text, row.references, (None,) * len(row.references), row.question))
        is_right.append(0 in answer.asserted)
    return made, np.array(is_right)


def _in_other_words(use: Use) -> tuple[list[Row], BoolArray]:
    """Returns answers that the reader has not learned from, in other words or only in the same, and which are right."""
    return _of_pairs(kept_paraphrases(use))


def _aliases(rows: Sequence[Row]) -> tuple[list[Row], BoolArray]:
    """Returns references of the rows as answers to their questions, and which are right."""
    references = {row.question or "": row.references for row in rows}
    return _of_pairs(pair for pair in alias_pairs(references, _N_ALIASES, 61) if pair.question is not None)


def _of_pairs(pairs: Iterable[Pair]) -> tuple[list[Row], BoolArray]:
    """Returns pairs as rows of one reference, and which are right."""
    found = [(Row(each.prediction, (each.reference,), (None,), each.question), each.target > 0.5) for each in pairs]
    rows, is_right = zip(*found, strict=True)
    return list(rows), np.array(is_right)


@dataclass(frozen=True)
class _ToFit:
    """n answers to fit a joint model on: natural ones first, then made ones, paraphrases, aliases and echoes.

    Attributes:
        rows: The rows.
        is_right: (n,) whether the answers are right.
        weight: (n,) what they count.
        part: (n,) the part of their question; -1 for paraphrases, whose questions are others.
        must_pass: (n,) whether an answer counts only if the reader of mentions lets it pass. The gate decides the many
            made answers that it stops.
    """

    rows: list[Row]
    is_right: BoolArray
    weight: FloatArray
    part: IntArray
    must_pass: BoolArray


def _to_fit(ours: _Answers) -> _ToFit:
    part_of = {row.question: part for row, part in zip(ours.rows, ours.part.tolist(), strict=True)}
    made, made_is_right = _made(ours.rows, 31, kept=False)
    in_other_words, is_same = _in_other_words(Use.FITTING)
    aliases, is_alias = _aliases(ours.rows)
    echoed, is_answered = _of_pairs(echoes(ours.rows, _N_ECHOES, 71))
    sets = (
        (ours.rows, ours.is_right, 1.0, False),
        (made, made_is_right, _WEIGHT_WITHOUT_VERDICT, True),
        (in_other_words, is_same, _WEIGHT_WITHOUT_VERDICT, True),
        (aliases, is_alias, _WEIGHT_WITHOUT_VERDICT, False),
        (echoed, is_answered, _WEIGHT_WITHOUT_VERDICT, True),
    )
    n = [len(rows) for rows, *_ in sets]
    rows = [row for each, *_ in sets for row in each]
    return _ToFit(
        rows,
        np.concatenate([is_right for _, is_right, *_ in sets]),
        np.repeat([weight for *_, weight, _ in sets], n),
        np.array([part_of.get(row.question, -1) for row in rows]),
        np.repeat([must_pass for *_, must_pass in sets], n),
    )


def _fit(pairs: ReadPairs, to_fit: _ToFit, without: int | None) -> BoostedTrees:
    """Fits a joint model on the best pair of each answer.

    Args:
        pairs: The pairs of the answers.
        to_fit: The answers.
        without: A part of the questions to leave out.
    """
    passes = ~to_fit.must_pass | (pairs.readings.asserted[pairs.start] > 0.5)
    chosen = np.flatnonzero(passes if without is None else passes & (to_fit.part != without))
    best = pairs.start[chosen]
    return fit_joint(pairs.table[best], pairs.readings.of(best), to_fit.is_right[chosen], to_fit.weight[chosen])


def _judged(examples: Sequence[Any], read: Read) -> tuple[float, float]:
    """Returns the shares of asserted and of other mentions that the reader of mentions judges rightly."""
    asserted = np.array([example.target > 0.5 for example in examples])
    return _shares_judged(read([example.text for example in examples])[:, 0] > 0.5, asserted)


def _shares_judged(verdicts: BoolArray, is_right: BoolArray) -> tuple[float, float]:
    """Returns the shares of the right and of the wrong that (n,) verdicts judge rightly."""
    return float(verdicts[is_right].mean()), float((~verdicts[~is_right]).mean())


def _similarity(path: Path, read: Read) -> float:
    """Returns the Pearson correlation of the reader with people on the pairs of sentences kept to measure."""
    rows = [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]
    rows = [row for row in rows if row["year"] == MEASURED_YEAR]
    found = read([meaning_text(None, row["text1"], row["text2"]) for row in rows])[:, 1]
    return float(np.corrcoef(found, [row["similarity"] for row in rows])[0, 1])


def _mistakes(scores: FloatArray, ours: _Answers) -> list[dict[str, Any]]:
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
