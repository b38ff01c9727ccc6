"""The store on disk: what it gives back, and what it does when its file, its disk or another process is in the way."""

import os
from pathlib import Path

import numpy as np
import pytest

from smile import UsageError
from smile.encoding.embedding_store import STORE_FILE, EmbeddingStore, StoredEncoder
from smile.errors import StoreWarning
from tests.support.kills import flip_a_bit, kill_at_every_write
from tests.support.tiny_encoder import TinyEncoder

TEXTS = [f"text {i}" for i in range(300)]


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "store"


def store(path: Path) -> EmbeddingStore:
    """A store that holds the texts."""
    encoder = TinyEncoder(limit=6)
    opened = EmbeddingStore(path, encoder)
    opened.put(TEXTS, encoder.encode(TEXTS))
    return opened


def n_found(opened: EmbeddingStore, texts: list[str] = TEXTS) -> int:
    """How many of the texts it finds; what it finds must be right."""
    positions, found = opened.get(texts)
    expected = TinyEncoder(limit=6).encode([texts[i] for i in positions.tolist()])
    if len(positions):
        assert np.array_equal(found.embeddings, expected.embeddings)
        assert found.is_truncated.tolist() == expected.is_truncated.tolist()
        assert found.embeddings.dtype == np.float32
    return len(positions)


def test_stored_vectors_come_back_to_the_bit(path: Path) -> None:
    opened = store(path)
    assert n_found(opened, [*TEXTS[::-1], "new", ""]) == 300
    assert n_found(opened, ["new"]) == 0
    assert n_found(EmbeddingStore(path.parent / "other", TinyEncoder())) == 0


def garbled_page(content: bytes, at: int) -> bytes:
    start = at // 16384 * 16384
    return content[:start] + os.urandom(16384) + content[start + 16384 :]


DAMAGES = {
    "cut": lambda content, at: content[: len(content) // 2 + 100],
    "cut to a page": lambda content, at: content[:16384],
    "garbled start": lambda content, at: garbled_page(content, 0),
    "garbled page": garbled_page,
    "garbled vector": flip_a_bit,
    "nonsense": lambda content, at: b"not a database" * 1000,
}


@pytest.mark.parametrize("damage", DAMAGES)
def test_a_damaged_store_is_set_aside_and_rebuilt(path: Path, damage: str) -> None:
    store(path)
    content = (path / STORE_FILE).read_bytes()
    at = content.index(TinyEncoder(limit=6).encode([TEXTS[7]]).embeddings.tobytes())  # within a vector
    damaged = DAMAGES[damage](content, at)
    (path / STORE_FILE).write_bytes(damaged)
    opened = EmbeddingStore(path, TinyEncoder(limit=6))
    with pytest.warns(StoreWarning, match=r"damaged.*a new one is started; the damaged file is") as warned:
        assert n_found(opened) == 0
    assert len(warned) == 1
    opened.put(TEXTS, TinyEncoder(limit=6).encode(TEXTS))  # without another warning
    assert n_found(opened) == 300
    assert n_found(opened) == 300
    [aside] = path.glob("damaged-*.sqlite")
    assert aside.read_bytes() == damaged


def test_a_kill_at_any_write_loses_nothing_stored(path: Path) -> None:
    """What a killed process reported as stored is there, and all that is there is right (`n_found`)."""
    reported = path.parent / "reported"

    def fill_slowly() -> None:
        opened, encoder = EmbeddingStore(path, TinyEncoder(limit=6)), TinyEncoder(limit=6)
        for start in range(0, 300, 100):
            opened.put(TEXTS[start : start + 100], encoder.encode(TEXTS[start : start + 100]))
            reported.write_text(str(start + 100))

    for _ in kill_at_every_write(fill_slowly):
        n = int(reported.read_text() or 0) if reported.exists() else 0
        assert n_found(EmbeddingStore(path, TinyEncoder(limit=6)), TEXTS[:n]) == n
    assert n_found(EmbeddingStore(path, TinyEncoder(limit=6))) == 300


def test_when_it_is_full_the_oldest_go(path: Path) -> None:
    encoder = TinyEncoder(limit=6)
    opened = EmbeddingStore(path, encoder, gigabytes=0.001)
    texts = [f"text {i}" for i in range(8000)]
    for start in range(0, len(texts), 500):
        opened.put(texts[start : start + 500], encoder.encode(texts[start : start + 500]))
        assert n_found(opened, texts[start : start + 500]) == 500
    found = opened.get(texts)[0].tolist()
    assert found == list(range(8000 - len(found), 8000))
    assert 1000 < len(found) < 4000
    assert (path / STORE_FILE).stat().st_size < 1_500_000


def test_full_disk_costs_only_a_warning(small_disk: Path) -> None:
    encoder = TinyEncoder(limit=6)
    opened = EmbeddingStore(small_disk / "store", encoder)
    opened.put(TEXTS, encoder.encode(TEXTS))
    more = [f"more {i}" for i in range(6000)]
    with pytest.warns(StoreWarning, match=r"cannot store more.*MB are free.*continues without storing") as warned:
        opened.put(more, encoder.encode(more))
    assert len(warned) == 1
    opened.put(more, encoder.encode(more))  # without another warning
    assert n_found(opened) == 300
    assert n_found(opened, more) == 0
    assert n_found(opened) == 300


def test_a_forked_process_shares_it(path: Path) -> None:
    opened = store(path)
    assert n_found(opened) == 300
    child = os.fork()
    if child == 0:
        opened.put(["new"], TinyEncoder(limit=6).encode(["new"]))
        os._exit(0 if n_found(opened) == 300 else 1)
    assert os.waitpid(child, 0)[1] == 0
    assert n_found(opened, ["new"]) == 1


def test_what_cannot_be_a_store_is_an_error(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    encoder = TinyEncoder()
    with pytest.raises(UsageError, match="is a file"):
        EmbeddingStore(tmp_path / "file", encoder)
    with pytest.raises(UsageError, match="must be the path of a folder"):
        EmbeddingStore("", encoder)
    with pytest.raises(UsageError, match="more than 0"):
        EmbeddingStore(tmp_path / "store", encoder, 0)
    with pytest.raises(UsageError, match="cannot be used"):
        EmbeddingStore(tmp_path / "file" / "store", encoder).get(["a"])


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
