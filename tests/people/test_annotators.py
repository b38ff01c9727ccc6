import math

import numpy as np
import pytest

from smile.people.annotators import krippendorff_alpha, majority_label, mean_label

NAN = float("nan")

# Four observers, twelve units, values 1 to 5: Krippendorff, "Computing Krippendorff's Alpha-Reliability" (2011),
# section C, which works out nominal 0.743, ordinal 0.815, interval 0.849 and ratio 0.797.
PUBLISHED = np.array(
    [
        [1, 2, 3, 3, 2, 1, 4, 1, 2, NAN, NAN, NAN],
        [1, 2, 3, 3, 2, 2, 4, 1, 2, 5, NAN, 3],
        [NAN, 3, 3, 3, 2, 3, 4, 2, 2, 5, 1, NAN],
        [1, 2, 3, 3, 2, 4, 4, 1, 2, 5, 1, NAN],
    ]
).T


@pytest.mark.parametrize(
    ("level", "expected"), [("nominal", 0.743), ("ordinal", 0.815), ("interval", 0.849), ("ratio", 0.797)]
)
def test_alpha_is_krippendorffs_own(level: str, expected: float) -> None:
    assert krippendorff_alpha(PUBLISHED, level).alpha == pytest.approx(expected, abs=5e-4)


def test_two_labels_give_the_same_alpha_at_every_level() -> None:
    """Two observers, ten units, 0 and 1; the same paper's section A gives 0.095."""
    labels = np.array([[0, 1, 0, 0, 0, 0, 0, 0, 1, 0], [1, 1, 1, 0, 0, 1, 0, 0, 0, 0]]).T.astype(float)
    for level in ("nominal", "ordinal", "interval"):
        assert krippendorff_alpha(labels, level).alpha == pytest.approx(0.095, abs=5e-4)


@pytest.mark.parametrize(
    ("labels", "why_not"),
    [
        ([[1, NAN], [NAN, 0]], "no row has labels of two people"),
        ([[1, 1], [1, 1]], "all labels are the same"),
        ([[1, 1], [1, 1], [0, NAN]], "all labels are the same"),
    ],
)
def test_alpha_says_why_it_is_not(labels: list[list[float]], why_not: str) -> None:
    alpha = krippendorff_alpha(np.array(labels, dtype=float), "ordinal")
    assert math.isnan(alpha.alpha)
    assert alpha.why_not is not None
    assert alpha.why_not.startswith(why_not)


def test_more_labels_than_memory_holds_are_refused() -> None:
    labels = np.random.default_rng(0).normal(size=(1000, 2))
    alpha = krippendorff_alpha(labels, "interval")
    assert alpha.why_not == "there are 2000 different labels in 1000 rows, too many to compare"


def test_the_mean_passes_over_who_gave_none() -> None:
    assert mean_label(np.array([[1, 0, 0.5], [NAN, 1, NAN]])).tolist() == [0.5, 1.0]


def test_the_majority_and_where_there_is_none() -> None:
    labels = np.array([[1, 1, 0], [0, 1, NAN], [2, NAN, NAN], [3, 1, 2], [0.5, 0.5, NAN]])
    label, is_tied = majority_label(labels)
    assert label.tolist() == [1, 0, 2, 1, 0.5]
    assert is_tied.tolist() == [False, True, False, True, False]
