"""The features of a pair, and how they and what the reader says become a probability."""

import math
from collections.abc import Sequence
from dataclasses import fields, replace
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from smile.learned.combiner import INPUTS, Features, PairProbabilities, WordOrder, combined_probability
from smile.learned.combiner import pair_features as features_of
from smile.learned.reader_files import FOLDER, LEARNED, read_learned_parameters
from smile.rows.checked_rows import Row, check_rows, rows_as_read
from smile.rows.pair_table import PairTable
from smile.shared_types import FloatArray
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


ORDER = WordOrder(["of"], np.array([[-3.0, 0, 0], [0, 0, 0], [0, 0, 0]]))


def pair_features(rows: Sequence[Row], pairs: PairTable) -> Features:
    return features_of(rows, pairs, np.full(len(pairs.row), 0.5), TinyEncoder(), ORDER)


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
    found = pair_features(rows, pairs_of([0], [index], **of_pair))
    return {each.name: getattr(found, each.name).item() for each in fields(found)}


class TestFeatures:
    @pytest.mark.parametrize(
        ("reference", "has"), [("oslo", 0), ("old town", 1), ("town old", 0), ("old towns", 1), ("ergen", 0)]
    )
    def test_a_reference_is_found_word_for_word(self, reference: str, has: int) -> None:
        assert read("the old town of Bergen", ["Bergen", reference], index=1)["has_reference"] == has

    def test_the_same_value_counts_as_found(self) -> None:
        assert not read("36 inches", "1 yard")["has_reference"]
        assert read("36 inches", "1 yard", rule="quantity")["has_reference"]
        assert not read("36 inches", "1 yard", rule="quantity", is_other=True)["has_reference"]

    @pytest.mark.parametrize(
        ("prediction", "reference", "order"),
        [
            ("the end of it", "an end", 0.0),
            ("end of of of it", "an end", -3.5),
            ("of of of of of of of", "an end", -8.0),
            ("end of of of it", "it of of of end", 0.0),
        ],
    )
    def test_disorder_counts_beyond_the_references(self, prediction: str, reference: str, order: float) -> None:
        assert read(prediction, reference)["word_order"] == order

    def test_long_texts_have_their_shares(self) -> None:
        assert [read("a", text)["long_reference"] for text in ("oslo", "one two three", "w1 w2 w3 w4 " * 3)] == [
            0.0,
            pytest.approx(math.log(3) / math.log(13)),
            pytest.approx(math.log(4) / math.log(13)),
        ]
        assert read("word " * 300, "oslo")["short_answer"] == 0.0
        assert 0.8 < read("oslo", "oslo")["short_answer"] < 1.0

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
        assert read(prediction, reference)["is_equal"] == bool(equal)

    def test_question_is_read_only_where_used(self) -> None:
        answer, reference, question = "president lula", "president lula silva", "Who is the president?"
        assert read(answer, reference, question, use=False) == read(answer, reference, None)
        assert read(answer, reference, question) != read(answer, reference, None)

    def test_new_words_are_compared_by_their_vectors(self) -> None:
        def similarity(prediction: str, reference: str, use: bool = True, **of_pair: Any) -> float:
            question = "Who is the president of Brazil?"
            return read(prediction, reference, question, use=use, **of_pair)["new_words"]

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
        assert pair_features(rows, unread).new_words.tolist() == [0, pair_features(rows, pairs).new_words[1]]
        assert pair_features(rows, pairs).new_words[0] != 0


def known(n: int, **values: FloatArray) -> Features:
    """Features of n pairs: nothing is found, and the score of `fast` is at its threshold."""
    nothing = {each.name: np.zeros(n) for each in fields(Features)} | {"smile": np.full(n, 0.67)}
    return Features(**{**nothing, **values})


SHIPPED = read_learned_parameters(FOLDER / LEARNED).weights
# What may only raise a probability, and its range.
RISING = {
    "smile": (0, 1),
    "has_reference": (0, 1),
    "new_words": (-1, 1),
    "word_order": (-8, 0),
    "is_same_value": (0, 1),
}


class TestProbability:
    @given(st.lists(st.tuples(*[st.floats(0, 1)] * 3), min_size=1, max_size=20))
    def test_probability_rises_with_the_readings(self, said: list[tuple[float, ...]]) -> None:
        equivalence, similarity, asserted = np.array(said).T
        ones = np.ones(len(said))
        for each in (
            PairProbabilities(np.sort(equivalence), similarity[:1], asserted[:1]),
            PairProbabilities(equivalence[:1], np.sort(similarity), asserted[:1]),
            PairProbabilities(equivalence[:1], similarity[:1], np.sort(asserted)),
        ):
            read = PairProbabilities(each.equivalence * ones, each.similarity * ones, each.asserted * ones)
            found = combined_probability(known(len(said)), read, SHIPPED)
            assert np.all((found >= 0) & (found <= 1))
            assert np.all(np.diff(found) >= -1e-12)

    @pytest.mark.parametrize("name", RISING)
    def test_probability_rises_with_every_sign(self, name: str) -> None:
        values = np.linspace(*RISING[name], 50)
        half = np.full(50, 0.5)
        found = combined_probability(known(50, **{name: values}), PairProbabilities(half, half, half), SHIPPED)
        assert np.all(np.diff(found) >= -1e-12)
        assert found[-1] > found[0]

    def test_probability_is_logistic_of_the_inputs(self) -> None:
        weights = dict.fromkeys(INPUTS, 0.0) | {"equivalence": 2.0, "smile": 3.0, "not asserted": 0.5}
        read = PairProbabilities(np.array([0.8]), np.array([0.3]), np.array([0.25]))
        found = combined_probability(known(1, smile=np.array([0.9])), read, np.array([*weights.values(), -1.0]))
        odds = 4**2 * ((0.9 / 0.1) / (0.67 / 0.33)) ** 3 * (1 / 3) ** 0.5 / math.e
        assert found[0] == pytest.approx(odds / (1 + odds))

    def test_other_value_found_by_rule_stays(self) -> None:
        ones = np.ones(1)
        read = PairProbabilities(ones, ones, ones)
        for is_other, most in ((0.0, 1.0), (1.0, 0.3)):
            found = combined_probability(known(1, smile=ones, is_other_value=np.full(1, is_other)), read, SHIPPED)[0]
            assert most - 0.1 < found <= most
