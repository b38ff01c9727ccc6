"""What the joint model sees of a row: its best pairs by SMILE, read once each."""

from collections.abc import Sequence

import numpy as np
import pytest

from smile import SmileScorer
from smile.aliases import FloatArray
from smile.learned.combiner import FEATURES, WEIGHT_OF_TREES, PairProbabilities
from smile.rows.checked_rows import check_rows
from tests.support.small_trees import stumps
from tests.support.tiny_encoder import TinyReader
from training.material import MOST_READ, ReadPairs, read_pairs

REFERENCES = ["Paris", "the north of Paris", "Oslo", "a town", "in the town", "Rome"]
ROWS = check_rows(
    ["It is in Paris 3.", "Nobody can say.", "Paris 2"],
    [[f"{text} {i}" for text in REFERENCES[: 6 - 2 * i]] for i in range(3)],
    [f"where is place {i}" for i in range(3)],
)


def pairs_of(start: list[int], n: int) -> ReadPairs:
    table = np.zeros((n, len(FEATURES)))
    table[:, 0] = np.arange(n)
    return ReadPairs(
        np.array(start), np.full(n, 0.67), table, PairProbabilities(np.full(n, 0.5), np.full(n, 0.5), np.ones(n))
    )


def test_the_highest_of_a_row_counts() -> None:
    pairs = pairs_of([0, 2, 3], 6)
    assert pairs.highest(np.array([0.1, 0.4, 0.3, 0.0, 0.9, 0.2])).tolist() == [0.4, 0.3, 0.9]
    joint = stumps(-3.0, ("semantic", 1.5, 0.0, 1.0), ("semantic", 4.5, 0.0, 2.0))
    assert pairs.scores(joint) == pytest.approx(1 / (1 + np.exp(WEIGHT_OF_TREES * np.array([3.0, 2.0, 0.0]))))


@pytest.mark.real_encoder
def test_each_row_has_its_best_pairs() -> None:
    read: list[str] = []

    def count(texts: Sequence[str]) -> FloatArray:
        read.extend(texts)
        return np.array([[TinyReader.probability(text), TinyReader.similarity(text)] for text in texts])

    pairs = read_pairs(ROWS, True, count)
    n_pairs = np.diff([*pairs.start, len(pairs.table)])
    # A reference that cannot win beside an exact one has no pair.
    most = [min(MOST_READ, len(row.references)) for row in ROWS]
    assert all(1 <= n <= its_most for n, its_most in zip(n_pairs.tolist(), most, strict=True))
    assert pairs.table.shape == (n_pairs.sum(), len(FEATURES))
    assert 0 < len(read) == len(set(read))
    scores = SmileScorer("fast").score_rows(ROWS)
    assert pairs.table[pairs.start, 0] == pytest.approx(scores.semantic)
