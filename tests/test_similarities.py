import numpy as np
import pytest

from smile import similarities
from smile.comparisons import compare
from smile.rows import check_rows
from smile.similarities import cosine, measure
from tests.tiny_encoder import TinyEncoder

PREDICTIONS = ["It is London.", "", "Rome, the old town", "london"]
REFERENCES = ["Paris", "Oslo", ["old Rome", "the town"], ["London", "Rome"]]


def test_every_string_is_encoded_once_in_whatever_blocks(monkeypatch: pytest.MonkeyPatch) -> None:
    comparisons = compare(check_rows(PREDICTIONS, REFERENCES), "smile", "en")
    encoder = TinyEncoder()
    whole = measure(comparisons, encoder)
    encoder.calls.clear()
    monkeypatch.setattr(similarities, "_NGRAMS_AT_A_TIME", 2)
    told: list[tuple[int, int]] = []
    in_blocks = measure(comparisons, encoder, lambda done, total: told.append((done, total)))

    n = len(comparisons.strings)
    assert len(encoder.calls) > 2
    assert [text for call in encoder.calls for text in call] == comparisons.strings
    assert told == [(i + 1, n) for i in range(n)]
    assert in_blocks.ngram == pytest.approx(whole.ngram)
    assert in_blocks.sentence == pytest.approx(whole.sentence)


def test_each_cosine_is_that_of_its_two_strings() -> None:
    comparisons = compare(check_rows(PREDICTIONS, REFERENCES), "smile", "en")
    measured = measure(comparisons, TinyEncoder())
    embeddings = TinyEncoder().encode(comparisons.strings).embeddings
    for pair, (prediction, target) in enumerate(zip(comparisons.prediction, comparisons.target, strict=True)):
        assert measured.sentence[pair] == pytest.approx(embeddings[prediction] @ embeddings[target])
        for g in range(*comparisons.ngram_start[pair : pair + 2]):
            expected = embeddings[comparisons.ngram[g]] @ embeddings[comparisons.keyword[pair]]
            assert measured.ngram[g] == pytest.approx(expected)


def test_cosine_is_the_product_of_each_pair() -> None:
    embeddings = np.array([[1, 0], [0.6, 0.8], [-1, 0]], dtype=np.float32)
    cosines = cosine(embeddings, embeddings, np.array([0, 0, 1, 1]), np.array([1, 2, 1, 2]))
    assert cosines == pytest.approx([0.6, -1, 1, -0.6])


def test_cosine_is_clipped_where_rounding_goes_beyond_one() -> None:
    embeddings = np.array([[1.0000001, 0], [-1.0000001, 0]], dtype=np.float32)
    assert cosine(embeddings, embeddings, np.array([0, 0]), np.array([0, 1])).tolist() == [1.0, -1.0]


def test_cosine_does_not_depend_on_the_block_size(monkeypatch: pytest.MonkeyPatch) -> None:
    rng = np.random.default_rng(0)
    embeddings = rng.normal(size=(50, 8)).astype(np.float32)
    embeddings /= np.linalg.norm(embeddings, axis=1, keepdims=True)
    left, right = rng.integers(0, 50, size=(2, 100))
    whole = cosine(embeddings, embeddings, left, right)
    monkeypatch.setattr(similarities, "_PAIRS_AT_A_TIME", 7)
    assert cosine(embeddings, embeddings, left, right) == pytest.approx(whole, abs=1e-6)
