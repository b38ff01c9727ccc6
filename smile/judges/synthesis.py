"""Synthetic answers: sentences that state a reference as the answer to its question, by a template or a chat model."""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from ..constants import SMILE_NORMALIZATION
from ..shared_types import OnProgress
from .ask import AskedRequests, ask_once, chat_model_to_ask, first_failures
from .chat_models.budget import Budget
from .chat_models.chat import ChatAnswer, ChatFailure, ChatRequest
from .chat_models.judge_settings import JudgeSettings

# The provider without a model: the question followed by the reference, in every language.
TEMPLATE = "template"
LOCAL_MODEL = "meta-llama/Llama-3.2-3B-Instruct"

# How an answer was made: by the model, by the model at the second request, or by the template.
GENERATED, REGENERATED, BY_TEMPLATE = KINDS = ("generated", "regenerated", "by_template")

# Enough for a sentence with a long reference; a longer reply is cut and fails the check.
_MOST_ANSWER_TOKENS = 128

_PROMPTS = Path(__file__).parent / "prompts"
_FIRST, _SECOND = (
    (_PROMPTS / f"synthesis_{name}.txt").read_text("utf-8").removesuffix("\n") for name in ("first", "second")
)

QuestionAndReference = tuple[str, str]


@dataclass(frozen=True)
class Synthesis:
    """The synthetic answers of n pairs of a question and a reference, in order.

    Attributes:
        answers: n texts, each of which holds its reference.
        kinds: n of `KINDS`.
        counts: Answers by kind; with a model also requests, tokens, cost and failures.
    """

    answers: list[str]
    kinds: list[str]
    counts: dict[str, Any]


def synthetic_answers(
    pairs: Sequence[QuestionAndReference],
    asking: JudgeSettings | None,
    language: str = "en",
    on_progress: OnProgress | None = None,
) -> Synthesis:
    """Returns a synthetic answer for each pair of a question and a reference, neither of them empty.

    If the model's answer does not contain the reference (`contains_reference`), a second request says what is missing.
    If that fails too, or a request fails, the template is used. The template is also used without a model (`asking` is
    None).

    Equal pairs cost one request. `on_progress` is called with the number of requests done and their total.
    """
    answers, kinds = [f"{question} {reference}" for question, reference in pairs], [BY_TEMPLATE] * len(pairs)
    if asking is None:
        return Synthesis(answers, kinds, _counts_of_synthesis(kinds))
    model = chat_model_to_ask(asking)
    all_asked, failures = AskedRequests[str](), list[str]()
    prompts = {i: first_synthesis_prompt(*pair) for i, pair in enumerate(pairs)}
    for kind in (GENERATED, REGENERATED):
        requests = [ChatRequest(prompt, _MOST_ANSWER_TOKENS) for prompt in prompts.values()]
        names = [f"question {pairs[i][0][:60]!r}, reference {pairs[i][1][:60]!r}" for i in prompts]
        asked = ask_once(
            model, requests, asking, names, budget=Budget(), read=read_synthetic_answer, on_progress=on_progress
        )
        all_asked += asked
        again = {}
        for i, name, outcome in zip(prompts, names, asked.outcomes, strict=True):
            if isinstance(outcome, ChatFailure):
                failures.append(f"{name}: {outcome.reason}")
                continue
            if contains_reference(outcome, pairs[i][1], language):
                answers[i], kinds[i] = outcome, kind
            else:
                again[i] = second_synthesis_prompt(*pairs[i], outcome)
        prompts = again
    failed = {"n_failed": len(failures), "failures": first_failures(failures)}
    return Synthesis(answers, kinds, _counts_of_synthesis(kinds) | all_asked.counts(model.price) | failed)


def _counts_of_synthesis(kinds: Sequence[str]) -> dict[str, Any]:
    return {f"n_{kind}": kinds.count(kind) for kind in KINDS}


def first_synthesis_prompt(question: str, reference: str) -> str:
    """Returns the first prompt."""
    return _FIRST.format(question=question, reference=reference)


def second_synthesis_prompt(question: str, reference: str, answer: str) -> str:
    """Returns the prompt for an answer that lacks the reference or is empty."""
    return _SECOND.format(question=question, reference=reference, answer=answer or "(nothing)")


def read_synthetic_answer(reply: ChatAnswer) -> str:
    r"""Returns a reply as one line, without the label and the quotes that some models put around it.

    >>> read_synthetic_answer(ChatAnswer(' Sentence: "The capital of France\n is Paris." ', (), 9, 9))
    'The capital of France is Paris.'
    """
    line = " ".join(reply.text.split()).removeprefix("Sentence:").strip()
    return line[1:-1].strip() if len(line) > 1 and line[0] == line[-1] == '"' else line


def contains_reference(answer: str, reference: str, language: str) -> bool:
    """Returns whether an answer contains the reference: its normalised words, one after the other.

    >>> contains_reference("It has twenty-five parts.", "25", "en"), contains_reference("Yes.", "no", "en")
    (True, False)
    """
    # No other judge reads words; the libraries for them take long to import.
    from ..text.normalization import normalized_words
    from ..text.view import between_spaces

    held, wanted = (
        between_spaces(normalized_words(text, SMILE_NORMALIZATION, language)) for text in (answer, reference)
    )
    return wanted in held
