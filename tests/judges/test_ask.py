import sqlite3
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from smile.errors import ModelError
from smile.judges.ask import AnswerStore
from smile.judges.chat_models.chat import ChatAnswer, ChatRequest
from tests.support.kills import kill_at_every_write

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


def test_key_has_everything_that_decides_a_reply() -> None:
    others: list[dict[str, Any]] = [{"prompt": "prompt "}, {"max_tokens": 2}, {"wants_tokens": False}]
    others += [{"top_logprobs": 5}, {"schema": {"type": "object"}}, {"system": "system"}]
    identities = [{"model": "n"}, {"endpoint": "https://y/v1"}, {"provider": "xai"}]
    keys = {replace(REQUEST, **other).key(IDENTITY) for other in others}
    keys |= {REQUEST.key(IDENTITY | other) for other in identities} | {REQUEST.key(IDENTITY)}
    assert len(keys) == len(others) + len(identities) + 1
    assert REQUEST.key(dict(reversed(IDENTITY.items()))) in keys


def test_several_writers_at_a_time_lose_nothing(tmp_path: Path) -> None:
    path = tmp_path / "judge.sqlite"

    def write(worker: int) -> None:
        store = AnswerStore(path)
        for i in range(50):
            store.put(f"{worker}-{i}", ANSWER)
        store.close()

    with ThreadPoolExecutor(4) as pool:
        list(pool.map(write, range(4)))
    connection = sqlite3.connect(path)
    assert connection.execute("SELECT count(*) FROM answers").fetchone() == (200,)
    assert connection.execute("PRAGMA journal_mode").fetchone() == ("wal",)


def test_a_kill_at_any_write_loses_no_reply(tmp_path: Path) -> None:
    path, reported = tmp_path / "judge.sqlite", tmp_path / "reported"

    def answer() -> None:
        store = AnswerStore(path)
        for i in range(4):
            store.put(str(i), replace(ANSWER, prompt_tokens=i))
            reported.write_text("." * (i + 1))
        store.close()

    for _ in kill_at_every_write(answer):
        n = len(reported.read_text()) if reported.exists() else 0
        found = [AnswerStore(path).get(str(i)) for i in range(n)] if n else []
        assert found == [replace(ANSWER, prompt_tokens=i) for i in range(n)]
    assert AnswerStore(path).get("3") == replace(ANSWER, prompt_tokens=3)


def test_damaged_file_names_the_remedy(tmp_path: Path) -> None:
    path = tmp_path / "judge.sqlite"
    path.write_bytes(b"not a database" * 100)
    with pytest.raises(ModelError, match="cache=False"):
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
