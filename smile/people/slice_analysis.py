"""Where a metric fails: its accuracy on slices of the rows compared with all other rows, and its largest errors."""

import math
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass, replace
from typing import Any, Literal

import numpy as np

from ..aliases import BoolArray, FloatArray, IntArray
from ..rows.checked_rows import Row
from ..statistics.bootstrap import SEED, draw_questions, percentile_interval
from ..statistics.reasons import Reason
from ..statistics.system_ranking import holm
from .agreement.agreement_statistics import AgreementOptions, measure_agreement
from .labels import LabelledRows
from .reference_counts import one_by_one
from .slices import Slice, names_of_row

PERMUTATIONS = 5_000
# With fewer, bootstrap intervals are too narrow.
_FEWEST_QUESTIONS = 20
_ROUNDING = 1e-9

FALSE_POSITIVES, FALSE_NEGATIVES = "false_positives", "false_negatives"


@dataclass(frozen=True)
class SliceAccuracy:
    """A metric's accuracy on a slice and on all other rows; both intervals and p-values are by question.

    Attributes:
        share_right: The share of answers that people call right.
        difference: The accuracy minus that elsewhere.
        adjusted_p_value: By Holm over all slices.
        finding: None if the difference may be chance.
        reasons: Why a value is NaN.
    """

    kind: str
    name: str
    n: int
    n_questions: int
    share_right: float
    mean_score: float
    accuracy: float
    accuracy_ci: list[float]
    false_positives: int
    false_negatives: int
    pearson: float
    accuracy_elsewhere: float
    difference: float
    difference_ci: list[float]
    p_value: float
    reasons: dict[str, Reason]
    adjusted_p_value: float = math.nan
    finding: Literal["worse", "better"] | None = None


@dataclass(frozen=True)
class SliceAnalysis:
    """A metric's accuracy on all rows and on slices of them.

    Attributes:
        false_positives: The number of answers that only the metric calls right.
        false_negatives: The number of answers that only people call right.
        slices: The worst first; slices of all rows come last.
        absent: The names of the slices without a row.
        reasons: Why a value is NaN.
    """

    n: int
    n_questions: int
    threshold: float
    accuracy: float
    accuracy_ci: list[float]
    false_positives: int
    false_negatives: int
    slices: list[SliceAccuracy]
    absent: list[str]
    reasons: dict[str, Reason]


@dataclass(frozen=True)
class Disagreement:
    """A row on which the metric and people disagree.

    Attributes:
        references: The one with the highest score first.
    """

    row: int
    id: Any
    question: str | None
    references: tuple[str, ...]
    prediction: str
    score: float
    label: float
    slices: list[str]

    def to_dict(self) -> dict[str, Any]:
        """Returns plain values, with the first reference alone."""
        result = asdict(self)
        return result | {"reference": result.pop("references")[0]}


def analyse_slices(rows: LabelledRows, slices: Sequence[Slice], options: AgreementOptions) -> SliceAnalysis:
    """Measures the metric's accuracy on each slice, and tests whether it differs from that on all other rows.

    Raises:
        UsageError: The labels do not tell which answers are right.
    """
    is_over, is_right, question = rows.score > options.threshold, rows.right, rows.question_number
    is_correct = is_over == is_right
    present = [each for each in slices if each.is_in.any()]
    members = np.column_stack([np.ones(len(is_correct), dtype=np.bool_), *(each.is_in for each in present)])
    inside, outside = _draw_accuracies(is_correct, members, question)
    p_values = _permutation_p_values(is_correct, members, question)
    measured = [
        _measure_slice(each, rows, options, inside[:, i], outside[:, i], float(p_values[i]))
        for i, each in enumerate(present, start=1)
    ]
    # Rounded, as 1 - 0.9 is a little less than 0.1 in floats.
    significance = 0.05 if options.confidence_level is None else round(1 - options.confidence_level, 12)
    tested = [i for i, each in enumerate(measured) if not math.isnan(each.p_value)]
    for i, p_value in zip(tested, holm([measured[i].p_value for i in tested]), strict=True):
        measured[i] = replace(measured[i], adjusted_p_value=p_value)
        if p_value < significance:
            measured[i] = replace(measured[i], finding="worse" if measured[i].difference < 0 else "better")
    measured.sort(key=lambda each: (math.isnan(each.difference), each.difference))
    reasons: dict[str, Reason] = {}
    return SliceAnalysis(
        n=len(rows),
        n_questions=rows.n_questions,
        threshold=options.threshold,
        accuracy=float(is_correct.mean()),
        accuracy_ci=_interval("accuracy_ci", inside[:, 0], is_correct, question, options, reasons),
        false_positives=int((is_over & ~is_right).sum()),
        false_negatives=int((~is_over & is_right).sum()),
        slices=measured,
        absent=[each.name for each in slices if not each.is_in.any()],
        reasons=reasons,
    )


def largest_disagreements(
    labelled: LabelledRows,
    slices: Sequence[Slice],
    threshold: float,
    most: int,
    score: Callable[[Sequence[Row]], FloatArray],
) -> dict[str, list[Disagreement]]:
    """Returns the rows where the metric is wrong and furthest from its threshold, the furthest first.

    These are at most `most` `false_positives`, wrong answers with the highest scores, and `false_negatives`, right ones
    with the lowest. `score` is the metric: it is called with each reference of a row that has several.
    """
    scores, is_over, is_right = labelled.score, labelled.score > threshold, labelled.right
    found: dict[str, list[int]] = {}
    for name, is_wrong, order in (
        (FALSE_POSITIVES, is_over & ~is_right, -scores),
        (FALSE_NEGATIVES, ~is_over & is_right, scores),
    ):
        positions = np.flatnonzero(is_wrong)
        found[name] = positions[np.argsort(order[positions], kind="stable")][:most].tolist()
    rows, ids = labelled.file.rows, labelled.file.ids
    several = [i for positions in found.values() for i in positions if len(rows[i].references) > 1]
    alone = [each for i in several for each in one_by_one(rows[i])]
    of_reference = iter(score(alone).tolist() if alone else [])
    references = {i: rows[i].references for positions in found.values() for i in positions}
    for i in several:
        scored = [(-next(of_reference), reference) for reference in rows[i].references]
        references[i] = tuple(reference for _, reference in sorted(scored, key=lambda each: each[0]))
    return {
        name: [
            Disagreement(
                row=i,
                id=ids[i],
                question=rows[i].question,
                references=references[i],
                prediction=rows[i].prediction,
                score=float(scores[i]),
                label=float(labelled.label[i]),
                slices=names_of_row(slices, i),
            )
            for i in positions
        ]
        for name, positions in found.items()
    }


def _draw_accuracies(is_correct: BoolArray, members: BoolArray, question: IntArray) -> tuple[FloatArray, FloatArray]:
    """Returns the (d, s) accuracies inside and outside each of s slices, in d draws of the bootstrap."""
    n_questions = int(question.max()) + 1
    n_members = _sums(members, question, n_questions)
    n_correct = _sums(members & is_correct[:, None], question, n_questions)
    # The first slice is all rows.
    n_others, n_others_correct = n_members[:, :1] - n_members, n_correct[:, :1] - n_correct
    inside, outside = [], []
    for weights in draw_questions(n_questions, len(question)):
        with np.errstate(invalid="ignore"):
            inside.append((weights @ n_correct) / (weights @ n_members))
            outside.append((weights @ n_others_correct) / (weights @ n_others))
    return np.concatenate(inside), np.concatenate(outside)


def _sums(values: BoolArray, question: IntArray, n_questions: int) -> FloatArray:
    sums = np.zeros((n_questions, values.shape[1]))
    np.add.at(sums, question, values.astype(np.float64))
    return sums


def _permutation_p_values(is_correct: BoolArray, members: BoolArray, question: IntArray) -> FloatArray:
    """Returns the (s,) two-sided p-values of each slice having the same accuracy as the other rows."""
    # Each permutation swaps what the metric got right between questions with equally many rows. The p-value is the
    # share of permutations in which a slice's number of correct rows is as far from its expectation. Unlike a
    # bootstrap, this is also valid for small slices and for slices without an error.
    order = np.argsort(question, kind="stable")
    starts = np.flatnonzero(np.diff(question[order], prepend=-1))
    sizes = np.diff(np.append(starts, len(question)))
    blocks = [order[starts[sizes == size][:, None] + np.arange(size)] for size in np.unique(sizes)]
    random = np.random.default_rng(SEED)
    weights, correct = members.astype(np.float64), is_correct.astype(np.float64)
    expected = correct.mean() * weights.sum(axis=0)
    distance = np.abs(correct @ weights - expected) - _ROUNDING
    n_as_far, permuted = np.zeros(members.shape[1]), np.empty_like(correct)
    for _ in range(PERMUTATIONS):
        for block in blocks:
            permuted[block] = correct[random.permutation(block)]
        n_as_far += np.abs(permuted @ weights - expected) >= distance
    p_values: FloatArray = (n_as_far + 1) / (PERMUTATIONS + 1)
    return p_values


def _measure_slice(
    chosen: Slice,
    rows: LabelledRows,
    options: AgreementOptions,
    inside: FloatArray,
    outside: FloatArray,
    p_value: float,
) -> SliceAccuracy:
    is_in, is_right, is_over = chosen.is_in, rows.right, rows.score > options.threshold
    is_correct, question = is_over == is_right, rows.question_number
    agreement = measure_agreement(rows.at(np.flatnonzero(is_in)), replace(options, confidence_level=None))
    reasons = {name: why for name, why in agreement.reasons.items() if name == "pearson"}
    accuracy = float(is_correct[is_in].mean())
    accuracy_ci = _interval("accuracy_ci", inside, is_correct[is_in], question[is_in], options, reasons)
    elsewhere, difference_ci = math.nan, [math.nan, math.nan]
    if is_in.all():
        reasons["difference"] = Reason("no_other_rows")
        p_value = math.nan
    else:
        elsewhere = float(is_correct[~is_in].mean())
        fewer = min((is_in, ~is_in), key=lambda part: len(np.unique(question[part])))
        difference = inside - outside
        difference_ci = _interval("difference_ci", difference, is_correct[fewer], question[fewer], options, reasons)
    return SliceAccuracy(
        kind=chosen.kind,
        name=chosen.name,
        n=int(is_in.sum()),
        n_questions=len(np.unique(question[is_in])),
        share_right=float(is_right[is_in].mean()),
        mean_score=float(rows.score[is_in].mean()),
        accuracy=accuracy,
        accuracy_ci=accuracy_ci,
        false_positives=int((is_in & is_over & ~is_right).sum()),
        false_negatives=int((is_in & ~is_over & is_right).sum()),
        pearson=agreement.value("pearson"),
        accuracy_elsewhere=elsewhere,
        difference=accuracy - elsewhere,
        difference_ci=difference_ci,
        p_value=p_value,
        reasons=reasons,
    )


def _interval(
    name: str,
    draws: FloatArray,
    is_correct: BoolArray,
    question: IntArray,
    options: AgreementOptions,
    reasons: dict[str, Reason],
) -> list[float]:
    """Returns the interval of some rows, or NaN and a reason if a bootstrap of them would be too narrow."""
    n_questions = len(np.unique(question))
    if n_questions < _FEWEST_QUESTIONS:
        reasons[name] = Reason("few_questions", (_FEWEST_QUESTIONS, n_questions))
    elif is_correct.all() or not is_correct.any():
        reasons[name] = Reason("same_verdicts", ("right" if is_correct.all() else "wrong",))
    elif options.confidence_level is not None:
        return percentile_interval(draws, options.confidence_level)
    return [math.nan, math.nan]
