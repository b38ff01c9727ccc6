"""Agreement with people by the number of references, and the score of a reference that is held out as an answer.

Every pair of an answer and a reference is scored once, as a row with one reference. The best and the mean over any
choice of references follow from these scores. After MORQA (arXiv 2509.12405), which scores one gold answer against the
others.
"""

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any, Literal, TypeAlias

import numpy as np

from ..aliases import BoolArray, FloatArray, IntArray
from ..errors import DataError, UsageError
from ..rows.checked_rows import Row
from ..statistics.agreement_measures import correlations
from ..statistics.bootstrap import SEED, mean_interval
from ..statistics.reasons import Reason, in_words
from .agreement.agreement_statistics import (
    MEAN,
    Agreement,
    AgreementOptions,
    Comparison,
    Statistic,
    compare_metrics,
    measure_agreement,
    plain_statistics,
)
from .labels import LabelledRows

DRAWS = 100
# Two ways to make one score of a row from the scores of its references.
Over: TypeAlias = Literal["max", "mean"]
OVER_REFERENCES: tuple[Over, ...] = ("max", "mean")
# The statistics that are measured with k references.
STATISTICS = ("pearson", "kendall_tau_b", MEAN, "accuracy")

_USUAL_MOST = 5
# The mean of the same scores in another order differs in its last digits: rank correlations would miss the tie.
_DECIMALS = 12


@dataclass(frozen=True)
class ReferenceCounts:
    """Agreement by the number of references, and the scores of references against each other.

    Attributes:
        n_same_rows: Those with `most_references` or more, on which every number is measured.
        by_number: With 1, 2, ... random references the `STATISTICS` over their best and their mean, as means over the
            draws with their standard deviation (`_sd`).
        comparison: Their best minus their mean, on all n rows.
        n_held_out: The number of references that were held out as if they were answers.
        gold: The mean `score` and the share `over_threshold`: `held_out`, means over `n_questions`; and `right_answers`
            and `wrong_answers`, `n_answers` to these questions that people call right or wrong, with one reference
            more to compare with.
        reasons: Why a value of `all_references` is NaN.
    """

    n: int
    n_several: int
    most_references: int
    n_same_rows: int
    n_draws: int
    by_number: list[dict[Over, dict[str, float]]]
    all_references: dict[Over, dict[str, float]]
    every_row: dict[Over, Agreement]
    comparison: Comparison
    n_held_out: int
    n_questions: int
    gold: dict[str, dict[Over, dict[str, Statistic]]]
    n_answers: dict[str, int]
    reasons: dict[str, Reason]

    def to_dict(self) -> dict[str, Any]:
        """Returns plain values."""
        gold: dict[str, Any] = {"n_held_out": self.n_held_out, "n_questions": self.n_questions}
        for who, over in self.gold.items():
            scores = {name: plain_statistics(each) for name, each in over.items()}
            gold[who] = ({"n": self.n_answers[who]} if who in self.n_answers else {}) | scores
        every_row = {name: each.to_dict() for name, each in self.every_row.items()}
        as_they_are = ("n", "n_several", "most_references", "n_same_rows", "n_draws", "all_references")
        return {name: getattr(self, name) for name in as_they_are} | {
            "reasons": in_words(self.reasons),
            "by_number": [{"references": k} | dict(each) for k, each in enumerate(self.by_number, start=1)],
            "every_row": every_row | {"comparison": self.comparison.to_dict()},
            "gold": gold,
        }


@dataclass(frozen=True)
class ReferencePairs:
    """Every answer with each of its references, and every reference with each of the others of its question.

    The n rows have P references in total; the H held-out references have G others in total.

    Attributes:
        rows: P + G rows with one reference each: first the answers in the order of the rows, then the references.
        start: (n + 1,) the first of each row's references.
        reference: (P,) the number of the reference; answers to the same question share the numbers.
        held_out_start: (H + 1,) the first of the G others of each held-out reference.
        held_out_question: (H,) the number of its question.
    """

    rows: list[Row]
    start: IntArray
    reference: IntArray
    held_out_start: IntArray
    held_out_question: IntArray

    @property
    def counts(self) -> IntArray:
        """(n,) the number of references of each row."""
        return np.diff(self.start)


def pair_references(rows: Sequence[Row], question: IntArray) -> ReferencePairs:
    """Splits rows into rows with one reference each.

    Each reference of a question is held out once, and compared only with references that differ in more than case and
    white space: it stands for a right answer in other words.

    Raises:
        DataError: No row has two references.
    """
    if all(len(row.references) < 2 for row in rows):
        raise DataError(
            f"none of the {len(rows)} rows has two references, so their number cannot vary: give rows with a list of "
            "references"
        )
    answers: list[Row] = []
    numbers: dict[tuple[int, str], int] = {}
    reference: list[int] = []
    gold: dict[int, dict[str, Row]] = {}
    for row, of_question in zip(rows, question.tolist(), strict=True):
        others = gold.setdefault(of_question, {})
        for alone in one_by_one(row):
            [text] = alone.references
            answers.append(alone)
            reference.append(numbers.setdefault((of_question, text), len(numbers)))
            others.setdefault(" ".join(text.casefold().split()), alone)

    held_out: list[Row] = []
    n_others: list[int] = []
    held_out_question: list[int] = []
    for of_question, distinct in gold.items():
        for plain, right in distinct.items():
            beside = [other for key, other in distinct.items() if key != plain]
            if beside:
                held_out += [replace(other, prediction=right.references[0]) for other in beside]
                n_others.append(len(beside))
                held_out_question.append(of_question)
    return ReferencePairs(
        rows=answers + held_out,
        start=_starts([len(row.references) for row in rows]),
        reference=np.array(reference, dtype=np.int64),
        held_out_start=_starts(n_others),
        held_out_question=np.array(held_out_question, dtype=np.int64),
    )


def one_by_one(row: Row) -> Iterator[Row]:
    """Yields the row with each of its references alone."""
    for text, synthetic in zip(row.references, row.synthetic_answers, strict=True):
        yield replace(row, references=(text,), synthetic_answers=(synthetic,))


def choose_most_references(counts: IntArray, most_references: int | None = None) -> int:
    """Returns the largest number of references to draw at random.

    Only rows with at least this number take part, so that every number is measured on the same rows. The default is
    the largest number, at most five, that half of the rows with several references have.

    Raises:
        UsageError: The choice is less than two, or no row has that many.

    >>> choose_most_references(np.array([1, 1, 1, 2, 3, 3, 9]))
    3
    """
    if most_references is None:
        several = counts[counts >= 2]
        return max(k for k in range(2, _USUAL_MOST + 1) if 2 * int((several >= k).sum()) >= len(several))
    if not 2 <= most_references <= counts.max():
        raise UsageError(
            f"most_references must be at least 2 and at most {counts.max()}, the largest number in a row, "
            f"got {most_references}"
        )
    return most_references


def measure_references(
    pairs: ReferencePairs,
    scores: FloatArray,
    rows: LabelledRows,
    options: AgreementOptions,
    most_references: int | None = None,
) -> ReferenceCounts:
    """Measures agreement by the number of references, from the (P + G,) scores of `pairs.rows`.

    The rows have one label each; their own scores do not count.

    Raises:
        UsageError: `most_references` is out of range.
    """
    n_answers = int(pairs.start[-1])
    most = choose_most_references(pairs.counts, most_references)
    same_rows = np.flatnonzero(pairs.counts >= most)
    same = rows.at(same_rows)
    over_all = _over_references(scores[:n_answers], pairs.start)
    of_same = {over: same.scored(values[same_rows]) for over, values in over_all.items()}
    of_all = {over: rows.scored(values) for over, values in over_all.items()}
    every_row = {over: measure_agreement(each, options) for over, each in of_all.items()}
    reasons = measure_agreement(of_same["max"], replace(options, confidence_level=None)).reasons
    questions, position = np.unique(pairs.held_out_question, return_inverse=True)
    held_out = {
        over: _of_questions(values, position, len(questions), options)
        for over, values in _over_references(scores[n_answers:], pairs.held_out_start).items()
    }
    gold, counts = {"held_out": held_out}, {}
    if rows.is_right is not None:
        is_beside = np.isin(rows.question_number, questions)
        for who, is_who in (("right_answers", rows.is_right), ("wrong_answers", ~rows.is_right)):
            chosen = is_who & is_beside
            counts[who] = int(chosen.sum())
            gold[who] = {
                over: {
                    "score": Statistic(_mean(values[chosen])),
                    "over_threshold": Statistic(_mean(values[chosen] > options.threshold)),
                }
                for over, values in over_all.items()
            }
    return ReferenceCounts(
        n=len(rows),
        n_several=int((pairs.counts >= 2).sum()),
        most_references=most,
        n_same_rows=len(same_rows),
        n_draws=DRAWS,
        by_number=_draw_references(pairs, scores[:n_answers], same_rows, same, most, options.threshold),
        all_references={over: _agreement(each, options.threshold) for over, each in of_same.items()},
        every_row=every_row,
        comparison=compare_metrics(of_all["max"], every_row["max"], of_all["mean"], every_row["mean"], options),
        n_held_out=len(position),
        n_questions=len(questions),
        gold=gold,
        n_answers=counts,
        reasons={name: why for name, why in reasons.items() if name in STATISTICS},
    )


def _draw_references(
    pairs: ReferencePairs, scores: FloatArray, same_rows: IntArray, same: LabelledRows, most: int, threshold: float
) -> list[dict[Over, dict[str, float]]]:
    """Returns the statistics with 1, 2, ... random references; a draw of k references adds one to its draw of k - 1.

    Answers to the same question get the same references, as if the others had never been written.
    """
    random = np.random.default_rng(SEED)
    row_of_pair = np.repeat(np.arange(len(pairs.counts)), pairs.counts)
    n_references = int(pairs.reference.max()) + 1
    first = pairs.start[same_rows][:, None] + np.arange(most)
    found = np.empty((DRAWS, most, len(OVER_REFERENCES), len(STATISTICS)))
    for draw in found:
        order = np.lexsort((random.random(n_references)[pairs.reference], row_of_pair))
        drawn = scores[order][first]
        means = np.cumsum(drawn, axis=1) / np.arange(1, most + 1)
        for j, values in enumerate((np.maximum.accumulate(drawn, axis=1), means.round(_DECIMALS))):
            for k in range(most):
                draw[k, j] = list(_agreement(same.scored(values[:, k]), threshold).values())
    # A statistic that one draw leaves undefined has no mean: it would be one over fewer draws than the others.
    names = (*STATISTICS, *(f"{name}_sd" for name in STATISTICS))
    mean_and_spread = np.concatenate([found.mean(axis=0), found.std(axis=0, ddof=1)], axis=-1).tolist()
    return [
        {over: dict(zip(names, values, strict=True)) for over, values in zip(OVER_REFERENCES, each, strict=True)}
        for each in mean_and_spread
    ]


def _agreement(rows: LabelledRows, threshold: float) -> dict[str, float]:
    found = dict.fromkeys(STATISTICS, math.nan)
    if len(rows) >= 3:
        values = {name: each.statistic for name, each in correlations(rows.score, rows.label).items()}
        found |= {name: values[name] for name in STATISTICS if name in values}
        found[MEAN] = float(np.mean(list(values.values())))
    if rows.is_right is not None:
        found["accuracy"] = float(np.mean((rows.score > threshold) == rows.is_right))
    return found


def _of_questions(
    values: FloatArray, question: IntArray, n_questions: int, options: AgreementOptions
) -> dict[str, Statistic]:
    """Returns means over questions, so that a long list of references counts as much as a short one."""
    found = {}
    n_of_question = np.bincount(question, minlength=n_questions)
    for name, each in (("score", values), ("over_threshold", values > options.threshold)):
        means = np.bincount(question, weights=each, minlength=n_questions) / n_of_question
        found[name] = Statistic(_mean(means))
        if options.confidence_level is not None and n_questions > 1:
            found[name] = replace(found[name], interval=mean_interval(means, options.confidence_level))
    return found


def _over_references(scores: FloatArray, start: IntArray) -> dict[Over, FloatArray]:
    """Returns the best and the mean of each run of scores; runs start at (n + 1,) `start` and are not empty."""
    if len(start) == 1:
        return dict.fromkeys(OVER_REFERENCES, np.empty(0))
    return {
        "max": np.maximum.reduceat(scores, start[:-1]),
        "mean": (np.add.reduceat(scores, start[:-1]) / np.diff(start)).round(_DECIMALS),
    }


def _mean(values: FloatArray | BoolArray) -> float:
    return float(values.mean()) if len(values) else math.nan


def _starts(counts: Sequence[int]) -> IntArray:
    return np.concatenate(([0], np.cumsum(np.array(counts, dtype=np.int64))))
