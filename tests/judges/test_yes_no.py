import math

import pytest

from smile.judges.l3_scorer import yes_no_prompt, yes_probability


def tokens(**probabilities: float) -> list[tuple[str, float]]:
    return [(text.replace("_", " "), math.log(p)) for text, p in probabilities.items()]


def test_prompt_is_the_metrics_to_the_letter() -> None:
    assert yes_no_prompt("What is the capital of France?", "Paris", "It is Paris.") == (
        "You are given a question, ground-truth answer, and a candidate answer.\n\n"
        "Question: What is the capital of France?  \n"
        "Ground-truth answer: Paris  \n"
        "Candidate answer: It is Paris.\n\n"
        "Is the semantic meaning of the ground-truth and candidate answers similar?  \n"
        "Answer in one word - Yes or No."
    )


# By hand from spec.md: p(Yes) / (p(Yes) + p(No)).
@pytest.mark.parametrize(
    ("given_tokens", "expected"),
    [
        (tokens(Yes=0.6, No=0.2), 0.75),
        (tokens(No=0.6, Yes=0.2), 0.25),
        (tokens(_yes=0.6, NO=0.2), 0.75),
        (tokens(Yeah=0.3, No=0.3), 0.5),
        (tokens(Yes=0.5, yes=0.3, No=0.25), 0.5 / 0.75),  # the likeliest of each, not the sum
        (tokens(Yes=0.9, Well=0.06), 0.9 / 0.94),  # No: what is left, 0.04
        (tokens(Yes=0.5, Well=0.02), 0.5 / 0.52),  # No: as unlikely as the least likely token
        (tokens(No=0.9, Well=0.06), 0.04 / 0.94),
        (tokens(Yes=1.0), 1 / (1 + 1e-8)),  # nothing is left: the floor
        (tokens(Maybe=0.9), None),
        ([], None),
        (tokens(Yesterday=0.5, Not=0.4), None),
        # Words that hold or negate a verdict, and thinking that comes before it, are none.
        (tokens(INCORRECT=0.6, CORRECT=0.3), None),
        ([("**INCORRECT**", -0.1), ("<think>", -3.0)], None),
        (tokens(CORRECT=0.6, Hardly=0.2, I=0.1), None),
        ([("", -0.1), (" ", -3.0)], None),
        (tokens(Incorrect=0.6, No=0.3, Yes=0.1), 0.25),
    ],
)
def test_probability_of_yes(given_tokens: list[tuple[str, float]], expected: float | None) -> None:
    assert yes_probability(given_tokens) == (None if expected is None else pytest.approx(expected, rel=1e-9))


def test_log_probabilities_that_underflow_are_no_crash() -> None:
    assert yes_probability([("Yes", -2000.0), ("No", -1.0)]) == 0.0
    assert yes_probability([("Yes", -2000.0), ("No", -2000.0)]) is None
