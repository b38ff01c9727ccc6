"""The features of a pair, and how they and what the reader says become a probability."""

import math
import shutil
from collections.abc import Sequence
from dataclasses import fields
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import torch
from hypothesis import given
from hypothesis import strategies as st
from tokenizers import Tokenizer

from smile import ModelError
from smile.learned import reader_files
from smile.learned.combiner import INPUTS, Features, PairProbabilities, WordOrder, combined_probability
from smile.learned.combiner import pair_features as features_of
from smile.learned.network import vectors_of_probabilities
from smile.learned.reader import probabilities_from_vectors
from smile.learned.reader_files import FOLDER, LEARNED, WEIGHTS, find_reader, read_learned_parameters
from smile.learned.texts import mask_mentions, meaning_text
from smile.rows.checked_rows import Row, check_rows, rows_as_read
from smile.rows.pair_table import PairTable
from smile.shared_types import FloatArray
from tests.support.cases import cases
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
    @cases
    def test_disorder_counts_beyond_the_references(self, prediction: str, reference: str, order: float) -> None:
        assert read(prediction, reference)["word_order"] == order

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


FILES = (WEIGHTS, LEARNED)
SHIPPED_FILES = reader_files.FOLDER


@pytest.fixture
def copied(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A copy of the files, which takes their place."""
    folder = Path(shutil.copytree(SHIPPED_FILES, tmp_path / "weights"))
    monkeypatch.setattr(reader_files, "FOLDER", folder)
    return folder


@pytest.mark.parametrize("name", FILES)
def test_a_flipped_byte_is_found(copied: Path, name: str) -> None:
    content = bytearray((copied / name).read_bytes())
    content[len(content) // 2] ^= 1
    (copied / name).write_bytes(content)
    with pytest.raises(ModelError, match="is not the file of this version's reader") as error:
        find_reader()
    assert str(copied / name) in str(error.value)
    assert "install smile-metric again, or use the setting 'default'" in str(error.value)


def test_probability_survives_its_unit_vector() -> None:
    logits = [0.0, math.log(3), -2.0, 20.0, -269.5]
    vectors = vectors_of_probabilities(torch.tensor(logits)[:, None]).numpy()
    assert np.linalg.norm(vectors, axis=1) == pytest.approx(np.ones(5))
    assert vectors[1].tolist() == pytest.approx([0.5, math.sqrt(0.75)])
    assert probabilities_from_vectors(vectors)[:, 0] == pytest.approx([1 / (1 + math.exp(-logit)) for logit in logits])
    # 1 - p of float32 would be 0.
    assert vectors[3, 0] == pytest.approx(math.sqrt(1 / (1 + math.exp(20))))


MARKS = ("[SEP]", "[CLS]", "[PAD]", "[MASK]", "[UNK]")


@cases
def test_a_reference_word_for_word(prediction: str, reference: str, expected: str | None) -> None:
    assert mask_mentions(prediction, reference) == expected


@cases
def test_the_value_of_a_reference(prediction: str, said: list[str], expected: str | None) -> None:
    assert mask_mentions(prediction, "1 yard", said) == expected


@pytest.fixture(scope="module")
def tokenizer(embedded_model: Path) -> Tokenizer:
    tokenizer = Tokenizer.from_file(str(embedded_model / "tokenizer.json"))
    tokenizer.no_padding()
    tokenizer.no_truncation()
    return tokenizer


class TestMeaningText:
    @pytest.mark.parametrize("answer", ["It is Paris.", " It is Paris ", "It is Paris .\n", "It is Paris..."])
    def test_outer_space_and_full_stop_are_not_read(self, answer: str) -> None:
        assert meaning_text("Where?", "Paris.", answer) == "Where? [SEP] Paris [SEP] It is Paris"

    @given(st.lists(st.sampled_from(["[", "]", " ", "SEP", "CLS", "PAD", "MASK", "UNK", "a", *MARKS]), max_size=8))
    def test_no_text_of_a_user_becomes_a_mark(self, tokenizer: Tokenizer, pieces: list[str]) -> None:
        special = {mark: tokenizer.token_to_id(mark) for mark in MARKS}
        text = "".join(pieces)
        for texts in ((text, "b", "c"), ("a", text, "c"), ("a", "b", text), (None, text, text)):
            ids = tokenizer.encode(meaning_text(*texts), add_special_tokens=False).ids
            marks = [number for number in ids if number in special.values()]
            assert marks == [special["[SEP]"]] * (len([text for text in texts if text is not None]) - 1)
