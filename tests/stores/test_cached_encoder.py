from collections.abc import Mapping, Sequence

import numpy as np
import pytest

from smile import SmileScorer
from smile.encoding.encoders import Encoded
from smile.stores.cached_encoder import CachedEncoder, Found
from tests.support.tiny_encoder import TinyEncoder

PREDICTIONS = ["It is London.", "", "Rome, the old town", "london"]
REFERENCES = ["Paris", "Oslo", ["old Rome", "the town"], ["London", "Rome"]]


class Memory:
    """Keeps embeddings in a dict, as its only way to know them."""

    def __init__(self) -> None:
        self.known: dict[str, tuple[np.ndarray, bool]] = {}

    def get(self, texts: Sequence[str]) -> Found:
        positions = [i for i, text in enumerate(texts) if text in self.known]
        found = [self.known[texts[i]] for i in positions]
        return Found(
            np.array(positions, dtype=np.int64),
            np.array([embedding for embedding, _ in found], dtype=np.float32),
            np.array([is_truncated for _, is_truncated in found], dtype=np.bool_),
        )

    def put(self, texts: Sequence[str], encoded: Encoded) -> None:
        for i, text in enumerate(texts):
            self.known[text] = (encoded.embeddings[i], bool(encoded.is_truncated[i]))


def counts(summary: Mapping[str, object]) -> dict[str, object]:
    return {name: value for name, value in summary.items() if name == "n_encoded" or name.startswith("n_from_")}


@pytest.mark.parametrize("known", [[], ["b"], ["a", "c"], ["a", "b", "c"]])
def test_what_is_known_is_not_encoded_and_all_come_back_in_order(known: list[str]) -> None:
    memory, encoder = Memory(), TinyEncoder(limit=2)
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


def test_nothing_is_encoded_where_all_is_known() -> None:
    memory, encoder = Memory(), TinyEncoder(limit=2)
    first = CachedEncoder(encoder, memory, "memory").encode(["a", "bbb"])
    again = CachedEncoder(encoder, memory, "memory").encode(["bbb", "a"])
    assert np.array_equal(again.embeddings, first.embeddings[::-1])
    assert again.is_truncated.tolist() == [True, False]
    assert again.n_known == {"memory": 2}
    assert len(encoder.calls) == 1


def test_scores_are_the_same_and_say_where_strings_came_from() -> None:
    memory, encoder = Memory(), TinyEncoder(limit=8)
    plain = SmileScorer(encoder=encoder).score(PREDICTIONS, REFERENCES)
    n = sum(map(len, encoder.calls))
    assert counts(plain.summary()) == {}
    scorer = SmileScorer(encoder=CachedEncoder(encoder, memory, "memory"))
    first, second = (scorer.score(PREDICTIONS, REFERENCES) for _ in range(2))
    assert counts(first.summary()) == {"n_encoded": n, "n_from_memory": 0}
    assert counts(second.summary()) == {"n_encoded": 0, "n_from_memory": n}
    for scores in (first, second):
        assert scores.items() == plain.items()
        assert scores.signature == plain.signature
        assert scores.is_truncated.tolist() == plain.is_truncated.tolist() == [True, False, True, False]


def test_of_several_sources_the_outer_one_is_asked_first() -> None:
    outer, inner, encoder = Memory(), Memory(), TinyEncoder()
    inner.put(["a", "b"], encoder.encode(["a", "b"]))
    outer.put(["a"], encoder.encode(["a"]))
    both = CachedEncoder(CachedEncoder(encoder, inner, "inner"), outer, "outer")
    assert both.encode(["a", "b", "c"]).n_known == {"outer": 1, "inner": 1}
    assert both.signature == "tiny"


def test_warming_up_loads_the_encoder_and_keeps_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    memory, encoder = Memory(), TinyEncoder()
    loads: list[str] = []
    monkeypatch.setattr(TinyEncoder, "load", lambda self: loads.append(self.signature), raising=False)
    SmileScorer(encoder=CachedEncoder(encoder, memory, "memory")).warm_up()
    assert (loads, encoder.calls, memory.known) == (["tiny"], [], {})
