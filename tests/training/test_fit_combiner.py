"""The fit of the combiner, on inputs whose weights are known, and the table of neighbouring words."""

import random
from dataclasses import fields

import numpy as np
import pytest
from scipy.special import expit

from smile.learned.combiner import INPUTS, Features, PairProbabilities
from smile.rows.checked_rows import Row
from smile.shared_types import FloatArray
from training.fit_combiner import DataSet, fit, fit_order, measures, shuffled
from training.material import ReadPairs

PLACE = {name: i for i, name in enumerate(INPUTS)}


def data_set(columns: FloatArray, target: FloatArray) -> DataSet:
    n = len(target)
    features = Features(**{each.name: np.zeros(n) for each in fields(Features)})
    pairs = ReadPairs(np.arange(n), features, PairProbabilities(np.ones(n), np.ones(n), np.ones(n)))
    return DataSet([Row("a", ("b",), (None,), None)] * n, target, pairs, columns, np.zeros(n, dtype=np.int64))


def answers(n: int, seed: int, **weights: float) -> DataSet:
    chance = np.random.default_rng(seed)
    columns = chance.normal(size=(n, len(INPUTS)))
    logits = sum(weight * columns[:, PLACE[name]] for name, weight in weights.items())
    return data_set(columns, (chance.uniform(size=n) < expit(logits)).astype(np.float64))


def test_no_weight_is_negative() -> None:
    found = fit({str(seed): answers(1000, seed, smile=-4.0, equivalence=2.0) for seed in range(9)})
    assert found[PLACE["smile"]] == 0
    assert found[PLACE["equivalence"]] > 0.4
    assert np.all(found[:-1] >= 0)


def test_data_sets_count_equally() -> None:
    small, large = answers(600, 1, smile=2.0), answers(3000, 2, asserted=2.0)
    repeated = data_set(np.tile(large.columns, (2, 1)), np.tile(large.target, 2))
    assert fit({"a": small, "b": large}) == pytest.approx(fit({"a": small, "b": repeated}), abs=1e-4)
    assert fit({"a": small, "b": large}) != pytest.approx(fit({"a": small}), abs=1e-2)


def test_left_out_answers_change_nothing() -> None:
    some, others = answers(600, 1, smile=2.0), answers(600, 2, smile=-2.0)
    both = data_set(np.concatenate((some.columns, others.columns)), np.concatenate((some.target, others.target)))
    assert fit({"a": both}, {"a": np.arange(1200) < 600}) == pytest.approx(fit({"a": some}), abs=1e-4)


def test_shuffled_words_are_in_disorder() -> None:
    natural = [f"The {a} of the {b} is in the {c}." for a in ("end", "top", "side") for b in "xyz" for c in "uvw"]
    order, chance = fit_order([natural]), random.Random(1)  # noqa: S311
    assert all(order.of(text) == 0 for text in natural)
    found = [order.of(shuffled(text, chance)) for text in natural]
    assert np.mean(found) < -3
    assert order.of("Paris") == 0


def test_measures_of_sentences_and_unsure_answers() -> None:
    r, area, balanced, calibration, unsure, wrong = measures(
        np.array([0.9, 0.45, 0.55, 0.1]), np.array([1.0, 1.0, 0.0, 0.0]), 0.5
    )
    assert (area, balanced, unsure, wrong) == (0.75, 0.5, 0.5, 1.0)
    assert r == pytest.approx(0.7, abs=0.1)
    assert calibration == pytest.approx((0.1 + 0.55 + 0.55 + 0.1) / 4)
