"""Requests to chat models and their replies, as all back ends and the cache use them."""

import hashlib
import json
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass
from typing import Any


@dataclass(frozen=True)
class ChatRequest:
    """A request to a chat model, at temperature 0.

    Attributes:
        wants_tokens: Whether to return the most likely first tokens besides the text.
        top_logprobs: Their number; None if only the text is wanted.
        schema: JSON schema of the text, for back ends that enforce schemas.
        system: The system message; None sends none.
    """

    prompt: str
    max_tokens: int
    wants_tokens: bool = False
    top_logprobs: int | None = None
    schema: dict[str, Any] | None = None
    system: str | None = None

    @property
    def messages(self) -> list[dict[str, str]]:
        """The messages of the chat."""
        system = [] if self.system is None else [{"role": "system", "content": self.system}]
        return [*system, {"role": "user", "content": self.prompt}]

    def key(self, identity: dict[str, str]) -> str:
        """Returns 64 hexadecimal digits that identify the request and the model."""
        content = json.dumps([identity, asdict(self)], sort_keys=True, ensure_ascii=False)
        return hashlib.sha256(content.encode("utf-8")).hexdigest()


@dataclass(frozen=True)
class ChatAnswer:
    """The reply of a chat model.

    Attributes:
        tokens: The most likely first tokens with natural log-probabilities.
        model: The name of the model in the reply; empty if it has none.
    """

    text: str
    tokens: Sequence[tuple[str, float]]
    prompt_tokens: int
    completion_tokens: int
    model: str = ""


@dataclass(frozen=True)
class ChatFailure:
    """The reason why a request has no usable reply."""

    reason: str


Outcome = ChatAnswer | ChatFailure
# Called with the position and the outcome of each request when it arrives. If it raises, no more requests are sent.
OnOutcome = Callable[[int, Outcome], None]
