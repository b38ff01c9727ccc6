"""The budget of a judge: every request that is sent counts, whatever comes back."""

import threading
from typing import Any

import pytest

from smile import L3Scorer
from smile.judges.chat_models.budget import Budget, expected_tokens
from smile.judges.chat_models.chat import ChatRequest
from smile.rows.checked_rows import check_rows
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
    assert len(scripted.bodies) == result["n_asked"] == 10
    assert (result["prompt_tokens"], result["completion_tokens"]) == (1000, 100)
    assert result["Cost"] == pytest.approx(0.12)
    assert (result["n_scored"], result["n_failed"]) == (1, 99)
    assert "not asked, because the budget could be exceeded" in result["failures"][-2]


@pytest.mark.parametrize("reply", [(500, {}), (429, {}), (200, b"<html>")])
def test_retries_count_in_requests(scripted: Scripted, monkeypatch: pytest.MonkeyPatch, reply: tuple[int, Any]) -> None:
    monkeypatch.setattr("smile.judges.chat_models.api_model._FIRST_WAIT", 0.01)
    scripted.reply = lambda _: reply
    result = judge_of(scripted).score_rows(ROWS, budget=Budget(PRICE, most_requests=10)).aggregates()
    assert len(scripted.bodies) == result["n_asked"] == 10


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
    assert len(scripted.bodies) == found["n_asked"] == found["n_scored"]
    assert 0.8 < found["Cost"] <= 1


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


def test_a_request_without_usage_keeps_its_reservation() -> None:
    request = ChatRequest("x" * 400, 10)
    budget = Budget(PRICE, most_dollars=0.025)
    for _ in range(2):
        assert budget.start(request)
        budget.end(request, None)
    assert not budget.start(request)
    assert budget.tokens == (0, 0)


@pytest.mark.parametrize(
    ("text", "n"), [("a" * 400, 100), ("国" * 400, 400), ("の" * 400, 400), ("한" * 400, 400), ("ж" * 300, 200)]
)
def test_tokens_are_estimated_for_any_script(text: str, n: int) -> None:
    assert expected_tokens(ChatRequest(text, 1)) == (n, 1)
