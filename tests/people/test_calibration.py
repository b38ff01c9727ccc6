"""The fit of weight and threshold, on arrays whose best weight is known."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from smile.people.calibration.fitting import (
    N_FOLDS,
    THRESHOLDS,
    WEIGHTS,
    Parameters,
    cross_validate,
    fit,
    fold_of_question,
    transfers,
    weight_curve,
)
from smile.people.labels import Grouping, LabelledRows

START = Parameters(0.3, 0.67)


def evidence(
    n: int = 400, best: float = 0.8, noise: float = 0.05, seed: int = 0, per_question: int = 2
) -> LabelledRows:
    """Two independent parts; people go by the mean with the weight `best`, and call right what is over 0.4."""
    random = np.random.default_rng(seed)
    semantic, lexical = random.uniform(size=(2, n))
    truth = best * semantic + (1 - best) * lexical + random.normal(scale=noise, size=n)
    return rows_of(
        [w * semantic + (1 - w) * lexical for w in WEIGHTS], truth, truth > 0.4, np.arange(n) // per_question
    )


def rows_of(scores: Sequence[np.ndarray], labels: np.ndarray, is_right: np.ndarray, question: Any) -> LabelledRows:
    grouping = Grouping(list(map(str, range(max(question) + 1))), np.array(question))
    return LabelledRows(labels[:, None], {}, grouping, is_right=is_right).scored(*scores)


def chance(n: int = 400, seed: int = 0) -> LabelledRows:
    """Labels that have nothing to do with the scores."""
    is_right = np.random.default_rng(seed + 1000).uniform(size=n) < 0.5
    return replace(evidence(n, seed=seed), labels=is_right.astype(float)[:, None], is_right=is_right)


def pearson(x: np.ndarray, y: np.ndarray) -> float:
    return float(np.corrcoef(x, y)[0, 1])


def test_the_values_of_the_named_settings_are_tried() -> None:
    assert START.semantic_weight in WEIGHTS
    assert START.threshold in THRESHOLDS
    assert (WEIGHTS[0], WEIGHTS[-1], THRESHOLDS[0], THRESHOLDS[-1]) == (0, 1, 0, 1)


@pytest.mark.parametrize("best", [0.0, 0.25, 0.8, 1.0])
def test_the_best_weight_and_threshold_are_found(best: float) -> None:
    rows = evidence(best=best, noise=0.01)
    choice = fit(rows, START)
    assert choice.semantic_weight == best
    of_weights = [pearson(scores, rows.label) for scores in rows.score_table]
    assert WEIGHTS[int(np.argmax(of_weights))] == best
    scores = rows.score_table[WEIGHTS.index(best)]
    of_thresholds = [float(np.mean((scores > threshold) == rows.is_right)) for threshold in THRESHOLDS]
    assert of_thresholds[THRESHOLDS.index(choice.threshold)] == max(of_thresholds)


def test_of_equals_the_nearest_to_the_setting_is_taken() -> None:
    """Scores that do not depend on the weight, and that every threshold from 0.1 to 0.59 tells apart."""
    scores = np.tile([0.1, 0.6], 30)
    rows = rows_of([scores] * len(WEIGHTS), scores, scores > 0.5, np.arange(60))
    assert fit(rows, START) == Parameters(0.3, 0.59)
    assert fit(rows, Parameters(0.7, 0.05)) == Parameters(0.7, 0.1)
    assert fit(rows, Parameters(0.7, 0.42)) == Parameters(0.7, 0.42)


def test_what_has_no_spread_keeps_the_settings_weight() -> None:
    rows = evidence()
    assert fit(replace(rows, labels=np.ones((len(rows), 1))), START).semantic_weight == 0.3


def test_every_question_is_in_one_fold_and_the_folds_are_as_large_as_each_other() -> None:
    sizes = np.bincount(fold_of_question(203))
    assert len(sizes) == N_FOLDS
    assert sizes.max() - sizes.min() <= 1


def test_the_held_out_measures_are_those_of_the_plain_definition() -> None:
    rows = evidence(n=150, noise=0.3, per_question=3)
    result = cross_validate(rows, START, 0.95)
    fold = fold_of_question(rows.n_questions)[rows.question_number]
    scores, is_over = np.zeros(len(rows)), np.zeros(len(rows), dtype=bool)
    for i in range(N_FOLDS):
        choice = fit(rows.at(np.flatnonzero(fold != i).tolist()), START)
        assert result.folds[i] == choice
        of_weight = rows.score_table[WEIGHTS.index(choice.semantic_weight)]
        scores[fold == i] = of_weight[fold == i]
        is_over[fold == i] = (of_weight > choice.threshold)[fold == i]
    before = rows.score_table[WEIGHTS.index(0.3)]
    gain = result.gain
    assert gain.pearson.before == pytest.approx(pearson(before, rows.label))
    assert gain.pearson.after == pytest.approx(pearson(scores, rows.label))
    assert gain.accuracy.before == pytest.approx(np.mean((before > 0.67) == rows.is_right))
    assert gain.accuracy.after == pytest.approx(np.mean(is_over == rows.is_right))
    for measure in (gain.pearson, gain.accuracy):
        assert measure.gain == pytest.approx(measure.after - measure.before)


@pytest.mark.parametrize("seed", [1, 2])
@pytest.mark.parametrize("fold", range(N_FOLDS))
def test_no_label_of_a_fold_decides_what_its_rows_are_scored_with(fold: int, seed: int) -> None:
    rows = evidence(n=100, noise=0.2)
    is_held_out = fold_of_question(rows.n_questions)[rows.question_number] == fold
    random = np.random.default_rng(seed)
    labels = np.where(is_held_out, random.uniform(size=len(rows)), rows.label)
    is_right = np.where(is_held_out, random.uniform(size=len(rows)) < 0.5, rows.is_right)
    changed = replace(rows, labels=labels[:, None], is_right=is_right)
    before, after = (cross_validate(each, START, 0.95).folds for each in (rows, changed))
    assert after[fold] == before[fold]
    assert after != before


def test_a_real_gain_is_told_from_noise() -> None:
    gain = cross_validate(evidence(), START, 0.95).gain
    assert gain.pearson.gain > 0.2
    assert not gain.pearson.may_be_chance
    assert not gain.accuracy.may_be_chance


def test_labels_by_chance_gain_nothing() -> None:
    """In 20 files of labels by chance: an interval of 95 % that lies above 0 is rare."""
    gains = [cross_validate(chance(n=200, seed=seed), START, 0.95).gain for seed in range(20)]
    assert sum(not gain.pearson.may_be_chance for gain in gains) <= 1
    assert sum(not gain.accuracy.may_be_chance for gain in gains) <= 1


def test_a_setting_that_is_best_already_gains_nothing() -> None:
    gains = [cross_validate(evidence(best=0.3, noise=0.2, seed=seed), START, 0.95).gain for seed in range(10)]
    assert all(gain.pearson.may_be_chance for gain in gains)


def test_many_answers_to_a_question_widen_the_interval() -> None:
    """The same 40 answers ten times over are no more evidence than once."""
    few = evidence(n=40, noise=0.2, per_question=1)
    many = few.at(list(range(40)) * 10)

    def width(rows: LabelledRows) -> float:
        low, high = weight_curve(rows, 0.95)[WEIGHTS.index(0.8)].interval
        return high - low

    assert width(many) == pytest.approx(width(few), rel=0.15)
    assert width(replace(many, question=None)) < width(few) / 2


def test_one_group_is_calibrated_on_and_the_other_tested() -> None:
    first, second = evidence(best=0.9, noise=0.02), evidence(best=0.1, noise=0.02, seed=1)
    both = rows_of(
        np.concatenate((first.score_table, second.score_table), axis=1),
        np.concatenate((first.label, second.label)),
        np.concatenate((first.right, second.right)),
        np.concatenate((first.question_number, second.question_number + first.n_questions)),
    )
    groups = {"A": list(range(400)), "B": list(range(400, 800))}
    there, back = transfers(both, groups, START, 0.95)
    assert (there.calibrated_on, there.tested_on, back.calibrated_on, back.tested_on) == ("A", "B", "B", "A")
    assert there.parameters == fit(first, START)
    assert there.gain.pearson.gain < 0
    assert there.gain.pearson.after == pytest.approx(pearson(second.score_table[WEIGHTS.index(0.9)], second.label))
    assert back.parameters.semantic_weight == 0.1


def test_the_weight_curve_has_the_correlation_at_each_weight() -> None:
    rows = evidence(noise=0.2)
    curve = weight_curve(rows, 0.95)
    assert [point.semantic_weight for point in curve] == list(WEIGHTS)
    for point, scores in zip(curve, rows.score_table, strict=True):
        assert point.pearson == pytest.approx(pearson(scores, rows.label))
        assert point.interval[0] < point.pearson < point.interval[1]
