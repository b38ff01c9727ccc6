from pathlib import Path

import numpy as np
import pytest

from smile import SmileScorer
from smile.encoding.embedding_store import EmbeddingStore, StoredEncoder
from tests.support.tiny_encoder import TinyEncoder

PREDICTIONS = ["It is London.", "", "Rome, the old town", "london"]
REFERENCES = ["Paris", "Oslo", ["old Rome", "the town"], ["London", "Rome"]]


@pytest.mark.parametrize("known", [[], ["b"], ["a", "c"], ["a", "b", "c", "d"]])
def test_stored_texts_are_not_encoded_again(tmp_path: Path, known: list[str]) -> None:
    encoder = TinyEncoder(limit=2)
    texts = ["a", "bbb", "c", "ddd"]
    expected = encoder.encode(texts)
    chosen = [text for text in texts if text[0] in known]
    if chosen:
        EmbeddingStore(tmp_path, encoder).put(chosen, encoder.encode(chosen))
    encoder.calls.clear()
    told: list[tuple[int, int]] = []
    encoded = StoredEncoder(encoder, tmp_path).encode(texts, lambda done, total: told.append((done, total)))
    assert np.array_equal(encoded.embeddings, expected.embeddings)
    assert encoded.is_truncated.tolist() == [False, True, False, True]
    assert encoded.n_from_store == len(chosen)
    left = [text for text in texts if text not in chosen]
    assert encoder.calls == ([left] if left else [])
    assert told[-1] == (4, 4)
    assert [done for done, _ in told] == sorted({done for done, _ in told})


def test_stored_scores_are_equal_and_counted(tmp_path: Path) -> None:
    encoder = TinyEncoder(limit=8)
    plain = SmileScorer(encoder=encoder).score(PREDICTIONS, REFERENCES)
    n = sum(map(len, encoder.calls))
    assert not {"stored"} & plain.summary()["notes"].keys()
    scorer = SmileScorer(encoder=encoder, store=tmp_path)
    for counts in ((n, 0), (0, n)):
        scores = scorer.score(PREDICTIONS, REFERENCES)
        summary = scores.summary()
        assert (summary["notes"]["encoded"], summary["notes"]["stored"]) == counts
        assert scores.items() == plain.items()
        assert scores.signature == plain.signature
        assert scores.is_truncated.tolist() == plain.is_truncated.tolist() == [True, False, True, False]


def test_warming_up_loads_the_encoder_and_keeps_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    encoder = TinyEncoder()
    loads: list[str] = []
    monkeypatch.setattr(TinyEncoder, "load", lambda self: loads.append(self.signature), raising=False)
    SmileScorer(encoder=encoder, store=tmp_path).warm_up()
    assert (loads, encoder.calls, list(tmp_path.iterdir())) == (["tiny"], [], [])
