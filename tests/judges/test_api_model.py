"""The client's behaviour towards replies of any kind, against a scripted server on loopback."""

import gzip
import logging
import socket
import threading
import time
import tracemalloc
from contextlib import suppress
from typing import Any

import pytest

from smile.errors import ModelError, UsageError
from smile.judges.chat_models.api_model import ApiModel
from smile.judges.chat_models.budget import Budget
from smile.judges.chat_models.chat import ChatAnswer, ChatFailure, ChatRequest, Outcome
from smile.judges.chat_models.judge_settings import judge_settings
from tests.support.cases import cases
from tests.support.scripted_server import KEY, Scripted, completion


@pytest.fixture(autouse=True)
def short_waits(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("smile.judges.chat_models.api_model._FIRST_WAIT", 0.01)


def ask(model: ApiModel, *prompts: str, **options: Any) -> list[Outcome]:
    outcomes: dict[int, Outcome] = {}
    options = {"max_tokens": 1, "wants_tokens": True, "top_logprobs": 20} | options
    model.ask([ChatRequest(prompt, **options) for prompt in prompts], outcomes.__setitem__, Budget())
    return [outcomes[i] for i in range(len(prompts))]


def test_what_is_sent(scripted: Scripted) -> None:
    [outcome] = ask(scripted.model(), "Is it?")
    assert outcome == ChatAnswer("Yes", (("Yes", -0.1), ("No", -2.5)), 7, 1)
    sent = {"model": "gpt-4o-mini", "messages": [{"role": "user", "content": "Is it?"}], "temperature": 0}
    assert scripted.bodies.pop() == sent | {"max_completion_tokens": 1, "logprobs": True, "top_logprobs": 20}
    assert scripted.headers[0]["authorization"] == f"Bearer {KEY}"
    # A system message is first, and thinking is off.
    ask(scripted.model("deepseek", "deepseek-v4-flash"), "Is it?", system="You are a doctor.")
    body = scripted.bodies.pop()
    assert [each["content"] for each in body["messages"]] == ["You are a doctor.", "Is it?"]
    assert (body["thinking"], body["max_tokens"]) == ({"type": "disabled"}, 1)
    # A reply that states no usage adds no tokens.
    reply = completion(Yes=-0.1)
    scripted.reply = lambda _: (200, {name: part for name, part in reply.items() if name != "usage"})
    assert ask(scripted.model(), "Is it?") == [ChatAnswer("Yes", (("Yes", -0.1),), 0, 0)]
    scripted.bodies.clear()
    # A schema goes where the provider supports it.
    scripted.reply = lambda _: (200, completion())
    for names in ((), ("deepseek", "deepseek-v4-flash"), ("compatible", "m")):
        ask(scripted.model(*names), "Is it?", max_tokens=9, wants_tokens=False, schema={"type": "object"})
    formats = [body.get("response_format") for body in scripted.bodies]
    assert formats[0]["json_schema"]["schema"] == {"type": "object"}
    assert formats[1:] == [{"type": "json_object"}, None]
    assert "logprobs" not in scripted.bodies[0]


@cases
def test_a_hopeless_reply_ends_the_run(
    scripted: Scripted, status: int, body: Any, headers: dict[str, str] | None, message: str, n: int
) -> None:
    """After n requests: a reply without log-probabilities may be repeated once."""
    scripted.reply = lambda _: (status, body or b"", headers or {})
    with pytest.raises(ModelError, match=message) as error:
        ask(scripted.model(), *map(str, range(100)))
    assert len(scripted.bodies) == n
    assert KEY not in str(error.value)


@cases
def test_a_reply_that_is_no_answer_fails(scripted: Scripted, choice: dict[str, Any], is_token: bool) -> None:
    """Some are an answer where one token is wanted."""
    body = completion(Yes=-0.1, No=-2.5)
    message = body["choices"][0]["message"] | choice.get("message", {})
    body["choices"][0] |= choice | {"message": message}
    scripted.reply = lambda _: (200, body)
    for wants_tokens in (True, False):
        [outcome] = ask(scripted.model(max_retries=0), "a", wants_tokens=wants_tokens)
        assert isinstance(outcome, ChatAnswer if is_token and wants_tokens else ChatFailure)


@pytest.mark.parametrize(
    ("content", "reason"),
    [
        (gzip.compress(b" " * 300 * 10**6), "the reply has more than 4 MB"),
        (completion(Yes=-0.1), "not compressed as its Content-Encoding says"),
    ],
    ids=["bomb", "not packed"],
)
def test_a_bad_compression_fails_in_bounds(scripted: Scripted, content: Any, reason: str) -> None:
    scripted.reply = lambda _: (200, content, {"Content-Encoding": "gzip"})
    tracemalloc.start()
    [outcome] = ask(scripted.model(max_retries=0), "a")
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert reason in str(outcome)
    assert peak < 150 * 10**6


def test_no_money_ends_the_run_at_once(scripted: Scripted) -> None:
    broke = {"error": {"message": "You exceeded your quota", "code": "insufficient_quota"}}
    scripted.reply = lambda body: (429, broke) if body["messages"][0]["content"] != "0" else (200, completion(Yes=-1))
    with pytest.raises(ModelError, match="quota"):
        ask(scripted.model(concurrency=1, max_retries=0), *map(str, range(100)))
    assert len(scripted.bodies) == 2


def test_a_single_refusal_fails_that_request_only(scripted: Scripted) -> None:
    refusal = {"error": {"message": "the prompt is not allowed", "type": "invalid_request_error"}}
    scripted.reply = lambda body: (
        (400, refusal) if body["messages"][0]["content"] == "b" else (200, completion(Yes=-0.1))
    )
    outcomes = ask(scripted.model(), "x", "b", "y")
    assert [type(outcome) for outcome in outcomes] == [ChatAnswer, ChatFailure, ChatAnswer]
    assert "not allowed" in str(outcomes[1])


@pytest.mark.parametrize("broken", [b'{"choices": [{"mess', {"choices": []}, b"null", {"error": "x"}, b"<html>"])
def test_an_unusable_reply_is_requested_once_more(scripted: Scripted, broken: Any) -> None:
    for last, kind in ((completion(No=-0.1), ChatAnswer), (broken, ChatFailure)):
        scripted.bodies.clear()
        replies = iter([completion(Yes=-0.1), broken])
        scripted.reply = lambda _, replies=replies, last=last: (200, next(replies, last))
        _, second = ask(scripted.model(concurrency=1, max_retries=4), "a", "b")
        assert (type(second), len(scripted.bodies)) == (kind, 3)


@pytest.mark.parametrize("after", [{"Retry-After": "0.01"}, {"Retry-After": "soon"}, {}])
def test_a_busy_server_is_asked_again(scripted: Scripted, after: dict[str, str]) -> None:
    scripted.reply = lambda _: (429, {"error": {"message": "slow down"}}, after)
    [outcome] = ask(scripted.model(max_retries=2), "a")
    assert (outcome, len(scripted.bodies)) == (ChatFailure("429: slow down"), 3)


@pytest.mark.parametrize(
    "before", [b"HTTP/1.1 200 OK\r\nContent-Length: 1000000\r\n\r\n", b"HTTP/1.1 200 OK\r\nServer: ", b""]
)
def test_the_timeout_limits_a_whole_reply(before: bytes) -> None:
    """The server sends a part of its reply at once, then a byte every 0.05 seconds, or nothing."""
    with socket.create_server(("127.0.0.1", 0)) as server:

        def serve() -> None:
            connection, _ = server.accept()
            with connection, suppress(OSError):
                connection.recv(10**5)
                connection.sendall(before)
                while True:
                    connection.sendall(before and b" ")
                    time.sleep(0.05)

        threading.Thread(target=serve, daemon=True).start()
        address = f"http://127.0.0.1:{server.getsockname()[1]}/v1"
        model = ApiModel(judge_settings("vllm", "m", base_url=address, max_retries=0, timeout=0.3))
        with pytest.raises(ModelError, match=r"no whole reply in 0\.3 seconds"):
            ask(model, "a")


def test_key_is_in_no_repr_log_or_error(scripted: Scripted, caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.DEBUG)
    model = scripted.model(max_retries=0)
    scripted.reply = lambda _: (400, {"error": {"message": f"bad key {KEY}"}})
    with pytest.raises(ModelError) as error:
        ask(model, "a")
    assert caplog.records
    for text in (repr(model), str(model.identity), str(error.value), caplog.text):
        assert KEY not in text
    cause: BaseException | None = error.value
    while cause is not None:
        assert KEY not in str(cause) or cause.__suppress_context__
        cause = cause.__cause__
    for key in ("sk-1\n", "sk-1\r", "sk 1", "sk-é"):
        with pytest.raises(UsageError, match="line break, a space or a character outside ASCII") as refused:
            scripted.model(api_key=key)
        assert key not in str(refused.value)


def test_nobody_there_or_a_dropped_connection_ends() -> None:
    with socket.create_server(("127.0.0.1", 0)) as server:
        threading.Thread(target=lambda: server.accept()[0].close(), daemon=True).start()
        dropped = f"127.0.0.1:{server.getsockname()[1]}/v1"
        for address, reason in (("127.0.0.1:9/v1", ""), (dropped, "(RemoteProtocolError|ReadError)")):
            model = ApiModel(judge_settings("vllm", "m", base_url=f"http://{address}", max_retries=0))
            with pytest.raises(ModelError, match=rf"{address} cannot be reached .*{reason}"):
                ask(model, "a", "b")
