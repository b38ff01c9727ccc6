"""L3Score's question to a judge, and the score read off its first token: pure functions (SPIQA, arXiv 2407.09413)."""

import math
from collections.abc import Sequence

# The words are part of the metric, down to the spaces at the ends of lines: scores compare only under the same prompt.
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

YES = frozenset({"yes", "yeah"})
NO = frozenset({"no"})

# How many of the likeliest tokens the metric reads.
TOP_LOGPROBS = 5

# The smallest probability: a token that was never seen.
_LEAST_PROBABILITY = 1e-8

Token = tuple[str, float]


def yes_no_prompt(question: str, reference: str, prediction: str) -> str:
    """Returns the prompt for one prediction and one reference."""
    return _PROMPT.format(question=question, gt=reference, answer=prediction)


def is_verdict(token: str) -> bool:
    """Returns whether a token reads Yes or No.

    >>> is_verdict(" Yes"), is_verdict("NO"), is_verdict("Not")
    (True, True, False)
    """
    return _read(token) in YES | NO


def yes_probability(tokens: Sequence[Token]) -> float | None:
    """Returns the judge's probability of Yes against No, 0 to 1, or None if neither is among the tokens.

    If one of the two is missing, its probability is the smaller of two bounds: the least likely token's probability,
    and what all returned tokens leave.

    Args:
        tokens: The likeliest first tokens with their natural log-probabilities.

    >>> round(yes_probability([("Yes", math.log(0.6)), (" no", math.log(0.2)), ("yes", math.log(0.1))]), 6)
    0.75
    >>> round(yes_probability([("Yes", math.log(0.9)), ("Well", math.log(0.06))]), 6)
    0.957447
    >>> yes_probability([("Maybe", -0.1)]) is None
    True
    """
    yes = _likeliest(tokens, YES)
    no = _likeliest(tokens, NO)
    if yes is None and no is None:
        return None
    probabilities = [math.exp(log_probability) for _, log_probability in tokens]
    missing = max(min(min(probabilities), 1 - sum(probabilities)), _LEAST_PROBABILITY)
    yes, no = (missing if probability is None else probability for probability in (yes, no))
    return yes / (yes + no) if yes + no > 0 else None


def _likeliest(tokens: Sequence[Token], wanted: frozenset[str]) -> float | None:
    return max((math.exp(logarithm) for token, logarithm in tokens if _read(token) in wanted), default=None)


def _read(token: str) -> str:
    return token.strip().casefold()
