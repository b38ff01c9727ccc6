"""Shares corrected by sensitivity and specificity."""

import numpy as np
import pytest

from smile import DataError
from smile.statistics.corrected_share import corrected_share


@pytest.mark.parametrize(("share", "sensitivity", "specificity", "n", "n_labelled"), [(0.3, 0.9, 0.85, 500, 100)])
def test_the_interval_covers_the_share(
    share: float, sensitivity: float, specificity: float, n: int, n_labelled: int
) -> None:
    random = np.random.default_rng(0)

    def accepted(is_right: np.ndarray) -> np.ndarray:
        chance = random.random(len(is_right))
        return np.where(is_right, chance < sensitivity, chance >= specificity)

    found = []
    for _ in range(300):
        labels = random.random(n_labelled) < 0.4  # another share of correct answers than that to estimate
        found.append(corrected_share(accepted(random.random(n) < share), accepted(labels), labels, 0.95))
    assert np.mean([low <= share <= high for low, high in (each.estimate_ci for each in found)]) > 0.93
    assert abs(np.mean([each.estimate for each in found]) - share) < 0.01
    assert abs(np.mean([each.metric_only for each in found]) - share) > 0.05


@pytest.mark.parametrize(
    ("accepted", "labels", "message"), [("1100", "1111", "all labels are equal"), ("0011", "1100", "do not go with")]
)
def test_useless_labels_are_errors(accepted: str, labels: str, message: str) -> None:
    columns = [np.array([sign == "1" for sign in text]) for text in ("1010", accepted, labels)]
    with pytest.raises(DataError, match=message):
        corrected_share(*columns, 0.95)
