"""The client's behaviour towards refusals, against a scripted server on loopback; good answers: test_judges.py."""

import logging
import socket
import threading
from typing import Any

import pytest

from smile.errors import ModelError
from smile.judges.chat_models.api_model import ApiModel
from smile.judges.chat_models.chat import ChatAnswer, ChatFailure, ChatRequest, Outcome
from smile.judges.chat_models.judge_settings import judge_settings
from tests.support.scripted_server import KEY, Scripted, completion


def ask(model: ApiModel, *prompts: str, **options: Any) -> list[Outcome]:
    outcomes: dict[int, Outcome] = {}
    options = {"max_tokens": 1, "wants_tokens": True, "top_logprobs": 20} | options
    model.ask([ChatRequest(prompt, **options) for prompt in prompts], outcomes.__setitem__)
    return [outcomes[i] for i in range(len(prompts))]


def refusal(message: str) -> dict[str, Any]:
    return {"error": {"message": message, "type": "invalid_request_error"}}


def test_what_is_sent(scripted: Scripted) -> None:
    [outcome] = ask(scripted.model(), "Is it?")
    assert outcome == ChatAnswer("Yes", (("Yes", -0.1), ("No", -2.5)), 7, 1)
    sent = {"model": "gpt-4o-mini", "messages": [{"role": "user", "content": "Is it?"}], "temperature": 0}
    assert scripted.bodies == [sent | {"max_completion_tokens": 1, "logprobs": True, "top_logprobs": 20}]
    assert scripted.headers[0]["authorization"] == f"Bearer {KEY}"


def test_a_system_message_goes_first_and_thinking_is_switched_off(scripted: Scripted) -> None:
    ask(scripted.model("deepseek", "deepseek-v4-flash"), "Is it?", system="You are a doctor.")
    [body] = scripted.bodies
    assert [message["role"] for message in body["messages"]] == ["system", "user"]
    assert body["messages"][0]["content"] == "You are a doctor."
    assert (body["thinking"], body["max_tokens"]) == ({"type": "disabled"}, 1)


def test_a_verdict_is_held_to_its_schema_where_the_provider_can(scripted: Scripted) -> None:
    schema = {"type": "object"}
    scripted.reply = lambda _: (200, completion())
    for names in ((), ("deepseek", "deepseek-v4-flash"), ("compatible", "m")):
        ask(scripted.model(*names), "Is it?", max_tokens=9, wants_tokens=False, schema=schema)
    formats = [body.get("response_format") for body in scripted.bodies]
    assert formats[0]["json_schema"]["schema"] == schema
    assert formats[1:] == [{"type": "json_object"}, None]
    assert "logprobs" not in scripted.bodies[0]


def test_a_model_that_returns_fewer_log_probabilities_says_so_on_the_first_call(scripted: Scripted) -> None:
    scripted.reply = lambda _: (400, refusal("top_logprobs must be between 0 and 5"))
    with pytest.raises(
        ModelError, match=r"between 0 and 5\), which L3Score needs: reduce top_logprobs, or use a model"
    ):
        ask(scripted.model(), *map(str, range(100)))
    assert [body["top_logprobs"] for body in scripted.bodies] == [20]


@pytest.mark.parametrize(
    ("reply", "n"),
    # The second is the first request's one retry.
    [((400, refusal("'logprobs' is not supported for this model")), 1), ((200, completion()), 2)],
    ids=["refused", "left out in silence"],
)
def test_a_model_without_log_probabilities_fails_on_the_first_call(
    scripted: Scripted, reply: tuple[int, Any], n: int
) -> None:
    scripted.reply = lambda _: reply
    with pytest.raises(ModelError, match=r"returns no log-probabilities .*gpt-4o-mini, gpt-4o"):
        ask(scripted.model(), *map(str, range(100)))
    assert len(scripted.bodies) == n


@pytest.mark.parametrize("status", [401, 403, 404])
def test_what_cannot_get_better_ends_the_run_at_once(scripted: Scripted, status: int) -> None:
    scripted.reply = lambda _: (status, refusal(f"no such thing for {KEY}"))
    with pytest.raises(ModelError, match=str(status)) as error:
        ask(scripted.model(), *map(str, range(100)))
    assert len(scripted.bodies) == 1
    assert KEY not in str(error.value)


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


def test_broken_bodies_are_tried_again(scripted: Scripted, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("smile.judges.chat_models.api_model._FIRST_WAIT", 0.01)
    broken = [b'{"choices": [{"mess', {"choices": []}, b"null", {"error": "x"}]
    answers = iter([(200, completion(Yes=-0.1))] + [(200, body) for body in broken])
    scripted.reply = lambda _: next(answers, (200, completion(No=-0.1)))
    outcomes = ask(scripted.model(concurrency=1, max_retries=4), "a", "b")
    assert isinstance(outcomes[1], ChatAnswer)
    assert outcomes[1].tokens == (("No", -0.1),)


def test_a_model_that_thinks_is_refused(scripted: Scripted) -> None:
    thinking = completion(Yes=-0.1)
    thinking["choices"][0]["message"]["reasoning_content"] = "Let me see"
    scripted.reply = lambda _: (200, thinking)
    with pytest.raises(ModelError, match="thinks before it answers"):
        ask(scripted.model(), "a", "b")


def test_nobody_there_is_an_error_that_names_the_address() -> None:
    model = ApiModel(judge_settings("vllm", "m", base_url="http://127.0.0.1:9/v1", max_retries=0))
    with pytest.raises(ModelError, match=r"127\.0\.0\.1:9/v1 cannot be reached"):
        ask(model, "a", "b")


def test_the_key_is_in_no_repr_log_or_error(scripted: Scripted, caplog: pytest.LogCaptureFixture) -> None:
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


def test_a_connection_that_is_dropped() -> None:
    with socket.create_server(("127.0.0.1", 0)) as server:
        threading.Thread(target=lambda: server.accept()[0].close(), daemon=True).start()
        address = f"http://127.0.0.1:{server.getsockname()[1]}/v1"
        model = ApiModel(judge_settings("vllm", "m", base_url=address, max_retries=0))
        with pytest.raises(ModelError, match=r"cannot be reached .*(RemoteProtocolError|ReadError)"):
            ask(model, "a", "b")
