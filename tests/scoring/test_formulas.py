import numpy as np
import numpy.typing as npt
import pytest
from hypothesis import given
from hypothesis import strategies as st

from smile.constants import Aggregation
from smile.scoring.score_formulas import keyword_similarity, rating, smile_score

SHARES = st.floats(0, 1)


def array(*values: float) -> npt.NDArray[np.float64]:
    return np.array(values, dtype=np.float64)


# Three pairs by hand: the highest cosine of three n-grams, an exact hit without n-grams, nothing but negative cosines.
def test_keyword_similarity() -> None:
    similarity, position = keyword_similarity(
        array(0.2, 0.9, 0.4, -0.3, -0.1),
        np.zeros(5, dtype=bool),
        np.array([0, 3, 3, 5]),
        np.array([False, True, False]),
    )
    assert similarity.tolist() == [0.9, 1.0, 0.0]
    assert position.tolist() == [1, -1, 4]


# 0.9 without the number counts 0.45, less than 0.5 with it; a negative cosine is not raised by halving.
@pytest.mark.parametrize(
    ("cosines", "lacks", "expected", "best"),
    [([0.9, 0.5], [True, False], 0.5, 1), ([0.9, 0.4], [True, False], 0.45, 0), ([-0.4, -0.3], [True, False], 0.0, 1)],
)
def test_an_ngram_that_lacks_a_number_counts_half(
    cosines: list[float], lacks: list[bool], expected: float, best: int
) -> None:
    similarity, position = keyword_similarity(array(*cosines), np.array(lacks), np.array([0, 2]), np.array([False]))
    assert similarity.item() == pytest.approx(expected)
    assert position.item() == best


# Equation 3 by hand: 0.3 * 0.8 + 0.7 * 0.4 = 0.52; harmonic 2 * 0.8 * 0.4 / 1.2 = 0.5333...
@pytest.mark.parametrize(
    ("semantic", "lexical", "weight", "aggregation", "expected"),
    [
        (0.8, 0.4, 0.3, "weighted", 0.52),
        (0.8, 0.4, 0.0, "weighted", 0.4),
        (0.8, 0.4, 1.0, "weighted", 0.8),
        (0.8, 0.4, 0.5, "weighted", 0.6),
        (0.8, 0.4, 0.3, "harmonic", 8 / 15),
        (0.8, 0.4, 0.9, "harmonic", 8 / 15),
        (0.7, 0.7, 0.3, "harmonic", 0.7),
        (0.9, 0.0, 0.3, "harmonic", 0.0),
        (0.0, 0.0, 0.3, "harmonic", 0.0),
        (1.0, 1.0, 0.3, "harmonic", 1.0),
    ],
)
def test_smile_score(semantic: float, lexical: float, weight: float, aggregation: Aggregation, expected: float) -> None:
    assert smile_score(array(semantic), array(lexical), weight, aggregation).item() == pytest.approx(expected)


# The paper's six uniform bins, moved so that the fourth edge is the threshold; an edge belongs to the bin below it.
@pytest.mark.parametrize(
    ("smile", "expected"),
    [(0.0, 0), (0.1, 0), (0.3, 1), (0.6667, 3), (0.67, 3), (0.6700001, 4), (0.99, 5), (1.0, 5)]
    + [(edge, k) for k, edge in enumerate((0.1675, 0.335, 0.5025, 0.67, 0.835))]
    + [(edge + 1e-9, k + 1) for k, edge in enumerate((0.1675, 0.335, 0.5025, 0.67, 0.835))],
)
def test_rating(smile: float, expected: int) -> None:
    assert rating(array(smile), 0.67).item() == expected


@given(SHARES, SHARES)
def test_rating_4_means_above_the_threshold(smile: float, threshold: float) -> None:
    scores = array(smile, threshold, np.nextafter(threshold, 2))
    ratings = rating(scores, threshold)
    assert (ratings >= 4).tolist() == (scores > threshold).tolist()
