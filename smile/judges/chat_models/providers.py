"""The providers of chat models in `providers.json`: addresses, names of keys, abilities and prices."""

import json
import os
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Literal
from urllib.parse import urlsplit

from ...errors import Option, UsageError

LOCAL = "local"

# Environment variable of the key of any endpoint.
ANY_KEY_VARIABLE = "SMILE_API_KEY"

Price = tuple[float, float]
JsonFormat = Literal["schema", "object_schema", "object"]


@dataclass(frozen=True, kw_only=True)
class Provider:
    """An OpenAI-compatible endpoint.

    Attributes:
        top_logprobs: Largest number of log-probabilities it returns for a token; 0 if it returns none.
        base_url: Its address; None if the caller must give it.
        key_variable: Environment variable of its key; None if no key is needed.
        header_variables: For headers that name an account, the environment variables that hold them.
        models_with_logprobs: Examples of models that return log-probabilities, for messages.
        max_tokens_name: The request's name for the limit of generated tokens.
        no_thinking: Additions to a request that switch thinking off.
        thinkers: Pattern of models that always think first, so that their first token is not a verdict.
        thinking_by_choice: Pattern of models that think unless `no_thinking` is added; None means all.
        json_format: How to request JSON: `schema` (OpenAI's json_schema), `object_schema` (json_object with a schema,
            as in llama.cpp), `object` (any JSON), or None if it is not supported.
        prices: For each model, US dollars per million input and output tokens, and the date of these prices.
    """

    name: str
    top_logprobs: int
    base_url: str | None = None
    key_variable: str | None = None
    header_variables: Mapping[str, str] = field(default_factory=dict)
    models_with_logprobs: Sequence[str] = ()
    max_tokens_name: str = "max_tokens"
    no_thinking: Mapping[str, Any] = field(default_factory=dict)
    thinkers: str | None = None
    thinking_by_choice: str | None = None
    json_format: JsonFormat | None = None
    prices: Mapping[str, tuple[float, float, str]] = field(default_factory=dict)

    def address(self, base_url: str | None) -> str:
        """Returns the address to use."""
        address = base_url or self.base_url
        if address is None:
            told = "the provider {!r} needs the address of its endpoint: set {}, for example to http://HOST:PORT/v1"
            raise UsageError(told, self.name, Option("base_url"))
        parts = urlsplit(address)
        if parts.scheme not in ("http", "https") or not parts.hostname:
            told = "{} must begin with http:// or https:// and name a host, got the scheme {!r}"
            raise UsageError(told, Option("base_url"), parts.scheme)
        if parts.username or parts.password or parts.query:
            raise UsageError(
                "{} must not contain a user, password or query, because the cache stores it: give the key as api_key "
                "or in the environment",
                Option("base_url"),
            )
        return address.rstrip("/")

    def key(self, api_key: str | None) -> str:
        """Returns the key given, or the one in the environment."""
        own = os.environ.get(self.key_variable) if self.key_variable else None
        key = api_key or own or os.environ.get(ANY_KEY_VARIABLE)
        if not key and self.key_variable:
            raise UsageError(
                f"the provider {self.name!r} needs a key: set the environment variable {self.key_variable} (in Python, "
                "api_key is an alternative)"
            )
        if key and not re.fullmatch("[!-~]+", key):
            raise UsageError(
                f"the key for the provider {self.name!r} contains a line break, a space or a character outside ASCII: "
                "copy it again"
            )
        return key or "none"

    def headers(self) -> dict[str, str]:
        """Returns the headers, besides the key, whose variables are in the environment."""
        return {
            name: os.environ[variable] for name, variable in self.header_variables.items() if variable in os.environ
        }

    def check_first_token(self, model: str) -> None:
        """Rejects a model whose first token holds no verdict."""
        remedy = "use a model that returns them: " + self.known_models_with_logprobs()
        if self.top_logprobs == 0:
            raise UsageError(f"the provider {self.name!r} returns no log-probabilities, which L3Score needs: {remedy}")
        if self.thinkers is not None and re.match(self.thinkers, model):
            raise UsageError(
                f"{model!r} always thinks before it answers and returns no log-probabilities, which L3Score needs: "
                f"{remedy}"
            )

    def known_models_with_logprobs(self) -> str:
        """Returns a list of models that return log-probabilities, those of this provider first."""
        known = [
            f"{', '.join(other.models_with_logprobs)} ({other.name})"
            for other in sorted(PROVIDERS.values(), key=lambda other: other.name != self.name)
            if other.models_with_logprobs
        ]
        return "; ".join([*known, f"any model served by vllm, llama.cpp or ollama, or provider={LOCAL!r}"])

    def thinking_switch(self, model: str) -> Mapping[str, Any]:
        """Returns additions to a request that switch thinking off."""
        applies = self.thinking_by_choice is None or re.match(self.thinking_by_choice, model)
        return self.no_thinking if applies else {}

    def price(self, model: str) -> Price | None:
        """Returns the price of a model, whose name may end in a date; None if it is unknown.

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
