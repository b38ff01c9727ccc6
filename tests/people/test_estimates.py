"""Estimates from few labels: names, what is known, coverage on made-up data, and bad input."""

from typing import Any

import numpy as np
import pytest

from smile import Estimator
from smile.people.estimates import find_estimate_warnings
from smile.people.labels import Grouping, LabelledRows


def made_up(n: int = 600, noise: float = 0.3, seed: int = 0) -> tuple[np.ndarray, np.ndarray]:
    """Returns labels, 1 for some seven in ten, and scores that go with them."""
    random = np.random.default_rng(seed)
    labels = (random.random(n) < 0.7).astype(float)
    return labels, labels + noise * random.normal(size=n)


def some(labels: np.ndarray, at: Any) -> list[float | None]:
    known = set(np.asarray(at).tolist())
    return [float(label) if i in known else None for i, label in enumerate(labels)]


def drawn(n_rows: int, n: int, seed: int = 1) -> np.ndarray:
    return np.random.default_rng(seed).choice(n_rows, n, replace=False)


def test_good_metric_adds_labels_and_useless_costs_nothing() -> None:
    labels, scores = made_up()
    at = drawn(600, 100)
    good = Estimator().estimate(scores, some(labels, at))
    useless = Estimator().estimate(np.random.default_rng(5).random(600), some(labels, at))
    assert good["effective_sample_size"] > 250
    assert useless["effective_sample_size"] > 93
    assert good["labels_only"] == useless["labels_only"] == pytest.approx(labels[at].mean())
    assert good["metric_only"] == pytest.approx(scores.mean())
    assert good["bias"] == pytest.approx(scores.mean() - good["estimate"])


def test_intervals_hold_the_truth() -> None:
    """Of 300 draws some 285 should; 95 % of such counts are between 277 and 292."""
    labels, scores = made_up()
    estimator, truth = Estimator(), labels.mean()
    held = 0
    for seed in range(300):
        known = np.full(600, np.nan)
        at = drawn(600, 60, seed)
        known[at] = labels[at]
        low, high = estimator.estimate_rows(LabelledRows(known[:, None], {"metric": scores})).whole["estimate_ci"]
        held += low <= truth <= high
    assert 275 <= held <= 297


def test_differences_are_paired_by_question() -> None:
    """Two systems of which B errs on one question in ten more: on the same questions that is plain to see."""
    random = np.random.default_rng(0)
    first = (random.random(500) < 0.7).astype(float)
    second = first * (random.random(500) > 0.1)
    questions = list(range(500)) * 2
    labels, systems = np.concatenate([first, second]), ["A"] * 500 + ["B"] * 500
    at = drawn(500, 150)
    both = np.concatenate([at, at + 500])
    scores = random.random(1000)
    [paired] = Estimator().estimate(scores, some(labels, both), questions, systems)["differences"]
    [apart] = Estimator().estimate(scores, some(labels, both), None, systems)["differences"]
    assert (paired["system"], paired["other"]) == ("A", "B")
    assert np.diff(paired["difference_ci"])[0] < 0.7 * np.diff(apart["difference_ci"])[0]
    assert paired["difference_ci"][0] <= (first - second).mean() <= paired["difference_ci"][1]
    assert paired["significant"]
    assert paired["p_value"] == paired["adjusted_p_value"] < apart["p_value"]


@pytest.mark.parametrize("value", [0, 1, True])
def test_equal_labels_give_no_narrow_interval(value: float) -> None:
    result = Estimator().estimate(np.linspace(0, 1, 1000), some(np.full(1000, value), drawn(1000, 50)))
    low, high = result["estimate_ci"]
    assert result["estimate"] == value
    # The exact interval of Clopper and Pearson is 0.071 wide.
    assert 0.06 < high - low < 0.12


def test_labels_not_chosen_at_random_give_warnings() -> None:
    labels, scores = made_up()
    for at, warning in (
        (range(100), "stand together in the file, as the first hundred would"),
        (range(250, 350), "stand together"),
        (np.argsort(-scores)[:100], "have higher scores"),
    ):
        assert warning in Estimator().estimate(scores, some(labels, at))["warnings"][0]
    assert Estimator().estimate(scores, labels)["warnings"] == []


def test_a_random_choice_is_not_warned_of() -> None:
    labels, scores = made_up()
    questions = np.repeat(np.arange(150), 4)
    for seed in range(50):
        known = np.full(600, np.nan)
        at = drawn(600, 120, seed)
        known[at] = labels[at]
        assert find_estimate_warnings(LabelledRows(known[:, None], {"metric": scores})) == []
        by_question = np.isin(questions, drawn(150, 40, seed))
        known = np.where(by_question, labels, np.nan)
        assert find_estimate_warnings(LabelledRows(known[:, None], {"metric": scores}, Grouping([], questions))) == []
