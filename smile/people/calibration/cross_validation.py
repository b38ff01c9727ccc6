"""What a calibration gains on answers that it was not fitted to. Pure functions over arrays."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from ...aliases import FloatArray, IntArray
from ...statistics.bootstrap import SEED, draw_questions, percentile_interval
from .fitting import (
    THRESHOLDS,
    WEIGHTS,
    Choice,
    Evidence,
    best_thresholds,
    best_weights,
    count_correct,
    fit,
    pearson_of_sums,
    product_sums,
)

N_FOLDS = 5


@dataclass(frozen=True)
class Measure:
    """Pearson or accuracy before and after calibration.

    Attributes:
        before: With the named setting; Pearson is NaN where all scores or all labels are equal.
        after: Calibrated.
        gain: `after` minus `before`.
        interval: Lower and upper end of the gain's interval.
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
    """The gain over the named setting on the same rows."""

    pearson: Measure
    accuracy: Measure


@dataclass(frozen=True)
class CrossValidation:
    """The choice for each fold, fitted on the other folds, and the gain over all rows."""

    folds: list[Choice]
    gain: Gain


@dataclass(frozen=True)
class Transfer:
    """The choice fitted on one group of rows, and its gain on another group."""

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


def cross_validate(evidence: Evidence, start: Choice, confidence_level: float) -> CrossValidation:
    """Returns the gain of calibration where each fold is scored with the choice fitted on the other folds.

    All answers to a question are in the same fold. The correlation is over all rows together, although the folds may
    have different weights. Each draw of the bootstrap takes whole questions and fits again, so the interval includes
    the chance in the fit.

    Args:
        evidence: Rows of at least `N_FOLDS` questions.
        start: The named setting's weight and threshold.
        confidence_level: The level of the intervals.
    """
    fold = fold_of_question(evidence.n_questions)[evidence.question]
    folds = [np.flatnonzero(fold == i) for i in range(N_FOLDS)]
    choices = _held_out(evidence, folds, start, np.ones((1, len(evidence)))).choices[:, :, 0]
    return CrossValidation(
        [Choice(WEIGHTS[weight], THRESHOLDS[threshold]) for weight, threshold in choices],
        _gain(evidence, start, lambda drawn: _held_out(evidence, folds, start, drawn).after, confidence_level),
    )


def fold_of_question(n_questions: int) -> IntArray:
    """Returns the (n_questions,) fold of each question: shuffled with a fixed seed into folds of equal size."""
    return np.random.default_rng(SEED).permutation(n_questions) % N_FOLDS


def gain_of(evidence: Evidence, start: Choice, choice: Choice, confidence_level: float) -> Gain:
    """Returns the gain of a calibration on rows that it was not fitted to.

    Args:
        evidence: The rows.
        start: The named setting's weight and threshold.
        choice: The fitted weight and threshold.
        confidence_level: The level of the intervals, from a bootstrap of whole questions.
    """
    return _gain(evidence, start, lambda drawn: _quality(evidence, choice, drawn), confidence_level)


def transfers(
    evidence: Evidence, groups: Mapping[str, Sequence[int]], start: Choice, confidence_level: float
) -> list[Transfer]:
    """Calibrates on each group of rows and tests on each of the other groups.

    Args:
        evidence: All rows.
        groups: By name the positions of the group's rows.
        start: The named setting's weight and threshold.
        confidence_level: The level of the intervals.
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
        return pearson_of_sums(product_sums(evidence, drawn))

    draws = _draws(evidence, measure)
    return [
        CurvePoint(weight, float(pearson), percentile_interval(draws[:, i], confidence_level))
        for i, (weight, pearson) in enumerate(zip(WEIGHTS, measure(np.ones((1, len(evidence))))[0], strict=True))
    ]


@dataclass(frozen=True)
class _HeldOut:
    """For each of d draws the choices of the F folds, and their quality.

    Attributes:
        choices: (F, 2, d) positions in `WEIGHTS` and `THRESHOLDS`.
        after: (2, d) Pearson and accuracy.
    """

    choices: IntArray
    after: FloatArray


def _held_out(evidence: Evidence, folds: Sequence[IntArray], start: Choice, drawn: FloatArray) -> _HeldOut:
    sums = np.stack([product_sums(evidence, drawn, rows) for rows in folds])
    weights = np.stack([best_weights(sums.sum(axis=0) - held_out, start) for held_out in sums])
    thresholds = np.zeros_like(weights)
    n_correct = np.zeros(len(drawn))
    for weight in np.unique(weights).tolist():
        correct = np.stack([count_correct(evidence, weight, drawn, rows) for rows in folds])
        for fold, held_out in enumerate(correct):
            is_chosen = weights[fold] == weight
            best = best_thresholds(correct.sum(axis=0) - held_out, start)
            thresholds[fold][is_chosen] = best[is_chosen]
            n_correct += np.where(is_chosen, _taken(held_out, best), 0.0)
    pooled = np.sum([_taken(of_fold, chosen) for of_fold, chosen in zip(sums, weights, strict=True)], axis=0)
    after = np.stack((pearson_of_sums(pooled), n_correct / drawn.sum(axis=1)))
    return _HeldOut(np.stack((weights, thresholds), axis=1), after)


def _quality(evidence: Evidence, choice: Choice, drawn: FloatArray) -> FloatArray:
    """Returns the (2, d) Pearson and accuracy of one weight and threshold in d draws."""
    weight, threshold = WEIGHTS.index(choice.semantic_weight), THRESHOLDS.index(choice.threshold)
    n_correct = count_correct(evidence, weight, drawn)[:, threshold]
    return np.stack((pearson_of_sums(product_sums(evidence, drawn)[:, weight]), n_correct / drawn.sum(axis=1)))


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
    """Returns a measure in all draws of the bootstrap, stacked along the first dimension."""
    drawn = draw_questions(evidence.n_questions, len(evidence))
    return np.concatenate([measure(of_questions[:, evidence.question]) for of_questions in drawn])


def _taken(values: FloatArray, positions: IntArray) -> FloatArray:
    """Returns for each of d draws the value at its position along the second dimension."""
    taken: FloatArray = values[np.arange(len(values)), positions]
    return taken
