"""Asks a judge only what the cache does not know, and counts tokens."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from ..aliases import OnProgress
from .chat_models.chat import ChatAnswer, ChatFailure, ChatModel, ChatRequest, Outcome, request_key
from .judge_cache import AnswerStore


@dataclass(frozen=True)
class Asked:
    """The outcomes of a run's requests.

    Attributes:
        outcomes: One per request, in order.
        prompt_tokens: Tokens read in this run; answers from the cache cost nothing.
        completion_tokens: Tokens generated in this run.
        n_asked: Different requests answered or failed in this run.
        n_stored: Different requests whose answers were kept from an earlier run.
    """

    outcomes: list[Outcome]
    prompt_tokens: int
    completion_tokens: int
    n_asked: int
    n_stored: int


def ask_once(
    model: ChatModel,
    requests: Sequence[ChatRequest],
    store: AnswerStore,
    *,
    check: Callable[[ChatAnswer], Outcome] | None = None,
    on_failure: Callable[[int, str], None] | None = None,
    on_progress: OnProgress | None = None,
) -> Asked:
    """Asks each different request once, unless the store has its answer; answers are stored, failures never.

    Args:
        model: The model to ask.
        requests: The requests; equal ones share an outcome.
        store: The cache of answers.
        check: Returns the answer, or a failure if it cannot be used; it was paid for all the same.
        on_failure: Called with the position of a failed request and the reason; an error that it raises ends the run.
        on_progress: Called with the numbers of different requests done and of all different requests.

    Raises:
        ModelError: The model cannot be loaded or cannot do what a request asks, or the cache is broken.
    """
    identity = model.identity
    keys = [request_key(identity, request) for request in requests]
    different = dict(zip(keys, requests, strict=True))
    outcomes: dict[str, Outcome] = {}
    for key in different:
        kept = store.get(key)
        if kept is not None:
            outcomes[key] = kept
    n_stored = len(outcomes)
    missing = [key for key in different if key not in outcomes]
    tokens = [0, 0]

    def keep(position: int, outcome: Outcome) -> None:
        key = missing[position]
        if isinstance(outcome, ChatAnswer):
            tokens[0] += outcome.prompt_tokens
            tokens[1] += outcome.completion_tokens
            outcome = outcome if check is None else check(outcome)
        if isinstance(outcome, ChatAnswer):
            store.put(key, outcome)
        outcomes[key] = outcome
        if isinstance(outcome, ChatFailure) and on_failure is not None:
            on_failure(keys.index(key), outcome.reason)
        if on_progress is not None:
            on_progress(len(outcomes), len(different))

    if on_progress is not None and n_stored:
        on_progress(n_stored, len(different))
    if missing:
        model.ask([different[key] for key in missing], keep)
    return Asked([outcomes[key] for key in keys], tokens[0], tokens[1], len(missing), n_stored)
