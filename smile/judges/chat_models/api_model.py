"""Chat models behind OpenAI-compatible endpoints, with concurrent requests."""

import json
import threading
import time
from collections.abc import Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor, as_completed
from dataclasses import dataclass
from email.utils import parsedate_to_datetime
from typing import Any

from ...checks import show_value
from ...errors import ModelError
from ...optional_packages import check_installed
from .budget import Budget, Tokens
from .chat import ChatAnswer, ChatFailure, ChatRequest, OnOutcome, Outcome
from .judge_settings import JudgeSettings
from .providers import JsonFormat, Price, find_provider

# The wait in seconds before a request is repeated, unless the server gives one; it doubles each time.
_FIRST_WAIT = 0.5
_LONGEST_WAIT = 8.0
_LONGEST_RETRY_AFTER = 120.0

# A larger reply, or a larger number in one, is an error of the server.
_MOST_BYTES = 4 * 2**20
_MOST_TOKENS = 10**9
_MOST_TOP_LOGPROBS = 100

# Statuses after which a request is repeated, besides 5xx, and those after which no request of the run can succeed.
_REPEATED = (408, 409, 429)
_HOPELESS = (401, 403, 404, 405)

# At temperature 0, an unusable reply comes again.
_RETRIES_OF_UNUSABLE_REPLIES = 1

# The names of a complete reply's `finish_reason`; a reply that is cut is complete if only its first token is read.
_COMPLETE = (None, "", "stop", "eos", "eos_token", "stop_sequence", "end_turn")
_CUT = "length"

# Characters of a server's error page in messages.
_MOST_SHOWN = 200

_OVER_BUDGET = "not asked, because the budget could be exceeded"


class _UnusableReplyError(Exception):
    """A response of status 200 without a usable reply: incomplete JSON, no choice, a refusal, no log-probabilities."""

    def __init__(self, reason: str, lacks_logprobs: bool = False) -> None:
        super().__init__(reason)
        self.lacks_logprobs = lacks_logprobs


class _StatusError(Exception):
    """A response of another status than 200."""

    def __init__(self, status: int, headers: Mapping[str, str], content: bytes) -> None:
        try:
            error = json.loads(content)["error"]
        except (ValueError, RecursionError, LookupError, TypeError):
            error = None
        error = error if isinstance(error, dict) else {"message": error}
        super().__init__(str(error.get("message") or content.decode("utf-8", "replace")))
        self.status = status
        self.headers = headers
        self.is_out_of_money = status == 402 or error.get("code") == "insufficient_quota"

    @property
    def is_repeated(self) -> bool:
        return (self.status in _REPEATED or self.status >= 500) and not self.is_out_of_money

    def retry_after(self) -> float:
        """Returns the seconds of the header Retry-After, up to two minutes; 0 without one."""
        value = self.headers.get("retry-after", "")
        try:
            seconds = float(value)
        except ValueError:
            try:
                seconds = parsedate_to_datetime(value).timestamp() - time.time()
            except ValueError:
                seconds = 0.0
        return seconds if 0 < seconds <= _LONGEST_RETRY_AFTER else 0.0


@dataclass(frozen=True)
class _Run:
    """The state that the threads of one run share. The portal runs the HTTP client in an event loop."""

    portal: Any
    client: Any
    budget: Budget
    stopped: threading.Event


class ApiModel:
    """A model behind an OpenAI-compatible endpoint.

    Requests are repeated after status 408, 409, 429 or 5xx, a broken connection or a timeout, and once after an
    unusable reply. The wait is that of Retry-After or, without it, grows each time. `timeout` limits each whole reply.
    """

    def __init__(self, settings: JudgeSettings) -> None:
        self._settings = settings
        self._provider = find_provider(settings.provider)
        self._base_url = self._provider.address(settings.base_url)
        self._key = self._provider.key(settings.api_key)
        known = self._provider.price(settings.model) if settings.base_url is None else None
        self.price: Price | None = settings.price or known

    @property
    def identity(self) -> dict[str, str]:
        """Provider, endpoint and model."""
        return {"provider": self._settings.provider, "endpoint": self._base_url, "model": self._settings.model}

    def ask(self, requests: Sequence[ChatRequest], on_outcome: OnOutcome, budget: Budget) -> None:
        """Sends the first request alone, so that a wrong key or model fails early, then the others concurrently."""
        check_installed("httpx", "a judge behind an endpoint", "judges")
        import httpx
        from anyio.from_thread import start_blocking_portal

        headers = {"Authorization": f"Bearer {self._key}", **self._provider.headers()}
        limits = httpx.Limits(max_keepalive_connections=self._settings.concurrency)
        client = httpx.AsyncClient(headers=headers, timeout=None, limits=limits)  # noqa: S113 (see _post)
        pool = ThreadPoolExecutor(self._settings.concurrency)
        stopped = threading.Event()
        try:
            # After an error, leaving the portal cancels the requests that are running.
            with start_blocking_portal() as portal, portal.wrap_async_context_manager(client):
                run = _Run(portal, client, budget, stopped)
                on_outcome(0, self._outcome(run, requests[0], is_first=True))
                waiting = {pool.submit(self._outcome, run, each): i for i, each in enumerate(requests[1:], start=1)}
                for future in as_completed(waiting):
                    on_outcome(waiting[future], future.result())
        finally:
            stopped.set()
            pool.shutdown(wait=False, cancel_futures=True)

    def _outcome(self, run: _Run, request: ChatRequest, is_first: bool = False) -> Outcome:
        import httpx

        reason, n_unusable = "", 0
        for attempt in range(self._settings.max_retries + 1):
            if run.stopped.is_set():
                break
            if not run.budget.start(request):
                return ChatFailure(f"{reason}; {_OVER_BUDGET} again" if reason else _OVER_BUDGET)
            is_last = attempt == self._settings.max_retries
            wait = min(_FIRST_WAIT * 2**attempt, _LONGEST_WAIT)
            try:
                return self._answer(run, request)
            except _UnusableReplyError as error:
                reason = self._without_key(str(error))
                n_unusable += 1
                if is_last or n_unusable > _RETRIES_OF_UNUSABLE_REPLIES:
                    if is_first and error.lacks_logprobs:
                        raise self._no_logprobs(reason) from error
                    return ChatFailure(reason)
            except ModelError as error:  # the model thinks before it answers
                if is_first:
                    raise
                return ChatFailure(str(error))
            except _StatusError as error:
                reason = f"{error.status}: {self._without_key(str(error))[:_MOST_SHOWN]}"
                if is_last or not error.is_repeated:
                    try:
                        return self._refused(error, request, is_first)
                    except ModelError:
                        run.stopped.set()  # before this thread takes the next request
                        raise
                wait = error.retry_after() or wait
            except (httpx.HTTPError, TimeoutError) as error:
                reason = self._without_key(f"{type(error).__name__}: {error}")
                if is_last:
                    if is_first:
                        raise ModelError(
                            f"{self._base_url} cannot be reached ({reason}): check the address, that the model runs "
                            "there, and the timeout"
                        ) from None
                    return ChatFailure(reason)
            if run.stopped.wait(wait):
                break
        return ChatFailure(reason)

    def _refused(self, error: _StatusError, request: ChatRequest, is_first: bool) -> ChatFailure:
        """Returns the failure of one request; raises an error if no further request can succeed."""
        message = self._without_key(str(error))[:_MOST_SHOWN]
        reason = f"{error.status}: {message}"
        if error.status in _HOPELESS or error.is_out_of_money:
            raise ModelError(
                f"{self._base_url} refuses {self._settings.model!r} ({reason}): check the model's name, "
                "and the key and its quota"
            ) from None
        if 300 <= error.status < 400:
            target = self._without_key(error.headers.get("location", "no address"))
            raise ModelError(
                f"{self._base_url} redirects to another address ({error.status}: {target}), and the key is not sent "
                "there: set base_url to the endpoint's own address"
            ) from None
        if is_first and error.status in (400, 422):
            if request.wants_tokens and "logprob" in message.lower():
                raise self._no_logprobs(message) from None
            raise ModelError(
                f"{self._base_url} refuses the first request ({reason}): check the key and the options"
            ) from None
        return ChatFailure(reason)

    def _answer(self, run: _Run, request: ChatRequest) -> ChatAnswer:
        """Sends one request and reads its reply; its tokens count even if the reply is unusable."""
        usage: Tokens | None = None
        try:
            status, headers, content = run.portal.call(self._post, run.client, self._parameters(request))
            if status != 200:
                usage = (0, 0)
                raise _StatusError(status, headers, content)
            try:
                body = json.loads(content)
            except (ValueError, RecursionError) as error:
                raise _UnusableReplyError(f"the reply is not JSON in UTF-8 ({error})") from error
            usage = _read_usage(body)
            return _read_api_model_body(body, request, self._settings.model, usage or (0, 0))
        finally:
            run.budget.end(request, usage)

    async def _post(self, client: Any, parameters: Mapping[str, Any]) -> tuple[int, Mapping[str, str], bytes]:
        """Returns a response's status, headers and content; limits its time and its size."""
        import anyio
        import httpx

        seconds = self._settings.timeout
        try:
            with anyio.fail_after(seconds):
                content = json.dumps(parameters).encode("ascii")
                address = f"{self._base_url}/chat/completions"
                typed = {"Content-Type": "application/json"}
                async with client.stream("POST", address, content=content, headers=typed) as response:
                    received = bytearray()
                    async for part in response.aiter_bytes():
                        received += part
                        if len(received) > _MOST_BYTES:
                            raise _UnusableReplyError(f"the reply has more than {_MOST_BYTES // 2**20} MB")
                    return response.status_code, response.headers, bytes(received)
        except TimeoutError:
            raise TimeoutError(f"no whole reply in {seconds:g} seconds") from None
        except httpx.DecodingError as error:
            raise _UnusableReplyError(f"the reply is not compressed as its Content-Encoding says ({error})") from error

    def _parameters(self, request: ChatRequest) -> dict[str, Any]:
        parameters: dict[str, Any] = {
            "model": self._settings.model,
            "messages": request.messages,
            "temperature": 0,
            self._provider.max_tokens_name: request.max_tokens,
        }
        if request.wants_tokens:
            n_tokens = min(self._provider.top_logprobs, request.top_logprobs or 0)
            parameters |= {"logprobs": True, "top_logprobs": n_tokens}
        if request.schema is not None and self._provider.json_format is not None:
            parameters["response_format"] = _response_format(self._provider.json_format, request.schema)
        return {**parameters, **self._provider.thinking_switch(self._settings.model)}

    def _no_logprobs(self, reason: str) -> ModelError:
        return ModelError(
            f"{self._settings.model!r} at {self._base_url} returns no log-probabilities ({reason}), which L3Score "
            "needs: reduce top_logprobs, or use a model that returns them: "
            + self._provider.known_models_with_logprobs()
        )

    def _without_key(self, text: str) -> str:
        return text.replace(self._key, "***") if len(self._key) > 4 else text


def _read_usage(body: Any) -> Tokens | None:
    """Returns the tokens that a response reports; None if it reports none."""
    try:
        usage = body["usage"]
        sent, generated = (
            min(max(int(usage[name]), 0), _MOST_TOKENS) for name in ("prompt_tokens", "completion_tokens")
        )
    except (ValueError, LookupError, TypeError, OverflowError):
        return None
    return sent, generated


def _read_api_model_body(body: Any, request: ChatRequest, model: str, usage: Tokens) -> ChatAnswer:
    """Reads the body of a response, which may hold anything."""
    try:
        choice = body["choices"][0]
        message = choice["message"]
        text = message.get("content") or ""
        if not isinstance(text, str):
            raise TypeError(f"the content is {show_value(text)}")
        named = body.get("model")
    except (LookupError, TypeError, AttributeError) as error:
        raise _UnusableReplyError(f"the reply is not a chat completion ({type(error).__name__}: {error})") from error
    fault = _fault_of_reply(choice, message, request)
    if fault is not None:
        raise _UnusableReplyError(fault)
    named = named if isinstance(named, str) else ""
    if not request.wants_tokens:
        return ChatAnswer(text, (), *usage, named)
    if message.get("reasoning_content") or message.get("reasoning"):
        raise ModelError(
            f"{model!r} thinks before it answers, so its first token is not a verdict: switch thinking off, or use "
            "another model"
        )
    try:
        likeliest = choice["logprobs"]["content"][0]["top_logprobs"]
        if not 0 < len(likeliest) <= _MOST_TOP_LOGPROBS:
            raise ValueError(f"top_logprobs has {len(likeliest):,} tokens")
        tokens = tuple((str(each["token"]), float(each["logprob"])) for each in likeliest)
    except (LookupError, TypeError, ValueError, OverflowError) as error:
        reason = f"the reply has no log-probabilities ({type(error).__name__}: {error})"
        raise _UnusableReplyError(reason, lacks_logprobs=True) from error
    return ChatAnswer(text, tokens, *usage, named)


def _fault_of_reply(choice: Mapping[str, Any], message: Mapping[str, Any], request: ChatRequest) -> str | None:
    """Returns why a choice is not the model's whole answer; None if it is."""
    if choice.get("index") not in (None, 0):
        return f"the reply's first choice has the index {show_value(choice['index'])}"
    if message.get("refusal"):
        return f"the model refuses to answer ({show_value(message['refusal'])})"
    if message.get("tool_calls") or message.get("function_call"):
        return "the model calls a tool in place of an answer"
    reason = choice.get("finish_reason")
    is_complete = reason in _COMPLETE or (reason == _CUT and request.wants_tokens)
    return None if is_complete else f"the reply is not a whole answer (finish_reason: {show_value(reason)})"


def _response_format(style: JsonFormat, schema: dict[str, Any]) -> dict[str, Any]:
    if style == "schema":
        return {"type": "json_schema", "json_schema": {"name": "verdict", "strict": True, "schema": schema}}
    return {"type": "json_object"} | ({"schema": schema} if style == "object_schema" else {})
