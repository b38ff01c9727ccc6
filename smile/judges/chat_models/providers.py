"""Providers of chat models by name: where they are, what their keys are called, and what they can do."""

import os
import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Literal
from urllib.parse import urlsplit

from ...errors import UsageError

LOCAL = "local"

# Names the key of any endpoint, for those that have no name of their own.
ANY_KEY_VARIABLE = "SMILE_API_KEY"


@dataclass(frozen=True)
class Provider:
    """An OpenAI-compatible endpoint.

    Attributes:
        base_url: Where it is; None where the caller has to say.
        key_variable: Environment variable of its key; None where none is needed.
        top_logprobs: The most log-probabilities it returns for a token; 0 where it returns none.
        models_with_logprobs: Some that return them, for messages.
        max_tokens_name: What it calls the limit of generated tokens.
        no_thinking: What to add to a request so that the model answers at once.
        thinkers: Pattern of models that always think first, whose first token is no verdict.
        thinking_by_choice: Pattern of models that think unless `no_thinking` is added; None is all.
        json_format: How it is told to hold a model to JSON: `schema` (OpenAI's json_schema), `object_schema` (a schema
            beside json_object, as llama.cpp has it), `object` (JSON of any shape), or None where it cannot.
    """

    base_url: str | None
    key_variable: str | None
    top_logprobs: int
    models_with_logprobs: tuple[str, ...] = ()
    max_tokens_name: str = "max_tokens"
    no_thinking: Mapping[str, Any] = field(default_factory=dict)
    thinkers: str | None = None
    thinking_by_choice: str | None = None
    json_format: Literal["schema", "object_schema", "object"] | None = None


PROVIDERS: Mapping[str, Provider] = {
    "openai": Provider(
        "https://api.openai.com/v1",
        "OPENAI_API_KEY",
        20,
        ("gpt-4o-mini", "gpt-4o", "gpt-4.1-nano", "gpt-4.1-mini", "gpt-4.1"),
        max_tokens_name="max_completion_tokens",
        no_thinking={"reasoning_effort": "none"},
        thinkers=r"o\d|gpt-5(?!\.)",
        thinking_by_choice=r"gpt-(5\.|[6-9])",
        json_format="schema",
    ),
    "deepseek": Provider(
        "https://api.deepseek.com",
        "DEEPSEEK_API_KEY",
        20,
        ("deepseek-v4-flash", "deepseek-v4-pro"),
        no_thinking={"thinking": {"type": "disabled"}},
        thinkers=r".*reasoner",
        json_format="object",
    ),
    "xai": Provider(
        "https://api.x.ai/v1",
        "XAI_API_KEY",
        8,
        ("grok-4-fast-non-reasoning", "grok-3"),
        thinkers=r"grok-3-mini|grok-4(-\d+)?$|(?!.*non-reasoning).*reasoning",
        json_format="schema",
    ),
    "groq": Provider("https://api.groq.com/openai/v1", "GROQ_API_KEY", 0, json_format="object"),
    "anthropic": Provider("https://api.anthropic.com/v1/", "ANTHROPIC_API_KEY", 0),
    "vllm": Provider(
        "http://localhost:8000/v1",
        None,
        20,
        no_thinking={"chat_template_kwargs": {"enable_thinking": False}},
        json_format="schema",
    ),
    "llama.cpp": Provider(
        "http://localhost:8080/v1",
        None,
        20,
        no_thinking={"chat_template_kwargs": {"enable_thinking": False}},
        json_format="object_schema",
    ),
    "ollama": Provider(
        "http://localhost:11434/v1", None, 20, no_thinking={"reasoning_effort": "none"}, json_format="schema"
    ),
    "compatible": Provider(None, None, 20),
}


def find_provider(name: Any) -> Provider:
    """Returns a provider by name.

    Raises:
        UsageError: No provider has that name.
    """
    provider = PROVIDERS.get(name) if isinstance(name, str) else None
    if provider is None:
        raise UsageError(f"unknown provider {name!r}: expected {LOCAL} or one of {', '.join(PROVIDERS)}")
    return provider


def find_base_url(name: str, base_url: str | None) -> str:
    """Returns the address to ask.

    Raises:
        UsageError: It is missing, is not an address, or holds a password.
    """
    address = base_url or find_provider(name).base_url
    if address is None:
        raise UsageError(f"provider={name!r} needs base_url, the address of the endpoint (http://HOST:PORT/v1)")
    parts = urlsplit(address)
    if parts.scheme not in ("http", "https") or not parts.hostname:
        raise UsageError(f"base_url must begin with http:// or https:// and name a host, got {parts.scheme!r} scheme")
    if parts.username or parts.password or parts.query:
        raise UsageError(
            "base_url must hold no user, password or query, which would be kept with the answers: give the key as "
            "api_key or in the environment"
        )
    return address.rstrip("/")


def find_key(name: str, api_key: str | None) -> str:
    """Returns the key given, or the one in the environment.

    Raises:
        UsageError: The provider needs a key and there is none.
    """
    variable = find_provider(name).key_variable
    key = api_key or (os.environ.get(variable) if variable else None) or os.environ.get(ANY_KEY_VARIABLE)
    if key:
        return key
    if variable:
        raise UsageError(f"provider={name!r} needs a key: set {variable} in the environment, or give api_key")
    return "none"


def check_first_token(name: str, model: str) -> None:
    """Refuses a model whose first token tells nothing.

    Raises:
        UsageError: The provider returns no log-probabilities, or the model always thinks first.
    """
    provider = find_provider(name)
    remedy = "use a model that returns them: " + models_with_logprobs(name)
    if provider.top_logprobs == 0:
        raise UsageError(f"provider={name!r} returns no log-probabilities, which L3Score needs: {remedy}")
    if provider.thinkers is not None and re.match(provider.thinkers, model):
        raise UsageError(
            f"{model!r} thinks before it answers, which cannot be switched off: its first token is not a verdict, and "
            f"it returns no log-probabilities: {remedy}"
        )


def models_with_logprobs(name: str) -> str:
    """Returns models known to return log-probabilities, those of the provider first, as text."""
    names = sorted(PROVIDERS, key=lambda other: other != name)
    known = [
        f"{', '.join(PROVIDERS[other].models_with_logprobs)} ({other})"
        for other in names
        if PROVIDERS[other].models_with_logprobs
    ]
    return "; ".join([*known, f"any that vllm, llama.cpp or ollama serves, or provider={LOCAL!r}"])


def thinking_switch(name: str, model: str) -> dict[str, Any]:
    """Returns what to add to a request so that the model answers without thinking first."""
    provider = find_provider(name)
    applies = provider.thinking_by_choice is None or re.match(provider.thinking_by_choice, model)
    return dict(provider.no_thinking) if applies else {}
