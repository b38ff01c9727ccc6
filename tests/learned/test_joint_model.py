"""How features and what the reader says become a probability."""

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from smile.learned.combiner import FEATURES, INPUTS, PairProbabilities, combined, combiner_inputs
from tests.support.small_trees import stumps

NOTHING = np.zeros((1, len(FEATURES)))
NO = np.zeros(1, dtype=np.bool_)
ALL = np.ones(1)


class TestProbability:
    @given(st.lists(st.tuples(*[st.floats(0, 1)] * 3), min_size=1, max_size=20), st.floats(-50, 50))
    def test_it_is_between_0_and_1_and_rises_with_what_the_reader_says(
        self, said: list[tuple[float, ...]], intercept: float
    ) -> None:
        joint = stumps(intercept, ("equivalence_logit", -1.0, -0.5, 0.0), ("similarity", 0.6, 0.0, 0.7))
        equivalence, similarity, asserted = np.array(said).T
        ones = np.ones(len(said))
        table, no = np.repeat(NOTHING, len(said), axis=0), np.zeros(len(said), dtype=np.bool_)
        found = combined(table, PairProbabilities(equivalence, similarity, asserted), no, joint)
        assert found.shape == equivalence.shape
        assert np.all((found >= 0) & (found <= 1))
        assert np.all(np.diff(combined(table, PairProbabilities(np.sort(equivalence), ones, ones), no, joint)) >= 0)
        assert np.all(np.diff(combined(table, PairProbabilities(ones, np.sort(similarity), ones), no, joint)) >= 0)
        assert np.all(np.diff(combined(table, PairProbabilities(ones, ones, np.sort(asserted)), no, joint)) >= 0)

    def test_it_is_the_logistic_function_of_the_sum_of_the_trees(self) -> None:
        table = np.linspace(0, 1, len(FEATURES))[None]
        joint = stumps(0.3, ("semantic", -1, 5, 0.1), ("precision", 0.5, 5, 0.2), ("equivalence_logit", 1.4, -0.7, 5))
        found = combined(table, PairProbabilities(np.array([0.8]), ALL, ALL), NO, joint)
        assert found[0] == pytest.approx(1 / (1 + math.exp(-(0.3 + 0.1 + 0.2 - 0.7))))
        halved = combined(table, PairProbabilities(np.array([0.8]), ALL, ALL), ~NO, joint)
        assert halved[0] == found[0] / 2

    @pytest.mark.parametrize(
        ("asserted", "odds"),
        [(1.0, 4.0), (0.5, 4.0), (0.12, 4.0), (0.1, 4 * math.exp(6) / 9**3), (0.01, 4 * math.exp(6) / 99**3), (0, 0)],
    )
    def test_what_is_not_asserted_takes_away_and_nothing_adds(self, asserted: float, odds: float) -> None:
        joint = stumps(math.log(4))
        found = combined(NOTHING, PairProbabilities(np.array([0.9]), ALL, np.array([asserted])), NO, joint)
        assert found[0] == pytest.approx(odds / (1 + odds))

    def test_a_reader_that_is_sure_is_taken_to_be_a_little_less_so(self) -> None:
        said = np.array([0, 1e-9, 0.5, 1 - 1e-9, 1])
        columns = combiner_inputs(np.repeat(NOTHING, 5, axis=0), PairProbabilities(said, said, said))
        assert columns.shape == (5, len(INPUTS))
        assert columns[:, INPUTS.index("equivalence_logit")].tolist() == [-6, -6, 0, 6, 6]
        assert columns[:, INPUTS.index("similarity")].tolist() == said.tolist()
        inside = combiner_inputs(NOTHING, PairProbabilities(np.array([0.9]), ALL, ALL))
        assert inside[0, INPUTS.index("equivalence_logit")] == pytest.approx(math.log(9))
