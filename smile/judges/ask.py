"""Asks a judge what has not been asked before, and counts what that took."""

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
        prompt_tokens: Tokens read in this run; what came from the store cost nothing.
        completion_tokens: Tokens generated in this run.
        n_asked: Different requests answered or failed in this run.
        n_stored: Different requests whose answers were there from an earlier run.
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
        model: Whom to ask.
        requests: What to ask; equal ones share an outcome.
        store: Where answers are kept.
        check: Says whether an answer will do; one that will not is a failure, though it was paid for.
        on_failure: Called with the position of a failed request and the reason; what it raises ends the run.
        on_progress: Called with how many different requests are done and how many there are.

    Raises:
        ModelError: The model cannot be had or cannot do what is asked of it, or the store is broken.
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
