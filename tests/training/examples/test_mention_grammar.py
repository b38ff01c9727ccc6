"""The grammar of answers: what it says of its own texts holds, and what measures is apart from what teaches."""

import random
import re
from collections import Counter

import pytest

from training.examples.grammar.construction import Sort
from training.examples.grammar.parts import BLOCK, INLINE, PARTS, TOGETHER, share_of
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
KEPT_SORTS = {sort: {one.name for one in CONSTRUCTIONS if one.kept and one.sort is sort} for sort in Sort}


def _chance(seed: int) -> random.Random:
    return random.Random(seed)  # noqa: S311 (no secret)


def _made(count: int, kept: bool) -> list[Made]:
    chance = _chance(5)
    return [make(chance, CANDIDATES, chance.choice(QUESTIONS), kept) for _ in range(count)]


@pytest.fixture(scope="module", params=[False, True], ids=["learned", "kept"])
def made(request: pytest.FixtureRequest) -> tuple[bool, list[Made]]:
    return request.param, _made(1500, request.param)


def test_every_construction_is_reached_and_no_other(made: tuple[bool, list[Made]]) -> None:
    kept, answers = made
    assert {one.construction for one in answers} == {one.name for one in CONSTRUCTIONS if one.kept == kept}


def test_mentioned_candidates_are_those_in_the_text(made: tuple[bool, list[Made]]) -> None:
    for one in made[1]:
        assert set(one.mentioned) == {number for number, name in enumerate(CANDIDATES) if name in one.text}, one


def test_nothing_of_the_grammar_is_left_in_a_text(made: tuple[bool, list[Made]]) -> None:
    for one in made[1]:
        text = re.sub(r"</?b>|->|>>", "", one.text)
        assert not set("<>") & set(text), one
        assert not re.search(r"\{\+?\d\}", text), one
        assert not any("\ue000" <= letter <= "\uf8ff" for letter in text), one


def test_what_is_asserted_agrees_with_the_sort_of_the_construction(made: tuple[bool, list[Made]]) -> None:
    sorts = {one.name: one.sort for one in CONSTRUCTIONS}
    for one in made[1]:
        assert one.asserted <= set(one.mentioned)
        expected = {
            Sort.SOME: 0 < len(one.asserted) < len(one.mentioned),
            Sort.ALL: 0 < len(one.asserted) == len(one.mentioned),
            Sort.NONE: not one.asserted and bool(one.mentioned),
        }
        assert expected[sorts[one.construction]], one


def test_both_classes_have_a_good_share(made: tuple[bool, list[Made]]) -> None:
    answers = made[1]
    mentions = sum(len(one.mentioned) for one in answers)
    assert 0.35 < sum(len(one.asserted) for one in answers) / mentions < 0.65
    both = sum(0 < len(one.asserted) < len(one.mentioned) for one in answers)
    assert 0.4 < both / len(answers) < 0.6


def test_the_same_seed_makes_the_same_answers() -> None:
    assert _made(50, kept=False) == _made(50, kept=False)


def test_slots_as_candidates_draw_the_same_answer() -> None:
    for seed in range(50):
        slots = make(_chance(seed), ["{0}", "{1}", "{2}", "{3}", "{4}"], QUESTIONS[0], kept=False)
        named = make(_chance(seed), CANDIDATES, QUESTIONS[0], kept=False)
        text = slots.text
        for number, name in enumerate(CANDIDATES):
            text = text.replace(f"{{{number}}}", name)
        assert (text, slots.asserted) == (named.text, named.asserted)


def test_kept_and_learned_wordings_are_disjoint() -> None:
    lists: list[tuple[object, ...]] = [
        wordings for wordings in (*PARTS.values(), INLINE, BLOCK, TOGETHER) if len(wordings) >= 5
    ]
    kept, learned = ({one for wordings in lists for one in share_of(wordings, kept)} for kept in (True, False))
    assert kept & learned == set()
    patterns = {kept: {p for one in CONSTRUCTIONS if one.kept == kept for p in one.patterns} for kept in (True, False)}
    assert patterns[True] & patterns[False] == set()


def test_a_part_that_goes_by_kind_has_wordings_for_every_kind() -> None:
    kinds = {"person", "place", "time", "number", "thing"}
    for name in ("fact", "mixup", "undone", "noun"):
        assert {part.removeprefix(f"{name}_") for part in PARTS if part.startswith(f"{name}_")} == kinds


def test_the_grammar_is_rich_and_its_names_are_unique() -> None:
    assert max(Counter(one.name for one in CONSTRUCTIONS).values()) == 1
    assert len(CONSTRUCTIONS) >= 40
    assert sum(len(wordings) for wordings in PARTS.values()) >= 400
    assert all(KEPT_SORTS.values())


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
