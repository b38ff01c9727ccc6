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
        # The rules for denials and for tables do.
        (
            "Which country gave women the vote first?",
            "New Zealand",
            "New Zealand's parliament passed an act in 1893 after years of petitions. Among countries that govern "
            "themselves the first to give women the vote was Finland.",
        ),
        (
            "What is the capital of Australia?",
            "Canberra",
            "Here are both:\n\n| Country | Capital |\n|---|---|\n| Australia | Sydney |\n| New Zealand | Canberra |",
        ),
    ],
)
def test_what_says_nothing_or_another_value_is_far_from_right(
    scorer: SmileScorer, question: str, reference: str, answer: str
) -> None:
    assert scorer.score([answer], [[reference]], [question]).smile[0] < 0.2


@pytest.mark.parametrize(
    ("question", "reference", "answer", "is_right"),
    [
        ("Who discovered penicillin?", "Alexander Fleming", "maybe Alexander Fleming?", True),
        ("Who discovered penicillin?", "Alexander Fleming", "I'm not entirely sure, but Alexander Fleming?", True),
        ("Who discovered penicillin?", "Alexander Fleming", "Hardly Alexander Fleming.", False),
        ("Who discovered penicillin?", "Alexander Fleming", "Alexander Fleming or Howard Florey", False),
        ("When did the Titanic sink?", "1912", "If memory serves, it was 1912.", True),
        ("When did the Titanic sink?", "1912", "First I wrote 1912, make that 1911.", False),
        ("What is the medical name of the kneecap?", "patella", "The patellar bone, or patella for short.", True),
        ("What is the medical name of the kneecap?", "patella", "Forget the patella; it is the fibula.", False),
        ("Scurvy is caused by a lack of which vitamin?", "vitamin C", "lack of ascorbic acid", True),
        ("Scurvy is caused by a lack of which vitamin?", "vitamin C", "It is not ascorbic acid.", False),
        ("What do you call a group of singers?", "choir", "choir or chorus", True),
        ("What do you call a group of singers?", "choir", "band or choir or team", False),
        (
            "who sang respect first",
            "Otis Redding",
            "aretha franklin did it first, otis redding covered it later",
            False,
        ),
        ("How many moons does Mars have?", "2", "| Planet | Moons |\n|---|---|\n| Earth | 1 |\n| Mars | 2 |", True),
        ("who sang respect first", "Otis Redding", "otis redding did it first, aretha franklin covered it later", True),
    ],
)
def test_it_takes_a_mention_back_only_where_something_speaks_against_it(
    scorer: SmileScorer, question: str, reference: str, answer: str, is_right: bool
) -> None:
    assert scorer.score([answer], [[reference]], [question]).correct[0] == is_right
