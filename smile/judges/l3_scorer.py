"""L3Score: the probability of Yes against No in the first token of a judge (SPIQA, arXiv 2407.09413)."""

import math
import re
from collections.abc import Sequence
from typing import Any

from ..checks import check_whole, show_value
from .base_judge import Grade, Judge, judge_prompt_hash
from .chat_models.chat import ChatAnswer, ChatFailure, ChatRequest
from .chat_models.judge_settings import judge_settings
from .chat_models.providers import LOCAL, find_provider

# The prompt is part of the metric, including spaces at line ends: scores are comparable only with the same prompt.
_PROMPT = (
    "You are given a question, ground-truth answer, and a candidate answer.\n"
    "\n"
    "Question: {question}  \n"
    "Ground-truth answer: {gt}  \n"
    "Candidate answer: {answer}\n"
    "\n"
    "Is the semantic meaning of the ground-truth and candidate answers similar?  \n"
    "Answer in one word - Yes or No."
)
_YES, _NO = frozenset({"yes", "yeah"}), frozenset({"no"})

# The number of most likely tokens that the metric reads.
TOP_LOGPROBS = 5

# The smallest probability, for a token that is not in the reply.
_LEAST_PROBABILITY = 1e-8

# Rounded probabilities can add up to slightly more than 1.
_MOST_PROBABILITY = 1.01

# Tokens whose log-probabilities differ by less are equally likely.
_TIE = 0.01

_WORD = re.compile(r"\w+")

Token = tuple[str, float]


class L3Scorer(Judge):
    """L3Score: the probability of Yes against No in a judge's first token.

    Each reference is judged separately, and the highest score counts.

    Args:
        provider: `local`, or a name in `smile.judges.chat_models.providers.PROVIDERS`.
        model: The provider's name of the model; for `local` a Hub id or a folder.
        top_logprobs: Number of most likely tokens to read; the published metric reads five. If neither Yes nor No is
            among them, the score is 0.
        **options: Any other field of `smile.judges.chat_models.judge_settings.JudgeSettings`.

    Raises:
        UsageError: An option is invalid, or the model returns no log-probabilities.
    """

    _metric, _score_name = "l3score", "L3Score"

    def __init__(
        self,
        provider: str | None = None,
        model: str | None = None,
        top_logprobs: int = TOP_LOGPROBS,
        **options: Any,
    ) -> None:
        settings = judge_settings(provider, model, **options)
        if settings.provider != LOCAL and settings.base_url is None:
            find_provider(settings.provider).check_first_token(settings.model)
        self._top_logprobs = check_whole("top_logprobs", top_logprobs)
        super().__init__(settings)

    def _requests(self, question: str, references: Sequence[str], prediction: str) -> list[ChatRequest]:
        prompt = l3_prompt(question, references[0], prediction)
        return [ChatRequest(prompt, 1, wants_tokens=True, top_logprobs=self._top_logprobs)]

    def _read(self, answer: ChatAnswer) -> Grade | ChatFailure:
        logarithms = [logarithm for _, logarithm in answer.tokens]
        are_possible = all(-math.inf < each <= _MOST_PROBABILITY - 1 for each in logarithms)
        if not are_possible or sum(map(math.exp, logarithms)) > _MOST_PROBABILITY:
            return ChatFailure(f"the log-probabilities are not those of a distribution ({show_value(logarithms)})")
        highest = max(logarithms) - _TIE
        likeliest = [token for token, logarithm in answer.tokens if logarithm >= highest]
        if any(_agrees_with_l3_token(answer.text, token) for token in likeliest):
            return Grade(l3_yes_probability(answer.tokens))
        return ChatFailure(f"the reply {show_value(answer.text)} is not the likeliest token {show_value(likeliest[0])}")

    def _pinned(self) -> dict[str, str]:
        return {"prompt": judge_prompt_hash(l3_prompt("", "", "")), "top_logprobs": str(self._top_logprobs)}


def _agrees_with_l3_token(text: str, token: str) -> bool:
    """Returns whether a reply agrees with its first token: it begins with it, or implies no other verdict.

    >>> _agrees_with_l3_token("Yes", " yes")
    True
    >>> _agrees_with_l3_token("No", "Yes"), _agrees_with_l3_token("", "<|end|>")
    (False, True)
    """
    text, token = text.strip().casefold(), token.strip().casefold()
    word = (_WORD.match(text) or [""])[0]
    return text.startswith(token) or all((word in words) == (token in words) for words in (_YES, _NO))


def l3_prompt(question: str, reference: str, prediction: str) -> str:
    """Returns the prompt for one prediction and one reference."""
    return _PROMPT.format(question=question, gt=reference, answer=prediction)


def l3_yes_probability(tokens: Sequence[Token]) -> float | None:
    """Returns the judge's probability of Yes against No, 0 to 1, or None if neither is among the tokens.

    If one of the two is missing, its probability is the smaller of two bounds: the probability of the least likely
    returned token, and the probability that all returned tokens leave.

    >>> round(l3_yes_probability([("Yes", math.log(0.6)), (" no", math.log(0.2)), ("yes", math.log(0.1))]), 6)
    0.75
    >>> round(l3_yes_probability([("Yes", math.log(0.9)), ("Well", math.log(0.06))]), 6)
    0.957447
    >>> l3_yes_probability([("Maybe", -0.1)]) is None
    True
    """
    probabilities = [math.exp(logarithm) for _, logarithm in tokens]
    read = [token.strip().casefold() for token, _ in tokens]
    yes, no = (
        max((p for p, word in zip(probabilities, read, strict=True) if word in wanted), default=None)
        for wanted in (_YES, _NO)
    )
    if yes is None and no is None:
        return None
    missing = max(min(min(probabilities), 1 - sum(probabilities)), _LEAST_PROBABILITY)
    yes, no = (missing if probability is None else probability for probability in (yes, no))
    return yes / (yes + no) if yes + no > 0 else None
