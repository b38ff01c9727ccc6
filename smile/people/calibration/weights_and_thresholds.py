"""Fits semantic weight and threshold to people's labels, and says what that gains on answers it was not fitted to.

Pure functions over arrays. The weight is that of the highest Pearson correlation with the labels, the threshold, at
that weight, that of the highest accuracy. Of equally good ones the nearest to those of the named setting is taken.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace

import numpy as np

from ...aliases import BoolArray, FloatArray, IntArray
from ...statistics.bootstrap import SEED, draw_questions, percentile_interval
from ...statistics.bootstrap_statistics import pearson_of_means

N_FOLDS = 5

# What is tried; the values of the named settings are among them.
WEIGHTS: tuple[float, ...] = tuple(i / 20 for i in range(21))
THRESHOLDS: tuple[float, ...] = tuple(i / 100 for i in range(101))

# Correlations alike to so many digits are equally good: what is beyond them is rounding.
_DIGITS = 9
# A variance under this is rounding.
_NO_SPREAD = 1e-12


@dataclass(frozen=True)
class Choice:
    """A semantic weight, one of `WEIGHTS`, and a threshold, one of `THRESHOLDS`."""

    semantic_weight: float
    threshold: float


@dataclass(frozen=True)
class Evidence:
    """Labelled rows, scored with every weight.

    Attributes:
        scores: (W, n) SMILE with each of `WEIGHTS`, 0 to 1.
        labels: (n,) people's, one a row, finite.
        is_right: (n,) whether people call the answer right.
        question: (n,) number of the row's question; every number up to the highest occurs.
    """

    scores: FloatArray
    labels: FloatArray
    is_right: BoolArray
    question: IntArray

    def __len__(self) -> int:
        """Returns the number of rows."""
        return len(self.labels)

    @property
    def n_questions(self) -> int:
        """How many questions there are."""
        return int(self.question.max()) + 1

    def at(self, positions: Sequence[int]) -> "Evidence":
        """Returns some of the rows, their questions numbered anew."""
        rows = np.array(positions)
        return replace(
            self,
            scores=self.scores[:, rows],
            labels=self.labels[rows],
            is_right=self.is_right[rows],
            question=np.unique(self.question[rows], return_inverse=True)[1],
        )


@dataclass(frozen=True)
class Measure:
    """Pearson and accuracy before and after calibration, what is gained (a loss is negative), and its interval.

    Attributes:
        before: With the named setting; Pearson is NaN where all scores or all labels are alike.
        after: Calibrated.
        gain: The second less the first.
        interval: Of the gain, lower and upper end.
    """

    before: float
    after: float
    gain: float
    interval: list[float]

    @property
    def may_be_chance(self) -> bool:
        """Whether the interval of the gain reaches down to 0."""
        return not self.interval[0] > 0


@dataclass(frozen=True)
class Gain:
    """What a calibration gains over the named setting on the same rows."""

    pearson: Measure
    accuracy: Measure


@dataclass(frozen=True)
class CrossValidation:
    """What each fold's rows are scored with, fitted on the rows of the others, and what that gains over all rows."""

    folds: list[Choice]
    gain: Gain


@dataclass(frozen=True)
class Transfer:
    """What is fitted on one group of rows, and what it gains on another."""

    calibrated_on: str
    tested_on: str
    choice: Choice
    gain: Gain


@dataclass(frozen=True)
class CurvePoint:
    """The Pearson correlation of all rows at one weight, with its interval."""

    semantic_weight: float
    pearson: float
    interval: list[float]


def fit(evidence: Evidence, start: Choice) -> Choice:
    """Returns the weight and threshold that agree best with people on these very rows.

    Args:
        evidence: At least one row.
        start: Those of the named setting.
    """
    once = np.ones((1, len(evidence)))
    weight = int(_best_weights(_sums(evidence, once), start)[0])
    threshold = int(_best_thresholds(_n_correct(evidence, weight, once), start)[0])
    return Choice(WEIGHTS[weight], THRESHOLDS[threshold])


def cross_validate(evidence: Evidence, start: Choice, confidence_level: float) -> CrossValidation:
    """Returns what calibration gains where every row is scored as fitted on the folds that it is not in.

    A question is in one fold with all its answers. The correlation is that of all rows together, though the folds may
    have different weights. Every draw of the bootstrap takes whole questions and fits anew, so that the interval knows
    what the fit owes to chance.

    Args:
        evidence: Rows of at least `N_FOLDS` questions.
        start: The named setting's weight and threshold.
        confidence_level: Of the intervals.
    """
    fold = fold_of_question(evidence.n_questions)[evidence.question]
    folds = [np.flatnonzero(fold == i) for i in range(N_FOLDS)]
    choices = _held_out(evidence, folds, start, np.ones((1, len(evidence)))).choices[:, :, 0]
    return CrossValidation(
        [Choice(WEIGHTS[weight], THRESHOLDS[threshold]) for weight, threshold in choices],
        _gain(evidence, start, lambda drawn: _held_out(evidence, folds, start, drawn).after, confidence_level),
    )


def fold_of_question(n_questions: int) -> IntArray:
    """Returns the (n_questions,) fold of each question: shuffled, always alike, the folds as large as each other."""
    return np.random.default_rng(SEED).permutation(n_questions) % N_FOLDS


def gain_of(evidence: Evidence, start: Choice, choice: Choice, confidence_level: float) -> Gain:
    """Returns what a calibration gains on rows that it was not fitted to.

    Args:
        evidence: The rows.
        start: The named setting's weight and threshold.
        choice: The calibration's.
        confidence_level: Of the intervals; the draws of the bootstrap take whole questions.
    """
    return _gain(evidence, start, lambda drawn: _quality(evidence, choice, drawn), confidence_level)


def transfers(
    evidence: Evidence, groups: Mapping[str, Sequence[int]], start: Choice, confidence_level: float
) -> list[Transfer]:
    """Calibrates on each group of rows and tests on each other.

    Args:
        evidence: All rows.
        groups: By name the positions of the group's rows.
        start: The named setting's weight and threshold.
        confidence_level: Of the intervals.
    """
    parts = {name: evidence.at(positions) for name, positions in groups.items()}
    choices = {name: fit(part, start) for name, part in parts.items()}
    return [
        Transfer(name, other, choice, gain_of(part, start, choice, confidence_level))
        for name, choice in choices.items()
        for other, part in parts.items()
        if other != name
    ]


def weight_curve(evidence: Evidence, confidence_level: float) -> list[CurvePoint]:
    """Returns the correlation of all rows at each weight: the paper's Figure 5."""

    def measure(drawn: FloatArray) -> FloatArray:
        return _pearson(_sums(evidence, drawn))

    draws = _draws(evidence, measure)
    return [
        CurvePoint(weight, float(pearson), percentile_interval(draws[:, i], confidence_level))
        for i, (weight, pearson) in enumerate(zip(WEIGHTS, measure(np.ones((1, len(evidence))))[0], strict=True))
    ]


@dataclass(frozen=True)
class _HeldOut:
    """For each of d draws what the F folds are scored with, and how good that is.

    Attributes:
        choices: (F, 2, d) positions in `WEIGHTS` and `THRESHOLDS`.
        after: (2, d) Pearson and accuracy.
    """

    choices: IntArray
    after: FloatArray


def _held_out(evidence: Evidence, folds: Sequence[IntArray], start: Choice, drawn: FloatArray) -> _HeldOut:
    sums = np.stack([_sums(evidence, drawn, rows) for rows in folds])
    weights = np.stack([_best_weights(sums.sum(axis=0) - held_out, start) for held_out in sums])
    thresholds = np.zeros_like(weights)
    n_correct = np.zeros(len(drawn))
    for weight in np.unique(weights).tolist():
        correct = np.stack([_n_correct(evidence, weight, drawn, rows) for rows in folds])
        for fold, held_out in enumerate(correct):
            is_chosen = weights[fold] == weight
            best = _best_thresholds(correct.sum(axis=0) - held_out, start)
            thresholds[fold][is_chosen] = best[is_chosen]
            n_correct += np.where(is_chosen, _taken(held_out, best), 0.0)
    pooled = np.sum([_taken(of_fold, chosen) for of_fold, chosen in zip(sums, weights, strict=True)], axis=0)
    after = np.stack((_pearson(pooled), n_correct / drawn.sum(axis=1)))
    return _HeldOut(np.stack((weights, thresholds), axis=1), after)


def _quality(evidence: Evidence, choice: Choice, drawn: FloatArray) -> FloatArray:
    """Returns the (2, d) Pearson and accuracy of one weight and threshold in d draws."""
    weight, threshold = _positions(choice)
    n_correct = _n_correct(evidence, weight, drawn)[:, threshold]
    return np.stack((_pearson(_sums(evidence, drawn)[:, weight]), n_correct / drawn.sum(axis=1)))


def _gain(
    evidence: Evidence, start: Choice, measure_after: Callable[[FloatArray], FloatArray], confidence_level: float
) -> Gain:
    def measure(drawn: FloatArray) -> FloatArray:
        before, after = _quality(evidence, start, drawn), measure_after(drawn)
        return np.stack((before, after, after - before)).transpose(2, 0, 1)

    draws = _draws(evidence, measure)
    before, after, gain = measure(np.ones((1, len(evidence))))[0]
    return Gain(
        *(
            Measure(
                float(before[i]),
                float(after[i]),
                float(gain[i]),
                percentile_interval(draws[:, 2, i], confidence_level),
            )
            for i in range(2)
        )
    )


def _draws(evidence: Evidence, measure: Callable[[FloatArray], FloatArray]) -> FloatArray:
    """Returns what is measured in all draws of the bootstrap, one after the other in the first dimension."""
    drawn = draw_questions(evidence.n_questions, len(evidence))
    return np.concatenate([measure(of_questions[:, evidence.question]) for of_questions in drawn])


def _sums(evidence: Evidence, drawn: FloatArray, rows: IntArray | slice = slice(None)) -> FloatArray:
    """Returns the sums that Pearson's correlation needs, of some rows at every weight.

    Args:
        evidence: The rows.
        drawn: (d, n) how often each draw holds each row.
        rows: Which to add up.

    Returns:
        (d, W, 6) sums of 1, x, y, x * x, y * y and x * y, for scores x and labels y.
    """
    # Of like size and around 0, so that sums of squares keep their digits.
    x = evidence.scores[:, rows] - 0.5
    centred = evidence.labels - evidence.labels.mean()
    y = np.broadcast_to((centred / (np.abs(centred).max() or 1.0))[rows], x.shape)
    columns = np.stack((np.ones_like(x), x, y, x * x, y * y, x * y), axis=1)
    sums: FloatArray = drawn[:, rows] @ columns.reshape(-1, x.shape[1]).T
    return sums.reshape(len(drawn), len(WEIGHTS), 6)


def _pearson(sums: FloatArray) -> FloatArray:
    """Returns the correlations of (..., 6) sums, NaN where the scores or the labels are all alike."""
    n, *of_products = np.moveaxis(sums, -1, 0)
    with np.errstate(divide="ignore", invalid="ignore"):
        x, y, xx, yy, xy = (total / n for total in of_products)
        has_spread = (xx - x**2 > _NO_SPREAD) & (yy - y**2 > _NO_SPREAD)
        found: FloatArray = np.where(has_spread, pearson_of_means(x, y, xx, yy, xy), np.nan)
    return found


def _n_correct(evidence: Evidence, weight: int, drawn: FloatArray, rows: IntArray | slice = slice(None)) -> FloatArray:
    """Returns the (d, T) number of right verdicts at each of `THRESHOLDS`, of some rows at one weight."""
    is_over = evidence.scores[weight, rows][:, None] > np.array(THRESHOLDS)
    found: FloatArray = drawn[:, rows] @ (is_over == evidence.is_right[rows][:, None]).astype(np.float64)
    return found


def _best_weights(sums: FloatArray, start: Choice) -> IntArray:
    """Returns the (d,) positions of the weights with the highest correlation; the start's where none is defined."""
    pearson = _pearson(sums)
    return _best(np.where(np.isnan(pearson), -np.inf, pearson).round(_DIGITS), WEIGHTS, start.semantic_weight)


def _best_thresholds(n_correct: FloatArray, start: Choice) -> IntArray:
    return _best(n_correct, THRESHOLDS, start.threshold)


def _best(goodness: FloatArray, grid: Sequence[float], start: float) -> IntArray:
    """Returns for each of d rows the position of the best value of the grid, of equals the nearest to the start."""
    nearest_first = np.argsort(np.abs(np.array(grid) - start).round(_DIGITS), kind="stable")
    best: IntArray = nearest_first[np.argmax(goodness[:, nearest_first], axis=1)]
    return best


def _taken(values: FloatArray, positions: IntArray) -> FloatArray:
    """Returns for each of d draws what stands at its position in the second dimension."""
    taken: FloatArray = values[np.arange(len(values)), positions]
    return taken


def _positions(choice: Choice) -> tuple[int, int]:
    return WEIGHTS.index(choice.semantic_weight), THRESHOLDS.index(choice.threshold)
