"""The budget of a judge: every request that is sent counts, whatever comes back."""

import sqlite3
import threading
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from smile import L3Scorer
from smile.errors import ModelError, UsageError
from smile.judges.ask import AnswerStore
from smile.judges.chat_models.budget import Budget
from smile.judges.chat_models.chat import ChatAnswer, ChatRequest
from smile.judges.chat_models.providers import find_provider
from smile.rows.checked_rows import check_rows
from tests.support.kills import kill_at_every_write
from tests.support.scripted_server import KEY, Scripted, completion

ROWS = check_rows([f"{i:03}" for i in range(100)], ["Rome"] * 100, ["What is the capital of Italy?"] * 100)
PRICE = (100.0, 200.0)


def judge_of(scripted: Scripted, **options: Any) -> L3Scorer:
    options = {"api_key": KEY, "base_url": scripted.base_url, "cache": False, "price": PRICE} | options
    return L3Scorer("openai", "gpt-4o-mini", **options)


def priced(body: dict[str, Any], sent: int = 100, generated: int = 10) -> dict[str, Any]:
    return body | {"usage": {"prompt_tokens": sent, "completion_tokens": generated}}


USABLE = priced(completion(Yes=-0.1))
UNUSABLE = {
    "list": priced({"choices": [{"message": {"content": [{"text": "Yes"}]}}]}),
    "no choices": priced({"choices": []}),
    "no log-probabilities": priced(completion()),
    "filtered": priced({"choices": [{"finish_reason": "content_filter", "message": {"content": "Yes"}}]}),
}


@pytest.mark.parametrize("body", UNUSABLE.values(), ids=UNUSABLE.keys())
def test_unusable_replies_count_in_requests_and_cost(
    scripted: Scripted, monkeypatch: pytest.MonkeyPatch, body: dict[str, Any]
) -> None:
    monkeypatch.setattr("smile.judges.chat_models.api_model._FIRST_WAIT", 0.01)
    replies = iter([USABLE])
    scripted.reply = lambda _: (200, next(replies, body))
    result = judge_of(scripted).score_rows(ROWS, budget=Budget(PRICE, most_requests=10)).aggregates()
    assert len(scripted.bodies) == result["n_requests"] == 10
    assert (result["prompt_tokens"], result["completion_tokens"]) == (1000, 100)
    assert result["cost"] == pytest.approx(0.12)
    assert (result["n_scored"], result["n_failed"]) == (1, 99)
    assert "not asked, because the budget could be exceeded" in result["failures"][-2]


@pytest.mark.parametrize("text", ["It is Rome.", "罗马是意大利的首都", "ローマはイタリアの首都です", "Рим", "روما"])
@pytest.mark.parametrize("concurrency", [1, 8])
def test_dollars_of_reported_usage_stay_within_limit(scripted: Scripted, text: str, concurrency: int) -> None:
    """The server counts three tokens a character, more than any estimate, and generates more than asked."""

    def reply(body: dict[str, Any]) -> tuple[int, Any]:
        n_characters = len(body["messages"][0]["content"])
        return 200, priced(completion(Yes=-0.1), 3 * n_characters, 5)

    scripted.reply = reply
    rows = check_rows([f"{text} {i:03}" for i in range(60)], ["Rome"] * 60, [text] * 60)
    result = judge_of(scripted, concurrency=concurrency).score_rows(rows, budget=Budget(PRICE, most_dollars=1.0))
    found = result.aggregates()
    assert len(scripted.bodies) == found["n_requests"] == found["n_scored"]
    assert 0.8 < found["cost"] <= 1


def test_requests_in_flight_never_exceed_the_limits() -> None:
    request = ChatRequest("x" * 400, 10)  # 100 tokens
    for limits, most in (({"most_requests": 7}, 7), ({"most_dollars": 0.06}, 5), ({"most_dollars": 0.0}, 0)):
        budget = Budget(PRICE, **limits)

        def ask(budget: Budget = budget) -> None:
            if budget.start(request):
                budget.end(request, (100, 10))

        threads = [threading.Thread(target=ask) for _ in range(40)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        assert (budget.n_requests, budget.tokens) == (most, (100 * most, 10 * most))


def test_keys_come_from_the_argument_or_the_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    for variable in ("OPENAI_API_KEY", "SMILE_API_KEY"):
        monkeypatch.delenv(variable, raising=False)
    with pytest.raises(UsageError, match="OPENAI_API_KEY"):
        find_provider("openai").key(None)
    monkeypatch.setenv("SMILE_API_KEY", "of-any")
    assert find_provider("openai").key(None) == "of-any"
    monkeypatch.setenv("OPENAI_API_KEY", "of-openai")
    assert find_provider("openai").key(None) == "of-openai"
    assert find_provider("openai").key("given") == "given"
    monkeypatch.delenv("SMILE_API_KEY")
    assert find_provider("deepseek").key("given") == "given"
    assert find_provider("vllm").key(None) == "none"
    with pytest.raises(UsageError, match="DEEPSEEK_API_KEY"):
        find_provider("deepseek").key(None)  # the key of one provider is not sent to another


ANSWER = ChatAnswer("Yes", (("Yes", -0.25), (" no", -1.5)), 12, 1)
IDENTITY = {"provider": "openai", "endpoint": "https://x/v1", "model": "m"}
REQUEST = ChatRequest("prompt", max_tokens=1, wants_tokens=True)


def test_key_has_everything_that_decides_a_reply() -> None:
    others: list[dict[str, Any]] = [{"prompt": "prompt "}, {"max_tokens": 2}, {"wants_tokens": False}]
    others += [{"top_logprobs": 5}, {"schema": {"type": "object"}}, {"system": "system"}]
    identities = [{"model": "n"}, {"endpoint": "https://y/v1"}, {"provider": "xai"}]
    keys = {replace(REQUEST, **other).key(IDENTITY) for other in others}
    keys |= {REQUEST.key(IDENTITY | other) for other in identities} | {REQUEST.key(IDENTITY)}
    assert len(keys) == len(others) + len(identities) + 1
    assert REQUEST.key(dict(reversed(IDENTITY.items()))) in keys


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


def test_a_damaged_record_is_never_an_answer(tmp_path: Path) -> None:
    path = tmp_path / "judge.sqlite"
    AnswerStore(path).close()
    connection = sqlite3.connect(path)
    connection.execute("INSERT INTO answers VALUES ('k', '{\"text\": 1')")
    connection.commit()
    connection.close()
    with pytest.raises(ModelError, match="cannot be used"):
        AnswerStore(path).get("k")
