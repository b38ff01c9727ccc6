"""Where a metric fails: its accuracy on kinds of rows compared with all other rows, and its largest errors."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import Any, NamedTuple

import numpy as np

from ..aliases import BoolArray, FloatArray, IntArray
from ..rows.checked_rows import Row
from ..statistics.bootstrap import SEED, draw_questions, percentile_interval
from ..statistics.system_ranking import holm
from .agreement.agreement_statistics import Rules, Sample, measure_agreement
from .labels import require_right_answers
from .slices import Slice, names_of_row

PERMUTATIONS = 5_000
# With fewer, bootstrap intervals are too narrow.
_FEWEST_QUESTIONS = 20
_ROUNDING = 1e-9

FALSE_POSITIVES, FALSE_NEGATIVES = "false_positives", "false_negatives"


def measure_trust(sample: Sample, slices: Sequence[Slice], rules: Rules) -> dict[str, Any]:
    """Measures the metric's accuracy on each kind of rows, and tests whether it is lower than on all other rows.

    Args:
        sample: n rows with the metric's scores.
        slices: Kinds of rows, each (n,).
        rules: The rules of the run, with a confidence level.

    Returns:
        Plain values: `n`, `n_questions`, `threshold`, `accuracy` with `_ci`, the counts `false_positives` and
        `false_negatives`; `slices`, the worst first, each with `kind`, `name`, `n`, `share_right` (by people),
        `mean_score`, `accuracy` with `_ci`, `false_positives`, `false_negatives`, `pearson`, `accuracy_elsewhere`,
        `difference` (accuracy minus accuracy elsewhere) with `_ci`, `p_value`, `adjusted_p_value` (Holm, over all
        slices), `finding` (`worse`, `better`, or None if the difference may be chance) and `reasons` (why a value is
        NaN); `absent`, the names of the slices without a row; and the `conclusion` in words. Intervals come from a
        bootstrap by question, p-values from a permutation test by question.

    Raises:
        UsageError: The labels do not tell which answers are right.
    """
    is_over, is_right = sample.scores > rules.threshold, require_right_answers(sample.is_right)
    is_correct = is_over == is_right
    judged = _Judged(sample, is_over, is_right, rules)
    present = [each for each in slices if each.is_in.any()]
    members = np.column_stack([np.ones(len(is_correct), dtype=np.bool_), *(each.is_in for each in present)])
    draws = _draw_accuracies(is_correct, members, sample.question)
    p_values = _permutation_p_values(is_correct, members, sample.question)
    measured = [
        _measure_slice(each, judged, draws.inside[:, i], draws.outside[:, i], float(p_values[i]))
        for i, each in enumerate(present, start=1)
    ]
    # Rounded, as 1 - 0.9 is a little less than 0.1 in floats.
    significance = 0.05 if rules.confidence_level is None else round(1 - rules.confidence_level, 12)
    tested = [each for each in measured if not np.isnan(each["p_value"])]
    for each, p_value in zip(tested, holm([each["p_value"] for each in tested]), strict=True):
        each["adjusted_p_value"] = p_value
        if p_value < significance:
            each["finding"] = "worse" if each["difference"] < 0 else "better"
    # Slices of all rows, which have no difference, come last.
    measured.sort(key=lambda each: (np.isnan(each["difference"]), each["difference"]))
    reasons: dict[str, str] = {}
    return {
        "n": len(is_correct),
        "n_questions": int(sample.question.max()) + 1,
        "threshold": rules.threshold,
        "accuracy": float(is_correct.mean()),
        "accuracy_ci": _interval("accuracy_ci", draws.inside[:, 0], is_correct, sample.question, rules, reasons),
        FALSE_POSITIVES: int((is_over & ~is_right).sum()),
        FALSE_NEGATIVES: int((~is_over & is_right).sum()),
        "slices": measured,
        "absent": [each.name for each in slices if not each.is_in.any()],
        "conclusion": _conclusion(measured),
        "reasons": reasons,
    }


def largest_disagreements(scores: FloatArray, is_right: BoolArray, threshold: float, most: int) -> dict[str, list[int]]:
    """Returns the rows where the metric is wrong and furthest from its threshold, the furthest first.

    Args:
        scores: (n,) the metric's scores.
        is_right: (n,) whether people call the answer right.
        threshold: A score above it calls the answer right.
        most: The largest number of rows of each kind.

    Returns:
        The rows' positions under `false_positives` (wrong answers with the highest scores) and `false_negatives` (right
        answers with the lowest scores).

    >>> largest_disagreements(np.array([0.9, 0.8, 0.3, 0.1]), np.array([True, False, True, True]), 0.5, 1)
    {'false_positives': [1], 'false_negatives': [3]}
    """
    is_over = scores > threshold
    found = {}
    for name, chosen, order in (
        (FALSE_POSITIVES, is_over & ~is_right, -scores),
        (FALSE_NEGATIVES, ~is_over & is_right, scores),
    ):
        positions = np.flatnonzero(chosen)
        found[name] = positions[np.argsort(order[positions], kind="stable")][:most].tolist()
    return found


def describe_disagreements(
    found: Mapping[str, Sequence[int]],
    rows: Sequence[Row],
    ids: Sequence[Any],
    sample: Sample,
    slices: Sequence[Slice],
    score: Callable[[Sequence[Row]], FloatArray],
) -> dict[str, list[dict[str, Any]]]:
    """Returns the texts, scores and labels of some rows.

    Args:
        found: The result of `largest_disagreements`.
        rows: All rows.
        ids: The ids of all rows.
        sample: The same rows with the metric's scores.
        slices: Kinds of rows.
        score: The metric, from rows to scores. It is called with each reference of a row that has several.

    Returns:
        By kind a dict for each row: `row` (its position), `id`, `question`, `reference` (the one with the highest
        score), `prediction`, `score`, `label` and `slices` (the names of the row's slices).
    """
    positions = [i for members in found.values() for i in members if len(rows[i].references) > 1]
    alone = [
        replace(rows[i], references=(reference,), synthetic_answers=(synthetic,))
        for i in positions
        for reference, synthetic in zip(rows[i].references, rows[i].synthetic_answers, strict=True)
    ]
    scores = iter(score(alone).tolist() if alone else [])
    nearest = {i: int(np.argmax([next(scores) for _ in rows[i].references])) for i in positions}
    return {
        kind: [
            {
                "row": i,
                "id": ids[i],
                "question": rows[i].question,
                "reference": rows[i].references[nearest.get(i, 0)],
                "prediction": rows[i].prediction,
                "score": float(sample.scores[i]),
                "label": float(sample.labels[i]),
                "slices": names_of_row(slices, i),
            }
            for i in members
        ]
        for kind, members in found.items()
    }


class _Draws(NamedTuple):
    """The (d, s) accuracies inside and outside each of s slices, in d draws of the bootstrap."""

    inside: FloatArray
    outside: FloatArray


def _draw_accuracies(is_correct: BoolArray, members: BoolArray, question: IntArray) -> _Draws:
    n_questions = int(question.max()) + 1
    n_members = _sums(members, question, n_questions)
    n_correct = _sums(members & is_correct[:, None], question, n_questions)
    n_others = _sums(~members, question, n_questions)
    n_others_correct = _sums(~members & is_correct[:, None], question, n_questions)
    inside, outside = [], []
    for weights in draw_questions(n_questions, len(question)):
        with np.errstate(invalid="ignore"):
            inside.append((weights @ n_correct) / (weights @ n_members))
            outside.append((weights @ n_others_correct) / (weights @ n_others))
    return _Draws(np.concatenate(inside), np.concatenate(outside))


def _sums(values: BoolArray, question: IntArray, n_questions: int) -> FloatArray:
    sums = np.zeros((n_questions, values.shape[1]))
    np.add.at(sums, question, values.astype(np.float64))
    return sums


def _permutation_p_values(is_correct: BoolArray, members: BoolArray, question: IntArray) -> FloatArray:
    """Returns the (s,) two-sided p-values of each slice having the same accuracy as the other rows.

    Each permutation swaps what the metric got right between questions with equally many rows. The p-value is the share
    of permutations in which a slice's number of correct rows is as far from its expectation. Unlike a bootstrap, this
    is also valid for small slices and for slices without an error.
    """
    order = np.argsort(question, kind="stable")
    starts = np.flatnonzero(np.diff(question[order], prepend=-1))
    sizes = np.diff(np.append(starts, len(question)))
    blocks = [order[starts[sizes == size][:, None] + np.arange(size)] for size in np.unique(sizes)]
    random = np.random.default_rng(SEED)
    weights = members.astype(np.float64)
    correct = is_correct.astype(np.float64)
    expected = correct.mean() * weights.sum(axis=0)
    distance = np.abs(correct @ weights - expected) - _ROUNDING
    n_as_far = np.zeros(members.shape[1])
    permuted = np.empty_like(correct)
    for _ in range(PERMUTATIONS):
        for block in blocks:
            permuted[block] = correct[random.permutation(block)]
        n_as_far += np.abs(permuted @ weights - expected) >= distance
    p_values: FloatArray = (n_as_far + 1) / (PERMUTATIONS + 1)
    return p_values


class _Judged(NamedTuple):
    """A sample, and (n,) which of its answers the metric and which people call right."""

    sample: Sample
    is_over: BoolArray
    is_right: BoolArray
    rules: Rules


def _measure_slice(
    chosen: Slice, judged: _Judged, inside: FloatArray, outside: FloatArray, p_value: float
) -> dict[str, Any]:
    sample, is_over, is_right, rules = judged
    is_in = chosen.is_in
    is_correct = is_over == is_right
    agreement = measure_agreement(sample.at(np.flatnonzero(is_in)), replace(rules, confidence_level=None))
    reasons = {name: why for name, why in agreement.result["reasons"].items() if name == "pearson"}
    accuracy = float(is_correct[is_in].mean())
    accuracy_ci = _interval("accuracy_ci", inside, is_correct[is_in], sample.question[is_in], rules, reasons)
    is_all = bool(is_in.all())
    elsewhere = float("nan") if is_all else float(is_correct[~is_in].mean())
    difference_ci = [float("nan"), float("nan")]
    if is_all:
        reasons["difference"] = "there are no other rows"
    else:
        fewer = min((is_in, ~is_in), key=lambda part: len(np.unique(sample.question[part])))
        difference_ci = _interval(
            "difference_ci", inside - outside, is_correct[fewer], sample.question[fewer], rules, reasons
        )
    return {
        "kind": chosen.kind,
        "name": chosen.name,
        "n": int(is_in.sum()),
        "n_questions": len(np.unique(sample.question[is_in])),
        "share_right": float(is_right[is_in].mean()),
        "mean_score": float(sample.scores[is_in].mean()),
        "accuracy": accuracy,
        "accuracy_ci": accuracy_ci,
        FALSE_POSITIVES: int((is_in & is_over & ~is_right).sum()),
        FALSE_NEGATIVES: int((is_in & ~is_over & is_right).sum()),
        "pearson": agreement.result["pearson"],
        "accuracy_elsewhere": elsewhere,
        "difference": accuracy - elsewhere,
        "difference_ci": difference_ci,
        "p_value": float("nan") if is_all else p_value,
        "adjusted_p_value": float("nan"),
        "finding": None,
        "reasons": reasons,
    }


def _interval(
    name: str,
    draws: FloatArray,
    is_correct: BoolArray,
    question: IntArray,
    rules: Rules,
    reasons: dict[str, str],
) -> list[float]:
    """Returns the interval of some rows, or NaN and a reason if a bootstrap of them would be too narrow."""
    n_questions = len(np.unique(question))
    if n_questions < _FEWEST_QUESTIONS:
        reasons[name] = f"it needs {_FEWEST_QUESTIONS} questions, and there are {n_questions}"
    elif is_correct.all() or not is_correct.any():
        reasons[name] = f"the metric is {'right' if is_correct.all() else 'wrong'} on all of these rows"
    elif rules.confidence_level is not None:
        return percentile_interval(draws, rules.confidence_level)
    return [float("nan"), float("nan")]


def _conclusion(slices: Sequence[dict[str, Any]]) -> str:
    worse = [each for each in slices if each["finding"] == "worse"]
    if not worse:
        return "There is no kind of rows on which it is shown to be right less often than on the others."
    worst = worse[0]
    n_others = len(worse) - 1
    others = f" {n_others} more {'kind is' if n_others == 1 else 'kinds are'} worse than the rest." if n_others else ""
    return (
        f"Do not trust it on {worst['name']}: {worst['accuracy']:.0%} of its verdicts are right there, "
        f"{worst['accuracy_elsewhere']:.0%} elsewhere. Of {worst['n']} answers it calls {worst[FALSE_POSITIVES]} right "
        f"that people call wrong, and {worst[FALSE_NEGATIVES]} wrong that people call right.{others}"
    )
