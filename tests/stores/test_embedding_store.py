"""The store on disk: what it gives back, and what it does when its file, its disk or another process is in the way."""

import gc
import multiprocessing
import os
import shutil
import signal
import sqlite3
import time
import warnings
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from smile import SmileScorer
from smile.errors import StoreWarning, UsageError
from smile.stores.embedding_store import STORE_FILE, EmbeddingStore
from tests.support.damage import flip_a_bit
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


def test_what_is_stored_comes_back_to_the_bit_in_a_later_run(path: Path) -> None:
    opened = store(path)
    assert n_found(opened, [*TEXTS[::-1], "new", ""]) == 300
    assert n_found(opened, ["new"]) == 0
    assert n_found(EmbeddingStore(path.parent / "other", TinyEncoder())) == 0


def test_another_encoders_embeddings_are_never_given(path: Path) -> None:
    store(path)
    other = TinyEncoder()
    other.signature = "tiny@2"
    assert n_found(EmbeddingStore(path, other)) == 0


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


def damaged_store(path: Path, damage: str) -> bytes:
    """Damages a store that holds the texts, in the vector of one of them; returns what its file has now."""
    store(path)
    content = (path / STORE_FILE).read_bytes()
    at = content.index(TinyEncoder(limit=6).encode([TEXTS[7]]).embeddings.tobytes())
    damaged = DAMAGES[damage](content, at)
    (path / STORE_FILE).write_bytes(damaged)
    return damaged


@pytest.mark.parametrize("damage", DAMAGES)
def test_a_damaged_store_is_set_aside_and_rebuilt(path: Path, damage: str) -> None:
    damaged = damaged_store(path, damage)
    opened = EmbeddingStore(path, TinyEncoder(limit=6))
    with pytest.warns(StoreWarning, match=r"damaged.*a new one is started; the damaged file is") as warned:
        fill(opened)
    assert len(warned) == 1
    assert n_found(opened) == 300
    assert n_found(opened) == 300
    [aside] = path.glob("damaged-*.sqlite")
    assert aside.read_bytes() == damaged


def fill(opened: EmbeddingStore) -> None:
    """What a run does whose store is found damaged."""
    assert n_found(opened) == 0
    opened.put(TEXTS, TinyEncoder(limit=6).encode(TEXTS))


def test_a_garbled_byte_anywhere_is_never_believed(path: Path) -> None:
    store(path)
    content = (path / STORE_FILE).read_bytes()
    found = []
    for at in range(12, len(content), len(content) // 40):
        shutil.rmtree(path)
        path.mkdir()
        (path / STORE_FILE).write_bytes(flip_a_bit(content, at))
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", StoreWarning)
            found.append(n_found(EmbeddingStore(path, TinyEncoder(limit=6))))
        # All of it where the byte is of no use, such as in a page that is free; what it finds is checked by `n_found`.
    assert {0, 300} <= set(found)


def write_for_ever(path: Path) -> None:
    opened, encoder = EmbeddingStore(path, TinyEncoder(limit=6)), TinyEncoder(limit=6)
    for i in range(0, 10**6, 20):
        texts = [f"text {j}" for j in range(i, i + 20)]
        if not len(opened.get(texts)[0]):
            opened.put(texts, encoder.encode(texts))


def test_two_writers_that_are_killed_lose_nothing_and_garble_nothing(path: Path) -> None:
    spawn = multiprocessing.get_context("spawn")
    writers = [spawn.Process(target=write_for_ever, args=(path,)) for _ in range(2)]
    for writer in writers:
        writer.start()
    opened = EmbeddingStore(path, TinyEncoder(limit=6))
    texts = [f"text {i}" for i in range(5000)]
    n, deadline = 0, time.monotonic() + 60
    for killed in writers:
        wanted = n + 500
        while n < wanted and time.monotonic() < deadline:
            n = n_found(opened, texts)
        assert killed.pid is not None
        os.kill(killed.pid, signal.SIGKILL)
        killed.join()
        assert n_found(opened, texts) >= n >= wanted


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


def test_a_full_disk_costs_a_warning_and_nothing_else(small_disk: Path) -> None:
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


def test_two_scorers_of_a_process_share_it_and_one_outlives_the_other(path: Path) -> None:
    rows = [[f"answer {i} of {j}" for i in range(30)] for j in range(20)]
    references = [f"reference {i}" for i in range(30)]
    encoders = [TinyEncoder(), TinyEncoder()]
    scorers = [SmileScorer(encoder=encoder, store=path) for encoder in encoders]
    found: list[list[Any]] = [[], []]

    def run(which: int, order: Sequence[int]) -> None:
        for j in order:
            found[which].append(scorers[which].score(rows[j], references))

    with ThreadPoolExecutor(2) as pool:
        list(pool.map(run, (0, 1), (range(20), range(19, -1, -1))))
    plain = [SmileScorer(encoder=TinyEncoder()).score(each, references).smile.tolist() for each in rows]
    assert [each.smile.tolist() for each in found[0]] == plain
    assert [each.smile.tolist() for each in found[1]] == plain[::-1]

    del scorers[0]
    gc.collect()
    encoders[1].calls.clear()
    assert [scorers[0].score(each, references).smile.tolist() for each in rows] == plain
    assert encoders[1].calls == []  # what either has encoded is known


def test_what_one_thread_finds_damaged_does_not_end_the_others(path: Path) -> None:
    damaged_store(path, "garbled vector")
    counts: list[list[int]] = [[], []]

    def run(which: int) -> None:
        opened = EmbeddingStore(path, TinyEncoder(limit=6))
        for _ in range(30):
            counts[which].append(n_found(opened))
            opened.put(TEXTS, TinyEncoder(limit=6).encode(TEXTS))

    with warnings.catch_warnings(), ThreadPoolExecutor(2) as pool:
        warnings.simplefilter("ignore", StoreWarning)
        list(pool.map(run, (0, 1)))
    assert [len(each) for each in counts] == [30, 30]
    assert all(set(each) <= {0, 300} and each[-1] == 300 for each in counts)
    assert len(list(path.glob("damaged-*.sqlite"))) == 1


def test_what_another_process_sets_aside_meanwhile_is_not_set_aside_again(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    damaged_store(path, "garbled vector")

    def connect(*arguments: Any, **options: Any) -> sqlite3.Connection:
        database = real_connect(*arguments, **options)
        (path / STORE_FILE).rename(path / "damaged-by-another.sqlite")
        return database

    real_connect = sqlite3.connect
    with monkeypatch.context() as patched:
        patched.setattr("sqlite3.connect", connect)
        assert n_found(EmbeddingStore(path, TinyEncoder(limit=6))) == 0
    assert [each.name for each in path.glob("*.sqlite")] == ["damaged-by-another.sqlite"]


def test_a_folder_that_was_deleted_is_made_anew(path: Path) -> None:
    opened = store(path)
    assert n_found(opened) == 300
    shutil.rmtree(path)
    assert n_found(opened) == 0
    opened.put(TEXTS[:5], TinyEncoder(limit=6).encode(TEXTS[:5]))
    assert n_found(opened) == 5


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
