"""Fits semantic weight and threshold to people's labels, and measures the gain on answers that they were not fitted to.

The fitted weight has the highest Pearson correlation with the labels; the fitted threshold has, at that weight, the
highest accuracy. Among equally good values the one nearest to the named setting's is taken. Rows have a score for
each weight: (W, n) SMILE with each of `WEIGHTS`, 0 to 1, and one label. Pure functions over arrays.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from ...aliases import FloatArray, IntArray
from ...statistics.bootstrap import SEED, draw_questions, percentile_interval
from ...statistics.bootstrap_statistics import pearson_of_means
from ..labels import LabelledRows

# The values that are tried; those of the named settings are among them.
WEIGHTS: tuple[float, ...] = tuple(i / 20 for i in range(21))
THRESHOLDS: tuple[float, ...] = tuple(i / 100 for i in range(101))

# Correlations that agree to this many digits count as equal; further digits are rounding.
_DIGITS = 9
# A smaller variance is rounding.
_NO_SPREAD = 1e-12


@dataclass(frozen=True)
class Parameters:
    """A semantic weight, one of `WEIGHTS`, and a threshold, one of `THRESHOLDS`."""

    semantic_weight: float
    threshold: float


def fit(rows: LabelledRows, start: Parameters) -> Parameters:
    """Returns the weight and threshold that agree best with people; among equals those nearest to the start."""
    once = np.ones((1, len(rows)))
    weight = int(best_weights(product_sums(rows, once), start)[0])
    threshold = int(_best(count_correct(rows, weight, once), THRESHOLDS, start.threshold)[0])
    return Parameters(WEIGHTS[weight], THRESHOLDS[threshold])


def product_sums(rows: LabelledRows, drawn: FloatArray, at: IntArray | slice = slice(None)) -> FloatArray:
    """Returns (d, W, 6) sums of 1, x, y, x * x, y * y and x * y over some rows, for scores x and labels y.

    From them Pearson's correlation at every weight follows; `drawn` (d, n) is how often each draw holds each row.
    """
    # Scaled and shifted to around 0, so that the sums of squares keep their digits.
    x = rows.score_table[:, at] - 0.5
    centred = rows.label - rows.label.mean()
    y = np.broadcast_to((centred / (np.abs(centred).max() or 1.0))[at], x.shape)
    columns = np.stack((np.ones_like(x), x, y, x * x, y * y, x * y), axis=1)
    sums: FloatArray = drawn[:, at] @ columns.reshape(-1, x.shape[1]).T
    return sums.reshape(len(drawn), len(WEIGHTS), 6)


def pearson_of_sums(sums: FloatArray) -> FloatArray:
    """Returns the correlations that follow from (..., 6) `product_sums`, NaN where scores or labels are constant."""
    n, *of_products = np.moveaxis(sums, -1, 0)
    with np.errstate(divide="ignore", invalid="ignore"):
        x, y, xx, yy, xy = (total / n for total in of_products)
        has_spread = (xx - x**2 > _NO_SPREAD) & (yy - y**2 > _NO_SPREAD)
        found: FloatArray = np.where(has_spread, pearson_of_means(x, y, xx, yy, xy), np.nan)
    return found


def count_correct(rows: LabelledRows, weight: int, drawn: FloatArray, at: IntArray | slice = slice(None)) -> FloatArray:
    """Returns (d, T): how many of some rows each of `THRESHOLDS` judges as people do, at one of `WEIGHTS`."""
    is_over = rows.score_table[weight, at][:, None] > np.array(THRESHOLDS)
    found: FloatArray = drawn[:, at] @ (is_over == rows.right[at][:, None]).astype(np.float64)
    return found


def best_weights(sums: FloatArray, start: Parameters) -> IntArray:
    """Returns the (d,) positions of the weights with the highest correlation; the start's if none is defined."""
    pearson = pearson_of_sums(sums)
    return _best(np.where(np.isnan(pearson), -np.inf, pearson).round(_DIGITS), WEIGHTS, start.semantic_weight)


def _best(goodness: FloatArray, grid: Sequence[float], start: float) -> IntArray:
    """Returns the (d,) positions of the best values of the grid; among equals, of the one nearest to the start."""
    nearest_first = np.argsort(np.abs(np.array(grid) - start).round(_DIGITS), kind="stable")
    best: IntArray = nearest_first[np.argmax(goodness[:, nearest_first], axis=1)]
    return best


N_FOLDS = 5


@dataclass(frozen=True)
class Change:
    """Pearson or accuracy before and after calibration.

    Attributes:
        before: With the named setting; Pearson is NaN where all scores or all labels are equal.
        gain: `after` minus `before`.
        interval: That of the gain.
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
class Gains:
    """The changes from the named setting on the same rows."""

    pearson: Change
    accuracy: Change


@dataclass(frozen=True)
class CrossValidation:
    """The parameters for each fold, fitted on the other folds, and the gains over all rows."""

    folds: list[Parameters]
    gain: Gains


@dataclass(frozen=True)
class Transfer:
    """The parameters fitted on one group of rows, and their gains on another group."""

    calibrated_on: str
    tested_on: str
    parameters: Parameters
    gain: Gains


@dataclass(frozen=True)
class CurvePoint:
    """The Pearson correlation of all rows at one weight, with its interval."""

    semantic_weight: float
    pearson: float
    interval: list[float]


def cross_validate(rows: LabelledRows, start: Parameters, confidence_level: float) -> CrossValidation:
    """Returns the gain of calibration where each fold is scored with the parameters fitted on the other folds.

    All answers to a question are in the same fold. The correlation is over all rows together, although the folds may
    have different weights. Each draw of the bootstrap takes whole questions and fits again, so the interval includes
    the chance in the fit. The rows have at least `N_FOLDS` questions.
    """
    fold = fold_of_question(rows.n_questions)[rows.question_number]
    folds = [np.flatnonzero(fold == i) for i in range(N_FOLDS)]
    fitted = _held_out(rows, folds, start, np.ones((1, len(rows))))[0][:, :, 0]
    return CrossValidation(
        [Parameters(WEIGHTS[weight], THRESHOLDS[threshold]) for weight, threshold in fitted],
        _gains(rows, start, lambda drawn: _held_out(rows, folds, start, drawn)[1], confidence_level),
    )


def fold_of_question(n_questions: int) -> IntArray:
    """Returns the (n_questions,) fold of each question: shuffled with a fixed seed into folds of equal size."""
    return np.random.default_rng(SEED).permutation(n_questions) % N_FOLDS


def transfers(
    rows: LabelledRows, groups: Mapping[str, IntArray], start: Parameters, confidence_level: float
) -> list[Transfer]:
    """Calibrates on each group, given by the positions of its rows, and tests on each of the other groups."""
    parts = {name: rows.at(positions) for name, positions in groups.items()}
    fitted = {name: fit(part, start) for name, part in parts.items()}

    def gains(part: LabelledRows, parameters: Parameters) -> Gains:
        return _gains(part, start, lambda drawn: _quality(part, parameters, drawn), confidence_level)

    return [
        Transfer(name, other, parameters, gains(part, parameters))
        for name, parameters in fitted.items()
        for other, part in parts.items()
        if other != name
    ]


def weight_curve(rows: LabelledRows, confidence_level: float) -> list[CurvePoint]:
    """Returns the correlation of all rows at each weight: the paper's Figure 5."""

    def pearson(drawn: FloatArray) -> FloatArray:
        return pearson_of_sums(product_sums(rows, drawn))

    draws = _in_draws(rows, pearson)
    return [
        CurvePoint(weight, float(at_weight), percentile_interval(draws[:, i], confidence_level))
        for i, (weight, at_weight) in enumerate(zip(WEIGHTS, pearson(np.ones((1, len(rows))))[0], strict=True))
    ]


def _held_out(
    rows: LabelledRows, folds: Sequence[IntArray], start: Parameters, drawn: FloatArray
) -> tuple[IntArray, FloatArray]:
    """Fits each of F folds on the others in d draws.

    Returns:
        (F, 2, d) positions in `WEIGHTS` and `THRESHOLDS`, and the (2, d) Pearson and accuracy that they give.
    """
    sums = np.stack([product_sums(rows, drawn, fold) for fold in folds])
    weights = np.stack([best_weights(sums.sum(axis=0) - held_out, start) for held_out in sums])
    thresholds, n_correct, draws = np.zeros_like(weights), np.zeros(len(drawn)), np.arange(len(drawn))
    for weight in np.unique(weights).tolist():
        correct = np.stack([count_correct(rows, weight, drawn, fold) for fold in folds])
        for fold, held_out in enumerate(correct):
            is_chosen = weights[fold] == weight
            best = _best(correct.sum(axis=0) - held_out, THRESHOLDS, start.threshold)
            thresholds[fold][is_chosen] = best[is_chosen]
            n_correct += np.where(is_chosen, held_out[draws, best], 0.0)
    pooled = np.sum([of_fold[draws, chosen] for of_fold, chosen in zip(sums, weights, strict=True)], axis=0)
    after = np.stack((pearson_of_sums(pooled), n_correct / drawn.sum(axis=1)))
    return np.stack((weights, thresholds), axis=1), after


def _quality(rows: LabelledRows, parameters: Parameters, drawn: FloatArray) -> FloatArray:
    """Returns the (2, d) Pearson and accuracy of one weight and threshold in d draws."""
    weight, threshold = WEIGHTS.index(parameters.semantic_weight), THRESHOLDS.index(parameters.threshold)
    n_correct = count_correct(rows, weight, drawn)[:, threshold]
    return np.stack((pearson_of_sums(product_sums(rows, drawn)[:, weight]), n_correct / drawn.sum(axis=1)))


def _gains(
    rows: LabelledRows, start: Parameters, quality_after: Callable[[FloatArray], FloatArray], confidence_level: float
) -> Gains:
    def changes(drawn: FloatArray) -> FloatArray:
        before, after = _quality(rows, start, drawn), quality_after(drawn)
        return np.stack((before, after, after - before)).transpose(2, 0, 1)

    draws = _in_draws(rows, changes)
    before, after, gain = changes(np.ones((1, len(rows))))[0].tolist()
    return Gains(
        *(Change(before[i], after[i], gain[i], percentile_interval(draws[:, 2, i], confidence_level)) for i in range(2))
    )


def _in_draws(rows: LabelledRows, statistic: Callable[[FloatArray], FloatArray]) -> FloatArray:
    """Returns a statistic in all draws of the bootstrap, stacked along the first dimension."""
    drawn = draw_questions(rows.n_questions, len(rows))
    return np.concatenate([statistic(of_questions[:, rows.question_number]) for of_questions in drawn])
