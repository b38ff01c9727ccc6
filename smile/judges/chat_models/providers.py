"""Providers of chat models, as `providers.json` lists them: addresses, names of keys, abilities and prices."""

import json
import os
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from ...errors import UsageError

LOCAL = "local"

# Names the key of any endpoint, for those that have no name of their own.
ANY_KEY_VARIABLE = "SMILE_API_KEY"

Price = tuple[float, float]


@dataclass(frozen=True, kw_only=True)
class Provider:
    """An OpenAI-compatible endpoint.

    Attributes:
        top_logprobs: The most log-probabilities it returns for a token; 0 where it returns none.
        base_url: Where it is; None where the caller has to say.
        key_variable: Environment variable of its key; None where none is needed.
        models_with_logprobs: Some that return them, for messages.
        max_tokens_name: The name of the limit of generated tokens.
        no_thinking: Added to a request so that the model answers at once.
        thinkers: Pattern of models that always think first, whose first token is no verdict.
        thinking_by_choice: Pattern of models that think unless `no_thinking` is added; None is all.
        json_format: How to request JSON from it: `schema` (OpenAI's json_schema), `object_schema` (a schema
            beside json_object, as llama.cpp has it), `object` (JSON of any shape), or None where it cannot.
        prices: By model, US dollars per million tokens sent and generated, and the day these were read.
    """

    name: str
    top_logprobs: int
    base_url: str | None = None
    key_variable: str | None = None
    models_with_logprobs: Sequence[str] = ()
    max_tokens_name: str = "max_tokens"
    no_thinking: Mapping[str, Any] = field(default_factory=dict)
    thinkers: str | None = None
    thinking_by_choice: str | None = None
    json_format: str | None = None
    prices: Mapping[str, tuple[float, float, str]] = field(default_factory=dict)

    def address(self, base_url: str | None) -> str:
        """Returns the address to ask."""
        address = base_url or self.base_url
        if address is None:
            raise UsageError(
                f"provider={self.name!r} needs base_url: give the address of the endpoint (http://HOST:PORT/v1)"
            )
        parts = urlsplit(address)
        if parts.scheme not in ("http", "https") or not parts.hostname:
            raise UsageError(
                f"base_url must be an address with http:// or https:// and a host, got {parts.scheme!r} scheme"
            )
        if parts.username or parts.password or parts.query:
            raise UsageError(
                "base_url must hold no user, password or query, which would be kept with the answers: give the key as "
                "api_key or in the environment"
            )
        return address.rstrip("/")

    def key(self, api_key: str | None) -> str:
        """Returns the key given, or the one in the environment."""
        own = os.environ.get(self.key_variable) if self.key_variable else None
        key = api_key or own or os.environ.get(ANY_KEY_VARIABLE)
        if not key and self.key_variable:
            raise UsageError(
                f"provider={self.name!r} needs a key: set {self.key_variable} in the environment, or give api_key"
            )
        return key or "none"

    def check_first_token(self, model: str) -> None:
        """Refuses a model whose first token tells nothing."""
        remedy = "use a model that returns them: " + self.known_models_with_logprobs()
        if self.top_logprobs == 0:
            raise UsageError(f"provider={self.name!r} returns no log-probabilities, which L3Score needs: {remedy}")
        if self.thinkers is not None and re.match(self.thinkers, model):
            raise UsageError(
                f"{model!r} thinks before it answers, which cannot be switched off: its first token is not a verdict, "
                f"and it returns no log-probabilities: {remedy}"
            )

    def known_models_with_logprobs(self) -> str:
        """Returns models known to return log-probabilities, those of this provider first, as text."""
        known = [
            f"{', '.join(other.models_with_logprobs)} ({other.name})"
            for other in sorted(PROVIDERS.values(), key=lambda other: other.name != self.name)
            if other.models_with_logprobs
        ]
        return "; ".join([*known, f"any that vllm, llama.cpp or ollama serves, or provider={LOCAL!r}"])

    def thinking_switch(self, model: str) -> Mapping[str, Any]:
        """Returns additions to a request that keep the model from thinking first."""
        applies = self.thinking_by_choice is None or re.match(self.thinking_by_choice, model)
        return self.no_thinking if applies else {}

    def price(self, model: str) -> Price | None:
        """Returns the price of a model by name, also where the name ends in a date; None where none is known.

        >>> find_provider("openai").price("gpt-4o-mini-2024-07-18")
        (0.15, 0.6)
        >>> find_provider("openai").price("gpt-4o-audio-preview") is None
        True
        """
        name, _, date = model.partition("-20")
        known = self.prices.get(name if date.replace("-", "").isdigit() else model)
        return None if known is None else (known[0], known[1])


PROVIDERS: Mapping[str, Provider] = {
    name: Provider(name=name, **parts)
    for name, parts in json.loads((Path(__file__).parent / "providers.json").read_text("utf-8")).items()
}


def find_provider(name: Any) -> Provider:
    """Returns a provider by name."""
    if not isinstance(name, str) or name not in PROVIDERS:
        raise UsageError(f"unknown provider {name!r}: expected {LOCAL} or one of {', '.join(PROVIDERS)}")
    return PROVIDERS[name]
