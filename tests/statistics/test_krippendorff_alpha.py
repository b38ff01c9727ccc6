import math

import numpy as np
import pytest
from nltk.metrics.agreement import AnnotationTask

from smile.statistics.agreement_measures import LevelOfMeasurement, krippendorff_alpha

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
def test_alpha_is_krippendorffs_own(level: LevelOfMeasurement, expected: float) -> None:
    assert krippendorff_alpha(PUBLISHED, level).alpha == pytest.approx(expected, abs=5e-4)


def test_two_labels_give_the_same_alpha_at_every_level() -> None:
    """Two observers, ten units, 0 and 1; the same paper's section A gives 0.095."""
    labels = np.array([[0, 1, 0, 0, 0, 0, 0, 0, 1, 0], [1, 1, 1, 0, 0, 1, 0, 0, 0, 0]]).T.astype(float)
    levels: tuple[LevelOfMeasurement, ...] = ("nominal", "ordinal", "interval")
    for level in levels:
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
    assert str(alpha.why_not).startswith(why_not)


def test_more_labels_than_memory_holds_are_refused() -> None:
    labels = np.random.default_rng(0).normal(size=(3000, 2))
    alpha = krippendorff_alpha(labels, "interval")
    assert str(alpha.why_not) == "there are 6000 different labels in 3000 rows, too many to compare"


@pytest.mark.parametrize("seed", range(5))
def test_nominal_alpha_is_that_of_nltk(seed: int) -> None:
    random = np.random.default_rng(seed)
    labels = random.integers(0, 4, size=(30, 3)).astype(float)
    labels[:25, 1][random.random(25) < 0.4] = NAN  # every row keeps two labels
    triples = [(str(j), str(i), label) for (i, j), label in np.ndenumerate(labels) if not math.isnan(label)]
    assert krippendorff_alpha(labels, "nominal").alpha == pytest.approx(AnnotationTask(triples).alpha(), abs=1e-12)
