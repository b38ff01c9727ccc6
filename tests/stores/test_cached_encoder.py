from collections.abc import Mapping
from pathlib import Path

import numpy as np
import pytest

from smile import SmileScorer
from smile.stores.embedding_store import CachedEncoder, EmbeddingStore
from tests.support.tiny_encoder import TinyEncoder

PREDICTIONS = ["It is London.", "", "Rome, the old town", "london"]
REFERENCES = ["Paris", "Oslo", ["old Rome", "the town"], ["London", "Rome"]]


def counts(summary: Mapping[str, object]) -> dict[str, object]:
    return {name: n for name, n in summary["notes"].items() if name in ("encoded", "memory")}


@pytest.mark.parametrize("known", [["b"], ["a", "c"], ["a", "b", "c"]])
def test_what_is_known_is_not_encoded_and_all_come_back_in_order(tmp_path: Path, known: list[str]) -> None:
    encoder = TinyEncoder(limit=2)
    memory = EmbeddingStore(tmp_path, encoder)
    texts = ["a", "bbb", "c", "ddd"]
    expected = encoder.encode(texts)
    chosen = [text for text in texts if text[0] in known]
    memory.put(chosen, encoder.encode(chosen))
    encoder.calls.clear()
    told: list[tuple[int, int]] = []
    encoded = CachedEncoder(encoder, memory, "memory").encode(texts, lambda done, total: told.append((done, total)))
    assert np.array_equal(encoded.embeddings, expected.embeddings)
    assert encoded.is_truncated.tolist() == [False, True, False, True]
    assert encoded.n_known == {"memory": len(chosen)}
    assert encoder.calls == [[text for text in texts if text not in chosen]]
    assert told[-1] == (4, 4)
    assert [done for done, _ in told] == sorted({done for done, _ in told})


def test_nothing_is_encoded_where_all_is_known(tmp_path: Path) -> None:
    encoder = TinyEncoder(limit=2)
    memory = EmbeddingStore(tmp_path, encoder)
    first = CachedEncoder(encoder, memory, "memory").encode(["a", "bbb"])
    again = CachedEncoder(encoder, memory, "memory").encode(["bbb", "a"])
    assert np.array_equal(again.embeddings, first.embeddings[::-1])
    assert again.is_truncated.tolist() == [True, False]
    assert again.n_known == {"memory": 2}
    assert len(encoder.calls) == 1


def test_scores_are_the_same_and_say_where_strings_came_from(tmp_path: Path) -> None:
    encoder = TinyEncoder(limit=8)
    memory = EmbeddingStore(tmp_path, encoder)
    plain = SmileScorer(encoder=encoder).score(PREDICTIONS, REFERENCES)
    n = sum(map(len, encoder.calls))
    assert counts(plain.summary()) == {}
    scorer = SmileScorer(encoder=CachedEncoder(encoder, memory, "memory"))
    first, second = (scorer.score(PREDICTIONS, REFERENCES) for _ in range(2))
    assert counts(first.summary()) == {"encoded": n, "memory": 0}
    assert counts(second.summary()) == {"encoded": 0, "memory": n}
    for scores in (first, second):
        assert scores.items() == plain.items()
        assert scores.signature == plain.signature
        assert scores.is_truncated.tolist() == plain.is_truncated.tolist() == [True, False, True, False]


def test_of_several_sources_the_outer_one_is_asked_first(tmp_path: Path) -> None:
    encoder = TinyEncoder()
    outer, inner = (EmbeddingStore(tmp_path / name, encoder) for name in ("outer", "inner"))
    inner.put(["a", "b"], encoder.encode(["a", "b"]))
    outer.put(["a"], encoder.encode(["a"]))
    both = CachedEncoder(CachedEncoder(encoder, inner, "inner"), outer, "outer")
    assert both.encode(["a", "b", "c"]).n_known == {"outer": 1, "inner": 1}
    assert both.signature == "tiny"


def test_warming_up_loads_the_encoder_and_keeps_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    encoder = TinyEncoder()
    memory = EmbeddingStore(tmp_path, encoder)
    loads: list[str] = []
    monkeypatch.setattr(TinyEncoder, "load", lambda self: loads.append(self.signature), raising=False)
    SmileScorer(encoder=CachedEncoder(encoder, memory, "memory")).warm_up()
    assert (loads, encoder.calls, list(tmp_path.iterdir())) == (["tiny"], [], [])
