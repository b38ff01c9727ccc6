import hashlib
import json
import sqlite3
import threading
from pathlib import Path

import pytest

from smile.errors import ModelError
from smile.judges.chat_models.chat import ChatAnswer, ChatRequest, request_key
from smile.judges.judge_cache import AnswerStore, default_path

ANSWER = ChatAnswer("Yes", (("Yes", -0.25), (" no", -1.5)), 12, 1)
IDENTITY = {"provider": "openai", "endpoint": "https://x/v1", "model": "m"}
REQUEST = ChatRequest("prompt", max_tokens=1, wants_tokens=True)


def test_an_answer_comes_back_as_it_was(tmp_path: Path) -> None:
    store = AnswerStore(tmp_path / "deep" / "judge.sqlite")
    assert store.get("k") is None
    store.put("k", ANSWER)
    assert store.get("k") == ANSWER
    store.close()
    assert AnswerStore(tmp_path / "deep" / "judge.sqlite").get("k") == ANSWER


def test_without_a_file_nothing_is_kept() -> None:
    store = AnswerStore(None)
    store.put("k", ANSWER)
    assert store.get("k") is None


def test_everything_that_decides_an_answer_is_in_its_key() -> None:
    keys = {
        request_key(IDENTITY, REQUEST),
        request_key(IDENTITY | {"model": "n"}, REQUEST),
        request_key(IDENTITY | {"endpoint": "https://y/v1"}, REQUEST),
        request_key(IDENTITY | {"provider": "xai"}, REQUEST),
        request_key(IDENTITY, ChatRequest("prompt ", max_tokens=1, wants_tokens=True)),
        request_key(IDENTITY, ChatRequest("prompt", max_tokens=2, wants_tokens=True)),
        request_key(IDENTITY, ChatRequest("prompt", max_tokens=1)),
        request_key(IDENTITY, ChatRequest("prompt", max_tokens=1, wants_tokens=True, top_logprobs=5)),
        request_key(IDENTITY, ChatRequest("prompt", max_tokens=1, wants_tokens=True, schema={"type": "object"})),
        request_key(IDENTITY, ChatRequest("prompt", max_tokens=1, wants_tokens=True, system="system")),
    }
    assert len(keys) == 10
    assert request_key(dict(reversed(IDENTITY.items())), REQUEST) in keys


def test_answers_from_before_there_were_system_messages_are_found() -> None:
    parts = {"prompt": "p", "max_tokens": 1, "wants_tokens": True, "top_logprobs": 5, "schema": None}
    earlier = json.dumps([IDENTITY, parts], sort_keys=True, ensure_ascii=False)
    request = ChatRequest("p", max_tokens=1, wants_tokens=True, top_logprobs=5)
    assert request_key(IDENTITY, request) == hashlib.sha256(earlier.encode("utf-8")).hexdigest()


def test_several_writers_at_a_time_lose_nothing(tmp_path: Path) -> None:
    path = tmp_path / "judge.sqlite"

    def write(worker: int) -> None:
        store = AnswerStore(path)
        for i in range(50):
            store.put(f"{worker}-{i}", ANSWER)
        store.close()

    workers = [threading.Thread(target=write, args=(worker,)) for worker in range(4)]
    for worker in workers:
        worker.start()
    for worker in workers:
        worker.join()
    [count] = sqlite3.connect(path).execute("SELECT count(*) FROM answers").fetchone()
    assert count == 200


def test_it_is_in_wal_mode(tmp_path: Path) -> None:
    path = tmp_path / "judge.sqlite"
    AnswerStore(path).close()
    assert sqlite3.connect(path).execute("PRAGMA journal_mode").fetchone() == ("wal",)


def test_a_damaged_file_is_an_error_that_says_what_to_do(tmp_path: Path) -> None:
    path = tmp_path / "judge.sqlite"
    path.write_bytes(b"not a database" * 100)
    with pytest.raises(ModelError, match="--no-cache"):
        AnswerStore(path)


def test_a_damaged_record_is_never_an_answer(tmp_path: Path) -> None:
    path = tmp_path / "judge.sqlite"
    AnswerStore(path).close()
    connection = sqlite3.connect(path)
    connection.execute("INSERT INTO answers VALUES ('k', '{\"text\": 1')")
    connection.commit()
    connection.close()
    with pytest.raises(ModelError, match="cannot be used"):
        AnswerStore(path).get("k")


def test_the_file_is_where_the_environment_says(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("SMILE_CACHE", str(tmp_path))
    assert default_path() == tmp_path / "judge.sqlite"
