"""The features of a pair, and how they and what the reader says become a probability."""

import math
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from smile.aliases import FloatArray
from smile.learned.combiner import FEATURES, WEIGHT_OF_SMILE, WEIGHT_OF_TREES, PairProbabilities, combined, is_equal
from smile.learned.combiner import features as features_of
from smile.rows.checked_rows import Row, check_rows, rows_as_read
from smile.rows.pair_table import PairTable
from tests.support.small_trees import stumps
from tests.support.tiny_encoder import TinyEncoder


def pairs_of(
    row: list[int], reference: list[int], rule: str = "", is_other: bool = False, keyword: float = 0.7
) -> PairTable:
    """Pairs with the same parts."""
    n = len(row)
    return PairTable(
        row=np.array(row),
        reference_index=np.array(reference),
        semantic=np.full(n, 0.9),
        easy_match=np.full(n, 0.5),
        keyword_similarity=np.full(n, keyword),
        is_other_value=np.full(n, is_other),
        matched_ngram=[""] * n,
        rule=[rule] * n,
        evidence=[""] * n,
        said=[[]] * n,
        is_out_of_vocabulary=np.zeros(n, dtype=np.bool_),
        names_others=np.zeros(n, dtype=np.bool_),
        is_reordered=np.zeros(n, dtype=np.bool_),
    )


def features(rows: Sequence[Row], pairs: PairTable) -> FloatArray:
    return features_of(rows, pairs, TinyEncoder())


def row(prediction: str, references: str | list[str], question: str | None = None) -> Row:
    return check_rows([prediction], [references], [question])[0]


def read(
    prediction: str,
    references: str | list[str],
    question: str | None = None,
    index: int = 0,
    use: bool = True,
    **of_pair: Any,
) -> dict[str, float]:
    """Returns the features of a row's pair by name."""
    rows = rows_as_read([row(prediction, references, question)], None if use else False)
    table = features(rows, pairs_of([0], [index], **of_pair))
    assert table.shape == (1, len(FEATURES))
    return dict(zip(FEATURES, table[0].tolist(), strict=True))


class TestFeatures:
    @pytest.mark.parametrize(
        ("prediction", "reference", "none_found"),
        [
            ("in paris", "paris", 0),
            ("in 1889", "paris", 0),
            ("in 1889", "31 march 1889", 0),
            ("in eighteen eighty nine", "18 89", 0),
            ("in 1890", "31 march 1889", 1),
            ("in march", "31 march 1889", 1),
            ("it has two", "2", 0),
        ],
    )
    def test_numbers(self, prediction: str, reference: str, none_found: int) -> None:
        assert read(prediction, reference)["no_number_found"] == none_found

    @pytest.mark.parametrize(
        ("reference", "has"), [("oslo", 0), ("old town", 1), ("town old", 0), ("old towns", 1), ("ergen", 0)]
    )
    def test_a_reference_is_found_word_for_word(self, reference: str, has: int) -> None:
        assert read("the old town of Bergen", ["Bergen", reference], index=1)["has_reference"] == has

    @pytest.mark.parametrize(
        ("prediction", "reference", "equal"),
        [
            ("Paris", "paris.", 1),
            (" the  Town ", "The town", 1),
            ("two", "2", 1),
            ("in paris", "paris", 0),
            ("town the", "the town", 0),
        ],
    )
    def test_equal_words(self, prediction: str, reference: str, equal: int) -> None:
        assert read(prediction, reference)["is_equal"] == equal
        table = features([row(prediction, reference)], pairs_of([0], [0]))
        assert is_equal(table).tolist() == [bool(equal)]

    def test_new_words_exclude_the_questions(self) -> None:
        def found(prediction: str, reference: str, question: str | None = "Who is the president of Brazil?") -> float:
            return read(prediction, reference, question)["new_words_found"]

        assert found("the president of brazil", "president lula silva") == 0
        assert found("president lula", "president lula silva") == 0.5
        assert found("lula da silva", "president lula silva") == 1
        assert found("anything", "the president") == 0.5  # the reference says nothing new
        assert found("president lula", "president lula silva", None) == pytest.approx(2 / 3)

    def test_new_words_are_compared_by_their_vectors(self) -> None:
        def similarity(prediction: str, reference: str, use: bool = True, **of_pair: Any) -> float:
            question = "Who is the president of Brazil?"
            return read(prediction, reference, question, use=use, **of_pair)["new_words_similarity"]

        def cosine(*texts: str) -> float:
            left, right = TinyEncoder().encode(texts).embeddings
            return pytest.approx(float(left @ right))

        assert similarity("the president of Brazil is Lula", "president Silva") == cosine("lula", "silva")
        assert similarity("Lula", "president Silva", use=False) == cosine("lula", "president silva")
        assert similarity("Brazil has a president", "Lula Silva") == cosine("have a", "lula silva")
        assert similarity("it is president Lula", "Lula") == 1
        assert similarity("36 inches", "1 yard", rule="quantity") == 1
        assert similarity("36 inches", "1 yard", rule="quantity", is_other=True) < 1

    def test_unread_new_words_are_not_similar(self) -> None:
        rows, pairs = [row("Λούλα", "Σίλβα"), row("Lula", "Silva")], pairs_of([0, 1], [0, 0])
        unread = replace(pairs, is_out_of_vocabulary=np.array([True, False]))
        similarity = list(FEATURES).index("new_words_similarity")
        assert features(rows, unread)[:, similarity].tolist() == [0, features(rows, pairs)[1, similarity]]
        assert features(rows, pairs)[0, similarity] != 0


NOTHING = np.zeros((1, len(FEATURES)))
ALL = np.ones(1)
# Where SMILE says neither right nor wrong, the trees alone count.
UNDECIDED = np.full(1, 0.67)


class TestProbability:
    @given(st.lists(st.tuples(*[st.floats(0, 1)] * 3), min_size=1, max_size=20), st.floats(-50, 50))
    def test_probability_rises_with_the_readings(self, said: list[tuple[float, ...]], intercept: float) -> None:
        joint = stumps(intercept, ("equivalence_logit", -1.0, -0.5, 0.0), ("similarity", 0.6, 0.0, 0.7))
        equivalence, similarity, asserted = np.array(said).T
        ones = np.ones(len(said))
        table, smile = np.repeat(NOTHING, len(said), axis=0), np.repeat(UNDECIDED, len(said))
        found = combined(table, PairProbabilities(equivalence, similarity, asserted), smile, joint)
        assert found.shape == equivalence.shape
        assert np.all((found >= 0) & (found <= 1))
        assert np.all(np.diff(combined(table, PairProbabilities(np.sort(equivalence), ones, ones), smile, joint)) >= 0)
        assert np.all(np.diff(combined(table, PairProbabilities(ones, np.sort(similarity), ones), smile, joint)) >= 0)
        assert np.all(np.diff(combined(table, PairProbabilities(ones, ones, np.sort(asserted)), smile, joint)) >= 0)
        assert np.all(np.diff(combined(table, PairProbabilities(ones, ones, ones), np.sort(equivalence), joint)) >= 0)

    def test_probability_is_logistic_of_smile_and_trees(self) -> None:
        table = np.linspace(0, 1, len(FEATURES))[None]
        table[:, list(FEATURES).index("is_other_value")] = 0.0
        joint = stumps(0.3, ("semantic", -1, 5, 0.1), ("precision", 0.5, 5, 0.2), ("equivalence_logit", 1.4, -0.7, 5))
        readings = PairProbabilities(np.array([0.8]), ALL, ALL)
        trees = WEIGHT_OF_TREES * (0.3 + 0.1 + 0.2 - 0.7)
        assert combined(table, readings, UNDECIDED, joint)[0] == pytest.approx(1 / (1 + math.exp(-trees)))
        odds = (0.9 / 0.1) / (0.67 / 0.33)
        found = combined(table, readings, np.array([0.9]), joint)
        assert found[0] == pytest.approx(1 / (1 + math.exp(-trees) * odds**-WEIGHT_OF_SMILE))
        # SMILE is never sure: an answer of its score 0 or 1 is left to the trees.
        assert combined(table, readings, np.zeros(1), stumps(8.0))[0] > 0.97

    @pytest.mark.parametrize(
        ("asserted", "odds"),
        [(1.0, 4.0), (0.5, 4.0), (1 / 41, 4.0), (0.02, 4 * (40 / 49) ** 3), (0.01, 4 * (40 / 99) ** 3), (0, 0)],
    )
    def test_missing_assertion_lowers_the_probability(self, asserted: float, odds: float) -> None:
        joint = stumps(math.log(4) / WEIGHT_OF_TREES)
        found = combined(NOTHING, PairProbabilities(np.array([0.9]), ALL, np.array([asserted])), UNDECIDED, joint)
        assert found[0] == pytest.approx(odds / (1 + odds))

    def test_other_value_found_by_rule_stays(self) -> None:
        table = np.repeat(NOTHING, 3, axis=0)
        table[1:, list(FEATURES).index("is_other_value")] = 1.0
        found = [
            combined(each[None], PairProbabilities(ALL, ALL, ALL), UNDECIDED, stumps(intercept))[0]
            for each, intercept in zip(table, (8.0, 8.0, -8.0), strict=True)
        ]
        assert found[0] > 0.99
        assert found[1] == pytest.approx(0.3)
        assert found[2] < 0.01
