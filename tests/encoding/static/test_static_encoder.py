import os
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from smile.encoding.static import static_encoder, word_table
from smile.encoding.static.static_encoder import StaticEncoder
from tests.support.command_line import python

EXACT = 1e-6


def test_a_vector_does_not_depend_on_its_batch(monkeypatch: pytest.MonkeyPatch) -> None:
    encoder = StaticEncoder()
    texts = [" ".join(f"word{i}{k}" for k in range(i % 12)) for i in range(300)]
    together = encoder.encode(texts).embeddings
    monkeypatch.setattr(static_encoder, "_MOST_WORDS", 5)
    static_encoder._word_vectors.cache_clear()
    monkeypatch.setattr(static_encoder, "_SUMS_AT_A_TIME", 7)
    np.testing.assert_array_equal(encoder.encode(texts).embeddings, together)
    alone = np.concatenate([encoder.encode([text]).embeddings for text in reversed(texts)])[::-1]
    np.testing.assert_array_equal(together, alone)
    static_encoder._word_vectors.cache_clear()


def test_a_word_without_a_vector_matches_itself_alone() -> None:
    texts = ["右手", " 右手 ", "左", "in 右手", "in 左", "a" * 101, "", "  "]
    embeddings = StaticEncoder().encode(texts).embeddings
    np.testing.assert_allclose(np.linalg.norm(embeddings, axis=1), [1, 1, 1, 1, 1, 1, 0, 0], atol=EXACT)
    cosines = embeddings @ embeddings.T
    assert cosines[0, 1] == pytest.approx(1)
    assert max(cosines[0, 2], cosines[0, 5], cosines[3, 4]) < 0.9


def test_fast_loads_no_model(tmp_path: Path) -> None:
    """A new process scores with an empty cache; neither the encoder's files nor a library that runs models is read."""
    code = """
import sys
import smile.encoding.model_files as model_files
model_files.find_embedded = None
from smile import SmileScorer
scores = SmileScorer("fast").score(["It is in Paris, the caf\u00e9."], ["\u53f3 Paris"], ["Where is it?"])
print(scores.signature.split("|")[4], sorted({"torch", "openvino", "onnxruntime", "transformers"} & set(sys.modules)))
"""
    environment = os.environ | {"SMILE_CACHE": str(tmp_path / "cache"), "OMP_NUM_THREADS": "1"}
    done = python("-c", code, env=environment)
    assert done.stdout == f"encoder:{word_table.SIGNATURE} []\n", done.stderr
    assert not (tmp_path / "cache").exists()


@given(st.lists(st.text(st.characters(exclude_categories=["Z", "C"]), min_size=1, max_size=12), max_size=5))
def test_words_are_cut_as_the_tokenizer_cuts_them(words: list[str]) -> None:
    words += ["Rome's", "(1990-95)", "unbelievably", "U.S.A.", "café", "北京", "x" * 200]
    table = word_table.shipped_word_table()
    wanted = [encoding.ids for encoding in table.tokenizer.encode_batch_fast(words, add_special_tokens=False)]
    assert table.tokens_of(words) == wanted
