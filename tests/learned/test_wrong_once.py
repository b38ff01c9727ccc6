"""Answers that the setting `learned` once judged wrongly."""

import pytest

from smile import SmileScorer

pytestmark = [pytest.mark.real_encoder, pytest.mark.filterwarnings("ignore::smile.errors.LearnedWarning")]


@pytest.fixture(scope="module")
def scorer() -> SmileScorer:
    return SmileScorer("learned")


@pytest.mark.parametrize(
    ("question", "reference", "answer"),
    [
        ("Who wrote Hamlet?", "William Shakespeare", "."),
        ("What is the capital of Australia?", "Canberra", ":"),
        ("Who broke the Enigma code?", "Alan Turing", "(" * 5000 + "Paris" + ")" * 5000),
        # The reader of meanings is sure of these; the rule for numbers knows better.
        ("How many legs does a spider have?", "eight", "eighty"),
        ("How many planets are there?", "eight", "eighty"),
    ],
)
def test_what_says_nothing_or_another_value_is_far_from_right(
    scorer: SmileScorer, question: str, reference: str, answer: str
) -> None:
    assert scorer.score([answer], [[reference]], [question]).smile[0] < 0.2
