"""What is asked of a chat model and what comes back: the shape that every back end and the store share."""

import hashlib
import json
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass
from typing import Any, Protocol

from .prices import Price


@dataclass(frozen=True)
class ChatRequest:
    """One question to a chat model, at temperature 0.

    Attributes:
        prompt: The user's message.
        max_tokens: At most so many are generated.
        wants_tokens: Whether the likeliest first tokens are wanted, and not only the text.
        top_logprobs: How many of them; None is as many as the back end gives.
        schema: JSON schema of the text, for back ends that can hold a model to one.
    """

    prompt: str
    max_tokens: int
    wants_tokens: bool = False
    top_logprobs: int | None = None
    schema: dict[str, Any] | None = None


@dataclass(frozen=True)
class ChatAnswer:
    """What a chat model said.

    Attributes:
        text: The message.
        tokens: The likeliest first tokens with their natural log-probabilities; empty where they were not wanted.
        prompt_tokens: Tokens read.
        completion_tokens: Tokens generated.
    """

    text: str
    tokens: tuple[tuple[str, float], ...]
    prompt_tokens: int
    completion_tokens: int


@dataclass(frozen=True)
class ChatFailure:
    """Why there is no answer to one request."""

    reason: str


Outcome = ChatAnswer | ChatFailure
OnOutcome = Callable[[int, Outcome], None]


class ChatModel(Protocol):
    """A chat model behind whatever back end."""

    @property
    def identity(self) -> dict[str, str]:
        """All that decides its answers but the request: provider, endpoint, model, revision. No key is in it."""
        ...

    @property
    def price(self) -> Price | None:
        """What it costs, None where that is not known."""
        ...

    def ask(self, requests: Sequence[ChatRequest], on_outcome: OnOutcome) -> None:
        """Asks, and tells each outcome by its request's position as soon as it is there.

        Raises:
            ModelError: The model cannot be had, or cannot do what is asked of it.
        """
        ...


def request_key(identity: dict[str, str], request: ChatRequest) -> str:
    """Returns the same 64 hexadecimal digits for the same request to the same model, and for no other."""
    content = json.dumps([identity, asdict(request)], sort_keys=True, ensure_ascii=False)
    return hashlib.sha256(content.encode("utf-8")).hexdigest()
