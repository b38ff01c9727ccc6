"""The grammar of answers: what it says of its own texts holds."""

import random
import re

import pytest

from training.examples.grammar.construction import Sort
from training.examples.grammar.questions import echo_of
from training.examples.grammar.registers import careless, telegraphic
from training.examples.mention_grammar import CONSTRUCTIONS, Made, make

CANDIDATES = ("Paris", "the 4th of July", "Lake Victoria", "12", "Ada Lovelace")
QUESTIONS = (
    "who wrote hamlet",
    "What is the capital of Canada?",
    "when did it end",
    "how many moons has mars",
    "where",
)


def _chance(seed: int) -> random.Random:
    return random.Random(seed)  # noqa: S311 (no secret)


@pytest.fixture(scope="module")
def answers() -> list[Made]:
    chance = _chance(5)
    return [make(chance, CANDIDATES, chance.choice(QUESTIONS)) for _ in range(1500)]


def test_every_construction_is_reached(answers: list[Made]) -> None:
    assert {one.construction for one in answers} == {one.name for one in CONSTRUCTIONS}


def test_mentioned_candidates_are_those_in_the_text(answers: list[Made]) -> None:
    for one in answers:
        assert set(one.mentioned) == {number for number, name in enumerate(CANDIDATES) if name in one.text}, one


def test_nothing_of_the_grammar_is_left_in_a_text(answers: list[Made]) -> None:
    for one in answers:
        text = re.sub(r"</?b>|->|>>", "", one.text)
        assert not set("<>") & set(text), one
        assert not re.search(r"\{\+?\d\}", text), one
        assert not any("\ue000" <= letter <= "\uf8ff" for letter in text), one


def test_what_is_asserted_agrees_with_the_sort_of_the_construction(answers: list[Made]) -> None:
    sorts = {one.name: one.sort for one in CONSTRUCTIONS}
    for one in answers:
        assert one.asserted <= set(one.mentioned)
        expected = {
            Sort.SOME: 0 < len(one.asserted) < len(one.mentioned),
            Sort.ALL: 0 < len(one.asserted) == len(one.mentioned),
            Sort.NONE: not one.asserted and bool(one.mentioned),
        }
        assert expected[sorts[one.construction]], one


def test_slots_as_candidates_draw_the_same_answer() -> None:
    for seed in range(50):
        slots = make(_chance(seed), ["{0}", "{1}", "{2}", "{3}", "{4}"], QUESTIONS[0])
        named = make(_chance(seed), CANDIDATES, QUESTIONS[0])
        text = slots.text
        for number, name in enumerate(CANDIDATES):
            text = text.replace(f"{{{number}}}", name)
        assert (text, slots.asserted) == (named.text, named.asserted)


def test_a_question_gives_what_an_answer_echoes() -> None:
    assert echo_of("Who wrote Hamlet?").cleft == " who wrote Hamlet"
    assert echo_of("Who wrote Hamlet?").deed == "wrote Hamlet"
    assert echo_of("What is the capital of Canada?").subject == "the capital of Canada"
    assert echo_of("who did she marry").cleft == ""
    assert "<" not in echo_of("what does <b> mean").question


def test_registers_keep_what_decides() -> None:
    assert "," in careless(_chance(1), "Kyd, no, Bacon.")
    assert telegraphic("it is not Kyd, the poet") == "not Kyd, poet"
    assert telegraphic("I doubt that it is Kyd") == "I doubt that it is Kyd"
