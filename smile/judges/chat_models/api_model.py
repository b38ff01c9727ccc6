"""Chat models behind OpenAI-compatible endpoints, through the openai SDK, with concurrent requests."""

import time
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor, as_completed
from typing import Any

from ...checks import check_installed, show
from ...errors import ModelError
from .chat import ChatAnswer, ChatFailure, ChatRequest, OnOutcome, Outcome
from .judge_settings import JudgeSettings
from .providers import Price, find_provider

# The wait in seconds before a request with an unusable reply is repeated; it doubles each time.
_FIRST_WAIT = 0.5
_LONGEST_WAIT = 8.0

# A larger number of tokens in a reply is an error of the server.
_MOST_TOKENS = 10**9

# Statuses after which no request of the run can succeed.
_HOPELESS = (401, 403, 404, 405)


class _BrokenAnswerError(Exception):
    """A response of status 200 without a usable reply: incomplete JSON, no choice, no log-probabilities."""

    def __init__(self, reason: str, lacks_logprobs: bool = False) -> None:
        super().__init__(reason)
        self.lacks_logprobs = lacks_logprobs


class ApiModel:
    """A model behind an OpenAI-compatible endpoint.

    The SDK repeats requests after status 408, 409, 429 or 5xx, a broken connection or a timeout. It waits as long as
    Retry-After says (up to two minutes) or, without it, longer each time. This class repeats requests with an unusable
    reply.
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

    def ask(self, requests: Sequence[ChatRequest], on_outcome: OnOutcome) -> None:
        """Sends the first request alone, so that a wrong key or model fails early, then the others concurrently."""
        pool = ThreadPoolExecutor(self._settings.concurrency)
        try:
            # Closing the client ends the requests that are running or waiting to be repeated.
            with self._client() as client:
                on_outcome(0, self._outcome(client, requests[0], is_first=True))
                waiting = {pool.submit(self._outcome, client, each): i for i, each in enumerate(requests[1:], start=1)}
                for future in as_completed(waiting):
                    on_outcome(waiting[future], future.result())
        finally:
            pool.shutdown(wait=False, cancel_futures=True)

    def _client(self) -> Any:
        check_installed("openai", "a judge behind an endpoint", "judges")
        import openai

        return openai.OpenAI(
            api_key=self._key,
            base_url=self._base_url,
            timeout=self._settings.timeout,
            max_retries=self._settings.max_retries,
        )

    def _outcome(self, client: Any, request: ChatRequest, is_first: bool = False) -> Outcome:
        import openai

        max_retries = self._settings.max_retries
        for attempt in range(max_retries + 1):
            try:
                return self._answer(client, request)
            except _BrokenAnswerError as error:
                if attempt == max_retries:
                    if is_first and error.lacks_logprobs:
                        raise self._no_logprobs(str(error)) from error
                    return ChatFailure(str(error))
                time.sleep(min(_FIRST_WAIT * 2**attempt, _LONGEST_WAIT))
            except ModelError as error:  # the model thinks before it answers
                if is_first:
                    raise
                return ChatFailure(str(error))
            except openai.APIStatusError as error:
                return self._refused(error, request, is_first)
            except openai.APIError as error:
                reason = self._without_key(f"{type(error).__name__}: {error}")
                if is_first and isinstance(error, openai.APIConnectionError):
                    raise ModelError(
                        f"{self._base_url} cannot be reached ({reason} {type(error.__cause__).__name__}): check the "
                        "address, that the model runs there, and the timeout"
                    ) from None
                return ChatFailure(reason)
        raise AssertionError("unreachable")

    def _refused(self, error: Any, request: ChatRequest, is_first: bool) -> ChatFailure:
        """Returns the failure of one request; raises an error if no further request can succeed."""
        message = self._without_key(_message(error))
        reason = f"{error.status_code}: {message}"
        is_out_of_money = error.status_code == 402 or getattr(error, "code", None) == "insufficient_quota"
        if error.status_code in _HOPELESS or is_out_of_money:
            raise ModelError(
                f"{self._base_url} refuses {self._settings.model!r} ({reason}): check the model's name, "
                "and the key and its quota"
            ) from None
        if is_first and error.status_code in (400, 422):
            if request.wants_tokens and "logprob" in message.lower():
                raise self._no_logprobs(message) from None
            raise ModelError(
                f"{self._base_url} refuses the first request ({reason}): check the key and the options"
            ) from None
        return ChatFailure(reason)

    def _answer(self, client: Any, request: ChatRequest) -> ChatAnswer:
        try:
            # chat.completions.create validates requests and replies, which takes as long as everything else.
            body = client.post("/chat/completions", cast_to=object, body=self._parameters(request))
        except (ValueError, RecursionError) as error:
            raise _BrokenAnswerError(f"the reply is not JSON in UTF-8 ({error})") from error
        return _read(body, request, self._settings.model)

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


def _read(body: Any, request: ChatRequest, model: str) -> ChatAnswer:
    """Reads the body of a response, which may hold anything."""
    try:
        choice = body["choices"][0]
        message = choice["message"]
        usage = body.get("usage") or {}
        text = message.get("content") or ""
        if not isinstance(text, str):
            raise TypeError(f"the content is {show(text)}")
        prompt_tokens, completion_tokens = (
            min(max(int(usage.get(name) or 0), 0), _MOST_TOKENS) for name in ("prompt_tokens", "completion_tokens")
        )
    except (ValueError, KeyError, IndexError, TypeError, AttributeError, OverflowError) as error:
        raise _BrokenAnswerError(f"the reply is not a chat completion ({type(error).__name__}: {error})") from error
    if not request.wants_tokens:
        return ChatAnswer(text, (), prompt_tokens, completion_tokens)
    if message.get("reasoning_content") or message.get("reasoning"):
        raise ModelError(
            f"{model!r} thinks before it answers, so its first token is not a verdict: switch thinking off, or use "
            "another model"
        )
    try:
        first = choice["logprobs"]["content"][0]
        tokens = tuple((str(each["token"]), float(each["logprob"])) for each in first["top_logprobs"])
        if not tokens:
            raise ValueError("empty top_logprobs")
    except (KeyError, IndexError, TypeError, ValueError, OverflowError) as error:
        reason = f"the reply has no log-probabilities ({type(error).__name__}: {error})"
        raise _BrokenAnswerError(reason, lacks_logprobs=True) from error
    return ChatAnswer(text, tokens, prompt_tokens, completion_tokens)


def _response_format(style: str, schema: dict[str, Any]) -> dict[str, Any]:
    if style == "schema":
        return {"type": "json_schema", "json_schema": {"name": "verdict", "strict": True, "schema": schema}}
    return {"type": "json_object"} | ({"schema": schema} if style == "object_schema" else {})


def _message(error: Any) -> str:
    body = error.body
    message = body.get("message") if isinstance(body, dict) else None
    return str(message or error.message)
