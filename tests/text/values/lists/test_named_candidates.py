"""Answers that name candidates and choose none, and answers of like shape that choose."""

from smile.text.normalization import words
from smile.text.values.answer import Answer
from smile.text.values.rules import ReferenceValue
from tests.support.tables import each_row


def _judged(reference: str, question: str | None, answer: str) -> bool | None:
    is_found = f" {' '.join(words(reference, 'smile', 'en'))} " in f" {' '.join(words(answer, 'smile', 'en'))} "
    match = ReferenceValue(reference).compare(Answer(answer), question, is_found)
    return None if match is None else match.is_same


@each_row(
    ("reference", "question", "answer"),
    [
        ("Paris", None, "It could be Paris or Lyon."),
        ("Paris", None, "Either Paris or Lyon"),
        ("Paris", None, "Maybe Paris, maybe Lyon."),
        ("Paris", None, "Paris, Lyon, Marseille or Nice"),
        ("Paris", None, "Paris/Lyon/Nice"),
        ("Paris", None, "Paris? Lyon? Nice?"),
        ("Paris", None, "Paris or maybe Lyon"),
        ("France", None, "France or Spain"),
        ("8", "How many legs?", "6 or 8"),
        ("1947", None, "1947 or 1948"),
        ("Monday", None, "Monday, Tuesday, or Wednesday - take your pick."),
        ("Monday", None, "Probably Monday or Tuesday"),
        ("Jupiter", None, "Options: Jupiter, Saturn, Mars"),
        ("Jupiter", None, "I'm not sure which: Jupiter, Saturn, or Mars."),
        ("Shakespeare", None, "Marlowe, Jonson, Shakespeare... I can't decide."),
        ("Shakespeare", None, "The author might be Marlowe, Shakespeare, or Jonson"),
        ("blue", "What colour is it?", "red, blue, green, yellow, black"),
        ("Berlin", None, "Berlin or Munich or Hamburg"),
        ("Berlin", "Which city?", "1. Berlin 2. Munich 3. Hamburg"),
        ("Berlin", "Which city?", "(a) Berlin (b) Munich (c) Hamburg"),
        ("Tolstoy", None, "It was written by Tolstoy, Dostoevsky or Chekhov."),
        ("Tolstoy", None, "Written by either Tolstoy or Chekhov"),
    ],
)
def test_names_candidates(reference: str, question: str | None, answer: str) -> None:
    assert _judged(reference, question, answer) is False


@each_row(
    ("reference", "question", "answer"),
    [
        ("Paris", None, "Paris, France"),
        ("Paris", None, "Is it Paris? Yes."),
        ("Paris", None, "Paris, the capital, or the City of Light"),
        ("Ottawa", None, "Ottawa, not Toronto or Montreal"),
        ("Ottawa", None, "Toronto, Montreal and Vancouver are bigger, but it's Ottawa."),
        ("sofa", None, "sofa or couch"),
        ("sofa", "What do you call it?", "a sofa, couch or settee"),
        ("Michael Jackson", "Who wrote We Are the World?", "Michael Jackson, Quincy Jones and Lionel Richie wrote it"),
        ("Michael Jackson", "Who wrote We Are the World?", "Michael Jackson, Lionel Richie, Quincy Jones"),
        ("H2O", None, "H2O, or water"),
        ("Jupiter", None, "I'm not sure, but I think Jupiter."),
        ("Jupiter", None, "Jupiter, Saturn or Mars? Jupiter."),
        ("Jupiter", None, "Among Jupiter, Saturn and Mars, it is Jupiter."),
        ("Jupiter", None, "Of Mars, Saturn, Jupiter and Neptune, one of these is the largest: Jupiter."),
        ("blue", "What colours are there?", "red, blue, green, yellow, black"),
        ("Berlin", None, "Berlin, Germany, Europe"),
        ("Berlin", None, "Mitte, Berlin, Brandenburg, Germany"),
        ("Tolstoy", None, "Tolstoy. Not Chekhov or Gogol."),
    ],
)
def test_chooses_one_or_names_it_twice(reference: str, question: str | None, answer: str) -> None:
    assert _judged(reference, question, answer) is None
