"""Answers on which the joint models are fitted, which the reader was not trained on."""

import json
import random
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from benchmarks.labelled import judged_rows
from smile.aliases import BoolArray, FloatArray, IntArray
from smile.learned.combiner import BoostedTrees, question_key
from smile.rows.checked_rows import Row, check_rows

from .examples.changed_answers import echoes
from .examples.long_answers import long_commitments
from .examples.made_examples import Pair
from .examples.natural_examples import alias_pairs, judged_sentences
from .examples.paraphrases import Use, kept_paraphrases
from .examples.sources import MEASURED_YEAR, made_answers
from .joining import fit_joint
from .labelled_answers import DATASET, GROUP, LEFT_OUT, LabelledAnswers, fold_of
from .material import ReadPairs

# The most answers read of each judged data set. All data sets have the same weight.
_N_OF_SET = 2000
_LEAST_TO_LEARN = 1000
# Cases written for this, of which one half is in sight; what a rule for values finds decides most of them.
_CASES = Path(__file__).parents[1] / "assets" / "hard_qa.jsonl"
_IN_SIGHT = "rules"

# Each question is measured by a joint model that was fitted on the other parts of the questions.
_N_PARTS = 5

# The systems of the paper's Table 3; a file without them is measured on all its systems.
_MEASURED = ("GPT-3.5", "GPT-4")
_N_MADE = 1500
_N_ALIASES = 1400
_N_ECHOES = 1000
# Sentences show how far similarity is to be trusted where few words are shared. The reader has learned from them.
_N_SENTENCES = 2500

# What an answer weighs; one with a person's verdict or an echo of its question weighs 1. Larger weights of the others
# cost agreement with these verdicts.
_WEIGHT_MADE, _WEIGHT_OTHER = 0.25, 0.5


@dataclass(frozen=True)
class HeldOut:
    """n answers with human labels, held out from the reader.

    Attributes:
        rows: The rows.
        is_right: (n,) people's verdicts.
        group: (n,) data set and system, "" for systems that are not in the results.
        dataset: (n,) data set.
        part: (n,) 0 to 4, the same for all answers to a question.
    """

    rows: list[Row]
    is_right: BoolArray
    group: npt.NDArray[np.str_]
    dataset: npt.NDArray[np.str_]
    part: IntArray


def held_out_answers(answers: LabelledAnswers, held_out: Sequence[int]) -> HeldOut:
    """Returns the answers at some positions.

    Args:
        answers: Answers with human labels.
        held_out: Positions of those whose questions the reader has not learned from.
    """
    systems = np.array(answers.systems)
    chosen = np.isin(systems, _MEASURED)
    group = np.where(chosen if chosen.any() else True, answers.members(GROUP), "")
    return HeldOut(
        [answers.rows[i] for i in held_out],
        answers.is_right[list(held_out)],
        group[list(held_out)],
        answers.members(DATASET)[list(held_out)],
        np.array([_part(answers.rows[i].question) for i in held_out]),
    )


def _part(question: str | None) -> int:
    """Returns a question's part, the same in every set; -1 for none."""
    return -1 if question is None else int(question_key(question), 16) % _N_PARTS


def judged_sets(paths: Sequence[Path], is_held_out: bool | None) -> HeldOut:
    """Returns answers of other judged data sets.

    Args:
        paths: JSON lines with question, references, prediction and human; the file's name is that of the data set.
        is_held_out: Whether those that are held out from the reader (at most `_N_OF_SET` of a set), or the others, from
            which it learns; it learns from no set of fewer than `_LEAST_TO_LEARN`. None for any, at most `_N_OF_SET`.
    """
    found: list[dict[str, Any]] = []
    datasets: list[str] = []
    for path in paths:
        rows, _ = judged_rows(path)
        if is_held_out is not None:
            may_learn = len(rows) >= _LEAST_TO_LEARN
            rows = [row for row in rows if _is_held_out(row["question"], may_learn) == is_held_out]
        n = len(rows) if is_held_out is False else min(len(rows), _N_OF_SET)
        found += random.Random(91).sample(rows, n)  # noqa: S311 (no secret)
        datasets += [path.stem] * n
    checked = _checked(found) if found else []
    return HeldOut(
        checked,
        np.array([bool(row["human"]) for row in found], dtype=np.bool_),
        np.array(datasets),
        np.array(datasets),
        np.array([_part(row.question) for row in checked]),
    )


def _is_held_out(question: str, may_learn: bool) -> bool:
    return not may_learn or fold_of(question_key(question)) == LEFT_OUT


def _checked(rows: Sequence[Mapping[str, Any]]) -> list[Row]:
    return list(check_rows(*([row[name] for row in rows] for name in ("prediction", "references", "question"))))


def _cases_in_sight() -> tuple[list[Row], BoolArray]:
    """Returns the hard cases in sight, and which are right."""
    cases = [json.loads(line) for line in _CASES.read_text(encoding="utf-8").splitlines()]
    cases = [case for case in cases if case["split"] == _IN_SIGHT]
    return _checked(cases), np.array([case["human"] for case in cases])


def made_rows(rows: Sequence[Row], seed: int) -> tuple[list[Row], BoolArray]:
    """Returns made answers to the rows' questions, and whether they commit to the right one.

    Args:
        rows: The rows.
        seed: Seed of the choice.
    """
    made, is_right = [], []
    answers = made_answers(rows, seed)
    for _ in range(_N_MADE):
        row, _candidates, _rows, answer = next(answers)
        made.append(Row(answer.text, row.references, (None,) * len(row.references), row.question))
        is_right.append(0 in answer.asserted)
    return made, np.array(is_right)


def rows_in_other_words(use: Use) -> tuple[list[Row], BoolArray]:
    """Returns answers that the reader has not learned from, in other words or only in the same, and which are right."""
    return _of_pairs(kept_paraphrases(use))


def _aliases(rows: Sequence[Row]) -> tuple[list[Row], BoolArray]:
    """Returns references of the rows as answers to their questions, and which are right."""
    references = {row.question or "": row.references for row in rows}
    return _of_pairs(pair for pair in alias_pairs(references, _N_ALIASES, 61) if pair.question is not None)


def _graded_sentences(path: Path) -> tuple[list[Row], FloatArray]:
    """Returns pairs of sentences as rows of one reference without a question, and people's similarity."""
    pairs = list(judged_sentences(path, MEASURED_YEAR))
    chosen = random.Random(81).sample(pairs, min(len(pairs), _N_SENTENCES))  # noqa: S311 (no secret)
    return [Row(second, (first,), (None,), None) for first, second, _ in chosen], np.array([each[2] for each in chosen])


def _of_pairs(pairs: Iterable[Pair]) -> tuple[list[Row], BoolArray]:
    """Returns pairs as rows of one reference, and which are right."""
    found = [(Row(each.prediction, (each.reference,), (None,), each.question), each.target > 0.5) for each in pairs]
    rows, is_right = zip(*found, strict=True)
    return list(rows), np.array(is_right)


@dataclass(frozen=True)
class ToFit:
    """n answers to fit a joint model on.

    They are natural ones first, then those of other sets, cases in sight, made ones, paraphrases, long answers,
    aliases, echoes and sentences of graded similarity.

    Attributes:
        rows: The rows.
        target: (n,) 1 for right answers and 0 for wrong ones; of sentences people's similarity, 0 to 1.
        weight: (n,) what they count.
        dataset: (n,) their data set; "" for cases and paraphrases, whose questions are others, and for sentences.
        part: (n,) the part of their question; -1 for sentences.
    """

    rows: list[Row]
    target: FloatArray
    weight: FloatArray
    dataset: npt.NDArray[np.str_]
    part: IntArray


def answers_to_fit(ours: HeldOut, others: HeldOut, similarity: Path) -> ToFit:
    """Returns what the joint models are fitted on.

    Args:
        ours: The answers held out.
        others: Those of other sets.
        similarity: Pairs of sentences, as `natural_examples.similar_sentences` reads them.
    """
    dataset_of = dict(zip((row.question for row in ours.rows), ours.dataset.tolist(), strict=True))
    in_sight, in_sight_is_right = _cases_in_sight()
    _, place, n_of_set = np.unique(others.dataset, return_inverse=True, return_counts=True)
    made, made_is_right = made_rows(ours.rows, 31)
    in_other_words, is_same = rows_in_other_words(Use.FITTING)
    aliases, is_alias = _aliases(ours.rows)
    echoed, is_answered = _of_pairs(echoes(ours.rows, _N_ECHOES, 71))
    long, is_concluded = _of_pairs(long_commitments(Use.FITTING))
    sentences, grades = _graded_sentences(similarity)
    sets: tuple[tuple[list[Row], FloatArray | BoolArray, FloatArray | float], ...] = (
        (ours.rows, ours.is_right, 1.0),
        (others.rows, others.is_right, _N_OF_SET / n_of_set[place]),
        (in_sight, in_sight_is_right, _N_OF_SET / len(in_sight)),
        (made, made_is_right, _WEIGHT_MADE),
        (in_other_words, is_same, _WEIGHT_OTHER),
        (long, is_concluded, _WEIGHT_OTHER),
        (aliases, is_alias, _WEIGHT_MADE),
        (echoed, is_answered, 1.0),
        (sentences, grades, _WEIGHT_OTHER),
    )
    n = [len(rows) for rows, *_ in sets]
    rows = [row for each, *_ in sets for row in each]
    dataset = [dataset_of.get(row.question, "") for row in rows]
    dataset[n[0] : n[0] + n[1]] = others.dataset.tolist()
    return ToFit(
        rows,
        np.concatenate([target for _, target, _ in sets]).astype(np.float64),
        np.concatenate([np.broadcast_to(weight, len(each)) for each, _, weight in sets]),
        np.array(dataset),
        np.array([_part(row.question) for row in rows]),
    )


def fit(pairs: ReadPairs, to_fit: ToFit, is_used: BoolArray | None = None) -> BoostedTrees:
    """Fits a joint model on the best pair of each answer.

    Args:
        pairs: The pairs of the answers.
        to_fit: The answers.
        is_used: (n,) whether the answer is fitted on; None for all.
    """
    chosen = np.arange(len(to_fit.rows)) if is_used is None else np.flatnonzero(is_used)
    best = pairs.start[chosen]
    return fit_joint(pairs.table[best], pairs.readings.of(best), to_fit.target[chosen], to_fit.weight[chosen])
