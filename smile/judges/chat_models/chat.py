"""Requests to a chat model and its answers, in the form that all back ends and the cache share."""

import hashlib
import json
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass
from typing import Any


@dataclass(frozen=True)
class ChatRequest:
    """One question to a chat model, at temperature 0.

    Attributes:
        wants_tokens: Whether the likeliest first tokens are wanted, and not only the text.
        top_logprobs: How many of them; None where only the text is wanted.
        schema: JSON schema of the text, for back ends that can enforce one.
        system: The system's message before the user's; None sends none.
    """

    prompt: str
    max_tokens: int
    wants_tokens: bool = False
    top_logprobs: int | None = None
    schema: dict[str, Any] | None = None
    system: str | None = None

    @property
    def messages(self) -> list[dict[str, str]]:
        """The conversation as chat models take it."""
        system = [] if self.system is None else [{"role": "system", "content": self.system}]
        return [*system, {"role": "user", "content": self.prompt}]

    def key(self, identity: dict[str, str]) -> str:
        """Returns the same 64 hexadecimal digits for the same request to the same model, and for no other."""
        content = json.dumps([identity, asdict(self)], sort_keys=True, ensure_ascii=False)
        return hashlib.sha256(content.encode("utf-8")).hexdigest()


@dataclass(frozen=True)
class ChatAnswer:
    """The answer of a chat model; `tokens` are the likeliest first ones with their natural log-probabilities."""

    text: str
    tokens: Sequence[tuple[str, float]]
    prompt_tokens: int
    completion_tokens: int


@dataclass(frozen=True)
class ChatFailure:
    """The reason why a request has no answer."""

    reason: str


Outcome = ChatAnswer | ChatFailure
# Takes the outcome of a request by its position as soon as it arrives; once it raises, nothing more is sent.
OnOutcome = Callable[[int, Outcome], None]
