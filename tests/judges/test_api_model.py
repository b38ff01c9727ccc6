"""The client's behaviour towards refusals, against a scripted server on loopback; good answers: test_judges.py."""

import gzip
import logging
import socket
import threading
import time
import tracemalloc
from collections.abc import Iterator
from contextlib import suppress
from typing import Any

import pytest

from smile.errors import ModelError, UsageError
from smile.judges.chat_models.api_model import ApiModel
from smile.judges.chat_models.budget import Budget
from smile.judges.chat_models.chat import ChatAnswer, ChatFailure, ChatRequest, Outcome
from smile.judges.chat_models.judge_settings import judge_settings
from tests.support.scripted_server import KEY, Scripted, completion


def ask(model: ApiModel, *prompts: str, **options: Any) -> list[Outcome]:
    outcomes: dict[int, Outcome] = {}
    options = {"max_tokens": 1, "wants_tokens": True, "top_logprobs": 20} | options
    model.ask([ChatRequest(prompt, **options) for prompt in prompts], outcomes.__setitem__, Budget())
    return [outcomes[i] for i in range(len(prompts))]


def refusal(message: str) -> dict[str, Any]:
    return {"error": {"message": message, "type": "invalid_request_error"}}


def test_what_is_sent(scripted: Scripted) -> None:
    [outcome] = ask(scripted.model(), "Is it?")
    assert outcome == ChatAnswer("Yes", (("Yes", -0.1), ("No", -2.5)), 7, 1)
    sent = {"model": "gpt-4o-mini", "messages": [{"role": "user", "content": "Is it?"}], "temperature": 0}
    assert scripted.bodies == [sent | {"max_completion_tokens": 1, "logprobs": True, "top_logprobs": 20}]
    assert scripted.headers[0]["authorization"] == f"Bearer {KEY}"


def test_system_message_is_first_and_thinking_off(scripted: Scripted) -> None:
    ask(scripted.model("deepseek", "deepseek-v4-flash"), "Is it?", system="You are a doctor.")
    [body] = scripted.bodies
    assert [message["role"] for message in body["messages"]] == ["system", "user"]
    assert body["messages"][0]["content"] == "You are a doctor."
    assert (body["thinking"], body["max_tokens"]) == ({"type": "disabled"}, 1)


def test_schema_is_sent_where_the_provider_supports_it(scripted: Scripted) -> None:
    schema = {"type": "object"}
    scripted.reply = lambda _: (200, completion())
    for names in ((), ("deepseek", "deepseek-v4-flash"), ("compatible", "m")):
        ask(scripted.model(*names), "Is it?", max_tokens=9, wants_tokens=False, schema=schema)
    formats = [body.get("response_format") for body in scripted.bodies]
    assert formats[0]["json_schema"]["schema"] == schema
    assert formats[1:] == [{"type": "json_object"}, None]
    assert "logprobs" not in scripted.bodies[0]


THINKS = completion(Yes=-0.1)
THINKS["choices"][0]["message"]["reasoning_content"] = "Let me see"
ENDS: list[tuple[tuple[Any, ...], str, int]] = [
    ((401, refusal(f"no such thing for {KEY}")), "401", 1),
    ((403, refusal("no")), "403", 1),
    ((404, refusal("no")), "404", 1),
    ((400, refusal("top_logprobs must be between 0 and 5")), r"needs: reduce top_logprobs, or use a model", 1),
    ((400, refusal("'logprobs' is not supported for this model")), "no log-probabilities .*gpt-4o-mini, gpt-4o", 1),
    ((200, completion()), "no log-probabilities", 2),  # the second is the first request's one retry
    ((200, completion(Yes=-0.1, **{f"t{i}": -30.0 for i in range(100_000)})), "100,001 tokens", 2),
    ((200, THINKS), "thinks before it answers", 1),
    *(
        ((status, b"", {"Location": "/there"}), "redirects to another .*/there.*set base_url", 1)
        for status in (301, 308)
    ),
]


@pytest.mark.parametrize(("reply", "message", "n"), ENDS, ids=[f"{message[:12]} {n}" for _, message, n in ENDS])
def test_a_hopeless_reply_ends_the_run(scripted: Scripted, reply: tuple[Any, ...], message: str, n: int) -> None:
    scripted.reply = lambda _: reply
    with pytest.raises(ModelError, match=message) as error:
        ask(scripted.model(), *map(str, range(100)))
    assert len(scripted.bodies) == n
    assert KEY not in str(error.value)


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
    def reply(body: dict[str, Any]) -> tuple[int, Any]:
        is_bad = body["messages"][0]["content"] == "b"
        return (400, refusal("the prompt is not allowed")) if is_bad else (200, completion(Yes=-0.1))

    scripted.reply = reply
    outcomes = ask(scripted.model(), "a", "b", "c")
    assert [type(outcome) for outcome in outcomes] == [ChatAnswer, ChatFailure, ChatAnswer]
    assert "not allowed" in str(outcomes[1])


@pytest.mark.parametrize("broken", [b'{"choices": [{"mess', {"choices": []}, b"null", {"error": "x"}, b"<html>"])
def test_an_unusable_reply_is_requested_once_more(
    scripted: Scripted, monkeypatch: pytest.MonkeyPatch, broken: Any
) -> None:
    monkeypatch.setattr("smile.judges.chat_models.api_model._FIRST_WAIT", 0.01)
    answers = iter([(200, completion(Yes=-0.1)), (200, broken)])
    scripted.reply = lambda _: next(answers, (200, completion(No=-0.1)))
    outcomes = ask(scripted.model(concurrency=1, max_retries=4), "a", "b")
    assert isinstance(outcomes[1], ChatAnswer)
    assert outcomes[1].tokens == (("No", -0.1),)
    scripted.bodies.clear()
    scripted.reply = lambda body: (200, completion(Yes=-0.1) if "a" in str(body["messages"][0]["content"]) else broken)
    outcomes = ask(scripted.model(concurrency=1, max_retries=4), "a", "b")
    assert isinstance(outcomes[1], ChatFailure)
    assert len(scripted.bodies) == 3


def dripping(before: bytes, after: bytes) -> Iterator[str]:
    """Serves replies that send `before` at once and then a byte of `after` every 0.05 seconds, for ever."""
    with socket.create_server(("127.0.0.1", 0)) as server:

        def serve(connection: socket.socket) -> None:
            with connection, suppress(OSError):
                connection.recv(10**5)
                connection.sendall(before)
                while True:
                    connection.sendall(after)
                    time.sleep(0.05)

        def accept() -> None:
            with suppress(OSError):
                while True:
                    threading.Thread(target=serve, args=(server.accept()[0],), daemon=True).start()

        threading.Thread(target=accept, daemon=True).start()
        yield f"http://127.0.0.1:{server.getsockname()[1]}/v1"


@pytest.mark.parametrize(
    ("before", "after"),
    [(b"HTTP/1.1 200 OK\r\nContent-Length: 1000000\r\n\r\n", b" "), (b"HTTP/1.1 200 OK\r\nServer: ", b"x"), (b"", b"")],
    ids=["body", "headers", "nothing"],
)
def test_the_timeout_limits_a_whole_reply(before: bytes, after: bytes) -> None:
    for address in dripping(before, after):
        model = ApiModel(judge_settings("vllm", "m", base_url=address, max_retries=0, timeout=0.3))
        with pytest.raises(ModelError, match=r"no whole reply in 0\.3 seconds"):
            ask(model, "a")


@pytest.mark.parametrize("key", ["sk-1\n", "sk-1\r", "sk 1", "sk-é"])
def test_key_unfit_for_a_header_is_named(scripted: Scripted, key: str) -> None:
    with pytest.raises(UsageError, match="line break, a space or a character outside ASCII") as error:
        scripted.model(api_key=key)
    assert key not in str(error.value)


def changed(**changes: Any) -> dict[str, Any]:
    """Returns a completion whose choice or message has other values."""
    body = completion(Yes=-0.1, No=-2.5)
    choice = body["choices"][0]
    for name, value in changes.items():
        (choice if name in ("index", "finish_reason") else choice["message"])[name] = value
    return body


NO_ANSWERS: list[dict[str, Any]] = [
    {"finish_reason": "content_filter"},
    {"finish_reason": "tool_calls"},
    {"finish_reason": "error"},
    {"finish_reason": ["stop"]},
    {"refusal": "I cannot", "content": None},
    {"tool_calls": [{"id": "1"}], "content": None},
    {"function_call": {"name": "f"}},
    {"index": 1},
]


@pytest.mark.parametrize("wants_tokens", [True, False])
@pytest.mark.parametrize("changes", NO_ANSWERS, ids=lambda changes: "-".join(changes))
def test_a_choice_that_is_no_answer_fails(scripted: Scripted, changes: dict[str, Any], wants_tokens: bool) -> None:
    scripted.reply = lambda _: (200, changed(**changes))
    [outcome] = ask(scripted.model(max_retries=0), "a", wants_tokens=wants_tokens)
    assert isinstance(outcome, ChatFailure)


def test_cut_reply_fails_unless_one_token_is_wanted(scripted: Scripted) -> None:
    scripted.reply = lambda _: (200, changed(finish_reason="length", index=0, refusal=None, tool_calls=[]))
    outcomes = [ask(scripted.model(max_retries=0), "a", wants_tokens=wants)[0] for wants in (True, False)]
    assert [type(outcome) for outcome in outcomes] == [ChatAnswer, ChatFailure]


@pytest.mark.parametrize(("after", "n"), [({"Retry-After": "0.01"}, 3), ({"Retry-After": "soon"}, 3), ({}, 3)])
def test_a_busy_server_is_asked_again(
    scripted: Scripted, monkeypatch: pytest.MonkeyPatch, after: dict[str, str], n: int
) -> None:
    monkeypatch.setattr("smile.judges.chat_models.api_model._FIRST_WAIT", 0.01)
    scripted.reply = lambda _: (429, refusal("slow down"), after)
    [outcome] = ask(scripted.model(max_retries=2), "a")
    assert (outcome, len(scripted.bodies)) == (ChatFailure("429: slow down"), n)


def test_key_is_in_no_repr_log_or_error(scripted: Scripted, caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.DEBUG)
    model = scripted.model(max_retries=0)
    scripted.reply = lambda _: (400, refusal(f"bad key {KEY}"))
    with pytest.raises(ModelError) as error:
        ask(model, "a")
    assert caplog.records
    for text in (repr(model), str(model.identity), str(error.value), caplog.text):
        assert KEY not in text
    cause: BaseException | None = error.value
    while cause is not None:
        assert KEY not in str(cause) or cause.__suppress_context__
        cause = cause.__cause__


def test_nobody_there_or_a_dropped_connection_ends() -> None:
    with socket.create_server(("127.0.0.1", 0)) as server:
        threading.Thread(target=lambda: server.accept()[0].close(), daemon=True).start()
        dropped = f"127.0.0.1:{server.getsockname()[1]}/v1"
        for address, reason in (("127.0.0.1:9/v1", ""), (dropped, "(RemoteProtocolError|ReadError)")):
            model = ApiModel(judge_settings("vllm", "m", base_url=f"http://{address}", max_retries=0))
            with pytest.raises(ModelError, match=rf"{address} cannot be reached .*{reason}"):
                ask(model, "a", "b")
