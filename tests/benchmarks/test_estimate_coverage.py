"""Many draws at once are what `Estimator` says of each: the benchmark ends with an error where they are not."""

import numpy as np
import pytest

from benchmarks import estimate_coverage
from benchmarks.estimate_coverage import differences, means

RANDOM = np.random.default_rng(0)
LABELS = (RANDOM.random(300) < 0.7).astype(float)
SCORES = {"good": np.clip(LABELS + 0.3 * RANDOM.normal(size=300), 0, 1), "constant": np.full(300, 0.5)}
QUESTION = np.tile(np.arange(100), 3)
SYSTEMS = {name: np.arange(100) + 100 * i for i, name in enumerate("ABC")}


def test_means() -> None:
    found = means(SCORES, LABELS, SYSTEMS, 30, 200)
    for tally in found.values():
        coverage, *_ = tally.cells(30)
        assert float(coverage) > 0.9


def test_differences() -> None:
    found = differences(SCORES, LABELS, {"data": SYSTEMS}, QUESTION, 30, 200)
    assert all(float(tally.cells(30)[0]) > 0.9 for tally in found.values())


def test_what_the_estimator_does_otherwise_ends_the_run(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(estimate_coverage, "mean_intervals", lambda draws, labels: np.zeros((len(draws.at), 2)))
    with pytest.raises(AssertionError):
        means(SCORES, LABELS, SYSTEMS, 30, 3)
