"""Synthetic answers: for each question and reference a text that holds both, joined here or written by a model."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from ..aliases import OnProgress
from ..errors import ModelError
from ..judges.ask import Asked, ask_once
from ..judges.chat_models.chat import ChatAnswer, ChatModel, ChatRequest
from ..judges.chat_models.prices import cost
from ..judges.judge_cache import AnswerStore
from ..judges.judge_settings import JudgeSettings, make_model, store_path
from ..settings.named_settings import Settings
from .prompts import MOST_ANSWER_TOKENS, first_prompt, read_sentence, second_prompt, states

# The generator that puts the reference behind the question, without a model and in every language.
QUESTION_ANSWER = "question-answer"
LOCAL_MODEL = "meta-llama/Llama-3.2-3B-Instruct"

# How an answer was made: by the model, by the model once told what was missing, or as the question and the reference.
GENERATED, REGENERATED, JOINED = KINDS = ("generated", "regenerated", "question_and_reference")

_MOST_FAILURES_NAMED = 20

QuestionAndReference = tuple[str, str]


@dataclass(frozen=True)
class Synthesis:
    """The synthetic answers of n pairs of a question and a reference, in order.

    Attributes:
        answers: n texts, each of which holds its reference.
        kinds: n of `KINDS`.
        generator: What made them: `question-answer`, or the model's identity.
        counts: Requests, tokens and cost; empty without a model.
        failures: The pair and the reason of each request that failed; its answer is question and reference.
    """

    answers: list[str]
    kinds: list[str]
    generator: dict[str, str]
    counts: dict[str, Any]
    failures: list[str]

    def summary(self) -> dict[str, Any]:
        """Returns counts by kind, tokens, cost and failures as plain values."""
        found = Counter(self.kinds)
        counts: dict[str, Any] = {f"n_{kind}": found[kind] for kind in KINDS}
        if self.counts:
            shown = self.failures[:_MOST_FAILURES_NAMED]
            more = len(self.failures) - len(shown)
            counts |= self.counts | {"n_failed": len(self.failures)}
            counts["failures"] = [*shown, f"and {more} more"] if more else shown
        return counts


def synthesize(
    pairs: Sequence[QuestionAndReference],
    settings: Settings,
    asking: JudgeSettings | None,
    on_progress: OnProgress | None = None,
) -> Synthesis:
    """Returns a synthetic answer for each pair of a question and a reference.

    If a model's answer does not hold the reference (`prompts.states`), the model is asked once more and told what was
    missing. If that fails too, question and reference take its place.

    Args:
        pairs: Question and reference, neither empty.
        settings: Say how texts are normalised when the reference is looked for in an answer.
        asking: Which model to ask and where to keep its answers; None puts question and reference together.
        on_progress: Called with the number of requests done and their total.

    Raises:
        ModelError: The model cannot be loaded, or a request failed and `on_error` is `raise`.
    """
    if asking is None:
        answers = [joined(*pair) for pair in pairs]
        return Synthesis(answers, [JOINED] * len(pairs), {"provider": QUESTION_ANSWER}, {}, [])
    model = make_model(asking, lambda _: False)
    store = AnswerStore(store_path(asking))
    try:
        return _asked(pairs, settings, asking, model, store, on_progress)
    finally:
        store.close()


def joined(question: str, reference: str) -> str:
    """Returns the question with the reference behind it."""
    return f"{question} {reference}"


def _asked(
    pairs: Sequence[QuestionAndReference],
    settings: Settings,
    asking: JudgeSettings,
    model: ChatModel,
    store: AnswerStore,
    on_progress: OnProgress | None,
) -> Synthesis:
    def ask(prompts: Sequence[str], which: Sequence[int]) -> Asked:
        def stop(position: int, reason: str) -> None:
            raise ModelError(f"{_named(pairs[which[position]])}: the model failed ({reason})")

        requests = [ChatRequest(prompt, MOST_ANSWER_TOKENS) for prompt in prompts]
        return ask_once(
            model, requests, store, on_failure=stop if asking.on_error == "raise" else None, on_progress=on_progress
        )

    answers: list[str | None] = [None] * len(pairs)
    kinds = [GENERATED] * len(pairs)
    replies: dict[int, str] = {}
    failures: list[str] = []
    runs = []
    which = list(range(len(pairs)))
    prompts = [first_prompt(*pair) for pair in pairs]
    for kind in (GENERATED, REGENERATED):
        asked = ask(prompts, which)
        runs.append(asked)
        for i, outcome in zip(which, asked.outcomes, strict=True):
            if not isinstance(outcome, ChatAnswer):
                failures.append(f"{_named(pairs[i])}: {outcome.reason}")
                continue
            replies[i] = read_sentence(outcome.text)
            if states(replies[i], pairs[i][1], settings.normalization, settings.language):
                answers[i], kinds[i] = replies[i], kind
        which = [i for i in which if answers[i] is None and i in replies]
        prompts = [second_prompt(*pairs[i], replies[i]) for i in which]
        if not which:
            break
    for i, answer in enumerate(answers):
        if answer is None:
            answers[i], kinds[i] = joined(*pairs[i]), JOINED
    prompt_tokens = sum(asked.prompt_tokens for asked in runs)
    completion_tokens = sum(asked.completion_tokens for asked in runs)
    counts = {
        "Cost": cost(model.price, prompt_tokens, completion_tokens),
        "prompt_tokens": prompt_tokens,
        "completion_tokens": completion_tokens,
        "n_asked": sum(asked.n_asked for asked in runs),
        "n_from_cache": sum(asked.n_stored for asked in runs),
    }
    return Synthesis([answer or "" for answer in answers], kinds, model.identity, counts, failures)


def _named(pair: QuestionAndReference) -> str:
    return f"question {pair[0][:60]!r}, reference {pair[1][:60]!r}"
