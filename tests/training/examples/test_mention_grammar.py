"""The grammar of answers: what it says of its own texts holds."""

import random
import re

import pytest

from training.examples.grammar.construction import Sort
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


def test_mentioned_candidates_are_those_in_the_text(answers: list[Made]) -> None:
    for one in answers:
        assert set(one.mentioned) == {number for number, name in enumerate(CANDIDATES) if name in one.text}, one


def test_no_grammar_symbol_is_left_in_texts(answers: list[Made]) -> None:
    for one in answers:
        text = re.sub(r"</?b>|->|>>", "", one.text)
        assert not set("<>") & set(text), one
        assert not re.search(r"\{\+?\d\}", text), one
        assert not any("\ue000" <= letter <= "\uf8ff" for letter in text), one


def test_assertions_agree_with_the_constructions_sort(answers: list[Made]) -> None:
    sorts = {one.name: one.sort for one in CONSTRUCTIONS}
    for one in answers:
        assert one.asserted <= set(one.mentioned)
        expected = {
            Sort.SOME: 0 < len(one.asserted) < len(one.mentioned),
            Sort.ALL: 0 < len(one.asserted) == len(one.mentioned),
            Sort.NONE: not one.asserted and bool(one.mentioned),
        }
        assert expected[sorts[one.construction]], one
