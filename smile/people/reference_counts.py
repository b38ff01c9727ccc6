"""References as the variable: agreement with people by how many there are, and what a right answer scores itself.

Every pair of an answer and a reference is scored once, as a row with one reference. From these scores follow the best
and the mean over any choice of references. After MORQA (arXiv 2509.12405), which holds one gold answer against others.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
import numpy.typing as npt

from ..aliases import FloatArray, IntArray
from ..errors import DataError, UsageError
from ..rows.checked_rows import Row
from ..statistics.bootstrap import SEED, mean_interval
from ..statistics.classification import accuracy
from ..statistics.correlations import CORRELATIONS, correlations
from .agreement.agreement_statistics import MEAN, Rules, Sample, compare_metrics, measure_agreement

DRAWS = 100
# What one score of a row is made of those of its references by.
OVER_REFERENCES = ("max", "mean")
# What is measured with k references.
STATISTICS = ("pearson", "kendall_tau_b", MEAN, "accuracy")

_USUAL_MOST = 5
# The mean of the same scores in another order differs in its last digits, and rank correlations would see no tie.
_DECIMALS = 12


@dataclass(frozen=True)
class ReferencePairs:
    """Every answer beside each of its references, and every reference beside the others of its question.

    n rows with P references together; H references held out, with G others together.

    Attributes:
        rows: P + G rows with one reference each: the answers' first, in the order of the rows, then the references'.
        start: (n + 1,) where each row's references begin.
        reference: (P,) number of the reference; answers to the same question share the numbers.
        held_out_start: (H + 1,) where each held-out reference's others begin among the G.
        held_out_question: (H,) number of its question.
    """

    rows: list[Row]
    start: IntArray
    reference: IntArray
    held_out_start: IntArray
    held_out_question: IntArray

    @property
    def counts(self) -> IntArray:
        """(n,) how many references each row has."""
        return np.diff(self.start)


def pair_references(rows: Sequence[Row], question: IntArray) -> ReferencePairs:
    """Parts rows into rows with one reference each.

    A reference is held out once a question, and against those only that differ in more than case and white space: a
    right answer in other words is what is asked for.

    Args:
        rows: n checked rows.
        question: (n,) number of each row's question.

    Raises:
        DataError: No row has two references.
    """
    if all(len(row.references) < 2 for row in rows):
        raise DataError(
            f"none of the {len(rows)} rows has two references, and one alone cannot be varied: give rows with a list "
            "of references"
        )
    answers: list[Row] = []
    numbers: dict[tuple[int, str], int] = {}
    reference: list[int] = []
    gold: dict[int, dict[str, Row]] = {}
    for row, of_question in zip(rows, question.tolist(), strict=True):
        others = gold.setdefault(of_question, {})
        for text, synthetic in zip(row.references, row.synthetic_answers, strict=True):
            alone = replace(row, references=(text,), synthetic_answers=(synthetic,))
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


def choose_most_references(counts: IntArray, most_references: int | None = None) -> int:
    """Returns up to how many references are drawn at random.

    Only rows that have so many take part, so that every number of references is measured on the same rows. By default
    it is as many as half of the rows with several references have, five at the most.

    Args:
        counts: (n,) how many references each row has, two or more in one of them.
        most_references: What the user wants; None for the default.

    Raises:
        UsageError: It is less than two, or no row has so many.

    >>> choose_most_references(np.array([1, 1, 1, 2, 3, 3, 9]))
    3
    """
    if most_references is None:
        several = counts[counts >= 2]
        return max(k for k in range(2, _USUAL_MOST + 1) if 2 * int((several >= k).sum()) >= len(several))
    if not 2 <= most_references <= counts.max():
        raise UsageError(
            f"most_references must be at least 2 and at most {counts.max()}, which is what the row with the most "
            f"references has, got {most_references}"
        )
    return most_references


def measure_references(
    pairs: ReferencePairs, scores: FloatArray, sample: Sample, rules: Rules, most_references: int | None = None
) -> dict[str, Any]:
    """Measures agreement by the number of references, and what references score against each other.

    Args:
        pairs: Those of the rows.
        scores: (P + G,) a metric's scores of `pairs.rows`.
        sample: The rows; its own scores play no part.
        rules: Those of the run.
        most_references: Up to how many references are drawn; None for the default of `choose_most_references`.

    Returns:
        Plain values. `n` rows, `n_several` of them with two references or more, `n_same_rows` with `most_references` or
        more, `n_draws`. On these same rows `by_number`: per number of references drawn at random (`references`) under
        `max` and `mean` the `STATISTICS` as means over the draws, with `_sd` their standard deviation, and
        `all_references` the same for all that the rows have. On every row `every_row`: what `measure_agreement` finds
        under `max` and `mean`, and the `comparison` of the first with the second. `gold`: see `_measure_gold`.
        `reasons`: for each NaN of `all_references` why.

    Raises:
        UsageError: `most_references` is out of range.
    """
    n_answers = int(pairs.start[-1])
    of_answers, of_gold = scores[:n_answers], scores[n_answers:]
    most = choose_most_references(pairs.counts, most_references)
    same_rows = np.flatnonzero(pairs.counts >= most)
    same_sample = sample.at(same_rows.tolist())
    over_all = _over_references(of_answers, pairs.start)
    all_references = {name: replace(same_sample, scores=over_all[name][same_rows]) for name in OVER_REFERENCES}
    return {
        "n": len(sample.scores),
        "n_several": int((pairs.counts >= 2).sum()),
        "most_references": most,
        "n_same_rows": len(same_rows),
        "n_draws": DRAWS,
        "by_number": _draw_references(pairs, of_answers, same_rows, same_sample, most, rules.threshold),
        "all_references": {name: _agreement(each, rules.threshold) for name, each in all_references.items()},
        "every_row": _measure_every_row(sample, over_all, rules),
        "gold": _measure_gold(pairs, of_gold, sample, over_all, rules),
        "reasons": _reasons(all_references["max"], rules),
    }


def _draw_references(
    pairs: ReferencePairs, scores: FloatArray, same_rows: IntArray, sample: Sample, most: int, threshold: float
) -> list[dict[str, Any]]:
    """Returns the statistics with 1, 2, ... references at random; a draw of k keeps those of its draw of k - 1.

    Answers to the same question get the same references, as if nobody had written the others.
    """
    random = np.random.default_rng(SEED)
    row_of_pair = np.repeat(np.arange(len(pairs.counts)), pairs.counts)
    n_references = int(pairs.reference.max()) + 1
    first = pairs.start[same_rows][:, None] + np.arange(most)
    found: dict[tuple[int, str], list[dict[str, float]]] = {}
    for _ in range(DRAWS):
        order = np.lexsort((random.random(n_references)[pairs.reference], row_of_pair))
        drawn = scores[order][first]
        means = np.cumsum(drawn, axis=1) / np.arange(1, most + 1)
        over = {"max": np.maximum.accumulate(drawn, axis=1), "mean": means.round(_DECIMALS)}
        for name, values in over.items():
            for k in range(most):
                agreement = _agreement(replace(sample, scores=values[:, k]), threshold)
                found.setdefault((k + 1, name), []).append(agreement)
    return [
        {"references": k} | {name: _mean_and_spread(found[k, name]) for name in OVER_REFERENCES}
        for k in range(1, most + 1)
    ]


def _agreement(sample: Sample, threshold: float) -> dict[str, float]:
    found = dict.fromkeys(STATISTICS, float("nan"))
    if len(sample.scores) >= 3:
        statistics = {name: each.statistic for name, each in correlations(sample.scores, sample.labels).items()}
        found |= {name: statistics[name] for name in STATISTICS if name in CORRELATIONS}
        found[MEAN] = float(np.mean(list(statistics.values())))
    if sample.is_right is not None:
        found["accuracy"] = accuracy(sample.scores > threshold, sample.is_right)
    return found


def _mean_and_spread(draws: Sequence[dict[str, float]]) -> dict[str, float]:
    result: dict[str, float] = {}
    for name in STATISTICS:
        values = np.array([draw[name] for draw in draws])
        # What a draw leaves undefined would make a mean over other draws than the rest: then there is none.
        result |= {name: float(values.mean()), f"{name}_sd": float(values.std(ddof=1))}
    return result


def _measure_every_row(sample: Sample, over_all: dict[str, FloatArray], rules: Rules) -> dict[str, Any]:
    samples = {name: replace(sample, scores=values) for name, values in over_all.items()}
    measured = {name: measure_agreement(each, rules) for name, each in samples.items()}
    comparison = compare_metrics(samples["max"], measured["max"], samples["mean"], measured["mean"], rules)
    return {name: each.result for name, each in measured.items()} | {"comparison": comparison}


def _measure_gold(
    pairs: ReferencePairs, scores: FloatArray, sample: Sample, over_all: dict[str, FloatArray], rules: Rules
) -> dict[str, Any]:
    """Returns what references score that are held out as if they were answers, beside the answers of these questions.

    Under `held_out` with `max` and `mean` over the question's other references `score` and `over_threshold`, each with
    `_ci`, where there are intervals: means over questions, so that a long list of references counts no more than a
    short one. Under `right_answers` and `wrong_answers` the same of the answers that people call so, without intervals
    and over answers, which are held against one reference more. NaN where there is nothing to average.
    """
    questions, position = np.unique(pairs.held_out_question, return_inverse=True)
    over = _over_references(scores, pairs.held_out_start)
    held_out = {name: _of_questions(values, position, len(questions), rules) for name, values in over.items()}
    result = {"n_held_out": len(position), "n_questions": len(questions), "held_out": held_out}
    if sample.is_right is None:
        return result
    is_beside = np.isin(sample.question, questions)
    for who, is_who in (("right_answers", sample.is_right), ("wrong_answers", ~sample.is_right)):
        chosen = is_who & is_beside
        result[who] = {"n": int(chosen.sum())} | {
            name: {"score": _mean(values[chosen]), "over_threshold": _mean(values[chosen] > rules.threshold)}
            for name, values in over_all.items()
        }
    return result


def _of_questions(values: FloatArray, question: IntArray, n_questions: int, rules: Rules) -> dict[str, Any]:
    result: dict[str, Any] = {}
    n_of_question = np.bincount(question, minlength=n_questions)
    for name, each in (("score", values), ("over_threshold", (values > rules.threshold).astype(np.float64))):
        means = np.bincount(question, weights=each, minlength=n_questions) / n_of_question
        result[name] = _mean(means)
        if rules.confidence_level is not None and n_questions > 1:
            result[f"{name}_ci"] = mean_interval(means, rules.confidence_level)
    return result


def _over_references(scores: FloatArray, start: IntArray) -> dict[str, FloatArray]:
    """Returns the best and the mean of each run of scores; runs begin at (n + 1,) `start` and are not empty."""
    if len(start) == 1:
        return dict.fromkeys(OVER_REFERENCES, np.empty(0))
    return {
        "max": np.maximum.reduceat(scores, start[:-1]),
        "mean": (np.add.reduceat(scores, start[:-1]) / np.diff(start)).round(_DECIMALS),
    }


def _reasons(sample: Sample, rules: Rules) -> dict[str, str]:
    found = measure_agreement(sample, replace(rules, confidence_level=None)).result["reasons"]
    return {name: why for name, why in found.items() if name in STATISTICS}


def _mean(values: npt.NDArray[Any]) -> float:
    return float(values.mean()) if len(values) else float("nan")


def _starts(counts: Sequence[int]) -> IntArray:
    return np.concatenate(([0], np.cumsum(np.array(counts, dtype=np.int64))))
