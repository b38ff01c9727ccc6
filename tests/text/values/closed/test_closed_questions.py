"""What a question asks."""

from smile.text.values.closed.closed_questions import read_question
from tests.support.tables import each_row


@each_row("question", ["Where is it?", "Is it red or blue?", "The capital of France", "Name a fish.", "", "Is it?"])
def test_what_yes_and_no_do_not_answer(question: str) -> None:
    assert read_question(question) is None


@each_row(
    "question",
    [
        "Is the Earth flat?",
        "True or false: The Earth is flat.",
        "The Earth is flat. True or false?",
        "Is it true that the Earth is flat?",
        "In 1990, was the Earth flat or not?",
        "The Earth is flat, right?",
    ],
)
def test_shapes_of_questions(question: str) -> None:
    asked = read_question(question)
    assert asked is not None
    assert asked.words == ("earth", "flat")
