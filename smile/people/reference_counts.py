"""Agreement with people by the number of references, and the score of a reference that is held out as an answer.

Every pair of an answer and a reference is scored once, as a row with one reference. The best and the mean over any
choice of references follow from these scores. After MORQA (arXiv 2509.12405), which scores one gold answer against the
others.
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
# Two ways to make one score of a row from the scores of its references.
OVER_REFERENCES = ("max", "mean")
# The statistics that are measured with k references.
STATISTICS = ("pearson", "kendall_tau_b", MEAN, "accuracy")

_USUAL_MOST = 5
# The mean of the same scores in another order differs in its last digits: rank correlations would miss the tie.
_DECIMALS = 12


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

    Args:
        rows: n checked rows.
        question: (n,) the number of each row's question.

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
    """Returns the largest number of references to draw at random.

    Only rows with at least this number take part, so that every number is measured on the same rows. The default is
    the largest number, at most five, that half of the rows with several references have.

    Args:
        counts: (n,) the number of references of each row, two or more for at least one row.
        most_references: The user's choice; None for the default.

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
    pairs: ReferencePairs, scores: FloatArray, sample: Sample, rules: Rules, most_references: int | None = None
) -> dict[str, Any]:
    """Measures agreement by the number of references, and the scores of references against each other.

    Args:
        pairs: The pairs of the rows.
        scores: (P + G,) a metric's scores of `pairs.rows`.
        sample: The rows; the sample's own scores are not used.
        rules: The rules of the run.
        most_references: The largest number of references to draw; None for the default of `choose_most_references`.

    Returns:
        Plain values. `n` rows, `n_several` of them with two references or more, `n_same_rows` with `most_references` or
        more, `n_draws`. On these same rows: `by_number`, for each number of random references (`references`) the
        `STATISTICS` under `max` and `mean`, as means over the draws with their standard deviation (`_sd`); and
        `all_references`, the same with all references. On every row: `every_row`, the results of `measure_agreement`
        under `max` and `mean`, and the `comparison` of the first with the second. `gold`: see `_measure_gold`.
        `reasons`: why a value of `all_references` is NaN.

    Raises:
        UsageError: `most_references` is out of range.
    """
    n_answers = int(pairs.start[-1])
    of_answers, of_gold = scores[:n_answers], scores[n_answers:]
    most = choose_most_references(pairs.counts, most_references)
    same_rows = np.flatnonzero(pairs.counts >= most)
    same_sample = sample.at(same_rows)
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
    """Returns the statistics with 1, 2, ... random references; a draw of k references adds one to its draw of k - 1.

    Answers to the same question get the same references, as if the others had never been written.
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
        # A statistic that one draw leaves undefined has no mean: it would be one over fewer draws than the others.
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
    """Returns the scores of references that are held out as if they were answers, and those of the real answers.

    `held_out` has, under `max` and `mean` over the question's other references, `score` and `over_threshold`, each with
    `_ci` if the run has intervals. These are means over questions, so a long list of references counts as much as a
    short one. `right_answers` and `wrong_answers` have the same for the answers to these questions that people call
    right or wrong: means over answers, without intervals, and with one reference more to compare with. NaN where there
    is nothing to average.
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
    """Returns the best and the mean of each run of scores; runs start at (n + 1,) `start` and are not empty."""
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
